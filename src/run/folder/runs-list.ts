import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { makeFolder, openToAppend } from "../../base/durable-file.ts";
import { isObject, parseJson } from "../../base/json-value.ts";
import { readSmallFile } from "../../base/read-lines.ts";
import { isMark, type JournalMark } from "../journal/journal-mark.ts";
import { RUNS_FOLDER } from "../run-paths.ts";

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

/** The list of earlier versions: it has only runs in other places. It is read, and no longer written. */
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
    readList(list).map((run) => ({
      ...run,
      dir: isAbsolute(run.dir) ? run.dir : join(around, run.dir),
      list,
    })),
  );
}

/** Lists as they were when they were last read, by path: whoever reads hundreds of runs asks for each. */
const readLists = new Map<string, { stamp: string; runs: readonly ListedRun[] }>();

function readList(path: string): readonly ListedRun[] {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (!stat) return [];
    const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
    const known = readLists.get(resolve(path));
    if (known?.stamp === stamp) return known.runs;
    const text = readSmallFile(path)?.toString() ?? "";
    const runs = text.split("\n").map(parseJson).filter(isListedRun);
    readLists.set(resolve(path), { stamp, runs });
    return runs;
  } catch {
    return [];
  }
}

/** The mark that was noted last for a run; null where there is none. */
export function readListedMark(dir: string, createdAt: string): JournalMark | null {
  const marks = namesOf(dir).map(({ folder, name }) => {
    const isOfRun = (run: ListedRun): boolean => run.dir === name && run.createdAt === createdAt;
    return readList(listIn(folder)).findLast((run) => run.mark !== undefined && isOfRun(run))?.mark;
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
  if (home && mark) await append(home.folder, { dir: home.name, createdAt, mark });
  if (!elsewhere || isHere || !(isNew || (mark && !home && isNamedIn(elsewhere)))) return;
  const kept = !mark ? { sandbox: true as const } : home ? {} : { mark };
  await append(elsewhere.folder, { dir: elsewhere.name, createdAt, ...kept });
}

async function append(folder: string, line: ListedRun): Promise<void> {
  try {
    await makeFolder(folder);
    const handle = await openToAppend(listIn(folder));
    try {
      await handle.writeFile(`${JSON.stringify(line)}\n`);
    } finally {
      await handle.close();
    }
  } catch {
    // Nothing can be written here.
  }
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
function isNamedIn({ folder, name }: { folder: string; name: string }): boolean {
  return [listIn(folder), olderListIn(folder)].some((list) => readList(list).some((run) => run.dir === name));
}

function isListedRun(value: unknown): value is ListedRun {
  return isObject(value) && typeof value.dir === "string";
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
