import * as z from "zod";
import { STATUSES } from "../../outcome/status.ts";

/**
 * What `--progress json` writes to stderr, one event a line: docs/events.md explains it. Only types come from
 * here into the running program; the schema published in docs/ and the tests are made from the definitions.
 */

const count = z.int().nonnegative();

const summary = z
  .object({
    total: count,
    ...statusCounts(),
    maybeCreated: count.describe("Of them all: not created as far as is known, and yet they may exist."),
    dismissed: count.describe("Of them all: invalid or rejected, and taken out by a person as not leads."),
    doubtful: count
      .optional()
      .describe("Of a check, of its pending rows: they lack something, or have a word that nobody knows."),
  })
  .describe("Selected rows, and how many have each status; those not settled are pending.");

const version = z
  .literal(1)
  .describe("Raised when a field changes its meaning or goes; new fields do not count.");

const run = z.object({
  id: z.string().nullable().describe("Null for a check."),
  dir: z.string().nullable().describe("The run's folder; null where nothing is written."),
  complete: z.boolean().describe("False when rows are left for resume."),
  rowsRead: count.describe("Rows in the input, selected or not."),
});

const startEvent = z
  .object({
    v: version,
    event: z.literal("start"),
    command: z.enum(["submit", "resume", "replay"]),
    run: z.object({ id: z.string(), dir: z.string() }),
    target: z.object({ baseUrl: z.string(), partner: z.string() }),
    input: z.object({
      name: z.string(),
      rowsRead: count,
      ready: count.describe("Rows of the run that nothing here is against."),
      invalid: count,
      due: count.describe("Rows that this round sends."),
    }),
    limits: z.object({
      concurrency: count,
      attempts: count.describe("For each lead, in this round."),
      ratePerSecond: z.number().nullable().describe("Null without --rate."),
    }),
  })
  .describe("A round begins. Nothing has been sent.");

const progressEvent = z
  .object({
    v: version,
    event: z.literal("progress"),
    phase: z.enum(["reading", "sending", "pausing"]),
    rowsRead: count.describe("Rows of the input read so far."),
    total: count.describe("Selected rows; 0 while the input is being read."),
    settled: count.describe("Selected rows of which the round expects no further attempt."),
    inFlight: count.describe("Requests under way."),
    ratePerSecond: z.number().nonnegative().describe("Attempts a second, lately."),
    etaMs: count
      .nullable()
      .describe(
        "By the pace of the last half minute or so. Null during the first ten seconds, and while it pauses.",
      ),
    pauseReason: z.string().nullable().describe("Why nothing is sent for now; text for people."),
    slowReason: z.string().nullable().describe("Why it goes slower than it could; text for people."),
    summary,
  })
  .describe("At most one a second, one for each change of phase or pause, and the last state at the end.");

const noteEvent = z
  .object({ v: version, event: z.literal("note"), text: z.string().describe("For people.") })
  .describe("Something that a person would be told meanwhile.");

const checkEvent = z
  .object({
    v: version,
    event: z.literal("check"),
    id: z.string().describe("As in rules.v1."),
    status: z.string().describe("As in the document of smoke --json."),
    round: count.describe("From 1."),
    settled: count.describe("Checks of this round that are over, this one included."),
    total: count.describe("Checks of a round."),
  })
  .describe("A check of smoke is over.");

const verdictEvent = z
  .object({
    v: version,
    event: z.literal("verdict"),
    verdict: z.enum(["pass", "fail", "incomplete"]),
    exitCode: z.int(),
  })
  .describe("The last line of smoke.");

const endEvent = z
  .object({
    v: version,
    event: z.literal("end"),
    run,
    summary,
    stop: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe("Why the round stopped early; null when it did not."),
    files: z
      .array(z.object({ label: z.string(), path: z.string() }))
      .describe("The reports that were written."),
  })
  .describe("The command has done what it could; the exit code follows.");

const errorEvent = z
  .object({
    v: version,
    event: z.literal("error"),
    code: z.string().describe("A stable kebab-case name."),
    message: z.string(),
    hint: z.string().nullable().describe("What to do next."),
    exitCode: z.int(),
  })
  .describe("The command could not go on. No end follows.");

export const commandEvent = z
  .discriminatedUnion("event", [
    startEvent,
    progressEvent,
    noteEvent,
    checkEvent,
    verdictEvent,
    endEvent,
    errorEvent,
  ])
  .describe("One line of stderr with --progress json.");

export type CommandEvent = z.infer<typeof commandEvent>;

function statusCounts() {
  return Object.fromEntries(STATUSES.map((status) => [status, count])) as Record<
    (typeof STATUSES)[number],
    typeof count
  >;
}
