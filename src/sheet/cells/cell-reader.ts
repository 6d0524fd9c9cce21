import type { Field } from "../../lead/field-catalogue.ts";
import { ofCell } from "../cell-texts.ts";
import type { CellValue, JsonFragment } from "../table.ts";
import { isAmong, isNullWord, NO_PLACE_YET, OPEN_WORDS } from "../vocabulary/placeholder-words.ts";
import { readState, readZip } from "./address-cells.ts";
import { booleanReader, yesOrNo } from "./boolean-cell.ts";
import type { CellReport, FieldValue, TextReader } from "./cell-report.ts";
import { CHARACTERS_MAX, hasLines, readableText, trimmedText } from "./cell-text.ts";
import { readEmail } from "./email-cell.ts";
import { enumReader } from "./enum-cell.ts";
import {
  type AmountConventions,
  moneyReader,
  readUnitCount,
  readUnitNumber,
  signedAmount,
} from "./number-cell.ts";
import { readPhone } from "./phone-cell.ts";
import { readCity, readNamePart, readPlainText, readStreet } from "./text-cell.ts";

/** Reads one cell of one field. `undefined` is an absent field, with or without a report. */
export type CellReader = (cell: CellValue, report: CellReport) => FieldValue | undefined;

/** How the input writes its cells, where that bears on reading them. */
export interface CellConventions extends AmountConventions {
  /** Whether a row that ends early may have lost a cell in the middle, as in delimited text. */
  isDelimited: boolean;
}

/** The reader of a field's cells, made once for a whole column. */
export function cellReader(field: Field, conventions: CellConventions): CellReader {
  const readText = textReader(field, conventions);
  const knowsNullWords = field.type !== "boolean";
  const isOfName = isName(field);
  const openWords = FREE_TEXT.test(field.path)
    ? PLACE.test(field.path)
      ? NO_PLACE_YET
      : undefined
    : OPEN_WORDS;
  // Addresses are often typed on two lines.
  const isOfOneLine = field.type === "text" && !field.path.endsWith(".street");
  const charactersMax = FREE_TEXT.test(field.path) ? CHARACTERS_MAX : VALUE_CHARACTERS_MAX;
  return (cell, report) => {
    if (cell === null) return undefined;
    if (typeof cell === "object") return report.unreadable(ofCell(whyNoValue(cell), cell.json));
    if (typeof cell !== "string") return readTyped(field, readText, cell, report);
    const readable = readableText(cell, report, charactersMax);
    if (readable === undefined || readable === "") return undefined;
    if (isOfOneLine && hasLines(readable)) report.warn(ofCell("several-lines", readable));
    const text = isOfName ? readable : withoutTextMark(readable, report);
    if (knowsNullWords && isNullWord(text)) {
      if (isOfName && isSurname(text)) {
        if (NO_VALUE.test(text)) report.warn(ofCell("name-or-null", text));
        return text;
      }
      report.warn(ofCell("read-as-empty", text), isOfName || isAmong(OPEN_WORDS, text) ? "lost" : "changed");
      return undefined;
    }
    if (knowsNullWords && openWords && isAmong(openWords, text))
      return report.warn(ofCell("read-as-empty", text), "lost");
    return readText(text, report);
  };
}

/** Fields that hold whatever a person wrote. The values of all others have a form, and are much shorter than the limit. */
const FREE_TEXT = /^affiliateId$|Name$|\.(?:street|city|county)$/;
const PLACE = /\.(?:street|city|county)$/;
const VALUE_CHARACTERS_MAX = 1_000;

/**
 * The apostrophe that makes a spreadsheet take digits for text, or keeps it from taking text for a formula, as in our own files.
 * Delimited text comes without the latter; a workbook that was made of it has both.
 */
