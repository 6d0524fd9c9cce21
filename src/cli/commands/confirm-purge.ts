import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { findDraftsToPurge, removeDrafts } from "../../job/purge-drafts.ts";
import { carryOutPurge, type KeptRun, planPurge, purgeText } from "../../job/purge-runs.ts";
import type { RunsDocument } from "../../report/model/answer-schemas.ts";
import { renderRunTable } from "../../report/text/run-table.ts";
import { runId } from "../../run/folder/run-folder.ts";
import type { FoundRun } from "../../run/run.ts";
import { ask } from "../../terminal/ask.ts";
import { amountText } from "../../terminal/number-text.ts";
import { documentLine, safeText } from "../../terminal/safe-text.ts";
import { shellFor } from "../../terminal/shell-command.ts";
import { styleFor } from "../../terminal/style.ts";
import { commandError } from "../command-errors.ts";

export interface PurgeOptions {
  /** Runs in which nothing happened for this long are removed. */
  ageMs: number;
  yes?: boolean;
  force?: boolean;
  json?: boolean;
  /** Folders of runs that a person named: then nothing else goes. */
  runs?: readonly string[];
}

/** More than that are counted, and not listed. */
const RUNS_SHOWN_MAX = 20;

/** Removes old runs, and old drafts of the desk, after showing them and asking. */
export async function purgeRuns(
  found: readonly FoundRun[],
  { ageMs, force = false, runs = [], ...options }: PurgeOptions,
  context: Context,
): Promise<ExitCode> {
  const order = { ageMs, force };
  const plan = await planPurge(found, order, context);
  const dirs = plan.removable.map(({ dir }) => dir);
  const draftAgeMs = runs.length > 0 ? undefined : ageMs;
  const drafts = await findDraftsToPurge(dirs, draftAgeMs, context.clock.date());
  if (dirs.length + drafts.length > 0) await confirm(plan.removable, drafts, options, context);
  const purged = await carryOutPurge(plan, order, context);
  // Somebody may have worked on one while we asked; and one goes with a run that has gone.
  const due = new Set(await findDraftsToPurge(purged.removed, draftAgeMs, context.clock.date()));
  const draftCount = await removeDrafts(
    drafts.filter((draft) => due.has(draft)),
    context.clock.date(),
  );
  tell({ ...purged, draftCount }, options, context);
  return EXIT.ok;
}

async function confirm(
  removable: readonly FoundRun[],
  drafts: readonly string[],
  options: Pick<PurgeOptions, "yes" | "json">,
  context: Context,
): Promise<void> {
  const what = purgeText(removable, drafts.length);
  const count = removable.length + drafts.length;
  if (!options.json) {
    const shown = removable.slice(0, RUNS_SHOWN_MAX);
    if (shown.length > 0)
      context.stderr.write(renderRunTable(shown, styleFor(context.stderr, context.env), shellFor(context)));
    const more = removable.length - shown.length;
    if (more > 0)
      context.stderr.write(`and ${amountText(more, "more run")}; leadctl runs --all lists them\n`);
    context.stderr.write(`To be removed: ${what}.\n`);
  }
  if (options.yes) return;
  if (!context.stdin.isTTY || options.json) {
    throw commandError("not-confirmed/purge", { what });
  }
  const typed = await ask(`Type ${count} to remove them: `, context);
  if (typed.trim() === String(count)) return;
  throw commandError("not-confirmed/purge-typed");
}

function tell(
  { removed, kept, draftCount }: { removed: readonly string[]; kept: readonly KeptRun[]; draftCount: number },
  { json }: Pick<PurgeOptions, "json">,
  context: Context,
): void {
  if (json) {
    const purge = {
      removed: removed.map((dir) => ({ id: runId(dir), dir })),
      kept: kept.map((run) => ({
        id: runId(run.dir),
        dir: run.dir,
        finding: run.why.finding,
        why: whyText(run),
      })),
      drafts: draftCount,
    };
    const others = { runs: null, totals: null, purged: null, absent: null, rows: null };
    const document: RunsDocument = { ...others, purge };
    context.stdout.write(documentLine("runs", document));
    return;
  }
  const byWhy = new Map<string, string[]>();
  for (const run of kept) byWhy.set(whyText(run), [...(byWhy.get(whyText(run)) ?? []), run.dir]);
  for (const [why, dirs] of byWhy) {
    const isMany = dirs.length > RUNS_SHOWN_MAX;
    for (const name of isMany ? [amountText(dirs.length, "run")] : dirs)
      context.stderr.write(`Kept ${safeText(name)}: ${safeText(why)}\n`);
  }
  const drafts = draftCount > 0 ? ` Removed ${amountText(draftCount, "draft")} of the desk.` : "";
  const runs = removed.length > 0 ? `Removed ${amountText(removed.length, "run")}.` : "No run was removed.";
  context.stderr.write(`${runs}${drafts}\n`);
}

function whyText({ why, canBeForced }: KeptRun): string {
  return canBeForced ? `${why.message}, or add --force` : why.message;
}
