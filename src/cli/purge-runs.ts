import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { carryOutPurge, type KeptRun, planPurge, purgeText } from "../job/purge-runs.ts";
import { renderRunTable } from "../report/run-table.ts";
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

/** Removes old runs, after showing them and asking. */
export async function purgeRuns(
  found: readonly FoundRun[],
  { ageMs, force = false, ...options }: PurgeOptions,
  context: Context,
): Promise<ExitCode> {
  const order = { ageMs, force };
  const plan = await planPurge(found, order, context);
  if (plan.removable.length > 0) await confirm(plan.removable, options, context);
  tell(await carryOutPurge(plan, order, context), options, context);
  return EXIT.ok;
}

async function confirm(
  removable: readonly FoundRun[],
  options: Pick<PurgeOptions, "yes" | "json">,
  context: Context,
): Promise<void> {
  const what = purgeText(removable);
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

function tell(
  { removed, kept }: { removed: readonly string[]; kept: readonly KeptRun[] },
  { json }: Pick<PurgeOptions, "json">,
  context: Context,
): void {
  if (json) {
    const document = {
      removed: removed.map((dir) => ({ id: runId(dir), dir })),
      kept: kept.map((run) => ({ id: runId(run.dir), dir: run.dir, why: whyText(run) })),
    };
    context.stdout.write(jsonLine({ purge: document }));
    return;
  }
  for (const run of kept) context.stderr.write(`Kept ${safeText(run.dir)}: ${safeText(whyText(run))}\n`);
  context.stderr.write(
    removed.length > 0 ? `Removed ${amountText(removed.length, "run")}.\n` : "No run was removed.\n",
  );
}

function whyText({ why, canBeForced }: KeptRun): string {
  return canBeForced ? `${why}, or add --force` : why;
}
