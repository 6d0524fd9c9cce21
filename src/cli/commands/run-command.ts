import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { shellWord } from "../../terminal/shell-command.ts";
import { commandError } from "../command-errors.ts";

/** Passed on to the command. Ctrl-C in a terminal goes to all that run in it, by itself. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command to its end, with our own streams.
 *
 * @param words The program and its arguments.
 * @param env The whole environment.
 * @returns Its exit code, as a shell has it: 128 and the signal's number where a signal ended it.
 * @throws CliError with exit code 2 if there is no such program.
 */
export function runCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [program = "", ...args] = words;
  const isInTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  return new Promise((resolve, reject) => {
    const child =
      process.platform === "win32" ? spawnByCmd(words, env) : spawn(program, args, { env, stdio: "inherit" });
    const passOn = (signal: NodeJS.Signals): void => {
      if (signal !== "SIGINT" || !isInTerminal) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, passOn);
    const end = (): void => {
      for (const signal of SIGNALS) process.off(signal, passOn);
    };
    child.on("error", (error: NodeJS.ErrnoException) => {
      end();
      reject(notStarted(program, error));
    });
    child.on("exit", (code, signal) => {
      end();
      resolve(signal === null ? (code ?? EXIT.bug) : 128 + constants.signals[signal]);
    });
  });
}

/** There, what people call a program (`npm`) is mostly a script, which cmd.exe alone can run. */
function spawnByCmd(words: readonly string[], env: NodeJS.ProcessEnv) {
  const line = words.map((word) => shellWord(word, { kind: "cmd" })).join(" ");
  return spawn(env.ComSpec ?? "cmd.exe", ["/d", "/s", "/c", `"${line}"`], {
    env,
    stdio: "inherit",
    windowsVerbatimArguments: true,
  });
}

function notStarted(program: string, error: NodeJS.ErrnoException): CliError {
  return commandError("command-not-started", { program, why: error.code ?? error.message }, { cause: error });
}
