import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../program/run-program.ts";

const SHEET = fileURLToPath(new URL("../../fixtures/leads.csv", import.meta.url));
const SRC = fileURLToPath(new URL("../../src/", import.meta.url));
const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

const PACKAGES = "../node_modules/";

/** What Node loads for a line, by Node's own record. */
interface Loaded {
  /** Modules of the program, as `cli/cli.ts`. */
  modules: string[];
  /** Files in all, and thousands of characters in those of the program. */
  files: number;
  kilos: number;
  /** Modules of packages, as `commander/lib/help.js`: files of their own, or in one of the program. */
  packages: string[];
}

async function loadedBy(...line: string[]): Promise<Loaded> {
  const cwd = freshFolder();
  await runProgram(line, { cwd, env: { NODE_V8_COVERAGE: cwd } });
  const records = readdirSync(cwd)
    .filter((name) => name.startsWith("coverage-"))
    .map((name) => JSON.parse(readFileSync(join(cwd, name), "utf8")));
  const urls = records.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
  const paths = urls.filter((url) => url.startsWith("file://")).map((url) => fileURLToPath(url));
  const files = paths.filter((path) => path.startsWith(DIST));
  const codes = files.map((path) => readFileSync(path, "utf8"));
  const modules = files.flatMap(modulesOf);
  return {
    modules: modules.filter((name) => !name.startsWith(PACKAGES)),
    files: paths.length,
    kilos: codes.reduce((sum, { length }) => sum + length, 0) / 1_000,
    packages: [
      ...modules.filter((name) => name.startsWith(PACKAGES)).map((name) => name.slice(PACKAGES.length)),
      ...paths.flatMap((path) => path.split(`${sep}node_modules${sep}`)[1]?.replaceAll(sep, "/") ?? []),
    ],
  };
}

/** By the map that the build leaves beside each file that has any. */
function modulesOf(path: string): string[] {
  if (!existsSync(`${path}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${path}.map`, "utf8")) as { sources: string[] };
  return sources.map((source) => relative(SRC, resolve(path, "..", source)).replaceAll(sep, "/"));
}

const inRooms = (modules: readonly string[], rooms: RegExp): string[] =>
  modules.filter((name) => rooms.test(name));

describe("the program, to start quickly,", () => {
  it.each(["--version", "--help"])("loads no package for %s, and little of its own", async (line) => {
    const { packages, files, kilos } = await loadedBy(line);
    expect(packages).toStrictEqual([]);
    expect(files).toBeLessThan(6);
    expect(kilos).toBeLessThan(31);
  });

  it("loads commander for the help of a command, a few lines of leven, and nothing of what commands do", async () => {
    const { packages, modules } = await loadedBy("submit", "--help");
    expect(packages.filter((path) => !/^(?:commander|leven)\//.test(path))).toStrictEqual([]);
    expect(inRooms(modules, /^(?:desk|job|report|run|send|sheet)\//)).toStrictEqual([]);
    expect(packages.length).toBeGreaterThan(0);
  });

  it("loads nothing of the desk for another command, and of undici what it sends with", async () => {
    const { packages, modules } = await loadedBy("submit", "leads.csv", "--sandbox");
    expect(inRooms(modules, /^sandbox\//).length).toBeGreaterThan(0);
    expect(packages.filter((path) => path.startsWith("open/"))).toStrictEqual([]);
    expect(modules).not.toContain("desk/server/desk-server.ts");
    expect(packages.filter((path) => path.startsWith("undici/")).length).toBeGreaterThan(0);
    expect(
      packages.filter((path) => /^undici\/(?:index\.js|lib\/(?:web|mock|cache))/.test(path)),
    ).toStrictEqual([]);
  });

  it("loads no schemas, no client and no reader of workbooks to check a small sheet", async () => {
    const { packages, modules } = await loadedBy("validate", SHEET);
    expect(modules).toContain("sheet/map-input.ts");
    expect(
      packages.filter((path) => /^(?:zod|undici|ora|saxes|yauzl|yazl|@clack)\//.test(path)),
    ).toStrictEqual([]);
    expect(inRooms(modules, /^(?:send|sandbox|smoke)\//)).toStrictEqual([]);
  });

  it("is ASCII alone: any other character in a file doubles it in memory, and takes decoding", () => {
    const files = readdirSync(DIST, { recursive: true, encoding: "utf8" });
    const built = files.filter((path) => path.endsWith(".js") && !path.includes(`page${sep}`));
    const others = built.filter((path) => /[^\0-\x7f]/.test(readFileSync(join(DIST, path), "utf8")));
    expect(built.length).toBeGreaterThan(20);
    expect(others).toStrictEqual([]);
  });

  // A tenth more than each loads today: whatever makes it more makes every start slower.
  it.each([
    { line: ["validate", SHEET], filesMax: 21, kilosMax: 980 },
    { line: ["submit", SHEET, "--sandbox"], filesMax: 36, kilosMax: 2_070 },
    { line: ["runs"], filesMax: 17, kilosMax: 650 },
    { line: ["explain", "ann@example.com"], filesMax: 17, kilosMax: 650 },
  ])("loads hardly more than it did for $line", async ({ line, filesMax, kilosMax }) => {
    const { files, kilos } = await loadedBy(...line);
    expect(files).toBeLessThanOrEqual(filesMax);
    expect(kilos).toBeLessThanOrEqual(kilosMax);
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

  it("loads neither a spinner nor the client to complain of a line", async () => {
    const { packages, modules } = await loadedBy("submit");
    expect(packages.filter((path) => /^(?:ora|undici|zod)\//.test(path))).toStrictEqual([]);
    expect(modules).toContain("cli/help/usage-failure.ts");
  });
});
