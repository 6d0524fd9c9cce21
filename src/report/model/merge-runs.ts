import { summed } from "../../outcome/status.ts";
import { distinctNames } from "../../run/folder/run-folder.ts";
import { KeptCells } from "../../run/plan/kept-cells.ts";
import type { Run } from "../../run/run.ts";
import { type Column, isSameNotice, type Notice } from "../../sheet/table.ts";
import { buildReport } from "./build-report.ts";
import type { ReportRow, RowFilter, RowOutcome, RunReport } from "./report-model.ts";
import { requireShards } from "./require-shards.ts";

/**
 * Tells the runs of the shards of one input as one, after a proof that they are: the same input, the same
 * target, and every row of the input in exactly one of them.
 *
 * @throws CliError with exit code 2 that says what does not fit.
 */
export function mergeRuns(one: Run, others: readonly Run[]): RunReport {
  const first = buildReport(one);
  if (others.length === 0) return first;
  requireShards([one, ...others]);
  const reports = [first, ...others.map(buildReport)];
  const ownCount = one.plan.end.columns.length;
  const columns = mergedColumns(reports, ownCount);
  return {
    ...first,
    ...factsOfAll(first, reports),
    columns,
    notices: mergedNotices(reports),
    evidence: () => reports.flatMap((report) => report.evidence()),
    outcomes: () => mergedOutcomes(reports),
    rows: (isWanted) => mergedRows(reports, columns, ownCount, isWanted),
    sentRequests: async (rows) => {
      const requests = await Promise.all(reports.map((report) => report.sentRequests(rows)));
      return new Map(requests.flatMap((each) => [...each]));
    },
  };
}

/** What several runs are together, whatever their inputs. */
export function factsOfAll(
  first: RunReport,
  reports: readonly RunReport[],
): Pick<RunReport, "run" | "summary"> {
  const runs = reports.map(({ run }) => run);
  return {
    run: {
      ...first.run,
      id: runs.map(({ id }) => id).join(" + "),
      dir: null,
      complete: runs.every(({ complete }) => complete),
      startedAt: runs.map(({ startedAt }) => startedAt).sort()[0] ?? first.run.startedAt,
      endedAt: latest(runs.map(({ endedAt }) => endedAt)),
      stopReason: together(runs.map(({ stopReason }) => stopReason)),
      stopHint: together(runs.map(({ stopHint }) => stopHint)),
      stopCodes: [...new Set(runs.flatMap(({ stopCodes }) => stopCodes))],
      shards: runs.map(({ id, dir }) => ({ id, dir: dir ?? "" })),
    },
    summary: summed(reports.map(({ summary }) => summary)),
  };
}

/** Null while one of them has not ended. */
function latest(times: readonly (string | null)[]): string | null {
  const known = times.filter((time) => time !== null).sort();
  return known.length === times.length ? (known.at(-1) ?? null) : null;
}

/** Each sentence once; null where there is none. */
function together(sentences: readonly (string | null)[]): string | null {
  const told = new Set(sentences.filter((sentence) => sentence !== null));
  return told.size === 0 ? null : [...told].join(" ");
}

function mergedNotices(reports: readonly RunReport[]): RunReport["notices"] {
  const merged: Notice[] = [];
  for (const notice of reports.flatMap(({ notices }) => notices))
    if (!merged.some((one) => isSameNotice(one, notice))) merged.push(notice);
  return merged;
}

/** The input's own columns, which all shards have, then those that corrections of any shard added. */
function mergedColumns(reports: readonly RunReport[], ownCount: number): Column[] {
  const columns = reports[0]?.columns.slice(0, ownCount) ?? [];
  const added = new Map<string, Column>();
  for (const column of reports.flatMap((report) => report.columns.slice(ownCount))) {
    if (!added.has(column.name)) added.set(column.name, column);
  }
  return [...columns, ...added.values()];
}

function* mergedOutcomes(reports: readonly RunReport[]): Generator<RowOutcome> {
  const heads = reports.map((report) => {
    const outcomes = report.outcomes()[Symbol.iterator]();
    return { outcomes, next: outcomes.next() };
  });
  for (;;) {
    const first = firstOf(heads);
    if (first === undefined || first.next.done) return;
    yield first.next.value;
    first.next = first.outcomes.next();
  }
}

const BATCH_ROWS = 256;

async function* mergedRows(
  reports: readonly RunReport[],
  columns: readonly Column[],
  ownCount: number,
  isWanted?: RowFilter,
): AsyncGenerator<ReportRow[]> {
  const names = distinctNames(reports.map(({ run }) => run.dir ?? run.id));
  const heads = await Promise.all(
    reports.map(async (report, at) => {
      const rows = oneByOne(report.rows(isWanted));
      const place = placer(report.columns, columns, ownCount);
      return { rows, next: await rows.next(), place, run: names[at] ?? report.run.id };
    }),
  );
  let batch: ReportRow[] = [];
  try {
    for (;;) {
      const first = firstOf(heads);
      if (first === undefined || first.next.done) break;
      batch.push({ ...first.next.value, run: first.run, cells: first.place(first.next.value.cells) });
      first.next = await first.rows.next();
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    for (const { rows } of heads) await rows.return(undefined);
  }
}

async function* oneByOne(batches: AsyncIterable<readonly ReportRow[]>): AsyncGenerator<ReportRow> {
  for await (const batch of batches) yield* batch;
}

/** The shard whose next row comes first; undefined when all are at their end. */
function firstOf<T extends { next: IteratorResult<{ row: number }, unknown> }>(
  heads: readonly T[],
): T | undefined {
  const rowOf = ({ next }: T): number => (next.done ? Number.POSITIVE_INFINITY : next.value.row);
  let first: T | undefined;
  for (const head of heads) if (!head.next.done && (!first || rowOf(head) < rowOf(first))) first = head;
  return first;
}

/** Puts a shard's cells where the merged columns have them. */
function placer(from: readonly Column[], to: readonly Column[], ownCount: number) {
  const sources = to.map(({ name }, index) =>
    index < ownCount ? index : from.findIndex((column, at) => at >= ownCount && column.name === name),
  );
  if (to.length === ownCount) return (cells: KeptCells) => cells;
  return ({ values }: KeptCells) => KeptCells.of(sources.map((source) => values[source] ?? null));
}
