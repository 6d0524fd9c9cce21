import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));

export interface RunningDesk {
  /** What to open: it works once. */
  address: string;
  /** As in `http://127.0.0.1:8080`. */
  origin: string;
  process: ChildProcess;
  /** What stood on stderr so far. */
  stderr(): string;
}

/**
 * Starts the built program's desk in a folder, for one test.
 *
 * @param env Beside PATH and HOME.
 */
export async function startDesk(
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningDesk> {
  const child = spawn(process.execPath, [PROGRAM, "desk", "--no-open", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const [first] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error(`The desk did not start: ${stderr}`);
    }),
  ]);
  const address = String(first).trim();
  return { address, origin: new URL(address).origin, process: child, stderr: () => stderr };
}

/** The token of an address. */
export function tokenOf(address: string): string {
  return new URL(address).hash.replace("#token=", "");
}

/** Asks the desk as its own page would, with the secret that the token is taken for. */
export async function connectTo({ origin, address }: Pick<RunningDesk, "origin" | "address">) {
  const own = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const session = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: own,
    body: JSON.stringify({ token: tokenOf(address) }),
  });
  const { secret } = await session.json();
  const authorization = `Bearer ${secret}`;
  return (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { ...own, authorization, ...(init.headers as object) } });
}
