import { BitSet } from "../../base/growable.ts";
import type { Run } from "../../run/run.ts";
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
