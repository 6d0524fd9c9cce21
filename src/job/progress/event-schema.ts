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
    ready: count.describe("Rows of the run that can be sent."),
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
  settled: count.describe("Selected rows that this round is done with."),
  inFlight: count.describe("Requests under way."),
  ratePerSecond: z.number().nonnegative().describe("Recent attempts a second."),
  etaMs: count
    .nullable()
    .describe(
      "Estimated from the requests of the last ten seconds. Null before the first answer, and during a pause.",
    ),
  pauseFinding: text.nullable().describe("Why nothing is sent for now, as a code."),
  pauseReason: text.nullable().describe("Why nothing is sent for now; text for people."),
  pauseLeftMs: count.nullable().describe("How long the pause still lasts, if that is known."),
  slowFinding: text.nullable().describe("Why it is slower than it could be, as a code."),
  slowReason: text.nullable().describe("Why it is slower than it could be; text for people."),
  summary,
}).describe("At most one a second, one for each change of phase or pause, and the last state at the end.");

const noteEvent = event("note", {
  findings: z
    .array(z.object({ finding: text, params: params.exactOptional() }))
    .describe("What it says, as codes."),
  text: text.describe("For people."),
}).describe("A message for people during the round.");

const checkEvent = event("check", {
  id: text.describe("As in rules.v1."),
  status: text.describe("As in the document of smoke --json."),
  round: count.describe("From 1."),
  settled: count.describe("Finished checks of this round, with this one."),
  total: count.describe("Checks of a round."),
}).describe("A check of smoke is finished.");

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
}).describe("The command could not continue. No end follows.");

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
