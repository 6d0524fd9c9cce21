import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Pinned, so that the figure means the same next year. */
export const NEWMAN_VERSION = "6.2.2";

const INSTALL_TIMEOUT_MS = 180_000;

/**
 * Path of newman's program. It is too large to be among the packages that everybody installs: it is installed once
 * into a folder of its own among the temporary files, and found there the next time.
 *
 * @returns Undefined when it could not be had.
 */
export function findNewman(): string | undefined {
  const home = join(tmpdir(), `leadctl-bench-newman-${NEWMAN_VERSION}`);
  const program = join(home, "node_modules", "newman", "bin", "newman.js");
  if (existsSync(program)) return program;
  const flags = ["--prefix", home, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    execFileSync("npm", ["install", ...flags, `newman@${NEWMAN_VERSION}`], {
      stdio: "ignore",
      timeout: INSTALL_TIMEOUT_MS,
    });
  } catch {
    return undefined;
  }
  return existsSync(program) ? program : undefined;
}
