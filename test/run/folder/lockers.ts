import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const LOCKER = fileURLToPath(new URL("locker.mjs", import.meta.url));

/** The lock of a process that is no more. */
export function holderText(fields: object): string {
  const at = "2026-01-01T00:00:00.000Z";
  return JSON.stringify({ id: "gone", host: hostname(), pid: 2 ** 22 + 1, processStart: "1", at, ...fields });
}

/**
 * Starts a process that takes the lock of a run when it is told to.
 *
 * @param command How Node is called.
 */
export async function locker(
  dir: string,
  takeOver = "no",
  command: readonly string[] = [process.execPath],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ChildProcess> {
  const [file = "", ...args] = [...command, LOCKER, dir, takeOver];
  const child = spawn(file, args, { stdio: ["ignore", "inherit", "inherit", "ipc"], env });
  onTestFinished(() => kill(child));
  await once(child, "message");
  return child;
}

export async function tell(child: ChildProcess, message: string): Promise<string> {
  const answer = once(child, "message");
  child.send(message);
  return String((await answer)[0]);
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
