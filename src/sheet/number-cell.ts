import { type CellReport, shownValue, type TextReader } from "./cell-report.ts";
import { fieldByHeader } from "./header-meaning.ts";
import type { Column, InputRow } from "./table.ts";

const INTEGER = /^[+-]?\d{1,15}(?:\.0+)?$/;
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;

/** How many units a property has. */
export function readUnitCount(text: string, report: CellReport): number | undefined {
  if (INTEGER.test(text)) return countedUnits(Number(text), report);
  const labelled = /^(\d{1,4})\s*-?\s*units?$/i.exec(text)?.[1];
  if (labelled !== undefined) {
    report.warn(`${shownValue(text)} was read as ${Number(labelled)}`);
    return countedUnits(Number(labelled), report);
  }
  const why = "is not a whole number: write how many units there are in digits, as in 2";
  report.unreadable(`${shownValue(text)} ${why}${monthHint(text)}`);
  return undefined;
}

/** What no property has goes as it is, but not in silence. */
export function countedUnits(count: number, report: CellReport): number {
  if (count < 1) report.warn(`${count} is an odd number of units: it is sent as it is`);
  return count;
}

/** A fraction may be a label, as 4.10 is, which a number does not keep apart from 4.1. */
export function numberedUnit(value: number, report: CellReport): number {
  if (value < 0 || !Number.isInteger(value)) {
    report.warn(`${value} is an odd number for a unit: it is sent as it is`);
  }
  return value;
}

