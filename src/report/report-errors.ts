import { type ErrorTexts, errorsOf } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/** The difference between two runs that were given as shards of one input. */
export interface ShardsDifference {
  by: "file" | "rows" | "columns" | "target";
  /** What it is in each; none of columns. */
  values: readonly string[];
}

interface TwoRuns {
  /** Their folders. */
  dirs: readonly string[];
}

/** Why a report cannot be made or written. */
export const REPORT_ERRORS = {
  "report-write": ({ why }: { why: string }) => ({
    message: why,
    hint: "Nothing is lost: the journal holds every answer. Make room, or repair the folder, then:",
  }),
  "targets-differ": ({ dirs, targets }: TwoRuns & { targets: readonly string[] }) => ({
    message: `${dirs[0]} went to ${targets[0]}, and ${dirs[1]} to ${targets[1]}`,
    hint: "Ask each service's owner with a list of their own.",
  }),
  "shards-differ": ({ dirs, ...difference }: TwoRuns & ShardsDifference) => ({
    message: `${dirs[0]} and ${dirs[1]} are not shards of one input: ${differenceText(difference)}`,
    hint: "Give runs of the same file, each with another part of --shard. Other runs are reported one by one.",
  }),
  "shards-overlap": ({
    rows,
    rowCount,
    first,
    dirs,
  }: TwoRuns & { rows: readonly number[]; rowCount: number; first: number }) => ({
    message: `${rowCount === 1 ? "Row" : "Rows"} ${rows.join(", ")}${rowCount > rows.length ? " and more" : ""} are in more than one of these runs: row ${first} is in ${dirs.join(" and in ")}`,
    hint: "Give each shard once, all made with the same number of parts.",
  }),
  "shards-incomplete": ({
    missingCount,
    rowsRead,
    ...missing
  }: Missing & { missingCount: number; rowsRead: number }) => ({
    message: `${missingCount} of the ${rowsRead} rows are in none of these runs: ${missingText(missing)}`,
    hint: "Give the runs of all shards, each made without --rows and --limit.",
  }),
} satisfies ErrorTexts;

interface Missing {
  /** Numbers between the first and the last row that are in none of the runs; empty where there are none. */
  rows: string;
  /** Whether no others are missing. A number without a row may also be a blank line of the input. */
  areAllGaps: boolean;
  lastRow: number;
}

function missingText({ rows, areAllGaps, lastRow }: Missing): string {
  const listed = rows.replaceAll(",", ", ");
  if (areAllGaps) return `rows ${listed}`;
  const outside = `before the first row of these or after row ${lastRow}`;
  return listed === "" ? outside : `among rows ${listed}, or ${outside}`;
}

function differenceText({ by, values }: ShardsDifference): string {
  switch (by) {
    case "file":
      return `they read ${values.join(" and ")}`;
    case "rows":
      return `they read ${values.join(" and ")} rows`;
    case "columns":
      return "their columns differ";
    case "target":
      return `they went to ${values.join(" and to ")}`;
  }
}

/** The end of a command that makes reports. */
export const reportError = errorsOf(REPORT_ERRORS, EXIT.usage);
