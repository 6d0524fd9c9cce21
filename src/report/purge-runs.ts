import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { conditionOf } from "../run/evidence.ts";
import { lockRun } from "../run/lock.ts";
import { runId } from "../run/run-folder.ts";
import { type FoundRun, inspectRun } from "../run/run-list.ts";
import { usageError } from "../settings/option-values.ts";
import { ask } from "../terminal/ask.ts";
import { amountText } from "../terminal/number-text.ts";
import { jsonLine, safeText } from "../terminal/safe-text.ts";
import { shellFor } from "../terminal/shell-command.ts";
import { styleFor } from "../terminal/style.ts";
import { lastAt, renderRunTable } from "./run-table.ts";

export interface PurgeOptions {
  /** Runs in which nothing happened for this long are removed. */
  ageMs: number;
  yes?: boolean;
  force?: boolean;
  json?: boolean;
}

/** A run that stays, and why. */
interface KeptRun {
  dir: string;
  why: string;
}

/**
 * Removes old runs, after showing them and asking. A run that a process works on is never removed, one that is
 * interrupted or damaged only when forced: its leads are not settled, or its links can be had nowhere else.
 */
export async function purgeRuns(
  found: readonly FoundRun[],
  options: PurgeOptions,
  context: Context,
): Promise<ExitCode> {
  const old: FoundRun[] = [];
  for (const run of found) if ((await idleMs(run, context)) >= options.ageMs) old.push(run);
  const doomed = old.filter((run) => whyKept(run, options) === null);
  const kept: KeptRun[] = old.flatMap((run) => {
    const why = whyKept(run, options);
    return why === null ? [] : [{ dir: run.dir, why }];
  });
  if (doomed.length > 0) await confirm(doomed, options, context);
  const removed: string[] = [];
  for (const { dir } of doomed) {
    const why = await removeRun(dir, options, context);
    if (why === null) removed.push(dir);
    else kept.push({ dir, why });
  }
  tell(removed, kept, options, context);
  return EXIT.ok;
}

function whyKept(run: FoundRun, { force }: PurgeOptions): string | null {
  const condition = conditionOf(run);
  if (condition === "in progress") return "a process works on it";
  if (force) return null;
  if (condition === "interrupted") return "it is interrupted: resume it first, or add --force";
  return condition === "damaged"
    ? "it is damaged, and may hold login links: look at it, or add --force"
    : null;
}

async function confirm(doomed: readonly FoundRun[], options: PurgeOptions, context: Context): Promise<void> {
  const links = doomed.reduce((sum, { history }) => sum + (history?.state.summary.created ?? 0), 0);
  const what = `${amountText(doomed.length, "run")}, with ${amountText(links, "login link")} that ${links === 1 ? "exists" : "exist"} nowhere else`;
  if (!options.json) {
    context.stderr.write(renderRunTable(doomed, styleFor(context.stderr, context.env), shellFor(context)));
    context.stderr.write(`To be removed: ${what}.\n`);
  }
  if (options.yes) return;
  if (!context.stdin.isTTY || options.json) {
    throw new CliError(`Nothing was removed: ${what} would be`, {
      code: "not-confirmed",
      exitCode: EXIT.usage,
      hint: "Add --yes to remove them.",
    });
  }
  const typed = await ask(`Type ${doomed.length} to remove them: `, context);
  if (typed.trim() === String(doomed.length)) return;
  throw usageError(
    "Nothing was removed: the number typed is another one",
    "Call it again and type the number of runs shown, or add --yes.",
    "not-confirmed",
  );
}

/** What leadctl writes into a run's folder. Anything else there is somebody's own, and stays. */
const OWN_FILE =
  /^(?:plan(?:-\d+)?\.ndjson|journal\.ndjson(?:\.torn-.*)?|(?:report|fix)(?:-\d+)?\.\w+|.*-as-given-\d+\.\w+|leadctl-rescue-.*\.ndjson|run\.lock.*|\.ballast|\.+(?:plan|report|fix).*\.tmp)$/;

/** Removes one run; returns why it stays, if it does. */
async function removeRun(dir: string, options: PurgeOptions, context: Context): Promise<string | null> {
  let lock: Awaited<ReturnType<typeof lockRun>>;
  try {
    lock = await lockRun(dir, context.clock.date(), false);
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
  try {
    // Somebody may have worked on it since it was listed.
    const run = { ...(await inspectRun(dir)), user: undefined };
    if ((await idleMs(run, context)) < options.ageMs) return "somebody has worked on it just now";
    const why = whyKept(run, options);
    if (why !== null) return why;
    await removeOwnFiles(dir);
  } finally {
    await lock.release();
  }
  const strangers = await readdir(dir);
  if (strangers.length > 0)
    return `all of the run is removed but what is not leadctl's: ${strangers.join(", ")}`;
  await rmdir(dir);
  return null;
}

/** The plan goes first: a journal without one can never be sent again by mistake. Links go, not what they point to. */
async function removeOwnFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && OWN_FILE.test(entry.name) && entry.name !== "run.lock")
    .map(({ name }) => name)
    .sort((a, b) => Number(b === "plan.ndjson") - Number(a === "plan.ndjson"));
  for (const name of names) await unlink(join(dir, name));
}

/** How long nothing has happened in a run, by its own records; where they cannot be read, by its files. */
async function idleMs(run: FoundRun, context: Context): Promise<number> {
  const at = lastAt(run) ?? (await lastChange(run.dir));
  return context.clock.date().getTime() - new Date(at).getTime();
}

async function lastChange(dir: string): Promise<Date> {
  let latestMs = 0;
  for (const name of await readdir(dir)) {
    if (!name.startsWith("run.lock")) latestMs = Math.max(latestMs, (await lstat(join(dir, name))).mtimeMs);
  }
  return new Date(latestMs);
}

function tell(
  removed: readonly string[],
  kept: readonly KeptRun[],
  { json }: PurgeOptions,
  context: Context,
): void {
  if (json) {
    const document = {
      removed: removed.map((dir) => ({ id: runId(dir), dir })),
      kept: kept.map(({ dir, why }) => ({ id: runId(dir), dir, why })),
    };
    context.stdout.write(jsonLine({ purge: document }));
    return;
  }
  for (const { dir, why } of kept) context.stderr.write(`Kept ${safeText(dir)}: ${safeText(why)}\n`);
  context.stderr.write(
    removed.length > 0 ? `Removed ${amountText(removed.length, "run")}.\n` : "No run was removed.\n",
  );
}
