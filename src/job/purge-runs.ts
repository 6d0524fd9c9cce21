import { existsSync, lstatSync } from "node:fs";
import type { Context } from "../base/context.ts";
import { runsElsewhere } from "../run/folder/known-runs.ts";
import { listRunFolders } from "../run/folder/run-folder.ts";
import { conditionOf } from "../run/gather-evidence.ts";
import { latestTime, purgeRun } from "../run/purge-run.ts";
import { type KeptWhy, keptWhy } from "../run/purge-texts.ts";
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
  { ageMs, force }: PurgeOrder,
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
  return {
    removable: old.filter((run) => whyKept(run, force) === null),
    kept: old.flatMap((run) => whyKept(run, force) ?? []),
  };
}

/** What goes, as in `2 runs, with 43 login links that exist nowhere else, and 1 draft of the desk`. */
export function purgeText(removable: readonly FoundRun[], draftCount: number): string {
  const drafts = `${amountText(draftCount, "draft")} of the desk`;
  if (removable.length === 0 && draftCount > 0) return drafts;
  return `${runsText(removable)}${draftCount > 0 ? `, and ${drafts}` : ""}`;
}

function runsText(removable: readonly FoundRun[]): string {
  const links = removable.reduce((sum, { run }) => sum + (run?.state.summary.created ?? 0), 0);
  return `${amountText(removable.length, "run")}, with ${amountText(links, "login link")} that ${links === 1 ? "exists" : "exist"} nowhere else`;
}

/**
 * Removes what was planned, each run under its lock and only where nothing has come between.
 *
 * @returns The folders that are gone, and all runs that stayed.
 */
export async function carryOutPurge(
  { removable, kept }: PurgePlan,
  { ageMs, force }: PurgeOrder,
  context: Context,
): Promise<{ removed: string[]; kept: KeptRun[] }> {
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
  return { removed, kept: stayed };
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
