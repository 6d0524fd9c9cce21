import { spawn } from "node:child_process";
import { constants } from "node:os";
import { systemClock } from "../../base/clock.ts";
import { systemContext } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { parseFaults, readFaultFile } from "../../sandbox/fault-script.ts";
import { LOG_START, type LogFile, openLogFile } from "../../sandbox/request-log.ts";
import type { FaultOptions, RequestLogEntry } from "../../sandbox/sandbox-types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/start-sandbox.ts";
import { parseApiKey } from "../../settings/api-key.ts";
import { parseDuration } from "../../settings/option-values.ts";
import type { CommandValues } from "../../settings/options.ts";
import { isLoopback, parsePartner } from "../../settings/target.ts";
import { amountText } from "../../terminal/number-text.ts";
import { type Shell, shellFor, shellWord, variableText } from "../../terminal/shell-command.ts";
import { commandError } from "../command-errors.ts";

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
  if (command.length === 0 && process.argv.at(-1) === "--") throw commandError("usage/command-missing");
  const settings = sandboxOptions(options);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const log = options.log === undefined ? undefined : await openLog(options.log, tell);
  const record = (entry: RequestLogEntry): void => {
    log?.write(entry);
    if (entry.bug) tell(`A bug in the sandbox, please report it:\n${entry.bug}`);
  };
  const stopped = command.length > 0 ? undefined : nextStopSignal();
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
    await log?.close();
  }
  tell("Stopped. Quotes and accounts are gone.");
  return EXIT.ok;
}

/**
 * Opens the file of `--log`.
 *
 * @throws CliError with exit code 2 where something else than a log has its name; 6 where it cannot be opened.
 */
export async function openLog(path: string, tell: (text: string) => void): Promise<LogFile> {
  const { requireOwn } = await import("./write-text.ts");
  await requireOwn("--log", path, LOG_START, "a log of the sandbox");
  return openLogFile(path, systemClock, tell);
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
    for (const signal of SIGNALS) process.on(signal, () => resolve());
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
    "To send to it, set these variables in another terminal:",
    ...Object.entries(variables).map(([name, value]) => `  ${variableText(name, value, shell)}`),
    ...(isOwnKey ? [] : ["The key was made for this start and opens nothing else, so it may be shown."]),
    ...(!isLoopback(host)
      ? ["Other machines can reach it, and nothing is encrypted: send it no real leads."]
      : []),
  ];
  return lines.join("\n");
}

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
      const why = error.code ?? error.message;
      reject(commandError("command-not-started", { program, why }, { cause: error }));
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

const RATE_MAX = 100_000;
const RATE_UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * The settings of a sandbox from the options of `leadctl sandbox`.
 *
 * @throws CliError with exit code 2 for a value that cannot be; a key that is refused is not shown.
 */
export function sandboxOptions(values: CommandValues<"sandbox">): SandboxOptions {
  const { partner, baseUrl, latency, rateLimit } = values;
  return {
    host: parseHost(values.host, values.expose),
    port: values.port,
    keys: values.key.map((key) => parseApiKey(key, "--key").authorization.slice("Bearer ".length)),
    partners: partner.length > 0 ? partner.map(parsePartner) : null,
    users: values.user,
    faults: faultsOf(values),
    admin: values.admin,
    successStatus: Number(values.successStatus),
    ...(baseUrl !== undefined && { linkBaseUrl: parseLinkBase(baseUrl) }),
    ...(latency !== undefined && { latency: parseLatency(latency) }),
    ...(rateLimit !== undefined && { rateLimit: parseRateLimit(rateLimit) }),
  };
}

/** Flags take precedence over the file. */
function faultsOf({ fault, faults, seed }: CommandValues<"sandbox">): FaultOptions | null {
  if (fault.length === 0 && faults === undefined) return null;
  return {
    ...(faults !== undefined && readFaultFile(faults)),
    ...(fault.length > 0 &&
      parseFaults({ probabilities: parseFaultChances(fault) }, "--fault", "sandbox-faults/flags")),
    ...(seed !== undefined && { seed }),
  };
}

/** Reads `50ms`, `50ms±20ms` or `50ms+-20ms`. */
function parseLatency(text: string): { meanMs: number; jitterMs: number } {
  const [mean = "", jitter = "0ms", ...rest] = text.trim().split(/\s*(?:±|\+-|\+\/-)\s*/);
  if (rest.length > 0) throw commandError("usage/latency", { text });
  return { meanMs: parseDuration(mean, "--latency"), jitterMs: parseDuration(jitter, "--latency") };
}

/** Reads `20/s`, `100/m` or `1000/h`. */
function parseRateLimit(text: string): { requests: number; perMs: number } {
  const [, count = "", unit = ""] = /^(\d+)\s*\/\s*([smh])$/.exec(text.trim()) ?? [];
  const [requests, perMs] = [Number(count), RATE_UNIT_MS[unit]];
  if (perMs === undefined || requests < 1 || requests > RATE_MAX)
    throw commandError("usage/rate-limit", { text, rateMax: RATE_MAX });
  return { requests, perMs };
}

/** Reads every `--fault <kind>=<probability>`; the sandbox judges them together. */
function parseFaultChances(texts: readonly string[]): Record<string, number> {
  const chances = texts.map((text) => text.split("="));
  return Object.fromEntries(chances.map(([kind, chance]) => [kind, Number(chance || Number.NaN)]));
}

/** The key and the leads travel in the clear, so leaving this machine takes a second flag. */
function parseHost(text: string | undefined, expose: boolean): string {
  if (text === undefined) return expose ? "0.0.0.0" : "127.0.0.1";
  const host = text.replace(/^\[(.*)\]$/, "$1");
  if (!expose && !isLoopback(host)) throw commandError("usage/host-exposed", { text });
  return host;
}

function parseLinkBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === "";
  if (isPlain) return url.href.replace(/\/+$/, "");
  throw commandError("usage/link-base", { text });
}
