import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { blocksOf, readManual } from "./manual.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MOCKS = blocksOf(readManual("docs/sandbox.md")).flatMap(({ marks, text }) =>
  marks
    .filter((mark) => mark.startsWith("mock: "))
    .map((mark) => ({ command: mark.slice(6).split(" "), text })),
);

describe("a test in another language, as docs/sandbox.md has it", () => {
  it("comes in two", () => {
    expect(MOCKS.map(({ command }) => command[0])).toStrictEqual(["sh", "python3"]);
  });

  it.each(MOCKS)(
    "sets the sandbox over HTTP, and finds what it expects: $command",
    async ({ command, text }) => {
      const cwd = freshFolder();
      mkdirSync(join(cwd, "bin"));
      const shim = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "bin", "leadctl.js")}" "$@"\n`;
      writeFileSync(join(cwd, "bin", "leadctl"), shim, { mode: 0o755 });
      writeFileSync(join(cwd, command[1] ?? ""), text);
      copyFileSync(join(ROOT, "fixtures", "leads.csv"), join(cwd, "leads.csv"));
      const env = { PATH: `${join(cwd, "bin")}:/usr/bin:/bin`, HOME: cwd };
      const end = await runProgram(["sandbox", "--", ...command], { cwd, env });
      expect(end.exitCode, end.stdout + end.stderr).toBe(0);
    },
  );
});
