import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../program/run-program.ts";

/** The files that Node loads for a line, of the program and of packages, by Node's own record. */
async function loadedFiles(...line: string[]): Promise<string[]> {
  const cwd = freshFolder();
  await runProgram(line, { cwd, env: { NODE_V8_COVERAGE: cwd } });
  const records = readdirSync(cwd).map((name) => JSON.parse(readFileSync(join(cwd, name), "utf8")));
  const urls = records.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
  return urls.filter((url: string) => url.startsWith("file://"));
}

const isPackage = (url: string): boolean => url.includes("/node_modules/");

describe("the program, to start quickly,", () => {
  it.each(["--version", "--help"])(
    "loads no package for %s, and next to nothing of its own",
    async (line) => {
      const files = await loadedFiles(line);
      expect(files.filter(isPackage)).toStrictEqual([]);
      expect(files.length).toBeLessThan(12);
    },
  );

  it("loads commander alone for the help of a command, and nothing of what commands do", async () => {
    const files = await loadedFiles("submit", "--help");
    const others = files.filter((url) => isPackage(url) && !url.includes("/node_modules/commander/"));
    expect(others).toStrictEqual([]);
    expect(files.filter((url) => /\/dist\/(?:desk|job|report|run|send|sheet)\//.test(url))).toStrictEqual([]);
    expect(files.filter(isPackage).length).toBeGreaterThan(0);
  });

  it("loads nothing of the desk for another command", async () => {
    const files = await loadedFiles("submit", "leads.csv", "--sandbox");
    expect(files.some((url) => url.includes("/dist/sandbox/"))).toBe(true);
    expect(files.filter((url) => /\/dist\/desk\/|\/node_modules\/open\//.test(url))).toStrictEqual([]);
  });

  it("loads neither a spinner nor the client to complain of a line", async () => {
    const files = await loadedFiles("submit");
    expect(files.filter((url) => /\/node_modules\/(?:ora|undici|zod)\//.test(url))).toStrictEqual([]);
    expect(files.some((url) => url.endsWith("/dist/cli/usage-failure.js"))).toBe(true);
  });
});
