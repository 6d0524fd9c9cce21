import { systemClock } from "../base/clock.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { openLogFile, type RequestLogEntry } from "../sandbox/request-log.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox/start-sandbox.ts";
import type { CommandValues } from "../settings/options.ts";
import { isLoopback } from "../settings/target.ts";
import { sandboxOptions } from "./sandbox-options.ts";

export type SandboxCommandOptions = CommandValues<"sandbox">;

/**
 * Runs the service until SIGINT, SIGTERM or SIGHUP. The first line of stdout is its address, and nothing else
 * goes there.
 *
 * @throws CliError with exit code 2 for a flag that cannot be used.
 */
export async function runSandboxCommand(options: SandboxCommandOptions): Promise<ExitCode> {
  const settings = sandboxOptions(options);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const log = options.log === undefined ? undefined : openLogFile(options.log, systemClock, tell);
  const record = (entry: RequestLogEntry): void => {
    log?.write(entry);
    if (entry.bug) tell(`A bug of the sandbox, please report it:\n${entry.bug}`);
  };
  const stopped = nextStopSignal();
  try {
    const sandbox = await startSandbox({ ...settings, keepLeads: false, log: record });
    process.stdout.write(`${sandbox.url}\n`);
    tell(introduction(sandbox, settings, options));
    await stopped;
    await sandbox.stop();
  } finally {
    log?.close();
  }
  tell("Stopped. Quotes and accounts are gone.");
  return EXIT.ok;
}

/** Keeps listening: some launchers send Ctrl-C twice, and stopping takes a second at most. */
function nextStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}

function introduction(
  { url, keys }: Sandbox,
  { host = "" }: SandboxOptions,
  { key, partner }: SandboxCommandOptions,
): string {
  const [madeKey = ""] = keys;
  const lines = [
    "The whole Lead Creation Service, in memory. Ctrl-C stops it.",
    "Aim leadctl at it from another terminal:",
    `  export LEADCTL_BASE_URL=${url}`,
    `  export LEADCTL_PARTNER=${partner[0] ?? "sandbox"}`,
    `  export LEADCTL_API_KEY=${key.length > 0 ? "<a key that you gave with --key>" : madeKey}`,
    ...(key.length > 0
      ? []
      : ["The key was made for this start and opens nothing else, so it may be shown."]),
    ...(!isLoopback(host)
      ? ["Other machines can reach it, and nothing is encrypted: send it no real leads."]
      : []),
  ];
  return lines.join("\n");
}
