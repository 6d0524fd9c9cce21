import { spawnSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { link, readdir, readFile, unlink } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { systemClock } from "../base/clock.ts";
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
  const mine = JSON.stringify(thisProcess(at));
  try {
    for (let turn = 0; turn < TURNS_MAX; turn++) {
      if (await create(path, mine)) {
        await removeRemains(dir);
        return { release: () => release(path, mine) };
      }
      const held = await readLock(path);
      if (held === undefined) continue;
      requireGone(dir, held, takeOver);
      await removeDead(path, held, mine, takeOver);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw journalError(
      "run-lock",
      `${dir} cannot be locked: ${describeCause(error)}`,
      "The folder must be writable.",
      error,
    );
  }
  throw busy(dir, "other processes that come and go", at.toISOString());
}

/** Who works on a run just now, or worked on it last. */
export interface LockOwner {
  pid: number;
  /** Null when it is this one. */
  host: string | null;
  /** Who started it; null where the system or the lock does not say. */
  user: string | null;
  since: string;
  /** Why nobody here can say whether it still runs; null when it does. */
  doubt: string | null;
}

/** Looks who works on a run, without taking or changing anything. */
export async function readLockOwner(dir: string): Promise<LockOwner | undefined> {
  const owner = parseOwner((await readText(join(dir, LOCK_NAME))) ?? "");
  const verdict = owner ? judge(owner) : "gone";
  if (!owner || verdict === "gone") return undefined;
  const { pid, host, at, user = null } = owner;
  const doubt = verdict === "alive" ? null : verdict.doubt;
  return { pid, host: host === thisHost().host ? null : host, user, since: at, doubt };
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
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "EEXIST") return false;
    if (NO_HARD_LINKS.has(code)) return await createWithoutLink(path, content);
    // Another process has tidied up: the caller looks again.
    if (isAbsent(error)) return false;
    throw error;
  } finally {
    await handle.close();
    await remove(temporary);
  }
}

/** How file systems say that they know no hard links. Others say so as well, and fail in the second way too. */
const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

async function createWithoutLink(path: string, content: string): Promise<boolean> {
  const handle = await openNew(path).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await remove(path);
    throw error;
  } finally {
    await handle.close();
  }
  // Whoever saw it empty for too long may have taken it away.
  return (await readText(path)) === content;
}

const EMPTY_WAIT_MS = 500;

/** What stands in a lock; one that is being written is given the time for it. */
async function readLock(path: string): Promise<string | undefined> {
  const text = await readText(path);
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
    if (owner === undefined || judge(owner) === "gone") await remove(join(dir, name));
  }
}

async function release(path: string, mine: string): Promise<void> {
  // A person may have taken it over from another host.
  if ((await readText(path).catch(() => undefined)) === mine) await remove(path).catch(() => undefined);
}

