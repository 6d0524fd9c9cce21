import { spawn, spawnSync } from "node:child_process";
import { PROGRAM_FILE } from "./run-program.ts";

/** Of util-linux, gives a program a pseudo-terminal; that of other systems takes other flags. */
const TERMINAL_GIVER = "script";
/** Less than what a test has, so that it tells what stood on the terminal. */
const TIMEOUT_MS = 60_000;

export const HAS_TERMINAL =
  spawnSync(TERMINAL_GIVER, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

export interface TerminalEnd {
  exitCode: number | null;
  /** All that the terminal showed, of both streams, and what was typed. */
  text: string;
}

/** What to type once a text stands on a terminal; an empty text always does. */
export interface TypedAnswer {
  to: string;
  /** `\u0003` is Ctrl-C, `\u0004` Ctrl-D. */
  with: string;
  /** What happens elsewhere before it is typed. */
  meanwhile?: () => Promise<unknown>;
}

/**
 * Runs the built program on a terminal, and types something.
 *
 * @param answer What to type when, or several one after the other, each to a text that comes later.
 */
export function runOnTerminal(
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>>; columns?: number },
  answer: TypedAnswer | readonly TypedAnswer[],
): Promise<TerminalEnd> {
  const columns = options.columns ?? 100;
  const words = [process.execPath, PROGRAM_FILE, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn(TERMINAL_GIVER, ["-qec", `stty cols ${columns} rows 24; exec ${words}`, "/dev/null"], {
    cwd: options.cwd,
    env: {
      PATH: process.env.PATH,
      HOME: options.cwd,
      TERM: "xterm",
      LC_ALL: "C.UTF-8",
      SHELL: "/bin/sh",
      NO_COLOR: "1",
      ...options.env,
    },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let text = "";
    let readTo = 0;
    const answers = Array.isArray(answer) ? [...answer] : [answer];
    let isBusy = false;
    const look = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      for (let next = answers[0]; next; next = answers[0]) {
        const at = text.indexOf(next.to, readTo);
        if (at < 0) break;
        readTo = at + next.to.length;
        answers.shift();
        await next.meanwhile?.();
        child.stdin.write(next.with);
      }
      isBusy = false;
    };
    look().catch(reject);
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), TIMEOUT_MS);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      look().catch(reject);
    });
    child.stdin.on("error", () => undefined);
    child.on("error", reject);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, text });
    });
  });
}
