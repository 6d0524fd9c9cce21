import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import type { Run } from "../run/run.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { rangesText } from "./filter-report.ts";

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

function requireSameInput(runs: readonly Run[]): void {
  const [first, ...others] = runs;
  for (const other of first ? others : []) {
    const difference = first && differenceOf(first, other);
    if (difference === undefined) continue;
    throw refusal(
      "shards-differ",
      `${first?.dir} and ${other.dir} are not shards of one input: ${difference}`,
      "Give runs of the same file, each with another part of --shard. Other runs are reported one by one.",
    );
  }
}

function differenceOf(a: Run, b: Run): string | undefined {
  const [planA, planB] = [a.plan, b.plan];
  const files = [planA.header.name, planB.header.name];
  if (files[0] !== files[1]) return `they read ${files.join(" and ")}`;
  const counts = [planA.end.rowsRead, planB.end.rowsRead];
  if (counts[0] !== counts[1]) return `they read ${counts.join(" and ")} rows`;
  const names = [planA, planB].map(({ end }) => JSON.stringify(end.columns.map(({ name }) => name)));
  if (names[0] !== names[1]) return "their columns differ";
  const targets = [a, b].map(({ record }) => record && `${record.baseUrl}, partner ${record.partner}`);
  if (targets[0] && targets[1] && targets[0] !== targets[1])
    return `they went to ${targets[0]} and to ${targets[1]}`;
  return undefined;
}

function requireCovered(runs: readonly Run[]): void {
  const coverage = coverageOf(runs.map(({ state }) => state.rows()));
  const dirs = runs.map(({ dir }) => dir);
  const [twice] = coverage.twice;
  if (twice) {
    const rows = coverage.twice.map(({ row }) => row).join(", ");
    const more = coverage.twiceCount > coverage.twice.length ? " and more" : "";
    throw refusal(
      "shards-overlap",
      `${coverage.twiceCount === 1 ? "Row" : "Rows"} ${rows}${more} are in more than one of these runs: ` +
        `row ${twice.row} is in ${twice.runs.map((run) => dirs[run]).join(" and in ")}`,
      "Give each shard once, all made with the same number of parts.",
    );
  }
  const rowsRead = runs[0]?.plan.end.rowsRead ?? 0;
  const missingCount = rowsRead - coverage.coveredCount;
  if (missingCount === 0) return;
  throw refusal(
    "shards-incomplete",
    `${missingCount} of the ${rowsRead} rows are in none of these runs: ${missingText(coverage, missingCount)}`,
    "Give the runs of all shards, each made without --rows and --limit.",
  );
}

/** Which rows are missing. A number without a row may also be a blank line of the input. */
function missingText({ gaps, gapCount, lastRow }: Coverage, missingCount: number): string {
  const listed = rangesText(gaps).replaceAll(",", ", ");
  if (gapCount === missingCount) return `rows ${listed}`;
  const outside = `before the first row of these or after row ${lastRow}`;
  return listed === "" ? outside : `among rows ${listed}, or ${outside}`;
}

function refusal(code: string, message: string, hint: string): CliError {
  return new CliError(message, { code, exitCode: EXIT.usage, hint });
}