function requireGone(dir: string, text: string, takeOver: boolean): void {
  const owner = parseOwner(text);
  const verdict = owner ? judge(owner) : "gone";
  if (!owner || verdict === "gone") return;
  const by = owner.user === undefined ? "" : `, started by ${owner.user}`;
  if (verdict === "alive") throw busy(dir, `process ${owner.pid}`, `${owner.at}${by}`);
  if (takeOver) return;
  const where = owner.host === thisHost().host ? "" : ` on the host ${owner.host}`;
  throw journalError(
    "run-locked",
    `${dir} is in use${where} since ${owner.at} (process ${owner.pid}${by}): ${verdict.doubt}`,
    "Find out whether leadctl still works on this run there. If you are certain that it does not, add --take-over: two processes on one run would send leads twice.",
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

/** What stands in a lock. Locks of earlier versions lack the last three. */
interface LockContent extends Partial<HostIds> {
  /** Like no other lock's. */
  id: string;
  host: string;
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  processStart: string;
  at: string;
  /** Absent where the system does not say, and in locks of earlier versions. */
  user?: string;
}

export function thisProcess(at: Date): LockContent {
  const { pid } = process;
  const user = userName();
  return {
    id: randomUUID(),
    ...thisHost(),
    pid,
    processStart: processStart("self"),
    at: at.toISOString(),
    ...(user !== undefined && { user }),
  };
}

/** Whoever shares the folder may want to ask them. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return undefined;
  }
}

/** Undefined when the text is no lock, as a power cut may leave it. */
function parseOwner(text: string): LockContent | undefined {
  try {
    const {
      id,
      host,
      pid,
      processStart = "",
      at = "",
      user,
      ...ids
    } = JSON.parse(text) as Partial<LockContent>;
    if (typeof id !== "string" || !/^[\w-]+$/.test(id)) return undefined;
    if (typeof host !== "string" || typeof pid !== "number") return undefined;
    const { machine, boot = BOOT_ID.exec(processStart)?.[0], pidNamespace } = ids;
    return {
      id,
      host,
      pid,
      processStart,
      at,
      ...(typeof user === "string" && { user }),
      ...(machine !== undefined && { machine }),
      ...(boot !== undefined && { boot }),
      ...(pidNamespace !== undefined && { pidNamespace }),
    };
  } catch {
    return undefined;
  }
}

/** Locks of earlier versions hold it in front of the time at which the process started. */
const BOOT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= )/;

type Verdict = "alive" | "gone" | { doubt: string };

/**
 * Whether the process of a lock still runs. Identifiers are compared, never times. "Gone" and "alive" are proven;
 * whatever is not stays in doubt.
 */
function judge(owner: LockContent): Verdict {
  const here = thisHost();
  const isSameMachine = owner.machine === undefined || owner.machine === here.machine;
  const isSameBoot = !owner.boot || !here.boot ? undefined : owner.boot === here.boot;
  if (owner.host !== here.host || !isSameMachine) {
    // A host that got another name since: the same start of the same machine, whose processes are ours to see.
    const isRenamed = !!owner.machine && isSameMachine && isSameBoot === true;
    const isOurs = !!owner.pidNamespace && owner.pidNamespace === here.pidNamespace;
    if (isRenamed && isOurs) return judgeProcess(owner);
    return {
      doubt: isRenamed
        ? "it is another container of this host, or one under an earlier name, whose processes cannot be seen from here"
        : "nobody here can say whether it still runs there",
    };
  }
  if (isSameBoot === false) return "gone";
  if (owner.pidNamespace && here.pidNamespace && owner.pidNamespace !== here.pidNamespace)
    return { doubt: "it is of another container (PID namespace), whose processes cannot be seen from here" };
  return judgeProcess(owner);
}

function judgeProcess({ pid, processStart: startThen }: LockContent): Verdict {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return "gone";
  }
  if (isZombie(pid)) return "gone";
  const startNow = processStart(pid);
  if (startNow !== "" && startThen !== "") return startNow === startThen ? "alive" : "gone";
  return {
    doubt: `a process with this number runs here, but it may be another program's that got the number later`,
  };
}

/** Of the system on which a process runs. Empty where the system does not say. */
interface HostIds {
  host: string;
  /** Digest of the machine's id, which is not to be told. */
  machine: string;
  /** Of this start of the system. */
  boot: string;
  /** Processes of another one cannot be seen, or have other numbers. */
  pidNamespace: string;
}

let hostIds: HostIds | undefined;

function thisHost(): HostIds {
  hostIds ??= {
    host: hostname(),
    machine: machineDigest(firstText("/etc/machine-id", "/var/lib/dbus/machine-id")),
    boot: firstText("/proc/sys/kernel/random/boot_id") || bootSession(),
    pidNamespace: linkText("/proc/self/ns/pid"),
  };
  return hostIds;
}

function machineDigest(id: string): string {
  return id === "" ? "" : createHash("sha256").update(`leadctl ${id}`).digest("hex").slice(0, 32);
}

/** On macOS, which has no files for it. */
function bootSession(): string {
  if (process.platform !== "darwin") return "";
  return outputOf("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"]);
}

/** Text that is the same for as long as a process lives, and another one for the next process with its number. */
function processStart(pid: number | "self"): string {
  const fields = statFields(pid);
  if (fields?.[STARTED_AT]) return `${thisHost().boot} ${fields[STARTED_AT]}`;
  if (process.platform !== "darwin") return "";
  return outputOf("/bin/ps", ["-o", "lstart=", "-p", String(pid === "self" ? process.pid : pid)]);
}

/** Killed, and its parent has not asked for its end yet: it does nothing any more. */
function isZombie(pid: number): boolean {
  const fields = statFields(pid);
  // The first thread of a process may end before the others.
  return fields !== undefined && /^[ZX]/.test(fields[0] ?? "") && Number(fields[THREAD_COUNT]) <= 1;
}

const THREAD_COUNT = 17;
const STARTED_AT = 19;

/** On Linux, what the system says of a process, from its state on. */
function statFields(pid: number | "self"): string[] | undefined {
  // Where /proc is that of another PID namespace, its numbers are other processes'.
  if (pid !== "self" && linkText("/proc/self") !== String(process.pid)) return undefined;
  const stat = firstText(`/proc/${pid}/stat`);
  return stat === "" ? undefined : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function firstText(...paths: string[]): string {
  for (const path of paths) {
    try {
      const text = readFileSync(path, "latin1").trim();
      if (text !== "") return text;
    } catch {
      // This system has no such file.
    }
  }
  return "";
}

function linkText(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function outputOf(command: string, args: readonly string[]): string {
  const env = { LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync(command, args, { encoding: "latin1", env, timeout: 5_000 });
  return (stdout ?? "").trim();
}
