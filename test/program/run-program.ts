import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { freshFolder } from "../folders.ts";
import { TEST_KEY } from "../test-key.ts";
import { type ProgramEnd, runInHost } from "./program-hosts.ts";

/** The built program, for whoever starts it in another way. */
export const PROGRAM_FILE = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));
const TIMEOUT_MS = 60_000;

const { NODE_V8_COVERAGE } = process.env;
/** Read by Node when it starts. */
const NODE_VARIABLE = /^(?:NODE_(?!TLS_REJECT_UNAUTHORIZED|EXTRA_CA_CERTS)|SSL_|UV_|TZ$)/;
const COVERAGE = NODE_V8_COVERAGE === undefined ? {} : { NODE_V8_COVERAGE };

export type { ProgramEnd };

export interface ProgramOptions {
  /** Folder in which the program runs. */
  cwd: string;
  /** The whole environment, but for PATH, HOME and where Node is to leave its coverage when that is asked for. */
  env?: Readonly<Record<string, string>>;
  /** Text or bytes for stdin; absent: stdin is empty. */
  stdin?: string | Uint8Array;
  /** Arguments for Node itself. */
  nodeArgs?: readonly string[];
  /** In octal, as in `"000"`. */
  umask?: string;
  timeoutMs?: number;
  /** Of the terminal that stderr is; absent: it is none. Not for a process of its own. */
  columns?: number;
}

/**
 * Runs the built program as a person would, in an environment that holds nothing but what is given: in a process that
 * has run it before where that makes no difference, else in one of its own.
 */
export function runProgram(args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  if (needsOwnProcess(options)) return runInOwnProcess(args, options);
  const { cwd, env = {}, stdin = "", timeoutMs = TIMEOUT_MS, columns } = options;
  const variables = variablesFor(cwd, env);
  const width = columns === undefined ? {} : { columns };
  return runInHost({ program: PROGRAM_FILE, args, cwd, env: variables, stdin, timeoutMs, ...width });
}

/** Node itself is told something, or what the system would do with the process is at stake. */
function needsOwnProcess({ env = {}, nodeArgs, umask }: ProgramOptions): boolean {
  const isForNode = Object.keys(env).some((name) => NODE_VARIABLE.test(name));
  return !!NODE_V8_COVERAGE || isForNode || !!nodeArgs || !!umask;
}

function variablesFor(cwd: string, env: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env.PATH ?? "", HOME: cwd, ...env };
}

/** Runs the built program in a process of its own. */
export function runInOwnProcess(args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { cwd, env = {}, stdin = "", nodeArgs = [], umask = "022", timeoutMs = TIMEOUT_MS } = options;
  const command = [process.execPath, ...nodeArgs, PROGRAM_FILE, ...args];
  const child = spawn("sh", ["-c", `umask ${umask}; exec "$@"`, "sh", ...command], {
    cwd,
    env: { ...COVERAGE, ...variablesFor(cwd, env) },
    stdio: "pipe",
  });
  // A program that refuses its input need not read it to the end.
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  return endOf(child, `leadctl ${args.join(" ")}`, timeoutMs);
}

/** What a process has said when it ends. One that takes too long is killed, which is an error. */
export function endOf(child: ChildProcess, what: string, timeoutMs = TIMEOUT_MS): Promise<ProgramEnd> {
  const [stdout, stderr]: Buffer[][] = [[], []];
  child.stdout?.on("data", (chunk: Buffer) => stdout?.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr?.push(chunk));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${what} did not end in ${timeoutMs} ms: ${textOf(stderr)}`));
    }, timeoutMs);
    child.on("error", reject);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, stdout: textOf(stdout), stderr: textOf(stderr) });
    });
  });
}

/** Runs a line of a shell in which `leadctl` is the program. */
export function runLine(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  program = PROGRAM_FILE,
): Promise<ProgramEnd> {
  const script = `leadctl() { "${process.execPath}" "${program}" "$@"; }\n${line}`;
  return endOf(
    spawn("sh", ["-c", script], { cwd, env: variablesFor(cwd, env), stdio: ["ignore", "pipe", "pipe"] }),
    line,
  );
}

export { freshFolder };

export const PARTNER = "acme";
export const KEY = TEST_KEY;

export interface RunningService extends Sandbox {
  /** The environment that aims the program at it. */
  env: Readonly<Record<string, string>>;
}

/** The real service of the interface on loopback, in this process, for one test. */
export async function startService(options: SandboxOptions = {}): Promise<RunningService> {
  const sandbox = await startSandbox({ keys: [KEY], partners: [PARTNER], ...options });
  onTestFinished(() => sandbox.stop());
  return { ...sandbox, env: environmentFor(sandbox.url) };
}

/** What the service has made, in the order of e-mails: leads that are under way together arrive in any order. */
export function quotesByEmail(service: RunningService): ReturnType<RunningService["quotes"]> {
  return [...service.quotes()].sort((one, other) => (one.email < other.email ? -1 : 1));
}

/** The environment that aims the program at an address with the right key. */
export function environmentFor(baseUrl: string): Record<string, string> {
  return { LEADCTL_BASE_URL: baseUrl, LEADCTL_PARTNER: PARTNER, LEADCTL_API_KEY: KEY };
}

function textOf(chunks: readonly Buffer[] | undefined): string {
  return Buffer.concat(chunks ?? []).toString("utf8");
}
