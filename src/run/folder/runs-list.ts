import { existsSync, realpathSync, statSync } from "node:fs";
import { link } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { makeFolder, openToAppend } from "../../base/durable-file.ts";
import { isAbsent } from "../../base/file-error.ts";
import { readFile, removeFile, rmdir } from "../../base/files.ts";
import { isObject, parseJson } from "../../base/json-value.ts";
import { replaceFile } from "../../base/replacement.ts";
import { readSmallFile } from "../../base/small-file.ts";
import { isMark, type JournalMark } from "../journal/journal-mark.ts";
import { lockRun, type RunLock } from "./lock.ts";
import { RUNS_FOLDER } from "./run-folder.ts";

/**
 * What is known of runs outside of their own folders, in `runs.ndjson` in a folder of runs: a line of JSON for each run that
 * `submit --out` put somewhere else, and one for each time that a run's journal was marked.
 */
export interface ListedRun {
  /** The run's folder as seen from the folder around the list's. */
  dir: string;
  /** When its plan was made, as an ISO time: another run may lie there later. Older lines do not say it. */
  createdAt?: string;
  /** It goes to a sandbox inside the program. */
  sandbox?: true;
  /** How far its journal was written then; see `JournalMark`. */
  mark?: unknown;
}

function listIn(folder: string): string {
  return join(folder, "runs.ndjson");
}

/** Of earlier versions: it knows runs that lie somewhere else only. It is read, and no longer written. */
function olderListIn(folder: string): string {
  return join(folder, "elsewhere.ndjson");
}

/** A line, and the file in which it stands. */
export interface LineInList extends ListedRun {
  list: string;
}

/** The list of a folder of runs, the older one first, with folders as seen from here. Lines that cannot be read are passed over. */
export function listLines(folder: string): LineInList[] {
  const around = join(folder, "..");
  return [olderListIn(folder), listIn(folder)].flatMap((list) =>
    readList(list).runs.map((run) => ({
      ...run,
      dir: isAbsolute(run.dir) ? run.dir : join(around, run.dir),
      list,
    })),
  );
}

/** A list as it was when it was last read. */
interface ReadList {
  stamp: string;
  runs: readonly ListedRun[];
  /** Of each run the last mark, by its folder as written and the time at which its plan was made. */
  marks: ReadonlyMap<string, unknown>;
  /** The folders that are written there. */
  names: ReadonlySet<string>;
}

/** By path: whoever reads hundreds of runs asks for each. */
const readLists = new Map<string, ReadList>();

const NO_LIST: ReadList = { stamp: "", runs: [], marks: new Map(), names: new Set() };

function readList(path: string): ReadList {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (!stat) return NO_LIST;
    const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
    const known = readLists.get(resolve(path));
    if (known?.stamp === stamp) return known;
    const runs = runsIn(readSmallFile(path)?.toString() ?? "");
    const marked = runs.filter(({ mark }) => mark !== undefined);
    const list = {
      stamp,
      runs,
      marks: new Map(marked.map(({ dir, createdAt, mark }) => [`${createdAt} ${dir}`, mark])),
      names: new Set(runs.map(({ dir }) => dir)),
    };
    readLists.set(resolve(path), list);
    return list;
  } catch {
    return NO_LIST;
  }
}

/** The mark that was noted last for a run; null where there is none. */
export function readListedMark(dir: string, createdAt: string): JournalMark | null {
  const marks = namesOf(dir).map(({ folder, name }) =>
    readList(listIn(folder)).marks.get(`${createdAt} ${name}`),
  );
  return marks.find(isMark) ?? null;
}

/**
 * Notes how far a run's journal is written, outside of the run's folder: a run that was restored as a whole from an older copy is
 * behind the mark here. Where nothing can be noted, the run is none the worse for it.
 */
export async function listMark(dir: string, createdAt: string, mark: JournalMark): Promise<void> {
  const entry = namesOf(dir).find(({ folder, name, isIn }) => isIn || isNamedIn(folder, name));
  if (!entry) return;
  const { folder, name } = entry;
  try {
    await append(folder, [{ dir: name, createdAt, mark }]);
    const { runs } = readList(listIn(folder));
    if (runs.length > LINES_MAX && runs.length > LINES_EACH_MAX * newestLines(runs).length)
      await tidy(folder);
  } catch {
    // Another process tidies up, or nothing can be written here.
  }
}

/** A list is shortened that is longer, and has more lines for each of its runs. */
const [LINES_MAX, LINES_EACH_MAX] = [200, 4];

/** Leaves one line of each run: the last one says all. */
async function tidy(folder: string): Promise<void> {
  const lock = await lockRun(folder, systemClock.date(), false);
  try {
    await shorten(listIn(folder), newestLines);
  } finally {
    await lock.release();
  }
}

