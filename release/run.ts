import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { NODE_VERSION, type Target } from "./targets.ts";

/** Node.js for a target: fetched, checked and unpacked once, outside of the project. */
export function nodeFor({ node }: Target): string {
  return join(fetchPackage(`${node.package}@${NODE_VERSION}`, node.integrity), node.file);
}

/** Its licence; the package for Windows comes without one. */
export function nodeLicenceFile(linux: Target): string {
  return join(fetchPackage(`${linux.node.package}@${NODE_VERSION}`, linux.node.integrity), "LICENSE");
}

function fetchPackage(name: string, integrity: string): string {
  return execFileSync(join(".ci", "npm-package"), [name, integrity], { encoding: "utf8" }).trim();
}

/** The folder that Wine takes for its computer; undefined where there is no Wine. */
export function wineFolder(): string | undefined {
  try {
    const [folder] = execFileSync(join(".ci", "wine"), {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).split("\n");
    return folder;
  } catch {
    return undefined;
  }
}

/** Runs a program of a target, by Wine where it is one of Windows, whose programs print to files only. */
export function runFor(target: Target, command: readonly string[], cwd: string): void {
  const log = openSync(join(cwd, "log"), "w");
  const [program = "", ...args] = target.runsBy === "wine" ? [WINE, ...command] : command;
  const env = target.runsBy === "wine" ? { WINEPREFIX: wineFolder(), WINEDEBUG: "-all" } : {};
  execFileSync(program, args, { cwd, env, stdio: ["ignore", log, log] });
  closeSync(log);
}

const WINE = "/usr/lib/wine/wine64";
