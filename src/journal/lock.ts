import { readFileSync } from "node:fs";
import { link, readFile, rename, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { openNew } from "../files/durable-file.ts";
import { journalError } from "./journal-error.ts";

/** Who holds a run. */
interface LockHolder {
  host: string;
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  processStart: string;
  at: string;
}

export interface RunLock {
  release(): Promise<void>;
}

const LOCK_NAME = "run.lock";

/**
 * Makes this process the only one that works on a run. The lock of a dead process on this host is taken
 * over; one from another host cannot be judged from here.
 *
 * @param takeOver The person has made sure that the other host is no longer at it.
 * @throws CliError with exit code 6 when somebody else holds the run.
 */
export async function lockRun(dir: string, at: Date, takeOver: boolean): Promise<RunLock> {
  const path = join(dir, LOCK_NAME);
  const mine: LockHolder = {
    host: hostname(),
    pid: process.pid,
    processStart: processStart(process.pid),
    at: at.toISOString(),
  };
  for (;;) {
    if (await tryCreate(path, mine)) return { release: () => unlink(path).catch(() => undefined) };
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder && !takeOver) refuseLiving(dir, holder);
    if (!(await setAside(path, text))) throw busy(dir, "another process", "just now");
  }
}

async function tryCreate(path: string, holder: LockHolder): Promise<boolean> {
  const temporary = `${path}.${holder.pid}`;
  await unlink(temporary).catch(() => undefined);
  const handle = await openNew(temporary);
  try {
    await handle.writeFile(JSON.stringify(holder));
    await handle.close();
    // A link appears with its whole content at once, and never replaces another process's lock.
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

function refuseLiving(dir: string, holder: LockHolder): void {
  if (holder.host !== hostname()) {
    throw journalError(
      "run-locked",
      `${dir} is in use on the host ${holder.host} since ${holder.at} (process ${holder.pid})`,
      "If you are sure that it no longer runs there, add --take-over.",
    );
  }
  if (isAlive(holder)) throw busy(dir, `process ${holder.pid}`, holder.at);
}

/** Moves a dead lock away; false when another process was faster and the lock is already a new one. */
async function setAside(path: string, expected: string): Promise<boolean> {
  const aside = `${path}.stale-${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return true;
  }
  const isTheDeadOne = (await readFile(aside, "utf8")) === expected;
  if (!isTheDeadOne) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
  return isTheDeadOne;
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<LockHolder>;
    if (typeof holder.host !== "string" || typeof holder.pid !== "number") return undefined;
    return {
      host: holder.host,
      pid: holder.pid,
      processStart: holder.processStart ?? "",
      at: holder.at ?? "",
    };
  } catch {
    return undefined;
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.processStart === processStart(holder.pid);
}

/** When a process started, in the system's own terms: field 22 of its stat line, on Linux. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function busy(dir: string, who: string, since: string): Error {
  return journalError(
    "run-locked",
    `${dir} is in use by ${who} since ${since}`,
    "Wait until it has ended, or stop it there; two processes on one run would send leads twice.",
  );
}
