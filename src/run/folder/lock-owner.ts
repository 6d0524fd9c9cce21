import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { hostname, userInfo } from "node:os";
import { systemClock } from "../../base/clock.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { isObject, parseJson } from "../../base/json-value.ts";
import type { LockDoubt } from "../run-errors.ts";

const ON_WINDOWS = process.platform === "win32";

/** What stands in a lock. Locks of earlier versions lack the last three, and the folder. */
export interface LockContent extends Partial<HostIds> {
  /** Like no other lock's. */
  id: string;
  host: string;
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  processStart: string;
  at: string;
  /** Absent where the system does not say, and in locks of earlier versions. */
  user?: string;
  /** The file system's id of the run's folder: a copy of the folder has another one. */
  folder?: string;
}

/** @param folder See {@link LockContent}. */
export function thisProcess(at: Date, folder?: string): LockContent {
  const { pid } = process;
  // People who share the folder may want to ask them. A container may run under a number that has no name.
  const user = ifPossible(() => userInfo().username);
  return {
    id: randomUUID(),
    ...thisHost(),
    pid,
    processStart: processStart("self"),
    at: at.toISOString(),
    ...(user !== undefined && { user }),
    ...(folder !== undefined && { folder }),
  };
}

/** Undefined when the text is not a lock, as a power cut may leave it. */
export function parseOwner(text: string): LockContent | undefined {
  const found = parseJson(text);
  if (!isObject(found)) return undefined;
  const { id, host, pid, processStart = "", at = "", folder, boot } = found as Partial<LockContent>;
  if (typeof id !== "string" || !/^[\w-]+$/.test(id)) return undefined;
  if (typeof host !== "string" || typeof pid !== "number") return undefined;
  if (typeof processStart !== "string" || (folder !== undefined && typeof folder !== "string"))
    return undefined;
  const started = boot ?? BOOT_ID.exec(processStart)?.[0];
  return { ...found, id, host, pid, processStart, at, ...(started !== undefined && { boot: started }) };
}

/** Locks of earlier versions hold it in front of the time at which the process started. */
const BOOT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?= )/;

type Verdict = "alive" | "gone" | { doubt: LockDoubt };

/**
 * Whether the process of a lock still runs. Identifiers are compared, never times. "Gone" and "alive" are proven;
 * whatever is not stays in doubt.
 */
export async function judge(owner: LockContent): Promise<Verdict> {
  const here = thisHost();
  const isSameMachine = owner.machine === undefined || owner.machine === here.machine;
  const isSameBoot = !owner.boot || !here.boot ? undefined : owner.boot === here.boot;
  if (owner.host !== here.host || !isSameMachine) {
    // A host that got another name since: the same start of the same machine, whose processes are ours to see.
    const isRenamed = !!owner.machine && isSameMachine && isSameBoot === true;
    const isOurs = !!owner.pidNamespace && owner.pidNamespace === here.pidNamespace;
    if (isRenamed && isOurs) return judgeProcess(owner);
    return { doubt: isRenamed ? "other-container" : "other-host" };
  }
  if (isSameBoot === false) return "gone";
  if (owner.pidNamespace && here.pidNamespace && owner.pidNamespace !== here.pidNamespace)
    return { doubt: "other-namespace" };
  return judgeProcess(owner);
}

async function judgeProcess({ pid, processStart: startThen }: LockContent): Promise<Verdict> {
  if (LIFE_SIGN.test(startThen) && ON_WINDOWS) return (await showsLife(startThen)) ? "alive" : "gone";
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return "gone";
  }
  if (isZombie(pid)) return "gone";
  const startNow = processStart(pid);
  if (startNow !== "" && startThen !== "") return startNow === startThen ? "alive" : "gone";
  return { doubt: "reused-number" };
}

/** Ids of the system on which a process runs. Empty where the system does not say. */
interface HostIds {
  host: string;
  /** Digest of the machine's id, which is not to be told. */
  machine: string;
  /** Id of this start of the system. */
  boot: string;
  /** Processes of another one cannot be seen, or have other numbers. */
  pidNamespace: string;
}

let hostIds: HostIds | undefined;

export function thisHost(): HostIds {
  hostIds ??= {
    host: hostname(),
    machine: machineDigest(firstText("/etc/machine-id", "/var/lib/dbus/machine-id") || machineGuid()),
    boot: firstText("/proc/sys/kernel/random/boot_id") || bootSession(),
    pidNamespace: linkText("/proc/self/ns/pid"),
  };
  return hostIds;
}

function machineDigest(id: string): string {
  return id === "" ? "" : createHash("sha256").update(`leadctl ${id}`).digest("hex").slice(0, 32);
}

/** On Windows. The path must be whole: it looks for a program in the folder at hand first. */
function machineGuid(): string {
  if (!ON_WINDOWS) return "";
  const query =
    "%SystemRoot%\\System32\\reg.exe query HKLM\\SOFTWARE\\Microsoft\\Cryptography /v MachineGuid";
  return /\bREG_SZ\s+(\S+)/.exec(outputOf(query, [], true))?.[1] ?? "";
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
  if (ON_WINDOWS && pid === "self") return lifeSign;
  if (process.platform !== "darwin") return "";
  return outputOf("/bin/ps", ["-o", "lstart=", "-p", String(pid === "self" ? process.pid : pid)]);
}

/**
 * Windows gives a process's number to another one soon, and does not readily say when a process began. But a named pipe is
 * there for exactly as long as the process that made it, and for anybody who asks on this computer.
 */
const lifeSign = `leadctl-${randomUUID()}`;

const LIFE_SIGN = /^leadctl-[0-9a-f-]{36}$/;

let life: Promise<unknown> | undefined;

/** From now on others can tell that this process lives, by what `thisProcess` says of it. */
export async function showLife(): Promise<void> {
  if (!ON_WINDOWS) return;
  life ??= once(
    createServer((socket) => socket.destroy())
      .listen(pipePath(lifeSign))
      .unref(),
    "listening",
  );
  await life;
}

/** Somebody who may not open it, or has to wait, has found it. */
function showsLife(sign: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(pipePath(sign));
    const giveUp = systemClock.after(LIFE_WAIT_MS, () => end(true));
    const end = (isThere: boolean): void => {
      giveUp();
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code !== "ENOENT"));
  });
}

const LIFE_WAIT_MS = 5_000;

function pipePath(sign: string): string {
  return `\\\\.\\pipe\\${sign}`;
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

/** Not on Windows, where whoever may write to the drive could make such files. */
function firstText(...paths: string[]): string {
  if (ON_WINDOWS) return "";
  const texts = paths.map((path) => ifPossible(() => readFileSync(path, "latin1").trim()) ?? "");
  return texts.find((text) => text !== "") ?? "";
}

function linkText(path: string): string {
  return (ON_WINDOWS ? undefined : ifPossible(() => readlinkSync(path))) ?? "";
}

function outputOf(command: string, args: readonly string[], isLine = false): string {
  const env = { LC_ALL: "C", TZ: "UTC" };
  const options = { encoding: "latin1", env, timeout: 5_000, windowsHide: true, shell: isLine } as const;
  const { stdout } = spawnSync(command, args, options);
  return (stdout ?? "").trim();
}
