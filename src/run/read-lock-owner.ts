import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isAbsent } from "../base/file-error.ts";
import { LOCK_NAME } from "./lock.ts";
import { isGone, isOnThisHost, parseOwner } from "./lock-owner.ts";

/** Who works on a run just now. */
export interface RunUser {
  pid: number;
  /** Null when it is this one. */
  host: string | null;
  since: string;
}

/**
 * Looks who holds a run, without taking or changing anything. A process on another host counts as alive, since
 * nobody here can say.
 */
export async function readLockOwner(dir: string): Promise<RunUser | undefined> {
  const text = await readFile(join(dir, LOCK_NAME), "utf8").catch((error) => {
    if (isAbsent(error)) return "";
    throw error;
  });
  const holder = parseOwner(text);
  if (!holder || isGone(holder)) return undefined;
  return { pid: holder.pid, host: isOnThisHost(holder) ? null : holder.host, since: holder.at };
}
