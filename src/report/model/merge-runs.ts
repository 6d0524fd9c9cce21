import { BitSet } from "../../base/growable.ts";
import { oneByOne } from "../../base/row-stream.ts";
import { summed } from "../../outcome/status.ts";
import { distinctNames } from "../../run/folder/run-folder.ts";
import type { Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { type CellValue, type Column, isSameNotice, type Notice } from "../../sheet/table.ts";
import { reportError, type ShardsDifference } from "../report-errors.ts";
import { buildReport } from "./build-report.ts";
import type { RowFilter, RunReport } from "./report-model.ts";

/**
 * Tells the runs of the shards of one input as one, after a proof that they are: the same input, the same
 * target, and every row of the input in exactly one of them.
 *
 * @throws CliError with exit code 2 that says what does not fit.
 */
export function mergeRuns(one: Run, others: readonly Run[]): RunReport {
  const first = buildReport(one);
  if (others.length === 0) return first;
  const runs = [one, ...others];
  for (const other of others) {
    const [by, ...each] = differenceOf(one, other) ?? [];
    if (by !== undefined) throw reportError("shards-differ", { dirs: [one.dir, other.dir], by, each });
  }
  requireCovered(runs);
  const reports = runs.map(buildReport);
  const ownCount = one.plan.end.columns.length;
  const columns = mergedColumns(reports, ownCount);
  const names = distinctNames(runs.map(({ dir }) => dir));
  const shards = runs.map((run, at) => ({
    run,
    name: names[at] ?? run.id,
    place: placer(run.plan.columns, columns, ownCount),
  }));
  return {
    ...first,
    ...factsOfAll(first, reports),
    columns,
    notices: mergedNotices(reports),
    evidence: () => reports.flatMap((report) => report.evidence()),
    groups: () => reports.flatMap((report) => [...report.groups()]),
    outcomes: function* () {
      for (const [row, { run }] of rowsIn(shards)) yield { row, state: run.state.get(row) };
    },
    rows: (isWanted) => mergedRows(shards, isWanted),
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
  const [startedAt = first.run.startedAt] = runs.map(({ startedAt }) => startedAt).sort();
  const latest =
    runs
      .flatMap(({ endedAt }) => endedAt ?? [])
      .sort()
      .at(-1) ?? null;
  return {
    run: {
      ...first.run,
      id: runs.map(({ id }) => id).join(" + "),
      dir: null,
      complete: runs.every(({ complete }) => complete),
      startedAt,
      // Null while one of them has not ended.
      endedAt: runs.some(({ endedAt }) => endedAt === null) ? null : latest,
      stops: runs.flatMap(({ stops }) => stops),
      shards: runs.map(({ id, dir }) => ({ id, dir: dir ?? "" })),
    },
    summary: summed(reports.map(({ summary }) => summary)),
  };
}

function mergedNotices(reports: readonly RunReport[]): RunReport["notices"] {
  const merged: Notice[] = [];
  for (const notice of reports.flatMap(({ notices }) => notices))
    if (!merged.some((one) => isSameNotice(one, notice))) merged.push(notice);
  return merged;
}

/** The input's own columns, which all shards have, then those that corrections of any shard added. */
function mergedColumns(reports: readonly RunReport[], ownCount: number): Column[] {
  const added = new Map<string, Column>();
  for (const column of reports.flatMap(({ columns }) => columns.slice(ownCount)))
    if (!added.has(column.name)) added.set(column.name, column);
  return [...(reports[0]?.columns.slice(0, ownCount) ?? []), ...added.values()];
}

/** One of the runs that are told as one. */
interface Shard {
  run: Run;
  name: string;
  place(cells: readonly CellValue[]): readonly CellValue[];
}

/** In input order, each row with the shard that has it. */
function* rowsIn(shards: readonly Shard[]): Generator<[row: number, shard: Shard]> {
  let left = shards.reduce((sum, { run }) => sum + run.state.summary.total, 0);
  for (let row = 0; left > 0; row++) {
    const shard = shards.find(({ run }) => run.state.has(row));
    if (!shard) continue;
    left -= 1;
    yield [row, shard];
  }
}

const BATCH_ROWS = 256;

async function* mergedRows(
  shards: readonly Shard[],
  isWanted: RowFilter = () => true,
): AsyncGenerator<RunRow[]> {
  const readers = new Map(shards.map((shard) => [shard, oneByOne(shard.run.rows(isWanted))]));
  let batch: RunRow[] = [];
  try {
    for (const [row, shard] of rowsIn(shards)) {
      const next = isWanted(row) ? await readers.get(shard)?.next() : undefined;
      if (!next || next.done) continue;
      batch.push({ ...next.value, run: shard.name, cells: shard.place(next.value.cells) });
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    for (const rows of readers.values()) await rows.return(undefined);
  }
}

/** Puts a shard's cells where the merged columns have them. */
function placer(from: readonly Column[], to: readonly Column[], ownCount: number) {
  const sources = to.map(({ name }, index) =>
    index < ownCount ? index : from.findIndex((column, at) => at >= ownCount && column.name === name),
  );
  return (cells: readonly CellValue[]) =>
    to.length === ownCount ? cells : sources.map((source) => cells[source] ?? null);
}

/**
 * Makes sure that runs went to one service: its owner is asked about them together.
 *
 * @throws CliError with exit code 2 that names two that did not.
 */
export function requireOneTarget([first, ...others]: readonly [Run, ...Run[]]): void {
  for (const other of others) {
    const [one, another] = [targetOf(first), targetOf(other)];
    if (one !== another)
      throw reportError("targets-differ", { dirs: [first.dir, other.dir], targets: [one, another] });
  }
}

function targetOf({ record }: Run): string {
  return record ? `${record.baseUrl}, partner ${record.partner}` : "no service yet";
}

/** The first thing in which two runs differ, and what each of them has. */
function differenceOf(a: Run, b: Run): [by: ShardsDifference, one: string, other: string] | undefined {
  const [columns, others] = [a, b].map(({ plan }) => plan.end.columns.map(({ name }) => `“${name}”`));
  const columnsMax = Math.max(columns?.length ?? 0, others?.length ?? 0);
  let at = 0;
  while (at < columnsMax && columns?.[at] === others?.[at]) at += 1;
  const isBound = a.record !== null && b.record !== null;
  const compared: [ShardsDifference, string, string][] = [
    ["file", a.plan.header.name, b.plan.header.name],
    ["number of rows", `${a.plan.end.rowsRead}`, `${b.plan.end.rowsRead}`],
    ["set of columns", columns?.[at] ?? "no further one", others?.[at] ?? "no further one"],
    ["target", isBound ? targetOf(a) : "", isBound ? targetOf(b) : ""],
  ];
  return compared.find(([, one, other]) => one !== other);
}

/** Every row of the input is in exactly one of them. */
function requireCovered(runs: readonly Run[]): void {
  const rows = new BitSet();
  let coveredCount = 0;
  for (const { state } of runs)
    for (const row of state.rows()) {
      const dirs = rows.has(row) ? runs.flatMap((run) => (run.state.has(row) ? run.dir : [])) : [];
      if (dirs.length > 0) throw reportError("shards-overlap", { row, dirs });
      rows.add(row);
      coveredCount += 1;
    }
  const rowsRead = runs[0]?.plan.end.rowsRead ?? 0;
  const missingCount = rowsRead - coveredCount;
  if (missingCount > 0) throw reportError("shards-incomplete", { missingCount, rowsRead });
}
