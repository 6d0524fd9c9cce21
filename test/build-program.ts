import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
/** The build's own time is that of its folder, which is made anew. */
const SOURCES = ["src", "package.json", "tsconfig.json", "tsconfig.build.json", "vite.config.ts"];

/**
 * Compiles the program before any test, so that the tests which spawn it never meet a stale build. The build takes
 * its place whole: tests that run elsewhere in the same checkout never meet half of one.
 */
export default function buildProgram(): void {
  if (isBuilt()) return;
  const fresh = mkdtempSync(join(ROOT, "dist-"));
  try {
    compile("tsconfig.build.json", fresh);
    compile("src/report/page", fresh);
    run("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", join(fresh, "desk/page"));
    const stale = `${fresh}-stale`;
    if (statSync(DIST, { throwIfNoEntry: false })) renameSync(DIST, stale);
    renameSync(fresh, DIST);
    rmSync(stale, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function compile(project: string, outDir: string): void {
  run("node_modules/typescript/bin/tsc", "-p", project, "--outDir", outDir);
}

function run(...command: readonly string[]): void {
  execFileSync(process.execPath, command, { cwd: ROOT, stdio: "inherit" });
}

function isBuilt(): boolean {
  const built = statSync(join(DIST, "main.js"), { throwIfNoEntry: false });
  if (!built) return false;
  const paths = SOURCES.flatMap((name) => {
    const path = join(ROOT, name);
    if (!statSync(path).isDirectory()) return [path];
    return [path, ...readdirSync(path, { recursive: true }).map((inner) => join(path, String(inner)))];
  });
  return paths.every((path) => statSync(path).mtimeMs < built.mtimeMs);
}
