import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a run. */
export interface LockOwner {
  /** Like no other lock's. */
  id: string;
  host: string;
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  processStart: string;
  at: string;
}

export function thisProcess(at: Date): LockOwner {
  const { pid } = process;
  return { id: randomUUID(), host: hostname(), pid, processStart: processStart(pid), at: at.toISOString() };
}

/** Undefined when the text is no lock, as a power cut may leave it. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const { id, host, pid, processStart = "", at = "" } = JSON.parse(text) as Partial<LockOwner>;
    if (typeof id !== "string" || !/^[\w-]+$/.test(id)) return undefined;
    if (typeof host !== "string" || typeof pid !== "number") return undefined;
    return { id, host, pid, processStart, at };
  } catch {
    return undefined;
  }
}

export function isOnThisHost(holder: LockOwner): boolean {
  return holder.host === hostname();
}

/** Whether a holder is certainly no more: of another host nobody here can say. */
export function isGone(holder: LockOwner): boolean {
  if (!isOnThisHost(holder)) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
  }
  // Where the system does not say, the process counts as the same one.
  const start = processStart(holder.pid);
  return start !== "" && holder.processStart !== "" && start !== holder.processStart;
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
