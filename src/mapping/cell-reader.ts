import type { CellValue } from "../input/table.ts";
import type { Field } from "../lead/field-catalogue.ts";
import { trimmedCell } from "./cell-text.ts";
import { shownValue } from "./shown-value.ts";

export type FieldValue = string | number | boolean;

/** Where a reader says what it thinks of the cell it is reading. */
export interface CellReport {
  /** The cell holds something that is no value of the field: the lead is not sent. */
  unreadable(message: string): void;
  /** The cell was read, yet a person should know how. */
  warn(message: string): void;
}

/** Reads one cell of one field. `undefined` is an absent field, with or without a report. */
export type CellReader = (cell: CellValue, report: CellReport) => FieldValue | undefined;

/** The reader of a field's cells, made once for a whole column. */
export function cellReader(field: Field): CellReader {
  const readText = textReader(field);
  return (cell, report) => {
    if (cell === null) return undefined;
    if (typeof cell === "object") {
      const kind = cell.json.startsWith("[") ? "a list" : "an object";
      report.unreadable(`${shownValue(cell.json)} is ${kind}: write a single value`);
      return undefined;
    }
    if (typeof cell === "string") {
      const text = trimmedCell(cell);
      return text === "" ? undefined : readText(text, report);
    }
    return readTyped(field, cell, report);
  };
}

type TextReader = (text: string, report: CellReport) => FieldValue | undefined;

function textReader(field: Field): TextReader {
  switch (field.type) {
    case "boolean":
      return readBoolean;
    case "integer":
      return readInteger;
    case "number":
      return readNumber;
    case "text":
      return field.shownValues ? enumReader(field.shownValues) : readVerbatim;
  }
}

function readVerbatim(text: string): string {
  return text;
}

const TRUE_WORDS: ReadonlySet<string> = new Set(["true", "yes", "y", "t", "1", "on"]);
const FALSE_WORDS: ReadonlySet<string> = new Set(["false", "no", "n", "f", "0", "off"]);

function readBoolean(text: string, report: CellReport): boolean | undefined {
  const word = text.toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  report.unreadable(`${shownValue(text)} is neither yes nor no: write yes or no`);
  return undefined;
}

const INTEGER = /^[+-]?\d{1,15}(?:\.0+)?$/;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;

function readInteger(text: string, report: CellReport): number | undefined {
  if (INTEGER.test(text)) return Number(text);
  report.unreadable(`${shownValue(text)} is not a whole number: write digits only, as in 2`);
  return undefined;
}

function readNumber(text: string, report: CellReport): number | undefined {
  if (NUMBER.test(text)) return Number(text);
  report.unreadable(`${shownValue(text)} is not a number: write digits only, as in 4 or 1250.50`);
  return undefined;
}

/** Labels of the shown values, told apart by their letters and digits only; anything else goes as it is. */
function enumReader(shownValues: readonly string[]): TextReader {
  const byKey = new Map(shownValues.map((value) => [squashed(value), value]));
  return (text) => byKey.get(squashed(text)) ?? text;
}

function squashed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A number or a truth value of a JSON item or a workbook's cell. */
function readTyped(field: Field, value: number | boolean, report: CellReport): FieldValue | undefined {
  if (field.type === "boolean") {
    if (typeof value === "boolean") return value;
    return readBoolean(String(value), report);
  }
  if (typeof value === "boolean") {
    report.unreadable(
      `${value} is no value of this field: write ${field.type === "text" ? "text" : "a number"}`,
    );
    return undefined;
  }
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    report.unreadable(`The number is too large to be exact: write it as text, in quotes`);
    return undefined;
  }
  if (field.type === "text") {
    const text = String(value);
    report.warn(`${text} is a number in the file: it is sent as the text "${text}"`);
    return text;
  }
  if (field.type === "integer" && !Number.isInteger(value)) {
    report.unreadable(`${value} is not a whole number`);
    return undefined;
  }
  return value;
}
