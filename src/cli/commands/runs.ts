import { join } from "node:path";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { addTo } from "../../base/growable.ts";
import {
  carryOutPurge,
  findRunsToPurge,
  type KeptRun,
  type PurgePlan,
  planPurge,
  purgeText,
} from "../../job/purge-runs.ts";
import type { RunsDocument } from "../../report/model/report-schemas.ts";
import { absentLines } from "../../report/text/answer-text.ts";
import { type OpenRow, openRowDocument, openRowsOf, renderOpenRows } from "../../report/text/open-rows.ts";
import { renderRunList, renderRunTable, runDocumentsOf, totalsOf } from "../../report/text/run-table.ts";
import { findKnownRuns, type KnownRuns } from "../../run/folder/known-runs.ts";
import { runId } from "../../run/folder/run-folder.ts";
import { type FoundRun, Run } from "../../run/run.ts";
import { RUNS_FOLDER } from "../../run/run-paths.ts";
import { type Config, readConfig } from "../../settings/config-file.ts";
import type { CommandValues } from "../../settings/options.ts";
import { ask } from "../../terminal/ask.ts";
import { amountText, namesText } from "../../terminal/number-text.ts";
import { documentLine, safeText } from "../../terminal/safe-text.ts";
import { type Shell, shellFor } from "../../terminal/shell-command.ts";
import { styleFor } from "../../terminal/style.ts";
import { timeText } from "../../terminal/time-text.ts";
import { commandError } from "../command-errors.ts";

type RunsOptions = CommandValues<"runs">;

/** `leadctl runs`: the runs here, how they ended and what comes next; or their open rows; `--purge` removes old ones. */
export async function runs(options: RunsOptions, context: Context): Promise<ExitCode> {
  const { purgeMs: ageMs, sinceMs, target, statuses } = options;
  if (ageMs !== undefined) {
    if ((sinceMs ?? target ?? statuses) !== undefined) throw commandError("usage/purge-filters");
    return purgeRuns(ageMs, options, context);
  }
  const config = await readConfig(options.config);
  const known = await findKnownRuns(options.runs, config?.runs ?? []);
  const found: FoundRun[] = [];
  for (const dir of known.dirs) found.push(await Run.inspect(dir));
  const wanted = found.filter((run) => isWanted(run, options, config, context)).sort(startedLaterFirst);
  return statuses ? showOpenRows(wanted, known, options, context) : showRuns(wanted, known, options, context);
}

function isWanted(
  { run }: FoundRun,
  { sinceMs, target }: RunsOptions,
  config: Config | null,
  context: Context,
): boolean {
  if (sinceMs !== undefined) {
    const sinceAt = new Date(context.clock.date().getTime() - sinceMs).toISOString();
    if (run && run.lastAt < sinceAt) return false;
  }
  if (target === undefined) return true;
  const record = run?.record;
  if (!record) return false;
  const names = (config?.environments ?? [])
    .filter((one) => one.target.baseUrl === record.baseUrl && one.target.partner === record.partner)
    .map(({ name }) => name);
  const text = target.toLowerCase();
  return [record.baseUrl, record.partner, ...names].some((part) => part.toLowerCase().includes(text));
}

function startedLaterFirst({ run: one }: FoundRun, { run: other }: FoundRun): number {
  const [a, b] = [one?.startedAt ?? "", other?.startedAt ?? ""];
  return a < b ? 1 : a > b ? -1 : 0;
}

function showRuns(found: readonly FoundRun[], known: KnownRuns, options: RunsOptions, context: Context) {
  const shell = shellFor(context);
  const { purged, folders, absent } = known;
  if (options.json) {
    context.stdout.write(documentLine("runs", runsDocument(found, null, known, shell)));
    return EXIT.ok;
  }
  if (found.length === 0)
    context.stderr.write(known.dirs.length > 0 ? "No run matches.\n" : "There are no runs here.\n");
  else context.stdout.write(renderRunList(found, styleFor(context.stdout, context.env), shell, options.all));
  for (const line of absentLines(absent)) context.stderr.write(`${safeText(line)}\n`);
  const last = purged.at(-1);
  if (last)
    context.stderr.write(
      `${amountText(purged.length, "run")} ${purged.length === 1 ? "was" : "were"} removed by --purge, the last at ${safeText(timeText(last.purgedAt))}; ${safeText(join(folders[0] ?? RUNS_FOLDER, "purged.ndjson"))} lists them.\n`,
    );
  return EXIT.ok;
}

