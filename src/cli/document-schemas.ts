import * as z from "zod";
import { commandEvent } from "../job/progress/event-schema.ts";
import {
  failureDocument,
  question,
  replayDocument,
  resolveDocument,
  roundDocument,
  validateDocument,
} from "../job/round-schemas.ts";
import { targetSchema, text, version, type Written } from "../outcome/shared-schemas.ts";
import { explainDocument, report, runsDocument } from "../report/model/report-schemas.ts";
import { smokeDocumentSchema } from "../smoke/smoke-schema.ts";
import type { CommandName } from "./help/overview.ts";

const mapDocument = z
  .object({
    columns: z.array(
      z.object({
        header: text,
        letters: text.nullable().describe("In a spreadsheet; null for JSON."),
        field: text.nullable().describe("Null where it is left out."),
        settled: z.boolean().describe("False where a question about it is open."),
        reason: text.describe("Why, as in mapping, header, irrelevant or open."),
        finding: text.nullable().describe("Our own name of the remark, as in said-in-parts."),
        remark: text.nullable().describe("For people."),
        samples: z.array(text),
      }),
    ),
    questions: z.array(question).describe("Those that are open."),
    missing: z.array(text).describe("Fields that no column feeds."),
  })
  .describe("How the columns of a sheet are understood.");

const configDocument = z
  .object({
    config: z.object({
      file: text.nullable(),
      environments: z.array(
        z.object({ name: text, ...targetSchema.shape, confirm: z.boolean(), default: z.boolean() }),
      ),
    }),
    settings: z.record(
      text.describe("As in baseUrl."),
      z.object({
        value: text.nullable().describe("Null if it is not set. For the key, only whether it is set."),
        source: text.nullable().describe("As in LEADCTL_PARTNER; null where it is not set."),
      }),
    ),
    warnings: z.array(text).describe("For people."),
    problems: z.array(z.object({ code: text, finding: text, message: text, hint: text })),
  })
  .describe("The settings in force, where each came from, and what is wrong with them.");

export type MapDocument = Written<z.infer<typeof mapDocument>>;
export type ConfigDocument = Written<z.infer<typeof configDocument>>;

/** A document begins with the name and version of its schema. */
function named(name: string, fields: z.ZodObject) {
  return z.object({ schema: z.literal(`leadctl/${name}`), version, ...fields.shape });
}

const failed = (name: string) => named(name, failureDocument).describe("Why it could not continue.");

/** The document of each command with `--json`, or of its failure. */
const DOCUMENTS = {
  submit: roundDocument,
  validate: validateDocument,
  resume: roundDocument,
  replay: replayDocument,
  resolve: resolveDocument,
  explain: explainDocument,
  runs: runsDocument,
  report: roundDocument,
  map: mapDocument,
  config: configDocument,
} satisfies Partial<Record<CommandName, z.ZodObject>>;

/** The schemas in docs/schemas, by name. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    Object.entries<z.ZodObject>(DOCUMENTS).map(([name, fields]) => [
      name,
      z.union([named(name, fields), failed(name)]).describe(fields.description ?? ""),
    ]),
  ),
  smoke: named("smoke", smokeDocumentSchema).describe(smokeDocumentSchema.description ?? ""),
  error: failed("error").describe("The answer to a line that names no command."),
  "report-json": named("report-json", report).describe(report.description ?? ""),
  events: commandEvent,
};
