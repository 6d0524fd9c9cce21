import { basename } from "node:path";
import type * as z from "zod";
import { FileInUse, readFile } from "../../base/files.ts";
import type { CodedText } from "../../base/finding.ts";
import { shapeText } from "../../base/shape-text.ts";
import { isSheetName, type Mapping, ruleFor, wordAnswers } from "../columns/mapping.ts";
import { inputError } from "../sheet-errors.ts";
import {
  faultsOf,
  fileSchema,
  type MappingContent,
  type MappingFault,
  mappingOf,
  unusable,
} from "./mapping-content.ts";
import { mappingFinding } from "./mapping-texts.ts";
import type { ShownColumns } from "./shown-columns.ts";

/** Stands where a person has to write an answer: no mapping file is taken with it. */
const TO_BE_SAID = "?";

/**
 * Reads a mapping file, JSON or a workbook by the name's ending: columns to fields, constants, value maps, defaults, the
 * decimal mark. It is strict, and all that is wrong with it is said at once.
 *
 * @throws CliError when the file cannot be read or does not hold a mapping.
 */
export async function readMappingFile(file: string): Promise<Mapping> {
  if (!isSheetName(file)) return parseMapping(await textOf(file), basename(file));
  const { readMappingWorkbook } = await import("./mapping-workbook.ts");
  return readMappingWorkbook(file);
}

/**
 * Reads the text of a mapping file.
 *
 * @param name The file's, for messages.
 * @param hint What to do where it is wrong.
 * @throws CliError when it does not hold a mapping.
 */
export async function parseMapping(text: string, name: string, hint?: string): Promise<Mapping> {
  const { readJsonSource } = await import("../../base/json-source.ts");
  const source = readJsonSource(text);
  if ("faultLine" in source) {
    const problem = { ...mappingFinding("not-json"), place: `line ${source.faultLine}` };
    throw unusable(name, [problem], hint);
  }
  const result = fileSchema.safeParse(source.content, { error: shapeText });
  const faults: MappingFault[] = [
    ...source.repeated.map(({ path }) => ({ path, found: mappingFinding("key-twice") })),
    ...(result.success ? allFaultsOf(result.data) : result.error.issues.map(faultOf)),
  ];
  if (result.success && faults.length === 0) return mappingOf(name, result.data);
  const problems = faults.map(({ path, found }) => {
    const place = [`line ${source.lineOf(path)}`, path.join(".")].filter((part) => part !== "");
    return { ...found, place: place.join(", ") };
  });
  throw unusable(name, problems, hint);
}

const KEPT_HINT = "It keeps your answers. Correct it, or delete it to be asked again.";

/**
 * Reads the text of a file that keeps answers.
 *
 * @throws CliError when it is not a mapping, or says more.
 */
export async function parseAnswers(text: string, name: string): Promise<Mapping> {
  const mapping = await parseMapping(text, name, KEPT_HINT);
  if (mapping.columns.size + mapping.constants.size + mapping.defaults.size === 0) return mapping;
  const hint = `${KEPT_HINT} What else it says belongs into a file for --mapping.`;
  throw unusable(name, [mappingFinding("answers-only")], hint);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const why = error instanceof FileInUse ? error.message : undefined;
    throw inputError("mapping-missing", { file, why }, { cause: error });
  }
}

/** With the answers that are not written yet. */
function allFaultsOf(content: MappingContent): MappingFault[] {
  const unsaid = Object.entries(content.answers ?? {}).filter(([, answer]) => answer === TO_BE_SAID);
  return [
    ...unsaid.map(([id]) => ({ path: ["answers", id], found: mappingFinding("answer-unsaid") })),
    ...faultsOf(content, "json"),
  ];
}

function faultOf({ path, ...issue }: z.core.$ZodIssue): MappingFault {
  const [own = { ...issue, path }] = issue.code === "invalid_key" ? issue.issues : [];
  const found = own.code === "custom" ? (own.params?.found as CodedText | undefined) : undefined;
  return { path, found: found ?? mappingFinding("shape", { says: own.message ?? "" }) };
}

/** The content of a mapping file. */
export interface MappingDraft {
  columns: Record<string, unknown>;
  [part: string]: unknown;
}

/**
 * A mapping file that says how the columns were understood, ready to edit: every column with what it feeds, `null` for
 * one that is left out, the answers to words, and `"?"` for an answer to each open question.
 */
export function mappingDraft({ columns, questions }: ShownColumns, mapping?: Mapping): MappingDraft {
  const shown = columns.flatMap(({ reading }) =>
    reading.column.name.trim() === "" || reading.reason === "own" ? [] : reading,
  );
  const names = shown.map(({ column }) => column.name);
  const rules = shown.flatMap(({ column, target, reason }): [string, unknown][] => {
    if (reason === "open" || reason === "completes") return [];
    const isTwin = names.filter((name) => name === column.name).length > 1;
    const header = isTwin && column.letters ? `${column.letters}: ${column.name}` : column.name;
    const values = mapping && ruleFor(mapping, column)?.values;
    const path = target ?? null;
    return [[header, values && path !== null ? { field: path, values } : path]];
  });
  const isSheet = shown.every(({ column }) => !column.keys);
  const open = questions.open.map(({ id, text, options }) => ({ id, text, options }));
  // The rules answer questions about columns.
  const words = questions.answered.filter(({ question }) => question.kind === "word");
  const answers: [string, string][] = [
    ...wordAnswers(mapping),
    ...words.map(({ question, option }): [string, string] => [question.id, option.answer]),
    ...open.map(({ id }): [string, string] => [id, TO_BE_SAID]),
  ];
  return {
    version: 1,
    // Items of JSON need not have every key, so that none is insisted on.
    ...(isSheet ? { headers: [...new Set(names)] } : {}),
    columns: Object.fromEntries(rules),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
    ...(open.length > 0 && { questions: open }),
    constants: Object.fromEntries(mapping?.constants ?? []),
    defaults: Object.fromEntries(mapping?.defaults ?? []),
    ...(mapping?.decimalMark === undefined ? {} : { decimal: mapping.decimalMark }),
    ...(mapping?.hiddenRows === undefined ? {} : { hiddenRows: mapping.hiddenRows }),
  };
}