/** @param rows The rows of `--status`; null without it. */
function runsDocument(
  found: readonly FoundRun[],
  rows: readonly OpenRow[] | null,
  { purged, absent }: KnownRuns,
  shell: Shell,
): RunsDocument {
  return {
    runs: runDocumentsOf(found, shell),
    totals: totalsOf(found),
    purged,
    absent,
    rows: rows?.map((row) => openRowDocument(row, shell)) ?? null,
    purge: null,
  };
}

async function showOpenRows(
  found: readonly FoundRun[],
  known: KnownRuns,
  options: RunsOptions,
  context: Context,
): Promise<ExitCode> {
  const shell = shellFor(context);
  const rows: OpenRow[] = [];
  for (const run of found) rows.push(...(await openRowsOf(run, new Set(options.statuses))));
  const unread = found.filter(({ problem }) => problem && problem.code !== "no-run");
  if (unread.length > 0) {
    const are = unread.length === 1 ? "is" : "are";
    const names = namesText(unread.map(({ dir }) => dir));
    context.stderr.write(`${safeText(names)} ${are} not included: leadctl runs says why.\n`);
  }
  if (options.json) context.stdout.write(documentLine("runs", runsDocument(found, rows, known, shell)));
  else if (rows.length === 0)
    context.stderr.write(
      `No open row in ${amountText(found.length - unread.length, "run")} has this status.\n`,
    );
  else {
    const style = styleFor(context.stdout, context.env);
    context.stdout.write(renderOpenRows(rows, context.clock.date(), style, shell, options.all));
  }
  return EXIT.ok;
}

/** More than that are counted, and not listed. */
const RUNS_SHOWN_MAX = 20;

/** Removes old runs, and old drafts of the desk, after showing them and asking. Where folders are named, only their runs and those runs' drafts go. */
async function purgeRuns(ageMs: number, options: RunsOptions, context: Context): Promise<ExitCode> {
  const order = { ageMs, force: options.force, draftAgeMs: options.runs.length > 0 ? undefined : ageMs };
  const plan = await planPurge(await findRunsToPurge(options.runs), order, context);
  if (plan.removable.length + plan.drafts.length > 0) await confirm(plan, options, context);
  tell(await carryOutPurge(plan, order, context), options, context);
  return EXIT.ok;
}

async function confirm(plan: PurgePlan, options: RunsOptions, context: Context): Promise<void> {
  const what = purgeText(plan);
  const count = plan.removable.length + plan.drafts.length;
  if (!options.json) {
    const shown = plan.removable.slice(0, RUNS_SHOWN_MAX);
    if (shown.length > 0)
      context.stderr.write(renderRunTable(shown, styleFor(context.stderr, context.env), shellFor(context)));
    const more = plan.removable.length - shown.length;
    if (more > 0)
      context.stderr.write(`and ${amountText(more, "more run")}; leadctl runs --all lists them\n`);
    context.stderr.write(`To be removed: ${what}.\n`);
  }
  if (options.yes) return;
  if (!context.stdin.isTTY || options.json) throw commandError("not-confirmed/purge", { what });
  const typed = await ask(`Type ${count} to remove them: `, context);
  if (typed.trim() === String(count)) return;
  throw commandError("not-confirmed/purge-typed");
}

function tell(
  { removed, kept, draftCount }: Awaited<ReturnType<typeof carryOutPurge>>,
  { json }: RunsOptions,
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
  for (const run of kept) addTo(byWhy, whyText(run), run.dir);
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