const UNIT_LABEL = /^(?:#|no\.?|nr\.?|number|apt\.?|apartment|unit|ste\.?|suite|condo)\s*#?\s*/i;

/** The number of a unit, which the interface wants as a number: what has letters in it cannot be sent. */
export function readUnitNumber(text: string, report: CellReport): number | undefined {
  const digits = text.replace(UNIT_LABEL, "");
  if (PLAIN.test(digits)) {
    const value = Number(digits);
    if (digits !== text || /^0\d/.test(digits) || /\.\d*[1-9]0+$/.test(digits)) {
      report.warn(`${shownValue(text)} was read as ${value}`);
    }
    return numberedUnit(value, report);
  }
  const letters = /\p{L}/u.test(digits)
    ? ". The service takes digits only here: write the letters in the street"
    : ": write digits only, as in 4";
  const hint = monthHint(text) || letters;
  report.unreadable(`${shownValue(text)} is not a number${hint}`);
  return undefined;
}

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** Excel turns 4-5 into 5-Apr. */
function monthHint(text: string): string {
  return MONTH.test(text) && /\d/.test(text)
    ? ". The spreadsheet made a date of it: format the column as Text, and type the value again"
    : "";
}

/** `1,234` or `1,234,567`, or the same with dots or spaces between the thousands. */
const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const GROUPED_BY_DOT = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/;
const GROUPED_BY_SPACE = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/;
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

const CURRENCY = /^(?:us\$|usd|\$)\s*|\s*(?:us\$|usd|\$|dollars?)$/gi;
const PER_MONTH = /\s*(?:\/|per|a|p\.?)\s*(?:mo|mth|month|m)\.?$|\s*monthly$/i;

/** What is known of how a sheet writes its amounts. */
export interface AmountConventions {
  /** The mark of fractions that the mapping file names. */
  decimalMark?: "." | ",";
  /** Whether the sheet is cut by `;`, as those that write fractions with a comma are. */
  isCommaDecimal: boolean;
  /** The mark that other amounts of the column show. */
  shownMark?: "." | ",";
}

const ONE_GROUP = /^\d{1,3}[.,]\d{3}$/;

/** Reads amounts of money. What may be thousands or a fraction (`2.500`) is decided by the rest of the column. */
export function moneyReader(conventions: AmountConventions): TextReader {
  return (text, report) => {
    if (PLAIN.test(text) && conventions.decimalMark === undefined && !ONE_GROUP.test(text))
      return signed(text, text, report);
    const bare = text.replace(CURRENCY, "");
    const amount = bare.replace(PER_MONTH, "").replace(CURRENCY, "");
    if (amount !== bare)
      report.warn(`${shownValue(text)} was read as the amount alone, ${shownValue(amount)}`);
    const number = plainNumber(amount, conventions);
    if (number !== undefined) {
      if (number.isAssumed) report.warn(`${shownValue(text)} was read as ${Number(number.value)}`);
      return signed(number.value, text, report);
    }
    const advice = ONE_GROUP.test(amount)
      ? `may mean thousands or a fraction: write ${amount.replace(/[.,]/, "")} or ${Number(amount.replace(",", "."))}`
      : "is not an amount: write digits only, as in 2500 or 1250.50";
    report.unreadable(`${shownValue(text)} ${advice}`);
    return undefined;
  };
}

function signed(digits: string, text: string, report: CellReport): number {
  return signedAmount(Number(digits), shownValue(text), report);
}

/** @param shown How the amount is named to a person. */
export function signedAmount(value: number, shown: string, report: CellReport): number {
  if (value < 0) report.warn(`${shown} is below zero and is sent as it is`);
  return value;
}

/** The amount with a dot for the fraction and nothing else, if it can be read in one way only. */
function plainNumber(
  amount: string,
  { decimalMark, isCommaDecimal, shownMark }: AmountConventions,
): { value: string; isAssumed: boolean } | undefined {
  if (decimalMark === ",") {
    const value = amount.replace(/[. '’]/g, "").replace(",", ".");
    return PLAIN.test(value) && !/\.\d{3}/.test(value) ? { value, isAssumed: false } : undefined;
  }
  if (decimalMark === ".") {
    const value = amount.replace(/[, '’]/g, "");
    return PLAIN.test(value) ? { value, isAssumed: false } : undefined;
  }
  if (ONE_GROUP.test(amount)) {
    const groups = amount.includes(",") ? "," : ".";
    const value = amount.replace(groups, "");
    if (shownMark !== undefined) return shownMark === groups ? undefined : { value, isAssumed: false };
    return groups === "." || isCommaDecimal ? undefined : { value, isAssumed: true };
  }
  if (GROUPED_BY_COMMA.test(amount)) return { value: amount.replaceAll(",", ""), isAssumed: false };
  if (GROUPED_BY_DOT.test(amount))
    return { value: amount.replaceAll(".", "").replace(",", "."), isAssumed: false };
  if (GROUPED_BY_SPACE.test(amount))
    return { value: amount.replace(/[ '’]/g, "").replace(",", "."), isAssumed: false };
  // Where fractions are written with a dot, `2,50` may be 2,500 with a digit lost.
  if (DECIMAL_COMMA.test(amount))
    return {
      value: amount.replace(",", "."),
      isAssumed: amount.indexOf(",") < 4 && shownMark !== "," && !isCommaDecimal,
    };
  return PLAIN.test(amount) ? { value: amount, isAssumed: false } : undefined;
}

const FRACTION_BY_DOT = /^\D*\d+(?:,\d{3})*\.\d{1,2}\D*$/;
const GROUPS_AND_COMMA = /^\D*\d{1,3}(?:[. '’]\d{3})+,\d{1,2}\D*$/;
const FRACTION_BY_COMMA = /^\D*\d+,\d{1,2}\D*$/;

/**
 * The mark that a sheet's amounts show in front of their fractions, as far as it is beyond doubt: `1,250.50`
 * shows a dot, `1.250,50` and `950,5` a comma. It tells what `2.500` beside them means.
 *
 * @returns `undefined` when no amount shows one, or some show each.
 */
export function decimalMarkShown(
  columns: readonly Column[],
  rows: readonly Pick<InputRow, "cells">[],
): "." | "," | undefined {
  const indexes = columns.flatMap(({ name }, index) =>
    fieldByHeader(name)?.path === "statedInformation.monthlyRentalIncome" ? [index] : [],
  );
  let hasDot = false;
  let hasComma = false;
  for (const { cells } of rows) {
    for (const index of indexes) {
      const cell = cells[index];
      const text = typeof cell === "string" ? cell.trim() : "";
      hasDot ||= FRACTION_BY_DOT.test(text);
      hasComma ||= GROUPS_AND_COMMA.test(text) || FRACTION_BY_COMMA.test(text);
    }
  }
  if (hasDot === hasComma) return undefined;
  return hasDot ? "." : ",";
}
