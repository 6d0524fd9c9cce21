import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
const DIST_TESTS = join(ROOT, "dist-tests");
/** The build's own time is that of its folder, which is made anew. */
const SOURCES = ["src", "build", "package.json", "tsconfig.json", "rolldown.config.ts", "vite.config.ts"];
/** Modules that tests run in processes of their own, in `dist-tests`. */
const RUN_ALONE = {
  "alone/progress": "src/job/progress/progress.ts",
  "alone/lock": "src/run/folder/lock.ts",
};

/**
 * Compiles the program before any test, so that the tests which spawn it never meet a stale build. The build takes
 * its place whole: tests that run elsewhere in the same checkout never meet half of one.
 */
export default async function buildProgram(): Promise<void> {
  if (isBuilt()) return;
  const fresh = mkdtempSync(join(ROOT, "dist-"));
  try {
    await bundleProgram(ROOT, fresh);
    run("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", join(fresh, "desk/page"));
    await buildRunAlone();
    const stale = `${fresh}-stale`;
    if (statSync(DIST, { throwIfNoEntry: false })) renameSync(DIST, stale);
    renameSync(fresh, DIST);
    rmSync(stale, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Bundles the sources of a checkout, which has no need of packages of its own. */
export async function bundleProgram(root: string, folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, "build/bundle.mjs"), folder], { cwd: root });
}

/** As the program has them, with packages where they are. */
async function buildRunAlone(): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(RUN_ALONE).map(([name, path]) => [name, join(ROOT, path)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
  });
  await build.write({
    dir: DIST_TESTS,
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name].js",
  });
  await build.close();
}

function run(...command: readonly string[]): void {
  execFileSync(process.execPath, command, { cwd: ROOT, stdio: "inherit" });
}

function isBuilt(): boolean {
  const built = [join(DIST, "main.js"), join(DIST_TESTS, "alone/lock.js")]
    .map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .reduce((one, other) => Math.min(one, other));
  const paths = SOURCES.flatMap((name) => {
    const path = join(ROOT, name);
    if (!statSync(path).isDirectory()) return [path];
    return [path, ...readdirSync(path, { recursive: true }).map((inner) => join(path, String(inner)))];
  });
  return paths.every((path) => statSync(path).mtimeMs < built);
}
