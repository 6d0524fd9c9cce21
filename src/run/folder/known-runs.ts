import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { link } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { makeFolder, openToAppend } from "../../base/durable-file.ts";
import { isAbsent } from "../../base/file-error.ts";
import { readFile, removeFile, rmdir } from "../../base/files.ts";
import { replaceFile } from "../../base/replacement.ts";
import { readSmallFile } from "../../base/small-file.ts";
import { readPlanFacts } from "../plan/plan-file.ts";
import { runPaths } from "../run-paths.ts";
import { lockRun, type RunLock } from "./lock.ts";
import { findPurged, type PurgedRun, readPurgeLog } from "./purge-log.ts";
import {
  findRunFolder,
  isRunFolder,
  mayHoldRun,
  namesIn,
  RUNS_FOLDER,
  runId,
  startIn,
} from "./run-folder.ts";

/** Where runs are that `submit --out` put somewhere else: a line of JSON each, a `RememberedRun`. */
const ELSEWHERE = listIn(RUNS_FOLDER);

function listIn(folder: string): string {
  return join(folder, "elsewhere.ndjson");
}

interface RememberedRun {
  /** Its folder as seen from the folder around the list's. */
  dir: string;
  /** When its plan was made, as an ISO time: another run may lie there later. Older lines do not say it. */
  createdAt?: string;
  /** It goes to a sandbox inside the program. */
  sandbox?: true;
}

/** All runs that are known where a person stands. */
export interface KnownRuns {
  /** Folders that hold runs. */
  folders: readonly string[];
  /** Of each run, the one that changed last first. They are looked for, and put in order, when that is asked for. */
  readonly dirs: readonly string[];
  /** The same in no order and others, which hold no run: for those who look for something that only a run has. */
  candidates: readonly string[];
  /** Runs that were removed from those folders. */
  purged: readonly PurgedRun[];
  absent: AbsentPlaces;
}

/** Where runs should be, and nothing is, or nothing that can be looked into. */
export interface AbsentPlaces {
  /** Folders of runs that `submit --out` put there, to a real service. */
  runs: readonly string[];
  /** Those of them in which another run lies now. */
  replaced: readonly string[];
  /** The lists that name these. */
  lists: readonly string[];
  /** Links in a folder of runs that lead nowhere: a run may have been moved to where they lead. */
  links: readonly string[];
  /** Folders of the configuration. */
  folders: readonly string[];
}

/** How each is called in a sentence. */
export function absentNames({ runs, replaced, links, folders }: AbsentPlaces): string[] {
  return [...runs, ...replaced.map((dir) => `the earlier run in ${dir}`), ...links, ...folders];
}

/**
 * Finds the runs in `leadctl-runs` here, in other folders, and where `--out` put those that are remembered there. A folder of a run counts as one
 * that holds it, and one that a link leads to as one that lies there. Those of a folder in `leadctl-runs`, or in a folder of the
 * configuration, count as well: people put older runs together.
 *
 * @param named Folders that a person named: each has to be there.
 * @param configured Folders of the configuration, which need not be there.
 * @throws CliError with exit code 2 when a named folder is not there.
 */
