import { BitSet } from "../../base/growable.ts";
import type { Run } from "../../run/run.ts";
import type { RowRange } from "../../settings/selection.ts";
import { rowsText } from "../../settings/selection.ts";
import type { ShardsDifference } from "../report-errors.ts";
import { reportError } from "../report-errors.ts";

/**
 * Proves that runs are the shards of one input: the same file, the same target, and every row of the input in
 * exactly one of them.
 *
 * @throws CliError with exit code 2 that says what does not fit, and which rows are missing or there twice.
 */
export function requireShards(runs: readonly Run[]): void {
  requireSameInput(runs);
  requireCovered(runs);
}

/**
 * Makes sure that runs went to one service: its owner is asked about them together.
 *
 * @throws CliError with exit code 2 that names two that did not.
 */
export function requireOneTarget(runs: readonly Run[]): void {
  const [first, ...others] = runs;
  for (const other of others) {
    const [one, another] = [first, other].map((run) => run && targetOf(run));
    if (one !== another)
      throw reportError("targets-differ", {
        dirs: [first?.dir ?? "", other.dir],
        targets: [one ?? "", another ?? ""],
      });
  }
}

function targetOf({ record }: Run): string {
  return record ? `${record.baseUrl}, partner ${record.partner}` : "no service yet";
}

function requireSameInput(runs: readonly Run[]): void {
  const [first, ...others] = runs;
  for (const other of first ? others : []) {
    const difference = first && differenceOf(first, other);
    if (difference === undefined) continue;
    throw reportError("shards-differ", { dirs: [first?.dir ?? "", other.dir], ...difference });
  }
}

function differenceOf(a: Run, b: Run): ShardsDifference | undefined {
  const [planA, planB] = [a.plan, b.plan];
  if (planA.header.name !== planB.header.name)
    return { by: "file", values: [planA.header.name, planB.header.name] };
  if (planA.end.rowsRead !== planB.end.rowsRead)
    return { by: "rows", values: [String(planA.end.rowsRead), String(planB.end.rowsRead)] };
  const names = [planA, planB].map(({ end }) => JSON.stringify(end.columns.map(({ name }) => name)));
  if (names[0] !== names[1]) return { by: "columns", values: [] };
  if (a.record && b.record && targetOf(a) !== targetOf(b))
    return { by: "target", values: [targetOf(a), targetOf(b)] };
  return undefined;
}

function requireCovered(runs: readonly Run[]): void {
  const coverage = coverageOf(runs.map(({ state }) => state.rows()));
  const [first] = coverage.twice;
  if (first !== undefined) {
    throw reportError("shards-overlap", {
      rows: coverage.twice,
      rowCount: coverage.twiceCount,
      first,
      dirs: runs.flatMap(({ dir, state }) => (state.has(first) ? dir : [])).slice(0, 2),
    });
  }
  const rowsRead = runs[0]?.plan.end.rowsRead ?? 0;
  const missingCount = rowsRead - coverage.coveredCount;
  if (missingCount === 0) return;
  const { gaps, gapCount, lastRow } = coverage;
  const areAllGaps = gapCount === missingCount;
  throw reportError("shards-incomplete", {
    missingCount,
    rowsRead,
    rows: rowsText(gaps),
    areAllGaps,
    lastRow,
  });
}

/** How the runs of several shards cover the rows of their input. */
interface Coverage {
  /** Rows in at least one of them. */
  coveredCount: number;
  /** Rows that are there once more. */
  twiceCount: number;
  /** The first few of these, ascending. */
  twice: number[];
  /** Numbers between the first and the last row that are in none of them: missing, or blank in the input. */
  gaps: RowRange[];
  /** How many numbers the gaps hold; of very many gaps only the first are kept. */
  gapCount: number;
  lastRow: number;
}

const TWICE_MAX = 5;
const GAPS_MAX = 20;

/** @param runs The row numbers of each run. */
export function coverageOf(runs: readonly Iterable<number>[]): Coverage {
  const [rows, again] = [new BitSet(), new BitSet()];
  const coverage: Coverage = { coveredCount: 0, twiceCount: 0, twice: [], gaps: [], gapCount: 0, lastRow: 0 };
  for (const run of runs)
    for (const row of run) {
      if (rows.has(row)) {
        coverage.twiceCount += 1;
        again.add(row);
      } else coverage.coveredCount += 1;
      rows.add(row);
      coverage.lastRow = Math.max(coverage.lastRow, row);
    }
  let last = 0;
  for (let row = 1; row <= coverage.lastRow; row++) {
    if (again.has(row) && coverage.twice.length < TWICE_MAX) coverage.twice.push(row);
    if (!rows.has(row)) continue;
    if (last > 0 && row > last + 1) {
      coverage.gapCount += row - last - 1;
      if (coverage.gaps.length < GAPS_MAX) coverage.gaps.push({ from: last + 1, to: row - 1 });
    }
    last = row;
  }
  return coverage;
}
