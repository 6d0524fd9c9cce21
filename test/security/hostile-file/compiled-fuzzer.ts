import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** What the compiled sources expect beside them. */
const BESIDE = ["node_modules", "package.json", "src/report/page/page.css"];

/**
 * Compiles the fuzzer and everything that it runs into a folder: as a process of its own it can hang, be killed
 * and be measured.
 *
 * @returns The program's path.
 */
export function compileFuzzer(folder: string): string {
  const options = ["-p", "test/security/hostile-file", "--outDir", folder];
  const { status, stdout } = spawnSync("node_modules/.bin/tsc", options, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`The fuzzer cannot be compiled: ${stdout}`);
  mkdirSync(join(folder, "src/report/page"), { recursive: true });
  for (const path of BESIDE) symlinkSync(join(ROOT, path), join(folder, path));
  // Whoever builds the program meanwhile takes it away for a moment.
  cpSync(join(ROOT, "dist/report/page"), join(folder, "dist/report/page"), { recursive: true });
  return join(folder, "test/security/hostile-file/fuzz-program.js");
}
