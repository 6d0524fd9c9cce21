import { systemClock } from "../../base/clock.ts";
import { systemContext } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { openLogFile } from "../../sandbox/request-log.ts";
import type { RequestLogEntry } from "../../sandbox/sandbox-types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/start-sandbox.ts";
import type { CommandValues } from "../../settings/options.ts";
import { isLoopback } from "../../settings/target.ts";
import { amountText } from "../../terminal/number-text.ts";
import { type Shell, shellFor, variableText } from "../../terminal/shell-command.ts";
import { commandError } from "../command-errors.ts";
import { runCommand } from "./run-command.ts";
import { sandboxOptions } from "./sandbox-options.ts";

export type SandboxCommandOptions = CommandValues<"sandbox">;

/**
 * Runs the service until SIGINT, SIGTERM or SIGHUP; its address is the first line of stdout, and nothing else goes
 * there. With a command, runs it against the service, and until it ends; then stdout is the command's.
 *
 * @param command A program and its arguments; empty for none.
 * @returns The command's exit code, where there is one.
 * @throws CliError with exit code 2 for a flag that cannot be used.
 */
export async function runSandboxCommand(
  options: SandboxCommandOptions,
  command: readonly string[] = [],
): Promise<ExitCode> {
  if (command.length === 0 && process.argv.at(-1) === "--") {
    throw commandError("usage/command-missing");
  }
  const settings = sandboxOptions(options);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const log = options.log === undefined ? undefined : openLogFile(options.log, systemClock, tell);
  const record = (entry: RequestLogEntry): void => {
    log?.write(entry);
    if (entry.bug) tell(`A bug of the sandbox, please report it:\n${entry.bug}`);
  };
  const stopped = command.length === 0 ? nextStopSignal() : undefined;
  try {
    const sandbox = await startSandbox({ ...settings, keepLeads: false, log: record });
    try {
      if (stopped === undefined) return await runAgainst(sandbox, command, tell);
      process.stdout.write(`${sandbox.url}\n`);
      tell(introduction(sandbox, settings, options, shellFor(systemContext())));
      await stopped;
    } finally {
      await sandbox.stop();
    }
  } finally {
    log?.close();
  }
  tell("Stopped. Quotes and accounts are gone.");
  return EXIT.ok;
}

/** The code is whatever the command ends with: in a pipeline the sandbox is not to be noticed. */
async function runAgainst(
  sandbox: Sandbox,
  command: readonly string[],
  tell: (text: string) => void,
): Promise<ExitCode> {
  // A name left over in the shell would lead elsewhere; Windows takes one of two that differ in case, whichever it likes.
  const ours = new Set(["LEADCTL_ENV", ...Object.keys(sandbox.env)]);
  const others = Object.entries(process.env).filter(([name]) => !ours.has(name.toUpperCase()));
  const exitCode = await runCommand(command, { ...Object.fromEntries(others), ...sandbox.env });
  const count = sandbox.requestCount();
  tell(
    count > 0
      ? `The sandbox answered ${amountText(count, "request")}.`
      : `The sandbox got no request: the command must send to LEADCTL_BASE_URL (${sandbox.url}).`,
  );
  return exitCode as ExitCode;
}

/** Keeps listening: some launchers send Ctrl-C twice, and stopping takes a second at most. */
function nextStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}

function introduction(
  { env }: Sandbox,
  { host = "" }: SandboxOptions,
  { key }: SandboxCommandOptions,
  shell: Shell,
): string {
  const isOwnKey = key.length > 0;
  const variables = { ...env, ...(isOwnKey && { LEADCTL_API_KEY: "<a key that you gave with --key>" }) };
  const lines = [
    "The whole Lead Creation Service, in memory. Ctrl-C stops it.",
    "Aim leadctl at it from another terminal:",
    ...Object.entries(variables).map(([name, value]) => `  ${variableText(name, value, shell)}`),
    ...(isOwnKey ? [] : ["The key was made for this start and opens nothing else, so it may be shown."]),
    ...(!isLoopback(host)
      ? ["Other machines can reach it, and nothing is encrypted: send it no real leads."]
      : []),
  ];
  return lines.join("\n");
}
