import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/** What two runs that were given as shards of one input differ in. */
export type ShardsDifference = "file" | "number of rows" | "set of columns" | "target";

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
    hint: "Write a list for each service, and ask its owner.",
  }),
  "shards-differ": ({ dirs, by, each }: TwoRuns & { by: ShardsDifference; each: readonly string[] }) => ({
    message: `${dirs[0]} and ${dirs[1]} are not shards of one input: each has a different ${by} (${each.join(" and ")})`,
    hint: "Give runs of the same file, each with another part of --shard. Report other runs one by one.",
  }),
  "shards-overlap": ({ row, dirs }: TwoRuns & { row: number }) => ({
    message: `Row ${row} is in more than one of these runs: ${dirs.join(" and ")}`,
    hint: "Give each shard once, all made with the same number of parts.",
  }),
  "shards-incomplete": says(
    "<missingCount> of the <rowsRead> rows are in none of these runs",
    "Give the runs of all shards, each made without --rows and --limit.",
  ),
} satisfies ErrorTexts;

/** The end of a command that makes reports. */
export const reportError = errorsOf(REPORT_ERRORS, EXIT.usage);
