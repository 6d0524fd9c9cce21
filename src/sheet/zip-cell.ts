import type { CellReport } from "./cell-report.ts";
import { isScientificNumber } from "./cell-text.ts";
import { shownValue } from "./shown-value.ts";

const WHOLE = /^\d{5}(?:-\d{4})?$/;

/** First three digits of the ZIP codes that begin with zero, by state: those a column of numbers shortens. */
const ZERO_PREFIXES: ReadonlyMap<string, RegExp> = new Map([
  ["AE", /^09/],
  ["CT", /^06/],
  ["MA", /^0(?:1|2[0-7]|55)/],
  ["ME", /^0(?:39|4)/],
  ["NH", /^03[0-8]/],
  ["NJ", /^0[78]/],
  ["NY", /^(?:005|06390)/],
  ["PR", /^00[679]/],
  ["RI", /^02[89]/],
  ["VI", /^008/],
  ["VT", /^05(?!5)/],
]);

/** A postal code, as far as it can be read without knowing its state; see {@link mendZip} for the rest. */
export function readZip(text: string, report: CellReport): string | undefined {
  if (WHOLE.test(text)) {
    if (text.startsWith("00000")) report.warn(`${shownValue(text)} is no US ZIP code: it is sent as it is`);
    return text;
  }
  if (isScientificNumber(text)) {
    report.unreadable(
      `${shownValue(text)} has lost digits: format the column as Text, and type the ZIP again`,
    );
    return undefined;
  }
  const digits = /^(\d{3,9})\.0+$/.exec(text)?.[1];
  if (digits !== undefined) {
    report.warn(`${shownValue(text)} was read as ${shownValue(digits)}`);
    return readZip(digits, report);
  }
  if (/^\d{9}$/.test(text)) {
    const whole = `${text.slice(0, 5)}-${text.slice(5)}`;
    report.warn(`${shownValue(text)} was read as ${shownValue(whole)}`);
    return whole;
  }
  if (!isWithoutZeros(text)) report.warn(`${shownValue(text)} is no US ZIP code: it is sent as it is`);
  return text;
}

/** Whether the text may be a ZIP code, or one with its last four digits, that lost its leading zeros. */
export function isWithoutZeros(text: string): boolean {
  return /^(?:\d{3,4}|\d{7,8}|\d{3,4}-\d{4})$/.test(text);
}

/**
 * Gives a ZIP code back the zeros that a column of numbers took.
 *
 * @param state The address's own state, as far as it is known.
 * @returns `undefined`, with a report, when the state has no such code.
 */
export function mendZip(text: string, state: string | undefined, report: CellReport): string | undefined {
  const hyphen = text.indexOf("-");
  const isLong = hyphen < 0 && text.length > 5;
  const five = hyphen >= 0 ? text.slice(0, hyphen) : isLong ? text.slice(0, -4) : text;
  const four = hyphen >= 0 ? text.slice(hyphen + 1) : isLong ? text.slice(-4) : "";
  const padded = five.padStart(5, "0");
  const fits = state === undefined ? five.length === 4 : ZERO_PREFIXES.get(state)?.test(padded);
  if (!fits) {
    const where = state === undefined ? "" : ` in ${state}`;
    report.unreadable(`${shownValue(text)} is too short for a ZIP code${where}: type all its digits`);
    return undefined;
  }
  const whole = padded + (four === "" ? "" : `-${four}`);
  report.warn(`${shownValue(text)} had lost its leading zero and was read as ${shownValue(whole)}`);
  return whole;
}