function newestLines(runs: readonly ListedRun[]): ListedRun[] {
  return [...new Map(runs.map((run) => [`${run.createdAt} ${run.dir}`, run])).values()];
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

/** Whether a list has a line for a folder. */
function isNamedIn(folder: string, name: string): boolean {
  return [listIn(folder), olderListIn(folder)].some((list) => readList(list).names.has(name));
}

function runsIn(text: string): ListedRun[] {
  return text.split("\n").map(parseJson).filter(isListedRun);
}

function isListedRun(value: unknown): value is ListedRun {
  return isObject(value) && typeof value.dir === "string";
}

/** Whether a line is of the run in a folder: of older lines nobody knows when it was made. */
export function isLineOf(line: ListedRun, dir: string, createdAt = line.createdAt): boolean {
  return resolve(line.dir) === resolve(dir) && (line.createdAt ?? createdAt) === createdAt;
}

/**
 * Lists a run that lies somewhere else than among the others, so that `runs` and `explain` find it. Where nothing can be written
 * here, it is not listed.
 *
 * @param createdAt When its plan was made, as an ISO time.
 * @param isSandbox Whether it goes to a sandbox inside the program: then nobody will miss it.
 */
export async function listRun(dir: string, createdAt: string, isSandbox: boolean): Promise<void> {
  if (liesIn(RUNS_FOLDER, dir)) return;
  const isKnown = (): boolean =>
    listLines(RUNS_FOLDER).some((run) => isLineOf(run, dir) && run.createdAt === createdAt);
  // Once more where another process has put a shorter list in its place meanwhile, or taken the folder away.
  for (let turn = 0; turn < TURNS_MAX && !isKnown(); turn++) {
    try {
      await makeFolder(RUNS_FOLDER);
      const run = {
        dir: pathFrom(RUNS_FOLDER, dir),
        createdAt,
        ...(isSandbox && { sandbox: true as const }),
      };
      await append(RUNS_FOLDER, [run]);
    } catch (error) {
      // The run itself is none the worse for it.
      if (!isAbsent(error)) return;
    }
  }
}

const TURNS_MAX = 10;

/**
 * Takes a run that was removed off the list. Others that are no longer there may have sent something.
 *
 * @param createdAt When its plan was made; undefined where that cannot be read.
 */
export async function unlistRun(dir: string, createdAt: string | undefined, at: Date): Promise<void> {
  if (!listLines(RUNS_FOLDER).some((run) => isLineOf(run, dir))) return;
  const lock = await lockList(at);
  try {
    for (const path of [olderListIn(RUNS_FOLDER), listIn(RUNS_FOLDER)])
      await shorten(path, (runs) => runs.filter((run) => !isLineOf(run, dir, createdAt)));
  } finally {
    await lock.release();
  }
  // It may have been made for this file alone; with runs in it, it stays.
  await rmdir(RUNS_FOLDER).catch(() => undefined);
}

/** Waits for others that shorten the list just now, for a second at most. */
async function lockList(at: Date): Promise<RunLock> {
  for (let turn = 1; ; turn++) {
    try {
      return await lockRun(RUNS_FOLDER, at, false);
    } catch (error) {
      if (turn === LOCK_TURNS_MAX) throw error;
      await systemClock.sleep(LOCK_WAIT_MS);
    }
  }
}

const [LOCK_TURNS_MAX, LOCK_WAIT_MS] = [50, 20];

/**
 * Puts a shorter list in the place of the one before, and adds to it what others wrote into that meanwhile. The one before keeps
 * a second name so long, and not an open file, which Windows would not let be replaced.
 */
async function shorten(
  path: string,
  keep: (runs: readonly ListedRun[]) => readonly ListedRun[],
): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const before = `${path}.old`;
  await removeFile(before);
  // Where the file system knows no hard links, nothing is added.
  await link(path, before).catch(() => undefined);
  try {
    const kept = keep(runsIn(text));
    if (kept.length === 0) await removeFile(path);
    else await replaceFile(path, [linesOf(kept)]);
    const added = runsIn((await readFile(before, "utf8").catch(() => "")).slice(text.length));
    if (added.length > 0) await append(dirname(path), added);
  } finally {
    await removeFile(before);
  }
}

async function append(folder: string, runs: readonly ListedRun[]): Promise<void> {
  const handle = await openToAppend(listIn(folder));
  try {
    await handle.writeFile(linesOf(runs));
  } finally {
    await handle.close();
  }
}

function linesOf(runs: readonly ListedRun[]): string {
  return runs.map((run) => `${JSON.stringify(run)}\n`).join("");
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
