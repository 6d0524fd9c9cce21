import * as z from "zod";
import {
  count,
  exitCode,
  params,
  run,
  summary,
  targetSchema,
  text,
  version,
  type Written,
} from "../../outcome/shared-schemas.ts";

/** What `--progress json` writes to stderr, one event a line: docs/json.md explains it. */

function event<const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) {
  return z.object({ v: version, event: z.literal(name), ...fields });
}

const startEvent = event("start", {
  command: z.enum(["submit", "resume", "replay"]),
  run: z.object({ id: text, dir: text }),
  target: targetSchema,
  input: z.object({
    name: text,
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
}).describe("A round begins. Nothing has been sent.");

const progressEvent = event("progress", {
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
  pauseFinding: text.nullable().describe("Why nothing is sent for now, as a code."),
  pauseReason: text.nullable().describe("Why nothing is sent for now; text for people."),
  pauseLeftMs: count.nullable().describe("How long that lasts, as far as it is known."),
  slowFinding: text.nullable().describe("Why it goes slower than it could, as a code."),
  slowReason: text.nullable().describe("Why it goes slower than it could; text for people."),
  summary,
}).describe("At most one a second, one for each change of phase or pause, and the last state at the end.");

const noteEvent = event("note", {
  findings: z
    .array(z.object({ finding: text, params: params.exactOptional() }))
    .describe("What it says, as codes."),
  text: text.describe("For people."),
}).describe("Something that a person would be told meanwhile.");

const checkEvent = event("check", {
  id: text.describe("As in rules.v1."),
  status: text.describe("As in the document of smoke --json."),
  round: count.describe("From 1."),
  settled: count.describe("Checks of this round that are over, this one included."),
  total: count.describe("Checks of a round."),
}).describe("A check of smoke is over.");

const verdictEvent = event("verdict", {
  verdict: z.enum(["pass", "fail", "incomplete"]),
  exitCode,
}).describe("The last line of smoke.");

const endEvent = event("end", {
  run,
  summary,
  stop: z
    .object({ code: text, message: text })
    .nullable()
    .describe("Why the round stopped early; null when it did not."),
  files: z.array(z.object({ label: text, path: text })).describe("The reports that were written."),
}).describe("The command has done what it could; the exit code follows.");

const errorEvent = event("error", {
  code: text.describe("A stable kebab-case name."),
  finding: text.describe("The same more exactly, as in usage/rows."),
  message: text,
  hint: text.nullable().describe("What to do next."),
  exitCode,
}).describe("The command could not go on. No end follows.");

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

export type CommandEvent = Written<z.infer<typeof commandEvent>>;
