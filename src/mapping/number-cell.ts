import type { CellReport, TextReader } from "./cell-report.ts";
import { shownValue } from "./shown-value.ts";

const INTEGER = /^[+-]?\d{1,15}(?:\.0+)?$/;
const PLAIN = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;

/** How many units a property has. */
export function readUnitCount(text: string, report: CellReport): number | undefined {
  if (INTEGER.test(text)) return Number(text);
  const labelled = /^(\d{1,4})\s*-?\s*units?$/i.exec(text)?.[1];
  if (labelled !== undefined) {
    report.warn(`${shownValue(text)} was read as ${Number(labelled)}`);
    return Number(labelled);
  }
  const why = "is not a whole number: write how many units there are in digits, as in 2";
  report.unreadable(`${shownValue(text)} ${why}${monthHint(text)}`);
  return undefined;
}

const UNIT_LABEL = /^(?:#|no\.?|nr\.?|number|apt\.?|apartment|unit|ste\.?|suite|condo)\s*#?\s*/i;

/** The number of a unit, which the interface wants as a number: what has letters in it cannot be sent. */
export function readUnitNumber(text: string, report: CellReport): number | undefined {
  const digits = text.replace(UNIT_LABEL, "");
  if (PLAIN.test(digits)) {
    const value = Number(digits);
    if (digits !== text || /^0\d/.test(digits)) report.warn(`${shownValue(text)} was read as ${value}`);
    return value;
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

/**
 * Reads amounts of money.
 *
 * @param decimalMark The mark that the mapping file names; without one, a number that may be thousands or
 *   a fraction (`2.500`) is not read.
 * @param isCommaDecimal Whether the sheet itself writes fractions with a comma, as those cut by `;` do.
 */
export function moneyReader(decimalMark: "." | "," | undefined, isCommaDecimal: boolean): TextReader {
  return (text, report) => {
    if (PLAIN.test(text) && decimalMark === undefined && !/^\d{1,3}\.\d{3}$/.test(text))
      return signed(text, text, report);
    const bare = text.replace(CURRENCY, "");
    const amount = bare.replace(PER_MONTH, "").replace(CURRENCY, "");
    if (amount !== bare)
      report.warn(`${shownValue(text)} was read as the amount alone, ${shownValue(amount)}`);
    const number = plainNumber(amount, decimalMark, isCommaDecimal && amount === text);
    if (number !== undefined) {
      if (number.isAssumed) report.warn(`${shownValue(text)} was read as ${number.value}`);
      return signed(number.value, text, report);
    }
    const advice = /^\d{1,3}[.,]\d{3}$/.test(amount)
      ? `may mean thousands or a fraction: write ${amount.replace(/[.,]/, "")} or ${amount.replace(",", ".").replace(/0+$/, "").replace(/\.$/, "")}`
      : "is not an amount: write digits only, as in 2500 or 1250.50";
    report.unreadable(`${shownValue(text)} ${advice}`);
    return undefined;
  };
}

function signed(digits: string, text: string, report: CellReport): number {
  const value = Number(digits);
  if (value < 0) report.warn(`${shownValue(text)} is below zero and is sent as it is`);
  return value;
}

/** The amount with a dot for the fraction and nothing else, if it can be read in one way only. */
function plainNumber(
  amount: string,
  decimalMark: "." | "," | undefined,
  isCommaDecimal: boolean,
): { value: string; isAssumed: boolean } | undefined {
  if (decimalMark === ",") {
    const value = amount.replace(/[. '’]/g, "").replace(",", ".");
    return PLAIN.test(value) && !/\.\d{3}/.test(value) ? { value, isAssumed: false } : undefined;
  }
  if (decimalMark === ".") {
    const value = amount.replace(/[, '’]/g, "");
    return PLAIN.test(value) ? { value, isAssumed: false } : undefined;
  }
  if (GROUPED_BY_COMMA.test(amount)) {
    const isAmbiguous = /^\d{1,3},\d{3}$/.test(amount);
    if (isAmbiguous && isCommaDecimal) return undefined;
    return { value: amount.replaceAll(",", ""), isAssumed: isAmbiguous };
  }
  if (/^\d{1,3}\.\d{3}$/.test(amount)) return undefined;
  if (GROUPED_BY_DOT.test(amount))
    return { value: amount.replaceAll(".", "").replace(",", "."), isAssumed: false };
  if (GROUPED_BY_SPACE.test(amount))
    return { value: amount.replace(/[ '’]/g, "").replace(",", "."), isAssumed: false };
  if (DECIMAL_COMMA.test(amount)) return { value: amount.replace(",", "."), isAssumed: false };
  return PLAIN.test(amount) ? { value: amount, isAssumed: false } : undefined;
}
