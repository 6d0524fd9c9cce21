import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "../program/run-program.ts";
import { ROOT } from "./manual.ts";

const TIMEOUT_MS = 60_000;

/** A folder in which the commands of a manual can be typed, with what they need around it. */
export interface ReaderDesk {
  folder: string;
  /** The environment of whoever sits there. */
  env: Readonly<Record<string, string>>;
  /** Types a line, in which `<run>` stands for the newest run. */
  type(line: string): Promise<{ exitCode: number | string; output: string }>;
}

/**
 * A fresh folder with the demo sheet and the program, as after `npm ci` or `npm install`: `npx` and `leadctl` start
 * the built program, `npm` has done its work.
 */
export function readerDesk(variables: Readonly<Record<string, string>> = {}): ReaderDesk {
  const folder = freshFolder();
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  script(join(bin, "leadctl"), `exec "${process.execPath}" "${join(ROOT, "bin", "leadctl.js")}" "$@"`);
  script(join(bin, "npx"), '[ "$1" = leadctl ] && exec "$@"');
  script(join(bin, "npm"), "exit 0");
  symlinkSync(join(ROOT, "fixtures"), join(folder, "fixtures"));
  symlinkSync(join(ROOT, "bin"), join(folder, "bin"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "leadctl"));
  copyFileSync(join(ROOT, "fixtures", "leads.csv"), join(folder, "leads.csv"));
  const env = {
    HOME: folder,
    LC_ALL: "C.UTF-8",
    NO_COLOR: "1",
    ...variables,
    PATH: `${bin}:${process.env.PATH}`,
  };
  const type = (line: string) =>
    new Promise<{ exitCode: number | string; output: string }>((resolve) => {
      const typed = withRun(line, folder);
      const options = { cwd: folder, env, timeout: TIMEOUT_MS };
      const child = execFile("sh", ["-c", typed], options, (error, stdout, stderr) => {
        const exitCode = error?.code ?? error?.signal ?? 0;
        resolve({ exitCode, output: `$ ${typed}\n${stdout}${stderr}` });
      });
      child.stdin?.end();
    });
  return { folder, env, type };
}

export function withRun(text: string, folder: string): string {
  if (!text.includes("<run>")) return text;
  const runs = readdirSync(join(folder, "leadctl-runs"), { withFileTypes: true });
  const newest =
    runs
      .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
      .sort()
      .at(-1) ?? "";
  return text.replaceAll("<run>", join("leadctl-runs", newest));
}

function script(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}
