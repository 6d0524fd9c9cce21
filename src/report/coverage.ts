import type { RowRange } from "../settings/selection.ts";

/** How the runs of several shards cover the rows of their input. */
export interface Coverage {
  /** Rows in at least one of them. */
  coveredCount: number;
  /** Rows in more than one of them. */
  twiceCount: number;
  /** The first few of these, and in which two runs each is, by index. */
  twice: { row: number; runs: [number, number] }[];
  /** Numbers between the first and the last row that are in none of them: missing, or blank in the input. */
  gaps: RowRange[];
  /** How many numbers the gaps hold; of very many gaps only the first are kept. */
  gapCount: number;
  lastRow: number;
}

const TWICE_MAX = 5;
const GAPS_MAX = 20;

/** @param runs The row numbers of each run, ascending. */
export function coverageOf(runs: readonly Iterable<number>[]): Coverage {
  const coverage: Coverage = { coveredCount: 0, twiceCount: 0, twice: [], gaps: [], gapCount: 0, lastRow: 0 };
  let lastRun = -1;
  for (const { row, run } of ascending(runs)) {
    if (row === coverage.lastRow) {
      coverage.twiceCount += 1;
      if (coverage.twice.length < TWICE_MAX) coverage.twice.push({ row, runs: [lastRun, run] });
      continue;
    }
    if (coverage.lastRow > 0 && row > coverage.lastRow + 1) {
      coverage.gapCount += row - coverage.lastRow - 1;
      if (coverage.gaps.length < GAPS_MAX) coverage.gaps.push({ from: coverage.lastRow + 1, to: row - 1 });
    }
    coverage.coveredCount += 1;
    coverage.lastRow = row;
    lastRun = run;
  }
  return coverage;
}

/** The rows of all runs as one ascending sequence. There are few runs, so that the next row is simply looked for. */
function* ascending(runs: readonly Iterable<number>[]): Generator<{ row: number; run: number }> {
  const heads = runs.map((rows, run) => {
    const iterator = rows[Symbol.iterator]();
    return { run, iterator, next: iterator.next() };
  });
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (!head.next.done && (first === undefined || head.next.value < rowOf(first))) first = head;
    }
    if (first === undefined) return;
    yield { row: rowOf(first), run: first.run };
    first.next = first.iterator.next();
  }
}

function rowOf({ next }: { next: IteratorResult<number, unknown> }): number {
  return next.done ? Number.POSITIVE_INFINITY : next.value;
}