export async function findKnownRuns(
  named: readonly string[],
  configured: readonly string[],
): Promise<KnownRuns> {
  const here = existsSync(RUNS_FOLDER) ? [RUNS_FOLDER] : [];
  const listable = configured.filter(isListable);
  const folders = [...named, ...here, ...listable];
  const dirs = new Map<string, string>();
  const add = (dir: string, path = resolve(dir)): void => {
    if (!dirs.has(path)) dirs.set(path, dir);
  };
  // One that lay elsewhere is in the log there and in the one here.
  const purged = new Map<string, PurgedRun>();
  const linked: [dir: string, path: string][] = [];
  const dangling: string[] = [];
  const addPurged = (run: PurgedRun): void => void purged.set(`${run.purgedAt} ${run.run}`, run);
  const within: string[] = [];
  /** @param path Where the folder is, whatever links lead to it. */
  const look = (folder: string, isOuter: boolean, path = resolve(folder)): void => {
    // To resolve each takes as long as to look whether it holds a run.
    const [start, wholeStart] = [startIn(folder), startIn(path)];
    const { folders: names, links } = namesIn(folder);
    for (const name of names) {
      add(`${start}${name}`, `${wholeStart}${name}`);
      if (isOuter) lookWithin(`${start}${name}`, `${wholeStart}${name}`);
    }
    for (const name of links) {
      const path = realPath(`${start}${name}`);
      if (path === undefined) dangling.push(`${start}${name}`);
      else if (mayHoldRun(path)) linked.push([`${start}${name}`, path]);
      else if (isOuter) lookWithin(`${start}${name}`, path);
    }
    for (const each of readPurgeLog(folder)) addPurged(each);
  };
  const lookWithin = (dir: string, path: string): void => {
    if (mayHoldRun(dir) || !isListable(dir)) return;
    within.push(dir);
    look(dir, false, path);
  };
  for (const folder of folders) {
    if (isRunFolder(folder)) add(folder);
    look(folder, basename(resolve(folder)) === RUNS_FOLDER || listable.includes(folder));
  }
  const [runs, replaced, lists] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const listed = new Map([RUNS_FOLDER, ...folders, ...within].map((each) => [resolve(each), each]));
  for (const folder of listed.values()) {
    const { there, gone } = await remembered(folder);
    for (const dir of there) add(dir);
    for (const { dir, createdAt, isReplaced } of gone) {
      // Somebody may have removed it from another folder, where nothing is known of this one.
      const found = findPurged(dir, createdAt);
      if (found) addPurged(found);
      else {
        (isReplaced ? replaced : runs).add(dir);
        lists.add(listIn(folder));
      }
    }
  }
  for (const [dir, path] of linked) add(dir, path);
  const absent = {
    runs: [...runs],
    replaced: [...replaced],
    lists: [...lists],
    links: dangling,
    folders: configured.filter((folder) => !listable.includes(folder)),
  };
  const candidates = [...dirs.values()];
  let ordered: string[] | undefined;
  return {
    folders: [...folders, ...within],
    get dirs() {
      ordered ??= lastChangedFirst(candidates.filter(mayHoldRun));
      return ordered;
    },
    candidates,
    purged: [...purged.values()],
    absent,
  };
}

