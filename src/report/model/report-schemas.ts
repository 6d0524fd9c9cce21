import * as z from "zod";
import { CONDITION_TEXTS, type RunCondition } from "../../outcome/guidance-texts.ts";
import {
  count,
  issue,
  params,
  run,
  status,
  summary,
  targetSchema,
  text,
  time,
  told,
  type Written,
} from "../../outcome/shared-schemas.ts";

/** The documents of `explain --json`, `runs --json` and `report --format json`. */

const condition = z
  .enum(Object.keys(CONDITION_TEXTS) as [RunCondition, ...RunCondition[]])
  .describe("The state of the run now.");
const place = { run: text.describe("The run's folder."), row: count };
const next = z.object({
  finding: text.nullable().describe("What to do, as a code; null where nothing is left to do."),
  text: text.nullable().describe("Null where nothing is left to do; for people."),
  command: text.nullable().describe("To be pasted; null where a person has to do something else first."),
});

const verdict = z.object({
  target: targetSchema.nullable().describe("Which service; null where the lead went nowhere yet."),
  sandbox: z.boolean().describe("A sandbox within the program, which is gone."),
  exists: z.enum(["yes", "maybe", "no"]),
  link: z.object(place).nullable().describe("The row whose run has the login link."),
  sendAgain: z.enum(["no", "by-word", "unclear", "yes"]),
  finding: text.describe("The whole verdict as a code, as in may-exist."),
  params: params.exactOptional(),
  text: text.describe("For people."),
  why: text.describe("For people."),
  row: z.object(place).describe("The row that decides it."),
  people: z
    .array(z.object({ name: text, ...place }))
    .describe("Where several people have this e-mail; else empty."),
  next,
});

const attempt = z.object({
  attempt: count.describe("From 1."),
  at: time,
  answeredAt: time.nullable().describe("Null: no answer was written down, or none came yet."),
  durationMs: z.number().nullable(),
  sent: z.boolean().nullable().describe("False only when it is proven that nothing was sent."),
  httpStatus: z.int().nullable(),
  answer: text.nullable().describe("What kind of answer, as in created, duplicate or unreadable."),
  error: z.object({ code: text, message: text }).nullable().describe("What went wrong on the connection."),
  retryAfter: text.nullable(),
  backoffMs: z
    .number()
    .nullable()
    .describe(
      "How long the lead had to wait at least before its next attempt; pauses of the run come on top.",
    ),
  body: text.nullable(),
  bodyComplete: z.boolean().nullable(),
  meaning: text.describe("For people."),
  statusAfter: status,
  isTakenBack: z.boolean().describe("A later answer undid it: the address turned out to be wrong."),
  doubts: z
    .array(
      z.object({
        because: z.enum(["out-of-step", "same-answer"]),
        before: z.array(count),
        after: z.array(count),
      }),
    )
    .describe("Its answer may be that of one of these rows."),
  maybeCreated: z.boolean(),
});

const explainedRow = z.object({
  run: z.object({ id: text, dir: text, input: text, target: targetSchema.nullable(), state: condition }),
  row: count,
  status,
  maybeCreated: z.boolean(),
  affiliateId: text.nullable(),
  email: text.nullable(),
  quoteId: text.nullable(),
  loginUrl: told.loginUrl,
  loginUrlWithheld: z.boolean().describe("There is one, and --reveal shows it."),
  issues: z.array(issue),
  warnings: z.array(issue),
  error: text.nullable().describe("What happened, as a sentence, where no issue says it."),
  rounds: z.array(
    z.object({
      round: count,
      command: z.enum(["submit", "resume", "replay"]),
      at: time,
      endedAt: time.nullable(),
      stopReason: text.nullable().describe("Why it stopped early; text for people."),
      plan: text.nullable().describe("The file of its corrections; null where it had none."),
      refused: z.array(issue).describe("Issues of a correction that was held back."),
      changedColumns: z.array(text),
      attempts: z.array(attempt),
    }),
  ),
  said: z
    .array(z.object({ ...told, word: z.enum(["created", "not-created", "not-a-lead"]).nullable() }))
    .describe("Answers that a person recorded, the latest last; null takes back the earlier ones."),
  next,
});

export const explainDocument = z
  .object({
    query: text.nullable().describe("What was looked for; null where a row was named."),
    leads: z
      .array(
        z.object({
          email: text.nullable(),
          verdicts: z.array(verdict).describe("By service."),
          alsoAs: z
            .array(z.object({ ...place, status, email: text.nullable() }))
            .describe("Rows that exist or may exist, and may be of the same person with another e-mail."),
        }),
      )
      .describe("Empty where too many people match."),
    rows: z.array(explainedRow).describe("Newest first."),
    elsewhere: z
      .array(z.object({ ...place, status }))
      .describe("Other rows of the same lead, where a row was named."),
    linkWasCut: z.boolean().describe("The login link that was asked for is incomplete."),
    notShown: count.describe("Further rows that match."),
    near: z.array(z.object({ text, runs: z.array(text) })).describe("Similar ones, if nothing was found."),
    unread: z.array(text).describe("Runs that cannot be searched."),
    absent: z.array(text).describe("Places where runs should be, and are not."),
    purgedRuns: count,
  })
  .describe("What is known of a lead over all runs.");

