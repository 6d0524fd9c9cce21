import * as z from "zod";
import type { CliError } from "../../base/cli-error.ts";
import { type CodedText, personal } from "../../base/finding.ts";
import { FIELDS, type Field, fieldAt } from "../../lead/field-catalogue.ts";
import { isWithoutZeros } from "../cells/address-cells.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { targetAt } from "../columns/column-reading.ts";
import type { ColumnRule, Mapping } from "../columns/mapping.ts";
import { inputError, type MappingProblem } from "../sheet-errors.ts";
import { type MappingForm, mappingFinding } from "./mapping-texts.ts";

const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** What is wrong by rules of ours stands beside the sentence that is made of it. */
const path = z.string().superRefine((text, context) => {
  if (!fieldAt(text)) context.addIssue({ code: "custom", params: { found: unknownField(text, "json") } });
});
const rule = z.union([
  z.null(),
  z.string(),
  z.strictObject({ field: z.string(), values: z.record(z.string(), scalar.nullable()).optional() }),
]);
const values = z.record(path, scalar);

const QUESTION_ID = /^(?:column|address|word|layout):/;
const questionId = z.string().superRefine((text, context) => {
  const found = mappingFinding("question-id");
  if (!QUESTION_ID.test(text)) context.addIssue({ code: "custom", params: { found } });
});

/** What a mapping file of JSON holds: a path or a rule for each header, and the rest by path or question. */
export const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).optional(),
  headers: z.array(z.string()).optional(),
  columns: z.record(z.string(), rule).optional(),
  answers: z.record(questionId, z.string()).optional(),
  /** When they were given. */
  answeredAt: z.iso.datetime().optional(),
  /** What is asked, for anybody who fills in the answers. */
  questions: z.unknown().optional(),
  constants: values.optional(),
  defaults: values.optional(),
  decimal: z.enum([".", ","]).optional(),
  hiddenRows: z.enum(["include", "skip"]).optional(),
});

/** The same, whatever the file's form. */
export interface MappingContent
  extends Omit<z.infer<typeof fileSchema>, "$schema" | "version" | "questions" | "columns"> {
  columns?: Readonly<Record<string, string | null | ColumnRule>> | undefined;
}

/** One thing that is wrong with a mapping file. */
export interface MappingFault {
  /** Where in the content, as in `columns`, `Building`. */
  path: readonly PropertyKey[];
  found: CodedText;
}

function ruleOf(value: string | null | ColumnRule): ColumnRule {
  return value === null || typeof value === "string" ? { field: value } : value;
}

/** What the shapes alone do not tell: unknown paths, and values that the field cannot hold. */
export function faultsOf(
  { columns = {}, constants = {}, defaults = {} }: MappingContent,
  form: MappingForm,
): MappingFault[] {
  const faults: MappingFault[] = [];
  const checkValue = (path: string[], field: Field, value: FieldValue | null | undefined): void => {
    if (value === null || value === undefined) return;
    const of = { field: field.path, form };
    if (!canHold(field, value)) faults.push({ path, found: mappingFinding("value-of-other-kind", of) });
    else if (field.path.endsWith(".zip") && isWithoutZeros(String(value)))
      faults.push({ path, found: mappingFinding("zip-without-zeros", of) });
  };
  for (const [header, value] of Object.entries(columns)) {
    const { field: to, values = {} } = ruleOf(value);
    const path = ["columns", header];
    if (to === null) continue;
    const field = fieldAt(to);
    if (!targetAt(to)) faults.push({ path, found: unknownField(to, form) });
    else if (!field) {
      const found = mappingFinding("values-of-several", { field: to, form });
      if (Object.keys(values).length > 0) faults.push({ path, found });
    } else
      for (const [text, one] of Object.entries(values)) checkValue([...path, "values", text], field, one);
  }
  for (const [group, entries] of Object.entries({ constants, defaults }))
    for (const field of FIELDS) checkValue([group, field.path], field, entries[field.path]);
  for (const to of Object.keys(constants).filter((path) => path in defaults)) {
    const found = mappingFinding("constant-and-default", { field: to, form });
    faults.push({ path: ["defaults", to], found });
  }
  return faults;
}

/** A text that names no field. */
export function unknownField(text: string, form: MappingForm): CodedText {
  return mappingFinding("field-unknown", { text: personal(text), form });
}

function canHold({ type }: Field, value: FieldValue): boolean {
  if (type === "text") return typeof value === "string" && value !== "";
  if (type === "boolean") return typeof value === "boolean";
  return typeof value === "number" && (type === "number" || Number.isInteger(value));
}

/** The mapping that a file's content says, once nothing is wrong with it. @param name The file's, for messages. */
export function mappingOf(name: string, content: MappingContent): Mapping {
  const { columns = {}, headers = [], answers = {}, constants = {}, defaults = {} } = content;
  const { answeredAt, decimal, hiddenRows } = content;
  return {
    name,
    columns: new Map(Object.entries(columns).map(([header, value]) => [header, ruleOf(value)])),
    headers,
    answers: new Map(Object.entries(answers)),
    ...(answeredAt === undefined ? {} : { answeredAt }),
    constants: new Map(Object.entries(constants)),
    defaults: new Map(Object.entries(defaults)),
    ...(decimal === undefined ? {} : { decimalMark: decimal }),
    ...(hiddenRows === undefined ? {} : { hiddenRows }),
  };
}

/** The refusal of a mapping file. */
export function unusable(name: string, problems: readonly MappingProblem[], hint?: string): CliError {
  return inputError("mapping-invalid", { name, problems, hint });
}
