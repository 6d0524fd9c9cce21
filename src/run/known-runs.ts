import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { makeFolder, openToAppend } from "../base/durable-file.ts";
import { readFile, removeFile, rmdir } from "../base/files.ts";
import { replaceFile } from "../base/replacement.ts";
import { type PurgedRun, readPurgeLog } from "./purge-log.ts";
import { isRunFolder, listRunFolders, mayHoldRun, RUNS_FOLDER } from "./run-folder.ts";

/** Where runs are that `submit --out` put somewhere else: a line of JSON each, their folder as seen from here. */
const ELSEWHERE = join(RUNS_FOLDER, "elsewhere.ndjson");

/** All runs that are known where a person stands. */
export interface KnownRuns {
  /** Folders that hold runs. */
  folders: readonly string[];
  /** Of each run, the one that changed last first. */
  dirs: readonly string[];
  /** Runs that were removed from those folders. */
  purged: readonly PurgedRun[];
}

/**
 * Finds the runs in `leadctl-runs` here, in other folders, and where `--out` put them. A folder of a run counts as one
 * that holds it.
 *
 * @param named Folders that a person named: each has to be there.
 * @param configured Folders of the configuration: those that are not there are passed over.
 * @throws CliError with exit code 2 when a named folder is not there.
 */
export async function findKnownRuns(
  named: readonly string[],
  configured: readonly string[],
): Promise<KnownRuns> {
  const folders = [...named, ...[RUNS_FOLDER, ...configured].filter((folder) => existsSync(folder))];
  const dirs = new Map<string, string>();
  const add = (dir: string): void => {
    const path = resolve(dir);
    if (!dirs.has(path)) dirs.set(path, dir);
  };
  // One that lay elsewhere is in the log there and in the one here.
  const purged = new Map<string, PurgedRun>();
  for (const folder of folders) {
    if (isRunFolder(folder)) add(folder);
    for (const dir of listRunFolders(folder)) add(dir);
    for (const each of await readPurgeLog(folder)) purged.set(`${each.purgedAt} ${each.run}`, each);
  }
  for (const dir of await runsElsewhere()) add(dir);
  return { folders, dirs: lastChangedFirst([...dirs.values()]), purged: [...purged.values()] };
}

function lastChangedFirst(dirs: readonly string[]): string[] {
  return dirs
    .map((dir) => ({ dir, changedMs: modifiedMs(dir) }))
    .sort((one, other) => other.changedMs - one.changedMs || (one.dir < other.dir ? 1 : -1))
    .map(({ dir }) => dir);
}

/** When the journal was changed last, else the plan; 0 where neither can be seen. */
function modifiedMs(dir: string): number {
  for (const name of ["journal.ndjson", "plan.ndjson"]) {
    try {
      return statSync(join(dir, name)).mtimeMs;
    } catch {
      // The next one, then.
    }
  }
  return 0;
}

/**
 * Remembers a run that lies somewhere else than among the others, so that `runs` and `explain` find it. Where nothing can be
 * written here, it is not remembered.
 */
export async function rememberRun(dir: string): Promise<void> {
  if (isHere(dir)) return;
  try {
    if (await isElsewhere(dir)) return;
    await makeFolder(RUNS_FOLDER);
    const handle = await openToAppend(ELSEWHERE);
    try {
      await handle.writeFile(`${JSON.stringify({ dir: pathFromHere(dir) })}\n`);
    } finally {
      await handle.close();
    }
  } catch {
    // The run itself is none the worse for it.
  }
}

/** Forgets a run that is gone, and with it others that are no longer there. */
export async function forgetRun(dir: string): Promise<void> {
  const known = await rememberedDirs();
  if (known.length === 0) return;
  const kept = known.filter((one) => resolve(one) !== resolve(dir) && mayHoldRun(one));
  if (kept.length === known.length) return;
  if (kept.length === 0) {
    await removeFile(ELSEWHERE);
    // It may have been made for this file alone; with runs in it, it stays.
    await rmdir(dirname(ELSEWHERE)).catch(() => undefined);
  } else await replaceFile(ELSEWHERE, [kept.map((one) => `${JSON.stringify({ dir: one })}\n`).join("")]);
}

/** Folders as seen from here, so that all of it can be moved together. */
function pathFromHere(dir: string): string {
  const path = relative(".", resolve(dir));
  return isAbsolute(path) ? path : path || ".";
}

/** The folders of runs that `submit --out` put somewhere else, as far as they are there. */
export async function runsElsewhere(): Promise<string[]> {
  const dirs = (await rememberedDirs()).filter((dir) => mayHoldRun(dir) && !isHere(dir));
  return [...new Map(dirs.map((dir) => [resolve(dir), dir])).values()];
}

/** Whether a run is remembered as one that lies somewhere else. */
export async function isElsewhere(dir: string): Promise<boolean> {
  return (await rememberedDirs()).some((known) => resolve(known) === resolve(dir));
}

function isHere(dir: string): boolean {
  return dirname(resolve(dir)) === resolve(RUNS_FOLDER);
}

async function rememberedDirs(): Promise<string[]> {
  const text = await readFile(ELSEWHERE, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    try {
      const { dir } = JSON.parse(line) as { dir?: unknown };
      return typeof dir === "string" ? [dir] : [];
    } catch {
      return [];
    }
  });
}