function withoutTextMark(text: string, report: CellReport): string {
  if (!/^'[\d(=+@-]/.test(text)) return text;
  const bare = text.slice(1).replace(/'$/, "");
  report.warn(ofCell("read-as", text, { read: bare }), "changed");
  return bare;
}

function whyNoValue({ json, isDate }: JsonFragment) {
  if (isDate) return "cell-is-date";
  if (/^-?\d/.test(json)) return "number-inexact";
  return "cell-is-several";
}

/** Null, Na and None are surnames; N/A, TBD and "undefined" are none. */
function isSurname(text: string): boolean {
  return /^[a-z]+$/i.test(text) && !NO_SURNAME.test(text);
}

const NO_SURNAME = /^(?:tbd|tba|unknown|undefined|ningun[oa]|nulo)$/i;
const NO_VALUE = /^(?:null|nan)$/i;

function isName({ path }: Field): boolean {
  return path === "contactInfo.firstName" || path === "contactInfo.lastName";
}

/** Readers of fields by the last part of their paths. */
const READERS: Readonly<Record<string, TextReader>> = {
  propertyUnits: readUnitCount,
  unitNumber: readUnitNumber,
  firstName: readNamePart,
  lastName: readNamePart,
  street: readStreet,
  city: readCity,
  state: readState,
  zip: readZip,
  email: readEmail,
  phone: readPhone,
};

function textReader(field: Field, conventions: CellConventions): TextReader {
  if (field.shownValues) return enumReader(field, field.shownValues);
  if (field.type === "boolean") return booleanReader(field.path);
  const reader = READERS[field.path.slice(field.path.indexOf(".") + 1)];
  return reader ?? (field.type === "text" ? readPlainText : moneyReader(conventions));
}

/** A number or a truth value of a JSON item or a workbook's cell. */
function readTyped(
  field: Field,
  readText: TextReader,
  value: number | boolean,
  report: CellReport,
): FieldValue | undefined {
  const text = String(value);
  if (typeof value === "boolean")
    return field.type === "boolean" ? value : report.unreadable(ofCell("truth-for-value", text));
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return report.unreadable(ofCell("number-inexact", text));
  if (field.path === "statedInformation.monthlyRentalIncome") return signedAmount(value, text, report);
  if (field.type === "text" && !isUsuallyNumber(field, text))
    report.warn(ofCell("number-for-text", text), "changed");
  return readText(text, report);
}

/** Workbooks keep references and ZIP codes as numbers, and nothing of them is lost by that but zeros. */
function isUsuallyNumber({ path }: Field, text: string): boolean {
  return (path === "affiliateId" && text.length <= 15) || (path.endsWith(".zip") && /^\d+$/.test(text));
}

/** Puts a mapping file's value map before a column's reader. Case and outer space do not count. */
export function withValueMap(
  read: CellReader,
  values: Readonly<Record<string, FieldValue | null>>,
): CellReader {
  const meant = new Map(Object.entries(values).map(([text, value]) => [keyOf(text), value]));
  return (cell, report) => {
    if (cell !== null && typeof cell !== "object") {
      const value = meant.get(keyOf(String(cell)));
      if (value !== undefined) return value ?? undefined;
    }
    return read(cell, report);
  };
}

/** What a header asks for that is answered by yes or no. */
export interface TickedValue {
  /** What stands for the value in the header. */
  words: string;
  /** Absent where the words leave it in doubt. */
  value: string | undefined;
}

/**
 * Puts what is meant by yes before the reader of a column whose header may ask for one value.
 *
 * @param ask What the header asks for, if it does; called at the first yes or no, for it takes the field's lexicon.
 * @param isNoSilent Whether a no leaves the value to other columns.
 */
export function withYes(
  read: CellReader,
  ask: () => TickedValue | undefined,
  isNoSilent: boolean,
): CellReader {
  let asked: TickedValue | undefined | null = null;
  return (cell, report) => {
    if (typeof cell === "object") return read(cell, report);
    const text = trimmedText(String(cell));
    const said = yesOrNo(text);
    if (said === undefined) return read(cell, report);
    if (asked === null) asked = ask();
    if (asked === undefined) return read(cell, report);
    const { words, value } = asked;
    if (!said) return isNoSilent ? undefined : read(typeof cell === "boolean" ? "No" : cell, report);
    if (value === undefined) return read(words, report);
    return report.read(text, value);
  };
}

function keyOf(text: string): string {
  return trimmedText(text).toLowerCase();
}
