import { existsSync, lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { readFile, removeFolder } from "../base/files.ts";
import { runsElsewhere } from "../run/folder/known-runs.ts";
import { lockRun } from "../run/folder/lock.ts";
import { listRunFolders, runId } from "../run/folder/run-folder.ts";
import { conditionOf } from "../run/gather-evidence.ts";
import { filesChangedMs, type KeptWhy, keptWhy, latestTime, purgeRun } from "../run/purge-run.ts";
import { type FoundRun, Run } from "../run/run.ts";
import { RUNS_FOLDER } from "../run/run-paths.ts";
import { amountText } from "../terminal/number-text.ts";
import { jobError } from "./job-errors.ts";

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

function whyKept(found: FoundRun, force: boolean): KeptRun | null {
  const { dir } = found;
  const condition = conditionOf(found);
  if (condition === "in progress") return { dir, why: keptWhy("in-use"), canBeForced: false };
  if (condition === "in doubt") return { dir, why: keptWhy("in-doubt"), canBeForced: false };
  if (force) return null;
  const why = doubtOf(found, condition);
  return why === null ? null : { dir, why, canBeForced: true };
}

/** Why a person should look at a run before it goes. */
function doubtOf({ run }: FoundRun, condition: ReturnType<typeof conditionOf>): KeptWhy | null {
  if (condition === "older journal") return keptWhy("older-journal");
  if (condition === "interrupted") return keptWhy("interrupted");
  if (condition === "damaged") return keptWhy("damaged");
  const maybe = run?.state.summary.maybeCreated ?? 0;
  return maybe > 0 ? keptWhy("may-exist", { count: maybe }) : null;
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
  try {
    const { run, corrects } = JSON.parse(await readFile(join(folder, "draft.json"), "utf8"));
    return [run, corrects].filter((name) => typeof name === "string");
  } catch {
    return [];
  }
}

/** @throws CliError where a desk has it open. */
async function removeDraft(folder: string, now: Date): Promise<void> {
  const lock = await lockRun(folder, now, false);
  await removeFolder(folder);
  lock.release();
}
