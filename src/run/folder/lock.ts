import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { link, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { systemClock } from "../../base/clock.ts";
import { openNew, writeNewFile } from "../../base/durable-file.ts";
import { isAbsent, refusedBy } from "../../base/file-error.ts";
import { removeFile, whenFreeNow } from "../../base/files.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { readSmallFile } from "../../base/read-lines.ts";
import { journalError, type LockOwner } from "../run-errors.ts";
import { BALLAST_NAME, LOCK_NAME } from "../run-paths.ts";
import { judge, parseOwner, showLife, thisHost, thisProcess } from "./lock-owner.ts";

/** A run that this process alone works on. */
export interface RunLock {
  release(): void;
}

/** Each turn somebody else was faster, or a dead lock was taken away. */
const TURNS_MAX = 100;
/** What stands in the locks of this process. */
const heldHere = new Set<string>();

/**
 * Makes this process the only one that works on a run. The lock of a dead process of this host is taken over; one of
 * another host or PID namespace cannot be judged from here.
 *
 * A lock is made by a hard link, which appears with its whole content or not at all. To take a dead one away,
 * a process first claims it by a second file that is named after that very lock, so that of several only one
 * removes it, and none removes the lock that comes after it. A claim whose own process died is claimed in turn.
 *
 * @param takeOver The person has made sure that a process which cannot be judged from here is no more.
 * @throws CliError with exit code 6 when somebody else holds the run, or may.
 */
export async function lockRun(dir: string, at: Date, takeOver: boolean): Promise<RunLock> {
  const path = join(dir, LOCK_NAME);
  const isCopy = wasCopiedAtWork(dir);
  try {
    await showLife();
    const mine = JSON.stringify(thisProcess(at, folderNumber(dir)));
    for (let turn = 0; turn < TURNS_MAX; turn++) {
      if (await create(path, mine)) {
        await removeRemains(dir);
        // The dead lock that tells a copy is gone by now. In place, the room that a dead writer held free says nothing.
        // The trace stays until `recoverRun` takes it away, once a person has said to go on.
        if (isCopy) await isMade(writeNewFile(join(dir, BALLAST_NAME), ""));
        else await removeFile(join(dir, BALLAST_NAME));
        heldHere.add(mine);
        return { release: () => release(path, mine) };
      }
      const held = await readLock(path);
      if (held === undefined) continue;
      await requireGone(dir, held, takeOver);
      await removeDead(path, held, mine, takeOver);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw journalError("run-lock", { path, ...refusedBy(error) }, { cause: error });
  }
  throw journalError("run-locked", { dir, pid: null, since: at.toISOString(), user: null });
}

/** Looks who works on a run, without taking or changing anything. */
export async function readLockOwner(dir: string): Promise<LockOwner | undefined> {
  return ownerOf(readText(join(dir, LOCK_NAME)));
}

/** Undefined of a process that is gone, and where nobody has written who it is. */
async function ownerOf(text = ""): Promise<LockOwner | undefined> {
  const owner = parseOwner(text);
  const verdict = owner ? await judge(owner) : "gone";
  if (!owner || verdict === "gone") return undefined;
  const { pid, host, at, user = null } = owner;
  const doubt = verdict === "alive" ? null : verdict.doubt;
  return { pid, host: host === thisHost().host ? null : host, user, since: at, doubt };
}

/**
 * Whether a run's folder is the copy of one that a process was working on. The lock in it is that of another folder, or was left out
 * beside the room that a writer holds free, which is also the trace that a lock leaves of a copy.
 */
export function wasCopiedAtWork(dir: string): boolean {
  const text = readText(join(dir, LOCK_NAME));
  if (text === undefined || heldHere.has(text)) return existsSync(join(dir, BALLAST_NAME));
  return isAnotherFolder(parseOwner(text)?.folder, dir);
}

/** @param number As {@link folderNumber} gave it once; absent where nothing says it. */
export function isAnotherFolder(number: string | undefined, dir: string): boolean {
  if (number === undefined) return false;
  const [before, here] = [number.split(" "), folderNumber(dir).split(" ")];
  return before.every((part, index) => part !== here[index]);
}

/**
 * The number that the file system has for a folder, and when that was made: a copy differs in both. Some file systems change the
 * number whenever they are connected, and others know no such time.
 */
export function folderNumber(dir: string): string {
  const { ino, birthtimeNs } = statSync(dir, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

/**
 * Makes a file with its whole content at once; false when there is one already. Where the file system knows no hard
 * links, others may see it empty for a moment: `readLock` waits for that.
 */
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
    // Each file system has its own error if it has no hard links, so this tries without. Any other error comes up again here.
    // A process that saw the file empty for too long may have removed it.
    return (await isMade(writeNewFile(path, content))) && readText(path) === content;
  } finally {
    await handle.close();
    await removeFile(temporary);
  }
}

/** Whether a new file was made: not where there is one already. */
async function isMade(making: Promise<void>): Promise<boolean> {
  return making.then(
    () => true,
    (error) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      return false;
    },
  );
}

const EMPTY_WAIT_MS = 500;

/** What stands in a lock; one that is being written is given the time for it. */
async function readLock(path: string): Promise<string | undefined> {
  const text = readText(path);
  if (text === undefined || parseOwner(text)) return text;
  await systemClock.sleep(EMPTY_WAIT_MS);
  return readText(path);
}

/** Removes a dead lock, unless another process is doing so already. */
async function removeDead(path: string, dead: string, mine: string, takeOver: boolean): Promise<void> {
  const claims: string[] = [];
  for (let text = dead; ; ) {
    const claim = `${path}.claim-${claims.length}-${parseOwner(text)?.id ?? "unreadable"}`;
    claims.push(claim);
    if (await create(claim, mine)) break;
    const claimer = await readLock(claim);
    // It is over: whatever came of it, the lock is to be looked at again.
    if (claimer === undefined) return;
    await requireGone(dirname(path), claimer, takeOver);
    text = claimer;
  }
  // Only who holds the claim removes this lock, so what is read here is still there a line later.
  if (readText(path) === dead) await removeFile(path);
  for (const claim of claims) await removeFile(claim);
}

/** What processes that died while they locked or took over have left behind. */
async function removeRemains(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(`${LOCK_NAME}.`)) continue;
    if (!(await ownerOf(readText(join(dir, name))))) await removeFile(join(dir, name));
  }
}

function release(path: string, mine: string): void {
  heldHere.delete(mine);
  // Where it cannot be removed, the next process sees that this one is gone.
  ifPossible(() => {
    // A person may have taken it over from another host.
    if (readText(path) === mine) whenFreeNow(path, () => rmSync(path, { force: true }));
  });
}

async function requireGone(dir: string, text: string, takeOver: boolean): Promise<void> {
  const owner = await ownerOf(text);
  if (!owner) return;
  const { doubt } = owner;
  if (doubt === null) throw journalError("run-locked", { dir, ...owner });
  if (!takeOver) throw journalError("run-locked/in-doubt", { dir, ...owner, doubt });
}

function readText(path: string): string | undefined {
  return readSmallFile(path)?.toString();
}
