import { type Dirent, existsSync, lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { isAbsent } from "../base/file-error.ts";
import { readFile, removeFile, removeFolder, rmdir } from "../base/files.ts";
import { type Catalogue, type CodedText, finder } from "../base/finding.ts";
import { isObject, parseJson } from "../base/json-value.ts";
import { runsElsewhere } from "../run/folder/known-runs.ts";
import { lockRun, type RunLock } from "../run/folder/lock.ts";
import { entriesOf, listRunFolders, mayHoldRun, runId } from "../run/folder/run-folder.ts";
import { isElsewhere, logPurge, type PurgedRun } from "../run/folder/run-logs.ts";
import { conditionOf } from "../run/gather-evidence.ts";
import { type FoundRun, Run } from "../run/run.ts";
import { LOCK_NAME, PLAN_NAME, RUNS_FOLDER, runFileOf } from "../run/run-paths.ts";
import { isOwnSandbox } from "../settings/target.ts";
import { amountText } from "../terminal/number-text.ts";
import { jobError } from "./job-errors.ts";

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

/** Which runs are to go. */
export interface PurgeOrder {
  /** Those in which nothing happened for this long. */
  ageMs: number;
  /** Whether a person has looked at those that only they can decide about. */
  force: boolean;
  /** Age of the drafts that go besides those of the runs; undefined: none. */
  draftAgeMs: number | undefined;
}

/** A run that stays. */
export interface KeptRun {
  dir: string;
  why: KeptWhy;
  /** Whether `--force` removes it. */
  canBeForced: boolean;
}

/** What is to go, and what is to stay of what is old enough. */
export interface PurgePlan {
  removable: readonly FoundRun[];
  kept: readonly KeptRun[];
  /** Folders of the desk's drafts. */
  drafts: readonly string[];
}

/**
 * The runs that may be meant: those in `leadctl-runs` here, and those that `--out` put elsewhere; or those in the folders
 * that a person named, and no others. Never those of the configuration. Links are not followed.
 *
 * @throws CliError with exit code 2 when a named folder is not there.
 */
export async function findRunsToPurge(named: readonly string[] = []): Promise<FoundRun[]> {
  const here = existsSync(RUNS_FOLDER) ? listRunFolders(RUNS_FOLDER) : [];
  const elsewhere = (await runsElsewhere()).filter((dir) =>
    lstatSync(dir, { throwIfNoEntry: false })?.isDirectory(),
  );
  const dirs = named.length > 0 ? named.flatMap(listRunFolders) : [...here, ...elsewhere];
  const found: FoundRun[] = [];
  for (const dir of dirs) found.push(await Run.inspect(dir));
  return found;
}

/**
 * Chooses the runs to remove. One that a process works on never is, one that is interrupted or damaged only when forced: its
 * leads are not settled, or its links exist nowhere else.
 *
 * @throws CliError with exit code 2 when the clock of this computer may be wrong.
 */
export async function planPurge(
  found: readonly FoundRun[],
  { ageMs, force, draftAgeMs }: PurgeOrder,
  context: Context,
): Promise<PurgePlan> {
  const old: FoundRun[] = [];
  for (const run of found) {
    const idle = await idleMs(run, context);
    if (idle < -CLOCK_TOLERANCE_MS)
      throw jobError("clock-doubtful/future", { now: nowOf(context), dir: run.dir });
    if (idle >= ageMs) old.push(run);
  }
  if (ageMs >= DAY_MS && old.length > 1 && old.length === found.length)
    throw jobError("clock-doubtful/all", { now: nowOf(context), count: found.length });
  const removable = old.filter((run) => whyKept(run, force) === null);
  const dirs = removable.map(({ dir }) => dir);
  return {
    removable,
    kept: old.flatMap((run) => whyKept(run, force) ?? []),
    drafts: await findDraftsToPurge(dirs, draftAgeMs, context.clock.date()),
  };
}

/** What goes, as in `2 runs, with 43 login links that exist nowhere else, and 1 draft of the desk`. */
export function purgeText({ removable, drafts }: Pick<PurgePlan, "removable" | "drafts">): string {
  const ofDesk = `${amountText(drafts.length, "draft")} of the desk`;
  if (removable.length === 0 && drafts.length > 0) return ofDesk;
  return `${runsText(removable)}${drafts.length > 0 ? `, and ${ofDesk}` : ""}`;
}

function runsText(removable: readonly FoundRun[]): string {
  const links = removable.reduce((sum, { run }) => sum + (run?.state.summary.created ?? 0), 0);
  return `${amountText(removable.length, "run")}, with ${amountText(links, "login link")} that ${links === 1 ? "exists" : "exist"} nowhere else`;
}

/**
 * Removes what was planned, each run under its lock and only where nothing has come between.
 *
 * @param dropDraft Removes a draft, unless a desk has it open.
 * @returns The folders that are gone, all runs that stayed, and how many drafts are gone.
 */
export async function carryOutPurge(
  { removable, kept, drafts }: PurgePlan,
  { ageMs, force, draftAgeMs }: PurgeOrder,
  context: Context,
  dropDraft: (folder: string) => Promise<void> = (folder) => removeDraft(folder, context.clock.date()),
): Promise<{ removed: string[]; kept: KeptRun[]; draftCount: number }> {
  const removed: string[] = [];
  const stayed = [...kept];
  for (const { dir } of removable) {
    const why = await purgeRun(dir, context.clock.date(), async (run) =>
      // Somebody may have worked on it since it was listed.
      (await idleMs(run, context)) < ageMs ? keptWhy("worked-on") : (whyKept(run, force)?.why ?? null),
    );
    if (why === null) removed.push(dir);
    else stayed.push({ dir, why, canBeForced: false });
  }
  // Somebody may have worked on a draft, too; and one goes with a run that has gone.
  const due = await findDraftsToPurge(removed, draftAgeMs, context.clock.date());
  let draftCount = 0;
  for (const folder of drafts.filter((each) => due.includes(each)))
    await dropDraft(folder).then(() => {
      draftCount += 1;
    }, requireExpected);
  return { removed, kept: stayed, draftCount };
}

function requireExpected(error: unknown): void {
  if (!(error instanceof CliError)) throw error;
}

/** Why a run stays for how it stands. */
const KEPT_BY_CONDITION = {
  "in progress": "in-use",
  "in doubt": "in-doubt",
  "older journal": "older-journal",
  interrupted: "interrupted",
  damaged: "damaged",
} as const;

/** Why a person should look at a run before it goes. One that a process may work on stays, whoever has looked. */
function whyKept(found: FoundRun, force: boolean): KeptRun | null {
  const { dir, owner, run } = found;
  const canBeForced = owner === undefined;
  if (canBeForced && force) return null;
  const condition = conditionOf(found);
  if (condition in KEPT_BY_CONDITION) {
    const finding = KEPT_BY_CONDITION[condition as keyof typeof KEPT_BY_CONDITION];
    return { dir, why: keptWhy(finding), canBeForced };
  }
  const count = run?.state.summary.maybeCreated ?? 0;
  return count === 0 ? null : { dir, why: keptWhy("may-exist", { count }), canBeForced };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The clocks of two computers may differ by this. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

function nowOf(context: Context): string {
  return context.clock.date().toISOString();
}

async function idleMs(run: FoundRun, context: Context): Promise<number> {
  return context.clock.date().getTime() - (await latestTime(run)).getTime();
}

/** Where the drafts of the desk lie, in the folder in which the program runs. */
export const DRAFTS_FOLDER = "leadctl-drafts";

/**
 * The drafts that go with some runs: those that became one of them or correct one, and those in which nothing has changed for
 * as long. A draft holds the leads of its sheet.
 *
 * @param dirs Folders of runs.
 * @param ageMs Absent: however old they are, only those of the runs go.
 * @returns Their folders.
 */
async function findDraftsToPurge(
  dirs: readonly string[],
  ageMs: number | undefined,
  now: Date,
): Promise<string[]> {
  const runs = new Set(dirs.flatMap((dir) => [dir, `./${dir}`, runId(dir)]));
  const found: string[] = [];
  const entries = await readdir(DRAFTS_FOLDER, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const folder = join(DRAFTS_FOLDER, entry.name);
    const isOfRun = (await runsOfDraft(folder)).some((run) => runs.has(run));
    // One that cannot be looked into stays.
    const changedMs = await filesChangedMs(folder).catch(() => Number.POSITIVE_INFINITY);
    const isOld = ageMs !== undefined && now.getTime() - changedMs >= ageMs;
    if (isOfRun || isOld) found.push(folder);
  }
  return found;
}

/** The runs that it became, or corrects; none of what cannot be read. */
async function runsOfDraft(folder: string): Promise<string[]> {
  const draft = parseJson(await readFile(join(folder, "draft.json"), "utf8").catch(() => ""));
  return isObject(draft) ? [draft.run, draft.corrects].filter((name) => typeof name === "string") : [];
}

/** @throws CliError where a desk has it open. */
async function removeDraft(folder: string, now: Date): Promise<void> {
  const lock = await lockRun(folder, now, false);
  await removeFolder(folder);
  lock.release();
}

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

/** When something last happened in a run; where its records cannot be read, to its files. */
export async function latestTime({ dir, run }: FoundRun): Promise<Date> {
  return new Date(run ? run.lastAt : await filesChangedMs(dir));
}

/** When something in a folder was last written but its lock; 0 where nothing is. */
async function filesChangedMs(dir: string): Promise<number> {
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
