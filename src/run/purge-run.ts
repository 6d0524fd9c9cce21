import { type Dirent, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { isAbsent } from "../base/file-error.ts";
import { removeFile, rmdir } from "../base/files.ts";
import { type Catalogue, type CodedText, finder } from "../base/finding.ts";
import { isOwnSandbox } from "../settings/target.ts";
import { amountText } from "../terminal/number-text.ts";
import { lockRun, type RunLock } from "./folder/lock.ts";
import { entriesOf, mayHoldRun, runId } from "./folder/run-folder.ts";
import { isElsewhere, logPurge, type PurgedRun } from "./folder/run-logs.ts";
import { type FoundRun, Run } from "./run.ts";
import { LOCK_NAME, PLAN_NAME, RUNS_FOLDER, runFileOf } from "./run-paths.ts";

/** Why a run that is old enough to be removed stays, or what of it. */
export const PURGE_TEXTS = {
  "in-use": () => "a process works on it",
  "in-doubt": () => "a process may still work on it: this computer cannot tell",
  "worked-on": () => "somebody worked on it a moment ago",
  locked: ({ why }: { why: string }) => why,
  "older-journal": () => "its journal is older than the run: look at it",
  interrupted: () => "it is interrupted: resume it first",
  damaged: () => "it is damaged, and may hold login links: look at it",
  "may-exist": ({ count }: { count: number }) =>
    `${count === 1 ? "the lead" : "the leads"} of ${amountText(count, "row")} may exist, and only this run says so: ask the service's owner first`,
  "other-files": ({ names }: { names: readonly string[] }) =>
    `everything was removed except files that are not leadctl's: ${names.join(", ")}`,
} satisfies Catalogue;

/** Why a run stays. */
export type KeptWhy = CodedText<keyof typeof PURGE_TEXTS>;

export const keptWhy = finder(PURGE_TEXTS);

/**
 * Removes a run, in a way that no other process can come between.
 *
 * @param whyKept Why the run, as it is now under the lock, has to stay; null when it may go.
 * @returns Why it stays, or what of it; null when all of it is gone.
 */
export async function purgeRun(
  dir: string,
  at: Date,
  whyKept: (run: FoundRun) => Promise<KeptWhy | null>,
): Promise<KeptWhy | null> {
  let lock: RunLock;
  try {
    lock = await lockRun(dir, at, false);
  } catch (error) {
    if (!mayHoldRun(dir)) return null;
    if (error instanceof CliError) return keptWhy("locked", { why: error.message });
    throw error;
  }
  try {
    // Another process may have removed it since it was listed, and written that down.
    const why = mayHoldRun(dir) ? await removeLocked(dir, at, whyKept) : null;
    if (why !== null) return why;
  } finally {
    lock.release();
  }
  // An index that another process is just making goes as soon as that sees it.
  const own = new Set([...ownFiles(dir), LOCK_NAME]);
  const strangers = entriesOf(dir).flatMap(({ name }) => (own.has(name) ? [] : [name]));
  if (strangers.length > 0) return keptWhy("other-files", { names: strangers });
  await rmdir(dir).catch((error: NodeJS.ErrnoException) => {
    // Another process removes it too, or has just locked it to find nothing there.
    if (!isAbsent(error) && error.code !== "ENOTEMPTY") throw error;
  });
  return null;
}

async function removeLocked(
  dir: string,
  at: Date,
  whyKept: (run: FoundRun) => Promise<KeptWhy | null>,
): Promise<KeptWhy | null> {
  const found = { ...(await Run.inspect(dir)), owner: undefined };
  const why = await whyKept(found);
  if (why !== null) return why;
  // Where it lay, and where everybody here looks.
  const logs = [dirname(resolve(dir)), ...(isElsewhere(dir) ? [RUNS_FOLDER] : [])];
  for (const folder of logs) await logPurge(folder, purgedRun(found, at));
  await removeOwnFiles(dir);
  return null;
}

function purgedRun({ dir, run }: FoundRun, at: Date): PurgedRun {
  return {
    run: runId(dir),
    input: run?.plan.header.name ?? null,
    ...(run && { createdAt: run.plan.header.createdAt }),
    startedAt: run?.startedAt ?? null,
    lastAt: run?.lastAt ?? null,
    purgedAt: at.toISOString(),
    summary: run && !run.missing ? run.state.summary : null,
    ...(run?.record && isOwnSandbox(run.record) && { sandbox: true }),
  };
}

/** The latest of the times that a run's own records tell, whichever of them; where they cannot be read, of its files. */
export async function latestTime({ dir, run }: FoundRun): Promise<Date> {
  if (run) {
    const times = [run.lastAt, run.startedAt, ...run.rounds.map(({ at }) => at)];
    return new Date(Math.max(...times.map((time) => Date.parse(time))));
  }
  return new Date(await filesChangedMs(dir));
}

/** When something in a folder was last written but its lock; 0 where nothing is. */
export async function filesChangedMs(dir: string): Promise<number> {
  const times = entriesOf(dir)
    .filter(({ name }) => !name.startsWith(LOCK_NAME))
    .map(({ name }) => lstatSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(0, ...times);
}

/** The plan goes first: a journal without one can never be sent again by mistake. Links go, not what they point to. */
async function removeOwnFiles(dir: string): Promise<void> {
  const isPlan = (name: string): number => Number(name === PLAN_NAME);
  // Again, for what another process, which only reads the run, has made of it meanwhile.
  for (let names = ownFiles(dir); names.length > 0; names = ownFiles(dir)) {
    names.sort((a, b) => isPlan(b) - isPlan(a));
    for (const name of names) await removeFile(join(dir, name));
  }
}

/** Those that leadctl has written, but for the lock; none where the folder is gone. */
function ownFiles(dir: string): string[] {
  const isOwn = ({ name }: Dirent): boolean => runFileOf(name) !== undefined && name !== LOCK_NAME;
  return entriesOf(dir)
    .filter((entry) => !entry.isDirectory() && isOwn(entry))
    .map(({ name }) => name);
}
