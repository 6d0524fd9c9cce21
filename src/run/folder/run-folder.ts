import {
  closeSync,
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { makeFolder, makePrivate } from "../../base/durable-file.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { describeCause, isAbsent } from "../../base/file-error.ts";
import { openToReadNow } from "../../base/files.ts";
import { ifPossible } from "../../base/if-possible.ts";
import type { Summary } from "../../outcome/status.ts";
import { isOwnSandbox } from "../../settings/target.ts";
import { readPlanFacts } from "../plan/read-plan.ts";
import { runError } from "../run-errors.ts";
import { FORMER_INDEX, PEOPLE_INDEX, RUNS_FOLDER, type RunPaths, runFileOf, runPaths } from "../run-paths.ts";
import { lockRun, type RunLock } from "./lock.ts";

/** The folder's name is the run's id. */
export function runId(dir: string): string {
  return basename(resolve(dir));
}

/** The names that tell runs apart: their ids, with as many of the folders around them as it takes, as in `monday/run`. */
export function distinctNames(dirs: readonly string[]): string[] {
  const paths = dirs.map((dir) => resolve(dir).split(sep));
  for (let parts = 1; ; parts++) {
    const names = paths.map((path) => path.slice(-parts).join("/"));
    if (new Set(names).size === names.length || paths.every(({ length }) => length <= parts)) return names;
  }
}

/** Whether a name that `distinctNames` gave is that of the run in this folder. */
export function isNamed(dir: string, name: string): boolean {
  return `/${resolve(dir).split(sep).join("/")}`.endsWith(`/${name}`);
}

/** A run's folder, or only its name where it lies among the others: reports that are sent on have no more. */
export function findRunFolder(text: string): string {
  const among = join(RUNS_FOLDER, text);
  return text !== "" && !existsSync(text) && existsSync(among) ? among : text;
}

/** In characters of up to four bytes each: systems allow 255 bytes with the time in front. */
const NAME_LENGTH_MAX = 50;

/** The default folder of a run, `leadctl-runs/<UTC time>-<input name>`, with a name that every system takes. */
export function defaultRunFolder(inputName: string, at: Date): string {
  const time = at
    .toISOString()
    .replaceAll("-", "")
    .replaceAll(":", "")
    .replace(/\.(\d+)Z$/, "$1Z");
  const stem = inputName.replace(/\.[A-Za-z0-9]+$/, "");
  const name = stem
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+/, "");
  const cut = [...name]
    .slice(0, NAME_LENGTH_MAX)
    .join("")
    .replace(/[-.]+$/, "");
  return join(RUNS_FOLDER, `${time}-${cut || "input"}`);
}

/**
 * The folders of runs in a folder, by name, which is by time, and those that this user may not look into: one has its run's
 * folder to oneself. Links are not followed.
 *
 * @throws CliError with exit code 2 when there is no such folder.
 */
export function listRunFolders(folder: string): string[] {
  return namesIn(folder)
    .folders.map((name) => join(folder, name))
    .filter(mayHoldRun)
    .sort();
}

/**
 * The names of the folders in a folder, and of the links, but for hidden ones, which programs leave there.
 *
 * @throws CliError with exit code 2 when there is no such folder.
 */
export function namesIn(folder: string): { folders: string[]; links: string[] } {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw runError("no-runs", { folder });
  const entries = entriesOf(folder);
  return {
    folders: entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    links: entries.flatMap((entry) =>
      entry.isSymbolicLink() && !entry.name.startsWith(".") ? [entry.name] : [],
    ),
  };
}

/** Whether a folder holds a run, or what is left of one. */
export function isRunFolder(dir: string, entries = entriesNow(dir)): boolean {
  return entries.some((entry) => entry.isFile() && tells(entry.name, "run"));
}

/** The same; or only reports are left of it; or nobody can tell: this user may not look into it. */
export function mayHoldRun(dir: string): boolean {
  if (hasPlanOrHides(dir)) return true;
  // Once: a folder beside runs may be anybody's, and hold any number of files.
  const entries = entriesNow(dir);
  return isRunFolder(dir, entries) || isReported(dir, entries);
}

/** How a journal begins. */
const BEGINNING = '{"type":"run"';

/**
 * Whether reports, or what else is left of a run, tell that it may have sent something to a real service. Those of a check, and
 * of a run that was bound to nobody, do not.
 */
export function isReported(dir: string, entries = entriesNow(dir)): boolean {
  const names = entries.map(({ name }) => name);
  const isEmptied =
    [PEOPLE_INDEX, FORMER_INDEX].some((name) => names.includes(name)) &&
    !names.some((name) => tells(name, "run"));
  const isTrace = (name: string): boolean =>
    tells(name, "sent") || (runFileOf(name)?.holds === "torn" && isTornAfterBeginning(join(dir, name)));
  if (!isEmptied && !names.some(isTrace)) return false;
  // Null where it was bound to nobody; undefined where no report says it.
  const baseUrl = readReportHead(join(dir, "report.json"))?.run.baseUrl;
  return baseUrl !== null && !(baseUrl !== undefined && isOwnSandbox({ baseUrl }));
}

function tells(name: string, what: "run" | "sent" | "early"): boolean {
  return runFileOf(name)?.tells?.includes(what) === true;
}

/** What lies in a run's folder; nothing where that is gone. */
export function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Nothing either where it cannot be read. */
export function entriesNow(dir: string): Dirent[] {
  return ifPossible(() => entriesOf(dir)) ?? [];
}

