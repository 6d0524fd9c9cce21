import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { makeFolder, openToAppend, syncFolder } from "../../base/durable-file.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { isObject, parseJson } from "../../base/json-value.ts";
import { readSmallFile } from "../../base/read-lines.ts";
import type { Summary } from "../../outcome/status.ts";
import { isMark, type JournalMark } from "../journal/journal-mark.ts";
import { RUNS_FOLDER } from "../run-paths.ts";

/*
 * What is known of runs outside of their own folders: files of lines in a folder of runs. Lines that cannot be read are passed
 * over. The name of its folder and the time of its plan tell a run from all others: another one may lie there later.
 */

/** Has a line for each run that `submit --out` put somewhere else, and one for each time that a run's journal was marked. */
const LIST = "runs.ndjson";
/** The list of earlier versions: it has only runs in other places. It is read, and no longer written. */
const OLDER_LIST = "elsewhere.ndjson";
const PURGE_LOG = "purged.ndjson";

export interface ListedRun {
  /** The run's folder as seen from the folder around the list's. */
  dir: string;
  /** When its plan was made, as an ISO time. Older lines do not say it. */
  createdAt?: string;
  /** It goes to a sandbox inside the program. */
  sandbox?: true;
  /** It was planned, and is about to be sent: until a later line says more of it, nobody misses it. */
  planned?: true;
  /** How far its journal was written then; see `JournalMark`. */
  mark?: unknown;
}

/** A line, and the file in which it stands. */
export interface LineInList extends ListedRun {
  list: string;
}

/** A run that was removed: nothing personal. */
export interface PurgedRun {
  /** The name of its folder. */
  run: string;
  /** Name of the input; null where its files could not be read. */
  input: string | null;
  /** When its plan was made. Older lines do not say it. */
  createdAt?: string;
  startedAt: string | null;
  lastAt: string | null;
  purgedAt: string;
  /** Null where its files could not be read, or not all of what it sent is in them. */
  summary: Readonly<Summary> | null;
  /** It went to a sandbox inside the program, and created nothing that is anywhere. Older lines do not say so. */
  sandbox?: true;
}

/** The list of a folder of runs, the older one first, with folders as seen from here. */
export function listLines(folder: string): LineInList[] {
  const around = join(folder, "..");
  return [OLDER_LIST, LIST].flatMap((name) =>
    readList(folder, name).map((run) => ({
      ...run,
      dir: isAbsolute(run.dir) ? run.dir : join(around, run.dir),
      list: join(folder, name),
    })),
  );
}

function readList(folder: string, name: string): ListedRun[] {
  const isListed = (value: unknown): value is ListedRun => isObject(value) && typeof value.dir === "string";
  return (ifPossible(() => readLines(join(folder, name))) ?? []).filter(isListed);
}

/**
 * The runs that were removed from a folder, oldest first.
 *
 * @throws the system's error where the log cannot be read: nobody can tell what was removed.
 */
export function readPurgeLog(folder: string): PurgedRun[] {
  const isPurged = (value: unknown): value is PurgedRun =>
    isObject(value) && typeof value.run === "string" && typeof value.purgedAt === "string";
  return readLines(join(folder, PURGE_LOG)).filter(isPurged);
}

/** Files as they were when they were last read, by path: whoever reads hundreds of runs asks for each. */
const known = new Map<string, { stamp: string; lines: readonly unknown[] }>();

function readLines(path: string): readonly unknown[] {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (!stat) return [];
  const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  const before = known.get(resolve(path));
  if (before?.stamp === stamp) return before.lines;
  const lines = (readSmallFile(path)?.toString() ?? "").split("\n").map(parseJson);
  known.set(resolve(path), { stamp, lines });
  return lines;
}

/** The mark that was noted last for a run; null where there is none. */
export function readListedMark(dir: string, createdAt: string): JournalMark | null {
  const marks = namesOf(dir).map(({ folder, name }) => {
    const isOfRun = (run: ListedRun): boolean => run.dir === name && run.createdAt === createdAt;
    return readList(folder, LIST).findLast((run) => run.mark !== undefined && isOfRun(run))?.mark;
  });
  return marks.find(isMark) ?? null;
}

/**
 * Notes how far a run's journal is written, outside of the run's folder: a run that was restored as a whole from an older copy is
 * behind the mark here. One that lies somewhere else than among the others is listed so, too: `runs` and `explain` find it. Where
 * nothing can be noted, the run is none the worse for it.
 *
 * @param createdAt When its plan was made, as an ISO time.
 * @param mark Null where it goes to a sandbox inside the program: nobody misses what that knew.
 * @param isNew Whether its first round begins: it is listed here, wherever it lies.
 */
