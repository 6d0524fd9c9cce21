import { type CellReport, shownValue } from "./cell-report.ts";
import { isScientificNumber } from "./cell-text.ts";

const ORDINARY_EMAIL = /^[\w.+-]+@[\w.-]+\w$/;

/** An e-mail address without what programs put around it. Case stays as typed. */
export function readEmail(text: string, report: CellReport): string | undefined {
  if (ORDINARY_EMAIL.test(text)) return text;
  const bare = text
    .replace(/^mailto:\s*/i, "")
    .replace(/\?.*$/, (query) => (/^mailto:/i.test(text) ? "" : query))
    .replace(/^[^<>@]*<([^<>]+)>$/, "$1")
    .replace(/^["'‘’“”<(]+(?=\S+@)|(?<=@\S+)["'‘’“”>).,;:]+$/g, "")
    .trim();
  if ((bare.match(/@/g)?.length ?? 0) > 1 && /[\s,;/|]/.test(bare)) {
    report.unreadable(`${shownValue(text)} holds more than one e-mail address: keep one`);
    return undefined;
  }
  if (bare !== text) report.warn(`${shownValue(text)} was read as ${shownValue(bare)}`);
  return bare;
}

/** No telephone number of any country is longer (E.164); what is, holds an extension or is two numbers. */
const PHONE_DIGITS_MAX = 15;
const EXTENSION = /\b(?:x|ext|extension)\b|[#;,p]/i;
const DATE = /^(?:(?:19|20)\d{2}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/(?:19|20)\d{2})$/;

const TWO_NUMBERS = /(?:\d\D{0,3}){7,}\s*(?:[/,;|&\n]|\bor\b|\band\b)\s*(?:\+?\(?\d\D{0,3}){7,}/i;

/** A telephone number, sent as typed: its format is not shown. */
export function readPhone(text: string, report: CellReport): string | undefined {
  if (isScientificNumber(text)) {
    report.unreadable(
      `${shownValue(text)} has lost digits: format the column as Text, and type the number again`,
    );
    return undefined;
  }
  if (text.length > 16 && TWO_NUMBERS.test(text)) {
    report.unreadable(`${shownValue(text)} holds more than one telephone number: keep one`);
    return undefined;
  }
  const dialled = /^tel:\s*(\+?[\d\s().-]{5,})$/i.exec(text)?.[1];
  if (dialled !== undefined) {
    report.warn(`${shownValue(text)} was read as ${shownValue(dialled)}`);
    return dialled;
  }
  const whole = /^(\+?\d{7,15})\.0+$/.exec(text)?.[1];
  if (whole !== undefined) {
    report.warn(`${shownValue(text)} was read as ${shownValue(whole)}`);
    return whole;
  }
  if (isNoPhone(text)) {
    report.warn(`${shownValue(text)} does not look like a telephone number: it is sent as it is`);
  }
  return text;
}

/** Whether a person would wonder at the text. Its format is not shown, so it is only spoken of. */
function isNoPhone(text: string): boolean {
  if (text.length < 7 || DATE.test(text)) return true;
  if (text.length <= PHONE_DIGITS_MAX) return !/\d/.test(text);
  const digits = text.replace(/\D+/g, "").length;
  return digits === 0 || (digits > PHONE_DIGITS_MAX && !EXTENSION.test(text));
}