const listedRun = z.object({
  id: text,
  dir: text,
  at: time.nullable().describe("When it began."),
  lastAt: time.nullable().describe("When it last changed."),
  input: text.nullable(),
  target: targetSchema.nullable(),
  rowsRead: count.nullable(),
  rounds: count.nullable(),
  state: condition,
  process: z
    .object({
      pid: z.int(),
      host: text.nullable().describe("Null: this one."),
      user: text.nullable(),
      since: time,
      doubt: text.nullable().describe("Why nobody here can say whether it still runs; text for people."),
    })
    .nullable()
    .describe("Who works on it."),
  summary: summary.nullable(),
  problem: text.nullable().describe("Why it cannot be read; text for people."),
  next: text.nullable().describe("The command that comes next."),
});

const openRow = z.object({
  dir: text,
  row: count,
  status,
  maybeCreated: z.boolean(),
  email: text.nullable().describe("Masked."),
  at: time.describe("When it last changed."),
  next: text.nullable().describe("The command for it alone."),
});

const runName = { id: text, dir: text };

export const runsDocument = z
  .object({
    runs: z.array(listedRun).nullable().describe("Newest first."),
    totals: z.object({ runs: count, ...summary.shape }).nullable(),
    purged: z
      .array(
        z.object({
          run: text,
          input: text.nullable(),
          createdAt: time.exactOptional(),
          startedAt: time.nullable(),
          lastAt: time.nullable(),
          purgedAt: time,
          summary: summary.nullable(),
          sandbox: z.literal(true).exactOptional(),
        }),
      )
      .nullable()
      .describe("Runs that were removed earlier."),
    absent: z
      .object({
        runs: z.array(text),
        replaced: z.array(text),
        lists: z.array(text),
        links: z.array(text),
        folders: z.array(text),
      })
      .nullable()
      .describe("Places where runs should be, and are not."),
    rows: z.array(openRow).nullable().describe("Of --status: its open rows. Null without it."),
    purge: z
      .object({
        removed: z.array(z.object(runName)),
        kept: z.array(
          z.object({
            ...runName,
            finding: text.describe("Why, as a code."),
            why: text.describe("For people."),
          }),
        ),
        drafts: count.describe("Drafts of the desk that were removed."),
      })
      .nullable()
      .describe("Of --purge, where all else is null. Null without it."),
  })
  .describe("The runs here, how they ended and what comes next.");

export type ExplainDocument = Written<z.infer<typeof explainDocument>>;
export type ExplainedRowDocument = ExplainDocument["rows"][number];
export type RunsDocument = Written<z.infer<typeof runsDocument>>;

const reportLead = z.object({
  row: count.describe("As a spreadsheet numbers it: the header is row 1. In JSON, item 1 is row 1."),
  status,
  affiliateId: text.nullable(),
  email: text.nullable(),
  firstName: text.nullable(),
  lastName: text.nullable(),
  quoteId: text.nullable(),
  loginUrl: text.nullable().describe("A credential: it signs the applicant in."),
  httpStatus: z.int().nullable().describe("Of the last answer."),
  attempts: count.describe("HTTP exchanges over all rounds."),
  issues: z.array(issue).describe("Ours for invalid rows, the service's for rejected ones."),
  error: text.nullable().describe("What happened, as a sentence, where no issue says it."),
  resolved: z
    .object({ word: z.enum(["created", "not-created"]), ...told, by: text })
    .nullable()
    .describe(
      "The answer that a person recorded with resolve, apart from what was observed; null without one.",
    ),
  maybeCreated: z.boolean().describe("An attempt may have created the lead, and no answer has settled it."),
  dismissed: z
    .boolean()
    .describe("A person took it out as not a lead: it stays invalid or rejected, for good."),
});

const reportRun = z.object({
  ...run.shape,
  input: text.describe("The input's file name, or stdin."),
  baseUrl: text.nullable().describe("sandbox for a sandbox within the program; null for a check."),
  partner: text.nullable(),
  startedAt: time,
  endedAt: time.nullable().describe("Null when the last round has not ended, or was killed."),
  stopReason: text.nullable().describe("Why the last round stopped early; text for people."),
  shards: z
    .array(z.object({ id: text, dir: text }))
    .exactOptional()
    .describe("The runs that are combined."),
  filter: z
    .object({ statuses: z.array(status).exactOptional(), rows: text.exactOptional() })
    .exactOptional()
    .describe("Set if only some rows are included: the summary counts these."),
});

export const report = z
  .object({
    run: reportRun,
    summary,
    leads: z.array(reportLead).describe("In input order."),
  })
  .describe("The result of every selected row of an input.");

export type ReportRun = Written<z.infer<typeof reportRun>>;
export type ReportLead = Written<z.infer<typeof reportLead>>;