export async function listRun(
  dir: string,
  createdAt: string,
  mark: JournalMark | null,
  isNew: boolean,
): Promise<void> {
  const names = namesOf(dir);
  const home = names.find(({ isIn }) => isIn);
  const isHere = names.some(({ isIn, folder }) => isIn && folder === RUNS_FOLDER);
  const elsewhere = names.find(({ isIn }) => !isIn);
  if (home && mark) await note(home.folder, { dir: home.name, createdAt, mark });
  if (!elsewhere || isHere || !(isNew || (mark && !home && isElsewhere(dir)))) return;
  const kept = !mark ? { sandbox: true as const } : home ? {} : { mark };
  await note(elsewhere.folder, { dir: elsewhere.name, createdAt, ...kept });
}

/**
 * Lists a run that is about to send and lies somewhere else: others that begin at the same time find it. Not where the list would be all
 * that is left of a run that nobody confirms.
 */
export async function listPlanned(dir: string, createdAt: string): Promise<void> {
  const names = namesOf(dir);
  if (!existsSync(RUNS_FOLDER) || names.some(({ isIn, folder }) => isIn && folder === RUNS_FOLDER)) return;
  const elsewhere = names.find(({ isIn }) => !isIn);
  if (elsewhere) await note(elsewhere.folder, { dir: elsewhere.name, createdAt, planned: true });
}

async function note(folder: string, run: ListedRun): Promise<void> {
  await makeFolder(folder)
    .then(() => append(join(folder, LIST), run, false))
    .catch(() => undefined);
}

/**
 * Writes down, durably, that a run is about to be removed: afterwards nobody could tell it from one that never was.
 *
 * @param folder Of runs, where it is looked for.
 */
export async function logPurge(folder: string, run: PurgedRun): Promise<void> {
  await append(join(folder, PURGE_LOG), run, true);
  await syncFolder(folder);
}

async function append(path: string, line: ListedRun | PurgedRun, isDurable: boolean): Promise<void> {
  const handle = await openToAppend(path);
  try {
    await handle.writeFile(`${JSON.stringify(line)}\n`);
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The last run of this name that was removed from where it lay; of a name without a path, from among the others too.
 *
 * @param createdAt When its plan was made, where that is known: others may have had the same folder.
 */
export function findPurged(dir: string, createdAt?: string): PurgedRun | undefined {
  const name = basename(resolve(dir));
  const isIt = (run: PurgedRun): boolean =>
    run.run === name && (run.createdAt ?? createdAt) === (createdAt ?? run.createdAt);
  const folders = [dirname(resolve(dir)), ...(dir === name ? [RUNS_FOLDER] : [])];
  return folders
    .map((folder) => ifPossible(() => readPurgeLog(folder))?.findLast(isIt))
    .find((run) => run !== undefined);
}

/** Under which name a list may know a run, whatever links lead to it: that of the folder of runs around it, and the one here. */
function namesOf(dir: string): { folder: string; name: string; isIn: boolean }[] {
  const here = existsSync(RUNS_FOLDER) ? realpathSync(RUNS_FOLDER) : undefined;
  const paths = new Set([resolve(dir), existsSync(dir) ? realpathSync(dir) : resolve(dir)]);
  return [...paths].flatMap((path) => {
    const around = dirname(path);
    const name = join(RUNS_FOLDER, basename(path));
    return [
      ...(basename(around) === RUNS_FOLDER ? [{ folder: around, name, isIn: true }] : []),
      ...(here === around ? [{ folder: RUNS_FOLDER, name, isIn: true }] : []),
      { folder: RUNS_FOLDER, name: pathFrom(RUNS_FOLDER, path), isIn: false },
    ];
  });
}

/** Whether a run is listed here as one that lies somewhere else. */
export function isElsewhere(dir: string): boolean {
  const path = resolve(dir);
  return !liesIn(RUNS_FOLDER, dir) && listLines(RUNS_FOLDER).some((run) => resolve(run.dir) === path);
}

/** Folders as seen from around the list's, so that all of it can be moved together. */
function pathFrom(folder: string, dir: string): string {
  const path = relative(join(folder, ".."), resolve(dir));
  return isAbsolute(path) ? path : path || ".";
}

/** Whether a run lies right in a folder of runs. */
export function liesIn(folder: string, dir: string): boolean {
  return dirname(resolve(dir)) === resolve(folder);
}
