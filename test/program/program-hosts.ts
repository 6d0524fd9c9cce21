import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { watchRun } from "../security/key-search/watched-runs.ts";

const HOST = fileURLToPath(new URL("program-host.mjs", import.meta.url));

export interface ProgramEnd {
  /** Null when a signal ended it. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** One command line of the program, with all that it gets to know. */
export interface HostedRun {
  /** What the program takes itself for. */
  program: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment. */
  env: Readonly<Record<string, string>>;
  stdin: string | Uint8Array;
  timeoutMs: number;
  /** Of the terminal that stderr is; absent: it is none. */
  columns?: number;
}

/** Processes that run the program and have nothing to do just now, by the certificates that they started with. */
const idle = new Map<string, ChildProcess[]>();

/** Runs the built program in a process that may have run it before, at other times with other command lines. */
export async function runInHost({ timeoutMs, stdin, ...run }: HostedRun): Promise<ProgramEnd> {
  const { program, args, cwd, env } = run;
  const { NODE_EXTRA_CA_CERTS = "" } = env;
  const child = idle.get(NODE_EXTRA_CA_CERTS)?.pop() ?? startHost({ NODE_EXTRA_CA_CERTS });
  const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const search = watchRun({ args: [program, ...args], cwd, envPairs });
  const { isOver, exitCode, ...streams } = await new Promise<HostAnswer>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`leadctl ${args.join(" ")} ${what}`));
    const timer = setTimeout(() => {
      fail(`did not end in ${timeoutMs} ms`);
      child.kill("SIGKILL");
    }, timeoutMs);
    child.once("exit", (code) => fail(`ended its host: ${code}`));
    child.once("message", (answer: HostAnswer) => {
      clearTimeout(timer);
      child.removeAllListeners("exit");
      resolve(answer);
    });
    child.send({ ...run, stdin: Buffer.from(stdin).toString("base64") });
  });
  if (!isOver) idle.set(NODE_EXTRA_CA_CERTS, [...(idle.get(NODE_EXTRA_CA_CERTS) ?? []), child]);
  const [stdout, stderr] = [Buffer.from(streams.stdout, "base64"), Buffer.from(streams.stderr, "base64")];
  search({ stdout, stderr });
  return { exitCode, stdout: stdout.toString("utf8"), stderr: stderr.toString("utf8") };
}

/** What a host tells of a run; both streams in base64. */
interface HostAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Whether the host ends with it. */
  isOver: boolean;
}

function startHost(env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [HOST], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  // It ends with the process of the tests, when nobody is there any more to ask it.
  child.unref();
  child.channel?.unref();
  return child;
}
