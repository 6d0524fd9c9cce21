import * as z from "zod";
import { STATUSES } from "../../outcome/status.ts";

/**
 * `report.json`. Only types come from here into the running program; the schema published in docs/ and the tests
 * are made from the definitions.
 */

const count = z.int().nonnegative();
const text = z.string();
const time = z.iso.datetime().describe("UTC.");

/** A person's own text is told apart: whatever may be shared leaves it out. */
const person = z.object({ personal: text });
const single = z.union([text, z.number(), z.boolean(), person]);

const issue = z.object({
  code: text.describe("As the service names it: custom, invalid_string and others."),
  finding: text.optional().describe("Our own name of what was found, as in row-short."),
  params: z
    .record(text, z.union([single, z.array(single).readonly()]))
    .optional()
    .describe("What the finding is about. What stands in a cell or a header is told as {personal}."),
  message: text,
  path: z.array(text).describe("The field, outermost name first."),
  validation: text.optional().describe("email, for e-mail format issues only."),
  column: text.optional().describe("Header of the column that fed the field."),
  cell: text.optional().describe("The cell's address in the sheet, as in O17."),
  alsoFrom: z
    .array(z.object({ column: text, cell: text.optional() }))
    .optional()
    .describe("Where several columns fed the field: the others."),
});

const reportLead = z.object({
  row: count.describe("As a spreadsheet numbers it: the header is row 1. In JSON, item 1 is row 1."),
  status: z.enum(STATUSES),
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
    .object({
      word: z.enum(["created", "not-created"]),
      quoteId: text.nullable(),
      loginUrl: text.nullable().describe("A credential: it signs the applicant in."),
      note: text.nullable(),
      at: time,
      by: text,
    })
    .nullable()
    .describe("What a person wrote down with resolve, apart from what was observed; null where nobody did."),
  maybeCreated: z.boolean().describe("An attempt may have created the lead, and no answer has settled it."),
  dismissed: z
    .boolean()
    .describe("A person took it out as not a lead: it stays invalid or rejected, for good."),
});

const reportRun = z.object({
  id: text,
  dir: text.nullable().describe("The run's folder; null where several runs are told as one."),
  complete: z.boolean().describe("False when rows are left for resume."),
  rowsRead: count.describe("Rows in the input, selected or not."),
  input: text.describe("The input's file name, or stdin."),
  baseUrl: text.nullable().describe("sandbox for a sandbox within the program; null for a check."),
  partner: text.nullable(),
  startedAt: time,
  endedAt: time.nullable().describe("Null when the last round has not ended, or was killed."),
  stopReason: text.nullable().describe("Why the last round stopped early; text for people."),
  shards: z
    .array(z.object({ id: text, dir: text }))
    .optional()
    .describe("The runs that are told as one."),
  filter: z
    .object({ statuses: z.array(z.enum(STATUSES)).optional(), rows: text.optional() })
    .optional()
    .describe("Set when only some rows are told: the summary counts these."),
});

export const report = z
  .object({
    run: reportRun,
    summary: z.object({
      total: count,
      ...statusCounts(),
      maybeCreated: count.describe("Of them all: not created as far as is known, and yet they may exist."),
      dismissed: count.describe("Of them all: invalid or rejected, and taken out by a person as not leads."),
      doubtful: count
        .optional()
        .describe("Of a check, of its pending rows: they lack something, or have a word that nobody knows."),
    }),
    leads: z.array(reportLead).describe("In input order."),
  })
  .describe("What became of every selected row of an input.");

export type ReportRun = z.infer<typeof reportRun>;
export type ReportLead = z.infer<typeof reportLead>;

function statusCounts() {
  return Object.fromEntries(STATUSES.map((status) => [status, count])) as Record<
    (typeof STATUSES)[number],
    typeof count
  >;
}