/** The end of a journal that was set aside: what tore off its first record, before which nothing is sent, tells nothing. */
function isTornAfterBeginning(path: string): boolean {
  const head = ifPossible(() => headOf(path, BEGINNING.length));
  return head === undefined || !BEGINNING.startsWith(head);
}

const REPORT_HEAD_BYTES = 64 * 1024;

/** How a report in JSON begins: what stands in front of its leads. */
export interface ReportHead {
  run: {
    baseUrl: string | null;
    startedAt: string;
    endedAt: string | null;
    /** Only in a report of several runs. */
    shards?: unknown;
  };
  summary: Pick<Summary, "total" | "pending" | "invalid" | "created">;
}

/** Undefined where it cannot be read: a person may have changed it. */
export function readReportHead(path: string): ReportHead | undefined {
  return ifPossible(() => {
    const [beforeLeads] = headOf(path, REPORT_HEAD_BYTES).split(',\n"leads":', 1);
    const head = JSON.parse(`${beforeLeads}}`) as ReportHead;
    return typeof head.run.startedAt === "string" && head.summary.total >= 0 ? head : undefined;
  });
}

/**
 * Reads the heads of all reports in JSON, including those that were kept because they knew more; null where only a sheet is left, because
 * nobody knows how much that tells.
 */
export function readReportHeads(dir: string): ReportHead[] | null {
  const names = readdirSync(dir).filter((name) => /^report(?:-older-\d+)?\.(?:json|csv)$/.test(name));
  const texts = names.filter((name) => name.endsWith(".json"));
  const isAlone = (name: string): boolean => !names.includes(name.replace(/csv$/, "json"));
  return names.some(isAlone) ? null : texts.flatMap((name) => readReportHead(join(dir, name)) ?? []);
}

function headOf(path: string, bytes: number): string {
  const file = openToReadNow(path);
  try {
    const head = Buffer.alloc(bytes);
    return head.toString("utf8", 0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

function hasPlanOrHides(dir: string): boolean {
  try {
    return lstatSync(runPaths(dir).plan, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" || code === "EPERM";
  }
}

/**
 * Makes and locks a run's folder, 0700 whatever the umask. A folder that is there already is taken when it
 * holds no whole plan: such a run never began.
 *
 * @throws CliError with exit code 2 when the folder holds a run, or is not a folder of the person's own; 6 when
 *   another process works on it.
 */
export async function claimRunFolder(dir: string, at: Date): Promise<RunLock> {
  return claimFolder(dir, at, async (isLocked) => {
    if (!(await holdsRun(runPaths(dir)))) await requireNoStrangers(dir, (name) => tells(name, "early"));
    // Without the lock, another process may be working on it.
    else if (isLocked) throw runError("out-in-use", { dir }, { command: ["resume", { folder: dir }] });
    if (isLocked) await makePrivate(dir, 0o700);
  });
}

/**
 * Makes and locks a folder.
 *
 * @param requireFree Refuses a folder with something in it that must not be there. Asked before and after the lock: only then
 *   nobody else can be putting something there.
 * @returns Its lock. A folder that was made for it and is still empty vanishes with it.
 * @throws CliError with exit code 2 where a link or a file has its name; 6 where it cannot be made, or another process uses it.
 */
export async function claimFolder(
  dir: string,
  at: Date,
  requireFree: (isLocked: boolean) => Promise<void>,
): Promise<RunLock> {
  for (let turn = 1; ; turn++) {
    try {
      return await claim(dir, at, requireFree);
    } catch (error) {
      // Another process, which put nothing there, has taken the folder away that it had made.
      const hasVanished = isAbsent(error) || isAbsent((error as Error).cause);
      if (!hasVanished || turn === TURNS_MAX) throw error;
    }
  }
}

/** Each turn somebody else made the folder, and took it away. */
const TURNS_MAX = 10;

async function claim(
  dir: string,
  at: Date,
  requireFree: (isLocked: boolean) => Promise<void>,
): Promise<RunLock> {
  const firstNew = await makeFolder(dir).catch(async (cause) => {
    const found = await lstat(dir).catch(() => undefined);
    // A file, or a link that leads nowhere or to one.
    if (found && !found.isDirectory()) throw runError("out-not-a-folder", { dir });
    // An error without a code is ours: on Windows, some names and drives cannot exist.
    const exitCode = found || cause.code === undefined ? EXIT.usage : EXIT.journal;
    throw runError("out-unusable", { dir, why: describeCause(cause) }, { cause, exitCode });
  });
  if (!(await lstat(dir)).isDirectory()) throw runError("out-not-a-folder", { dir });
  await requireFree(false);
  const lock = await lockRun(dir, at, false);
  const release = (): void => {
    lock.release();
    if (firstNew !== undefined) removeEmptyFolders(resolve(dir), firstNew);
  };
  try {
    await requireFree(true);
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Takes folders away again, from the innermost to the first that was made, as long as nothing is in them. */
function removeEmptyFolders(innermost: string, outermost: string): void {
  for (let folder = innermost; folder.length >= outermost.length; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

async function holdsRun(paths: RunPaths): Promise<boolean> {
  const journal = await lstat(paths.journal).catch(absent);
  if (journal && journal.size > 0) return true;
  return (await readPlanFacts(paths.plan).catch(absent)) !== undefined;
}

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

/** @throws CliError with exit code 2 when a folder holds another file. */
export async function requireNoStrangers(dir: string, isOurs: (name: string) => boolean): Promise<void> {
  const stranger = (await readdir(dir)).find((name) => !isOurs(name));
  if (stranger !== undefined) throw runError("out-not-empty", { dir, name: stranger });
}