/** Undefined of a link that leads nowhere, or to where this user may not look. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A share may not be connected, and a folder may be somebody else's. */
function isListable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Folders of runs, the one that changed last first. */
export function lastChangedFirst(dirs: Iterable<string>): string[] {
  return [...dirs]
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
 *
 * @param createdAt When its plan was made, as an ISO time.
 * @param isSandbox Whether it goes to a sandbox inside the program: then nobody will miss it.
 */
export async function rememberRun(dir: string, createdAt: string, isSandbox: boolean): Promise<void> {
  if (isHere(dir)) return;
  const isKnown = (): boolean =>
    rememberedRuns().some((run) => isRun(run, dir) && run.createdAt === createdAt);
  // Once more where another process has put a shorter list in its place meanwhile, or taken the folder away.
  for (let turn = 0; turn < TURNS_MAX && !isKnown(); turn++) {
    try {
      await makeFolder(RUNS_FOLDER);
      await append([{ dir: pathFromHere(dir), createdAt, ...(isSandbox && { sandbox: true }) }]);
    } catch (error) {
      // The run itself is none the worse for it.
      if (!isAbsent(error)) return;
    }
  }
}

const TURNS_MAX = 10;

async function append(runs: readonly RememberedRun[]): Promise<void> {
  const handle = await openToAppend(ELSEWHERE);
  try {
    await handle.writeFile(linesOf(runs));
  } finally {
    await handle.close();
  }
}

function linesOf(runs: readonly RememberedRun[]): string {
  return runs.map((run) => `${JSON.stringify(run)}\n`).join("");
}

/**
 * Forgets a run that was removed. Others that are no longer there may have sent something all the same.
 *
 * @param createdAt When its plan was made; undefined where that cannot be read.
 */
export async function forgetRun(dir: string, createdAt: string | undefined, at: Date): Promise<void> {
  if (!isElsewhere(dir)) return;
  const lock = await lockList(at);
  try {
    await shorten((run) => !isRun(run, dir, createdAt));
  } finally {
    await lock.release();
  }
  // It may have been made for this file alone; with runs in it, it stays.
  await rmdir(RUNS_FOLDER).catch(() => undefined);
}

/** Waits for others that forget a run just now, for a second at most. */
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
async function shorten(isKept: (run: RememberedRun) => boolean): Promise<void> {
  const before = `${ELSEWHERE}.old`;
  await removeFile(before);
  // Where the file system knows no hard links, nothing is added.
  await link(ELSEWHERE, before).catch(() => undefined);
  try {
    const text = await readFile(ELSEWHERE, "utf8").catch(() => "");
    const kept = runsIn(text).filter(isKept);
    if (kept.length === 0) await removeFile(ELSEWHERE);
    else await replaceFile(ELSEWHERE, [linesOf(kept)]);
    const added = runsIn((await readFile(before, "utf8").catch(() => "")).slice(text.length));
    if (added.length > 0) await append(added);
  } finally {
    await removeFile(before);
  }
}

/**
 * A run's folder, by its path or by its name alone: the page and the fix file of a run that `--out` put elsewhere name it so.
 *
 * @returns The text itself where no run, or more than one, has that name.
 */
export function findRunByName(text: string): string {
  const dir = findRunFolder(text);
  if (existsSync(dir)) return dir;
  const named = rememberedRuns().filter((run) => runId(run.dir) === text && mayHoldRun(run.dir));
  const [only, ...others] = new Map(named.map((run) => [resolve(run.dir), run.dir])).values();
  return only !== undefined && others.length === 0 ? only : dir;
}

/** Folders as seen from here, so that all of it can be moved together. */
function pathFromHere(dir: string): string {
  const path = relative(".", resolve(dir));
  return isAbsolute(path) ? path : path || ".";
}

/** The folders of runs that `submit --out` put somewhere else, as far as they are there. */
export async function runsElsewhere(): Promise<string[]> {
  return (await remembered()).there;
}

/** A run that is no longer where it was put, and whether another one lies there now. */
interface GoneRun extends RememberedRun {
  isReplaced: boolean;
}

/**
 * Those, and the runs that are no longer there, but for a sandbox's: nobody misses one.
 *
 * @param folder A folder of runs, with a list of its own.
 */
async function remembered(folder = RUNS_FOLDER): Promise<{ there: string[]; gone: GoneRun[] }> {
  const there = new Map<string, string>();
  const gone: GoneRun[] = [];
  for (const run of rememberedRuns(folder)) {
    const { dir, sandbox } = run;
    const isThere = mayHoldRun(dir);
    if (isThere && !isIn(folder, dir)) there.set(resolve(dir), dir);
    if (sandbox === true) continue;
    if (!isThere || (await holdsAnother(run))) gone.push({ ...run, isReplaced: isThere });
  }
  return { there: [...there.values()], gone };
}

/** Whether the plan that lies there is certainly that of another run. */
async function holdsAnother({ dir, createdAt }: RememberedRun): Promise<boolean> {
  if (createdAt === undefined) return false;
  const facts = await readPlanFacts(runPaths(dir).plan).catch(() => undefined);
  return facts !== undefined && facts.header.createdAt !== createdAt;
}

/** Whether a run remembered is the one in a folder: of older lines nobody knows when it was made. */
function isRun(run: RememberedRun, dir: string, createdAt = run.createdAt): boolean {
  return resolve(run.dir) === resolve(dir) && (run.createdAt ?? createdAt) === createdAt;
}

/** Whether a run is remembered as one that lies somewhere else. */
export function isElsewhere(dir: string): boolean {
  return rememberedRuns().some((run) => isRun(run, dir));
}

function isHere(dir: string): boolean {
  return isIn(RUNS_FOLDER, dir);
}

function isIn(folder: string, dir: string): boolean {
  return dirname(resolve(dir)) === resolve(folder);
}

/** With their folders as seen from here. */
function rememberedRuns(folder = RUNS_FOLDER): RememberedRun[] {
  try {
    const runs = runsIn(readSmallFile(listIn(folder))?.toString() ?? "");
    // Most often it is the list here.
    if (folder === RUNS_FOLDER) return runs;
    const around = join(folder, "..");
    return runs.map((run) => (isAbsolute(run.dir) ? run : { ...run, dir: join(around, run.dir) }));
  } catch {
    return [];
  }
}

function runsIn(text: string): RememberedRun[] {
  return text.split("\n").flatMap((line) => {
    try {
      const run = JSON.parse(line) as RememberedRun;
      return typeof run.dir === "string" ? [run] : [];
    } catch {
      return [];
    }
  });
}
