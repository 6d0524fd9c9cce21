import * as z from "zod";
import {
  count,
  issue,
  run,
  status,
  summary,
  text,
  time,
  told,
  type Written,
} from "../../outcome/shared-schemas.ts";

/** `report.json`, and what `report --format json` writes. */

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
    .describe("What a person wrote down with resolve, apart from what was observed; null where nobody did."),
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
    .describe("The runs that are told as one."),
  filter: z
    .object({ statuses: z.array(status).exactOptional(), rows: text.exactOptional() })
    .exactOptional()
    .describe("Set when only some rows are told: the summary counts these."),
});

export const report = z
  .object({
    run: reportRun,
    summary,
    leads: z.array(reportLead).describe("In input order."),
  })
  .describe("What became of every selected row of an input.");

export type ReportRun = Written<z.infer<typeof reportRun>>;
export type ReportLead = Written<z.infer<typeof reportLead>>;
