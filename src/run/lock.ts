import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readdir, readFile, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { openNew } from "../base/durable-file.ts";
import { describeCause, isAbsent } from "../base/file-error.ts";
import { journalError } from "./journal-record.ts";

/** A run that this process alone works on. */
export interface RunLock {
  release(): Promise<void>;
}

const LOCK_NAME = "run.lock";
/** Each turn somebody else was faster, or a dead lock was taken away. */
const TURNS_MAX = 100;

/**
 * Makes this process the only one that works on a run. The lock of a dead process on this host is taken
 * over; one from another host cannot be judged from here.
 *
 * A lock is made by a hard link, which appears with its whole content or not at all. To take a dead one away,
 * a process first claims it by a second file that is named after that very lock, so that of several only one
 * removes it, and none removes the lock that comes after it. A claim whose own process died is claimed in turn.
 *
 * @param takeOver The person has made sure that another host is no longer running it.
 * @throws CliError with exit code 6 when somebody else holds the run.
 */
export async function lockRun(dir: string, at: Date, takeOver: boolean): Promise<RunLock> {
  const path = join(dir, LOCK_NAME);
  const mine = JSON.stringify(thisProcess(at));
  try {
    for (let turn = 0; turn < TURNS_MAX; turn++) {
      if (await create(path, mine)) {
        await removeRemains(dir);
        return { release: () => release(path, mine) };
      }
      const held = await readText(path);
      if (held === undefined) continue;
      requireGone(dir, held, takeOver);
      await removeDead(path, held, mine, takeOver);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw journalError(
      "run-lock",
      `${dir} cannot be locked: ${describeCause(error)}`,
      "The folder must be writable, on a file system that knows hard links.",
      error,
    );
  }
  throw busy(dir, "other processes that come and go", at.toISOString());
}

/** Who works on a run just now. */
export interface LockOwner {
  pid: number;
  /** Null when it is this one. */
  host: string | null;
  since: string;
}

/**
 * Looks who works on a run, without taking or changing anything. A process on another host counts as alive, since
 * nobody here can say.
 */
export async function readLockOwner(dir: string): Promise<LockOwner | undefined> {
  const owner = parseOwner((await readText(join(dir, LOCK_NAME))) ?? "");
  if (!owner || isGone(owner)) return undefined;
  return { pid: owner.pid, host: isOnThisHost(owner) ? null : owner.host, since: owner.at };
}

/** Makes a file with its whole content at once; false when there is one already. */
async function create(path: string, content: string): Promise<boolean> {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  const handle = await openNew(temporary);
  try {
    await handle.writeFile(content);
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // Another process has tidied up: the caller looks again.
    if (isAbsent(error)) return false;
    throw error;
  } finally {
    await handle.close();
    await remove(temporary);
  }
}

/** Removes a dead lock, unless another process is doing so already. */
async function removeDead(path: string, dead: string, mine: string, takeOver: boolean): Promise<void> {
  const claims: string[] = [];
  for (let text = dead; ; ) {
    const claim = `${path}.claim-${claims.length}-${parseOwner(text)?.id ?? "unreadable"}`;
    claims.push(claim);
    if (await create(claim, mine)) break;
    const claimer = await readText(claim);
    // It is over: whatever came of it, the lock is to be looked at again.
    if (claimer === undefined) return;
    requireGone(dirname(path), claimer, takeOver);
    text = claimer;
  }
  // Only who holds the claim removes this lock, so what is read here is still there a line later.
  if ((await readText(path)) === dead) await remove(path);
  for (const claim of claims) await remove(claim);
}

/** What processes that died while they locked or took over have left behind. */
async function removeRemains(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(`${LOCK_NAME}.`)) continue;
    const owner = parseOwner((await readText(join(dir, name))) ?? "");
    if (owner === undefined || isGone(owner)) await remove(join(dir, name));
  }
}

async function release(path: string, mine: string): Promise<void> {
  // A person may have taken it over from another host.
  if ((await readText(path).catch(() => undefined)) === mine) await remove(path).catch(() => undefined);
}

function requireGone(dir: string, text: string, takeOver: boolean): void {
  const owner = parseOwner(text);
  if (owner === undefined || isGone(owner)) return;
  if (isOnThisHost(owner)) throw busy(dir, `process ${owner.pid}`, owner.at);
  if (takeOver) return;
  throw journalError(
    "run-locked",
    `${dir} is in use on the host ${owner.host} since ${owner.at} (process ${owner.pid})`,
    "If you are sure that it no longer runs there, add --take-over.",
  );
}

function busy(dir: string, who: string, since: string): Error {
  return journalError(
    "run-locked",
    `${dir} is in use by ${who} since ${since}`,
    "Wait until it has ended, or stop it there; two processes on one run would send leads twice.",
  );
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error) => {
    if (!isAbsent(error)) throw error;
  });
}

/** What stands in a lock. */
interface LockContent {
  /** Like no other lock's. */
  id: string;
  host: string;
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  processStart: string;
  at: string;
}

export function thisProcess(at: Date): LockContent {
  const { pid } = process;
  return { id: randomUUID(), host: hostname(), pid, processStart: processStart(pid), at: at.toISOString() };
}

/** Undefined when the text is no lock, as a power cut may leave it. */
function parseOwner(text: string): LockContent | undefined {
  try {
    const { id, host, pid, processStart = "", at = "" } = JSON.parse(text) as Partial<LockContent>;
    if (typeof id !== "string" || !/^[\w-]+$/.test(id)) return undefined;
    if (typeof host !== "string" || typeof pid !== "number") return undefined;
    return { id, host, pid, processStart, at };
  } catch {
    return undefined;
  }
}

function isOnThisHost(owner: LockContent): boolean {
  return owner.host === hostname();
}

/** Whether an owner is certainly no more: of another host nobody here can say. */
function isGone(owner: LockContent): boolean {
  if (!isOnThisHost(owner)) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
  }
  // Where the system does not say, the process counts as the same one.
  const start = processStart(owner.pid);
  return start !== "" && owner.processStart !== "" && start !== owner.processStart;
}

/** When a process started: on Linux, field 22 of its stat line, together with which start of the system it was. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
  } catch {
    return "";
  }
}
