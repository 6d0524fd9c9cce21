import { finder, type Personal } from "../../base/finding.ts";
import { type Field, fieldAt } from "../../lead/field-catalogue.ts";
import { labelOf } from "../columns/column-reading.ts";
import { nearestField } from "../headers/header-meaning.ts";
import { quoted } from "../shown-value.ts";
import { COLUMN_SHEET, QUESTION_SHEET } from "./mapping-sheets.ts";

/** As JSON, which calls fields by their paths, or as a sheet, which calls them by their labels. */
export type MappingForm = "json" | "sheet";

interface OfField {
  /** A path. */
  field: string;
  form: MappingForm;
}

const KINDS: Readonly<Record<MappingForm, Readonly<Record<Field["type"], string>>>> = {
  json: { text: "text in quotes", boolean: "true or false", integer: "a whole number", number: "a number" },
  sheet: { text: "text", boolean: "Yes or No", integer: "a whole number", number: "a number" },
};

const nameOf = ({ field, form }: OfField): string => (form === "json" ? field : labelOf(field));
function meant(text: Personal, form: MappingForm): string {
  const field = nearestField(text.personal)?.path;
  return field === undefined ? "" : `; did you mean ${nameOf({ field, form })}?`;
}

/** What is wrong with a mapping file, behind its place. */
export const MAPPING_TEXTS = {
  "not-json": () => "it is not valid JSON",
  "key-twice": () => "it is there twice",
  /** @param says What the reader of shapes says, which is not a sentence of ours. */
  shape: ({ says }: { says: string }) => says,
  "field-unknown": ({ text, form }: { text: Personal; form: MappingForm }) =>
    `${form === "json" ? `there is no field ${quoted(text)}` : `${quoted(text)} is not a field`}${meant(text, form)}`,
  "values-of-several": (of: OfField) =>
    `${nameOf(of)} is several fields, whose cells cannot be listed in values`,
  "value-of-other-kind": (of: OfField) =>
    `${nameOf(of)} must be ${KINDS[of.form][fieldAt(of.field)?.type ?? "text"]}`,
  "zip-without-zeros": (of: OfField) => `${nameOf(of)} needs all its digits, as in 02139`,
  "constant-and-default": (of: OfField) => `${nameOf(of)} has both a constant and a default: keep one`,
  "answer-unsaid": () => 'write an answer for "?"; "questions" lists them',
  "question-id": () => "a question's id begins with column:, address:, word: or layout:",
  "answers-only": () => "only answers are kept here",
  "no-mapping": () =>
    `none of its sheets has the headers "${QUESTION_SHEET.answer.header}" or "${COLUMN_SHEET.field.header}"`,
  "said-otherwise": ({ place }: { place: string }) => `${place} says something else`,
  "answer-without-word": () => "it answers no question: say the word that it is about, and its column",
  "column-of-word": ({ text }: { text: Personal }) =>
    `say what the column of ${quoted(text)} is, on the sheet Columns`,
  "no-choice": ({ choices }: { choices: readonly string[] }) =>
    `it must be ${choices.map((one) => `"${one}"`).join(" or ")}`,
};

export const mappingFinding = finder(MAPPING_TEXTS);
