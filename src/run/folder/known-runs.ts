import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ifPossible } from "../../base/if-possible.ts";
import { readPlanFacts } from "../plan/read-plan.ts";
import { RUNS_FOLDER, runPaths } from "../run-paths.ts";
import { findRunFolder, isRunFolder, mayHoldRun, namesIn, runId } from "./run-folder.ts";
import { findPurged, type LineInList, liesIn, listLines, type PurgedRun, readPurgeLog } from "./run-logs.ts";

/** All runs that are known where a person stands. */
export interface KnownRuns {
  /** Folders that hold runs. */
  folders: readonly string[];
  /** Folders of all runs, the one that changed last first. */
  dirs: readonly string[];
  /** Runs that were removed from those folders. */
  purged: readonly PurgedRun[];
  absent: AbsentPlaces;
}

/** Where runs should be, and nothing is, or nothing that can be looked into. */
export interface AbsentPlaces {
  /** Folders of runs that sent something to a real service. */
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
  const found = new FoundFolders();
  for (const folder of folders) {
    if (isRunFolder(folder)) found.add(folder);
    found.look(folder, basename(resolve(folder)) === RUNS_FOLDER || listable.includes(folder));
  }
  const { dirs, linked, within } = found;
  const purged = [...new Set([...folders, ...within])].flatMap(readPurgeLog);
  const [runs, replaced, lists] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const listed = new Map([RUNS_FOLDER, ...folders, ...within].map((each) => [resolve(each), each]));
  for (const folder of listed.values()) {
    const { there, gone } = await remembered(folder);
    for (const dir of there) found.add(dir);
    for (const run of gone) {
      const { dir, createdAt, isReplaced, list } = run;
      // Somebody may have removed it from another folder, where nothing is known of this one.
      const isIt = (each: PurgedRun): boolean => each.run === runId(dir) && each.createdAt === createdAt;
      const removed = findPurged(dir, createdAt) ?? purged.find(isIt);
      if (removed) purged.push(removed);
      else if (!(await isMoved(run, [...dirs.values(), ...linked.values()]))) {
        (isReplaced ? replaced : runs).add(dir);
        lists.add(list);
      }
    }
  }
  for (const [path, dir] of linked) found.add(dir, path);
  return {
    folders: [...folders, ...within],
    dirs: lastChangedFirst([...dirs.values()].filter(mayHoldRun)),
    // One that lay elsewhere is in the log there and in the one here.
    purged: [...new Map(purged.map((run) => [`${run.purgedAt} ${run.run}`, run])).values()],
    absent: {
      runs: [...runs],
      replaced: [...replaced],
      lists: [...lists],
      links: found.dangling,
      folders: configured.filter((folder) => !listable.includes(folder)),
    },
  };
}

/** What lies in folders of runs; folders by where they are, whatever links lead to them. */
class FoundFolders {
  /** Those that may hold runs. */
  readonly dirs = new Map<string, string>();
  /** The same, of those to which links lead. */
  readonly linked = new Map<string, string>();
  /** Links that lead nowhere, or to where this user may not look. */
  readonly dangling: string[] = [];
  /** Folders that hold such folders. */
  readonly within: string[] = [];

  add(dir: string, path = resolve(dir)): void {
    if (!this.dirs.has(path)) this.dirs.set(path, dir);
  }

  /** @param isOuter Whether what it holds may be a folder of runs, too. */
  look(folder: string, isOuter: boolean, path = resolve(folder)): void {
    const { folders, links } = namesIn(folder);
    for (const name of folders) {
      this.add(join(folder, name), join(path, name));
      if (isOuter) this.#lookWithin(join(folder, name), join(path, name));
    }
    for (const link of links.map((name) => join(folder, name))) {
      const real = ifPossible(() => realpathSync(link));
      if (real === undefined) this.dangling.push(link);
      else if (mayHoldRun(real)) this.linked.set(real, this.linked.get(real) ?? link);
      else if (isOuter) this.#lookWithin(link, real);
    }
  }

  #lookWithin(dir: string, path: string): void {
    if (mayHoldRun(dir) || !isListable(dir)) return;
    this.within.push(dir);
    this.look(dir, false, path);
  }
}

/** A share may not be connected, and a folder may be somebody else's. */
function isListable(folder: string): boolean {
  return ifPossible(() => readdirSync(folder)) !== undefined;
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
  const { journal, plan } = runPaths(dir);
  const modified = (path: string) => ifPossible(() => statSync(path).mtimeMs);
  return modified(journal) ?? modified(plan) ?? 0;
}

/**
 * A run's folder, by its path or by its name alone: the page and the fix file of a run that `--out` put elsewhere name it so.
 *
 * @param dirs Folders of runs that may be meant besides those in `leadctl-runs`: else those that `--out` put elsewhere.
 * @returns The text itself where no run, or more than one, has that name.
 */
export function findRunByName(
  text: string,
  dirs: readonly string[] = listLines(RUNS_FOLDER).map((run) => run.dir),
): string {
  const dir = findRunFolder(text);
  if (existsSync(dir)) return dir;
  const named = dirs.filter((each) => runId(each) === text && mayHoldRun(each));
  const [only, ...others] = new Map(named.map((each) => [resolve(each), each])).values();
  return only !== undefined && others.length === 0 ? only : dir;
}

/** The folders of runs that `submit --out` put somewhere else, as far as they are there. */
export async function runsElsewhere(): Promise<string[]> {
  return (await remembered()).there;
}

/** A run that is no longer where it was put, and whether another one lies there now. */
interface GoneRun extends LineInList {
  isReplaced: boolean;
}

/**
 * Those, and all runs that are no longer there, but for a sandbox's and those that never sent anything: nobody misses one.
 *
 * @param folder A folder of runs, with a list of its own.
 */
async function remembered(folder = RUNS_FOLDER): Promise<{ there: string[]; gone: GoneRun[] }> {
  const there = new Map<string, string>();
  const gone: GoneRun[] = [];
  // A run has many lines.
  const runs = new Map(listLines(folder).map((run) => [`${run.createdAt} ${resolve(run.dir)}`, run]));
  for (const run of runs.values()) {
    const { dir, sandbox, planned } = run;
    const isThere = mayHoldRun(dir);
    if (isThere && !liesIn(folder, dir)) there.set(resolve(dir), dir);
    if (sandbox === true || planned === true) continue;
    if (!isThere || (await holdsAnother(run))) gone.push({ ...run, isReplaced: isThere });
  }
  return { there: [...there.values()], gone };
}

/** Whether the plan that lies there is certainly that of another run. */
async function holdsAnother({ dir, createdAt }: LineInList): Promise<boolean> {
  const there = createdAt === undefined ? undefined : await planTimeIn(dir);
  return there !== undefined && there !== createdAt;
}

/** Whether a run lies in another one of the folders that are known, under its name. */
async function isMoved({ dir, createdAt }: LineInList, dirs: readonly string[]): Promise<boolean> {
  for (const other of createdAt === undefined ? [] : dirs)
    if (runId(other) === runId(dir) && (await planTimeIn(other)) === createdAt) return true;
  return false;
}

/** When the plan in a folder was made, as an ISO time; also of one that a process has written and not yet given its name. */
async function planTimeIn(dir: string): Promise<string | undefined> {
  const read = (path: string) => readPlanFacts(path).catch(() => undefined);
  const facts = (await read(runPaths(dir).plan)) ?? (await read(join(dir, ".plan.ndjson.tmp")));
  return facts?.header.createdAt;
}
