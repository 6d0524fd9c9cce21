import * as z from "zod";
import { STATUSES } from "./status.ts";

/**
 * What the documents of `--json`, the events and `report.json` have in common. As of every `…-schema.ts`, only types come
 * from here into the running program: docs/schemas and the tests are made from the definitions.
 */

/** As a writer gives it: lists that it does not own are not copied. */
export type Written<T> = T extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Written<T[Key]> }
    : T;

export const count = z.int().nonnegative();
export const text = z.string();
export const time = z.iso.datetime().describe("UTC.");
export const status = z.enum(STATUSES);
export const exitCode = z.int();
export const version = z
  .literal(1)
  .describe("Raised when a field changes its meaning or is removed, but not for new fields.");
const statusCounts = Object.fromEntries(STATUSES.map((each) => [each, count])) as Record<
  (typeof STATUSES)[number],
  typeof count
>;

export const summary = z
  .object({
    total: count,
    ...statusCounts,
    maybeCreated: count.describe(
      "Rows of any status that may exist, although they are not known to be created.",
    ),
    dismissed: count.describe("Invalid and rejected rows that a person took out as not leads."),
    doubtful: count
      .exactOptional()
      .describe(
        "Pending rows of a check that the service may refuse: they lack something, or have an unknown word or an unusual e-mail address.",
      ),
  })
  .describe("Selected rows, and how many have each status; those not settled are pending.")
  .meta({ id: "summary" });

export const run = z.object({
  id: text.nullable().describe("Null for a check."),
  dir: text
    .nullable()
    .describe("The run's folder; null if nothing is written, or several runs are combined."),
  complete: z.boolean().describe("False when rows are left for resume."),
  rowsRead: count.describe("Rows in the input, selected or not."),
});

export const targetSchema = z.object({ baseUrl: text, partner: text });

const column = text.describe("Header of the column that fed the field.");
const cell = text.exactOptional().describe("The cell's address in the sheet, as in O17.");

/** A person's own text is told apart: whatever may be shared leaves it out. */
const param = z.union([text, z.number(), z.boolean(), z.object({ personal: text })]);
export const params = z
  .record(text, z.union([param, z.array(param)]))
  .describe("The parameters of its sentence. Text of a cell or a header is in {personal}.");

export const issue = z
  .object({
    code: text.describe("As the service names it: custom, invalid_string and others."),
    finding: text.exactOptional().describe("Our own name of what was found, as in row-short."),
    params: params.exactOptional(),
    message: text,
    path: z.array(text).describe("The field, outermost name first."),
    validation: text.exactOptional().describe("email, for e-mail format issues only."),
    expected: text.exactOptional().describe("The type that the service wanted, where it says so."),
    received: text.exactOptional().describe("The type that it found."),
    column: column.exactOptional(),
    cell,
    part: text.exactOptional().describe("Label of the field, if the column holds several."),
    alsoFrom: z
      .array(z.object({ column, cell }))
      .exactOptional()
      .describe("If several columns fed the field: the others."),
    harm: z
      .enum(["lost", "doubtful", "changed"])
      .exactOptional()
      .describe("What a warning may mean for the lead. Missing if a value is only absent."),
  })
  .meta({ id: "issue" });

/** What was written down of a row by `resolve`. */
export const told = {
  quoteId: text.nullable(),
  loginUrl: text.nullable().describe("A credential: it signs the applicant in."),
  note: text.nullable(),
  at: time,
};
