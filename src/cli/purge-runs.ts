import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { renderRunTable } from "../report/run-table.ts";
import { conditionOf } from "../run/gather-evidence.ts";
import { forgetRun } from "../run/known-runs.ts";
import { lastChange, purgeRun } from "../run/purge-run.ts";
import type { FoundRun } from "../run/run.ts";
import { runId } from "../run/run-folder.ts";
import { usageError } from "../settings/option-values.ts";
import { ask } from "../terminal/ask.ts";
import { amountText } from "../terminal/number-text.ts";
import { jsonLine, safeText } from "../terminal/safe-text.ts";
import { shellFor } from "../terminal/shell-command.ts";
import { styleFor } from "../terminal/style.ts";

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
 * interrupted or damaged only when forced: its leads are not settled, or its links exist nowhere else.
 */
export async function purgeRuns(
  found: readonly FoundRun[],
  options: PurgeOptions,
  context: Context,
): Promise<ExitCode> {
  const old: FoundRun[] = [];
  for (const run of found) {
    const idle = await idleMs(run, context);
    if (idle < -CLOCK_TOLERANCE_MS)
      throw wrongClock(`${run.dir} is of a time that is still to come`, context);
    if (idle >= options.ageMs) old.push(run);
  }
  if (options.ageMs >= DAY_MS && old.length > 1 && old.length === found.length)
    throw wrongClock(`all of the ${found.length} runs would be older than that at once`, context);
  const removable = old.filter((run) => whyKept(run, options) === null);
  const kept: KeptRun[] = old.flatMap((run) => {
    const why = whyKept(run, options);
    return why === null ? [] : [{ dir: run.dir, why }];
  });
  if (removable.length > 0) await confirm(removable, options, context);
  const removed: string[] = [];
  for (const { dir } of removable) {
    const why = await purgeRun(dir, context.clock.date(), async (run) =>
      // Somebody may have worked on it since it was listed.
      (await idleMs(run, context)) < options.ageMs
        ? "somebody has worked on it just now"
        : whyKept(run, options),
    );
    if (why === null) {
      removed.push(dir);
      await forgetRun(dir);
    } else kept.push({ dir, why });
  }
  tell(removed, kept, options, context);
  return EXIT.ok;
}

function whyKept(run: FoundRun, { force }: PurgeOptions): string | null {
  const condition = conditionOf(run);
  if (condition === "in progress") return "a process works on it";
  if (condition === "in doubt") return "a process may work on it: nobody here can say";
  if (force) return null;
  if (condition === "older journal") return "its journal is older than the run: look at it, or add --force";
  const maybe = run.run?.state.summary.maybeCreated ?? 0;
  if (condition === "interrupted") return "it is interrupted: resume it first, or add --force";
  if (condition === "damaged") return "it is damaged, and may hold login links: look at it, or add --force";
  return maybe > 0
    ? `${amountText(maybe, "row")} of it may exist, and only it says so: ask the service's owner first, or add --force`
    : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** By which the clocks of two computers may differ. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

function wrongClock(what: string, context: Context): CliError {
  const now = context.clock.date().toISOString();
  return usageError(
    `Nothing was removed: the clock of this computer may be wrong (it says ${now}), for ${what}`,
    "Set the clock right. If it is right, and all of them are to go: leadctl runs --purge 0d.",
    "clock-doubtful",
  );
}

async function confirm(
  removable: readonly FoundRun[],
  options: PurgeOptions,
  context: Context,
): Promise<void> {
  const links = removable.reduce((sum, { run }) => sum + (run?.state.summary.created ?? 0), 0);
  const what = `${amountText(removable.length, "run")}, with ${amountText(links, "login link")} that ${links === 1 ? "exists" : "exist"} nowhere else`;
  if (!options.json) {
    context.stderr.write(renderRunTable(removable, styleFor(context.stderr, context.env), shellFor(context)));
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
  const typed = await ask(`Type ${removable.length} to remove them: `, context);
  if (typed.trim() === String(removable.length)) return;
  throw usageError(
    "Nothing was removed: the number typed is another one",
    "Call it again and type the number of runs shown, or add --yes.",
    "not-confirmed",
  );
}

async function idleMs(run: FoundRun, context: Context): Promise<number> {
  return context.clock.date().getTime() - (await lastChange(run)).getTime();
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
