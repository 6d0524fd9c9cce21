import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { blocksOf, ROOT, readManual } from "./manual.ts";

/** Programs of others, as the manual has them, by their files. */
const PROGRAMS = ["docs/sandbox.md", "docs/json.md"].flatMap((page) =>
  blocksOf(readManual(page)).flatMap(({ marks, text }) =>
    marks.flatMap((mark) => {
      const [, line] = /^mock: (.*)/.exec(mark) ?? [];
      return line === undefined ? [] : [{ page, line, text }];
    }),
  ),
);

const PYTHON = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
const canCheck = spawnSync("python3", ["-c", "import jsonschema"]).status === 0;

describe("programs of others that use the sandbox and read our JSON, as the manual has them", () => {
  it("are of three languages", () => {
    expect(PROGRAMS.map(({ line }) => line)).toStrictEqual([
      ...["sh mock.sh", "python3 mock.py"],
      ...["node check.mjs", "sh check.sh", "python3 check.py"],
    ]);
  });

  it.for(PROGRAMS)("do what they say: $page, $line", async ({ page, line, text }, { skip }) => {
    skip(text.includes("jsonschema") && !canCheck, "Python has no jsonschema here");
    const end = await runProgram(["sandbox", "--", ...line.split(" ")], projectOf(page));
    expect(end.exitCode, end.stdout + end.stderr).toBe(0);
  });
});

/** An empty folder with the programs of a page, a sheet, and the package as it is installed. */
function projectOf(page: string): { cwd: string; env: Record<string, string> } {
  const cwd = freshFolder();
  for (const { line, text } of PROGRAMS.filter((program) => program.page === page))
    writeFileSync(join(cwd, line.split(" ")[1] ?? ""), text);
  copyFileSync(join(ROOT, "fixtures", "leads.csv"), join(cwd, "leads.csv"));
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(ROOT, join(cwd, "node_modules", "leadctl"));
  symlinkSync(join(ROOT, "node_modules", "zod"), join(cwd, "node_modules", "zod"));
  mkdirSync(join(cwd, "bin"));
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "bin", "leadctl.js")}" "$@"\n`;
  writeFileSync(join(cwd, "bin", "leadctl"), shim, { mode: 0o755 });
  const folders = [join(cwd, "bin"), dirname(PYTHON.stdout), dirname(process.execPath), "/usr/bin", "/bin"];
  return { cwd, env: { PATH: folders.join(delimiter), HOME: cwd } };
}
