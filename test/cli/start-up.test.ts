import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../program/run-program.ts";

const SHEET = fileURLToPath(new URL("../../fixtures/leads.csv", import.meta.url));

/** The packages that Node loads for a line, from their own files or built into one of ours, and the rooms of `src`. */
async function loadedBy(...line: string[]): Promise<{ packages: Set<string>; rooms: Set<string> }> {
  const cwd = freshFolder();
  await runProgram(line, { cwd, env: { NODE_V8_COVERAGE: cwd } });
  const urls = readdirSync(cwd)
    .filter((name) => name.startsWith("coverage-"))
    .flatMap((name) => JSON.parse(readFileSync(join(cwd, name), "utf8")).result)
    .map(({ url }: { url: string }) => url)
    .filter((url) => url.startsWith("file://"));
  // The bundler names each module in a comment above its code.
  const text = urls.map((url) => `${url}\n${readFileSync(fileURLToPath(url), "utf8")}`).join("\n");
  const names = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
  return {
    packages: names(/^(?:\/\/ |file:.*\/)node_modules\/([^/]+)\//gm),
    rooms: names(/^\/\/ src\/([^/]+)\//gm),
  };
}

describe("the program, to start quickly,", () => {
  it.each(["--version", "--help"])("loads no package for %s", async (line) => {
    const { packages, rooms } = await loadedBy(line);
    expect(packages).toStrictEqual(new Set());
    expect(rooms).toContain("cli");
  });

  it("loads commander for the help of a command, and nothing of what commands do", async () => {
    const { packages, rooms } = await loadedBy("submit", "--help");
    expect(packages).toStrictEqual(new Set(["commander", "leven"]));
    expect(rooms).not.toContain("sheet");
    expect(rooms).not.toContain("send");
  });

  it("loads no schemas, no client and no reader of workbooks to check a small sheet", async () => {
    const { packages, rooms } = await loadedBy("validate", SHEET);
    expect(rooms).toContain("sheet");
    for (const name of ["zod", "undici", "ora", "saxes", "yauzl", "yazl", "@clack"])
      expect(packages).not.toContain(name);
    for (const room of ["send", "sandbox", "smoke", "desk"]) expect(rooms).not.toContain(room);
  });

  it("loads a client to send, and nothing of the desk", async () => {
    const { packages, rooms } = await loadedBy("submit", SHEET, "--sandbox");
    expect(packages).toContain("undici");
    expect(packages).not.toContain("open");
    expect(rooms).not.toContain("desk");
  });

  it.each(["--version", "--help"])("does not open stdin for %s", (line) => {
    const program = new URL("../../dist/main.js", import.meta.url);
    const code = `Object.defineProperty(process, "stdin", { get() { throw new Error("stdin was opened"); } });
      process.argv.splice(1, 0, "leadctl");
      const { main } = await import(${JSON.stringify(program.href)});
      await main();`;
    const args = ["--input-type=module", "--eval", code, "--", line];
    const { status } = spawnSync(process.execPath, args, { cwd: freshFolder(), encoding: "utf8" });
    expect(status).toBe(0);
  });
});
