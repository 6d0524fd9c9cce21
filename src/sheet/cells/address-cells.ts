import { isZipOf } from "../../lead/zip-state.ts";
import { ofCell } from "../cell-texts.ts";
import { wordKey } from "../text/word-key.ts";
import { STATES } from "../vocabulary/address-words.ts";
import type { CellReport, FieldValue } from "./cell-report.ts";
import { isScientificNumber } from "./cell-text.ts";
import { readPlainText } from "./text-cell.ts";

const WHOLE = /^\d{5}(?:-\d{4})?$/;

/** A postal code, as far as it can be read without knowing its state; see {@link restoreZeros} for the rest. */
export function readZip(text: string, report: CellReport): string | undefined {
  if (WHOLE.test(text)) {
    if (!text.startsWith("00000")) return text;
    return report.warn(ofCell("zip-none", text), "lost");
  }
  if (isScientificNumber(text)) return report.unreadable(ofCell("digits-lost", text));
  const plain = plainZip(text);
  if (plain !== text && (WHOLE.test(plain) || isWithoutZeros(plain))) {
    report.warn(ofCell("read-as", text, { read: plain }), "changed");
    return plain;
  }
  const digits = withDigits(text);
  if (digits !== undefined) {
    report.warn(ofCell("zip-letter", text, { read: digits }));
    return digits;
  }
  if (!isWithoutZeros(text)) report.warn(ofCell("zip-unlike", text));
  return text;
}

/** Without what programs and forms put around a ZIP code: `z:50010`, `IA 50010`, `90210.0`, `50,010`, `10001-`, `78701 1234`, `787011234`. */
function plainZip(text: string): string {
  return text
    .replace(/^(?:(?:z|zip(?: ?code)?)\s*[:#]|#)\s*/i, "")
    .replace(/^([a-z]{2})[\s,-]+(?=(\d{5}))/i, (whole, state: string, zip: string) =>
      isZipOf(state.toUpperCase(), zip) ? "" : whole,
    )
    .replace(/^(\d{1,2}),(\d{3})(?:\.0+)?$/, "$1$2")
    .replace(/^(\d{3,9})\.0+$/, "$1")
    .replace(/^(\d{3,5})\s*[-–—−]\s*$/, "$1")
    .replace(/^(\d{3,5})\s*[-–—− ]\s*(\d{4})$/, "$1-$2")
    .replace(/^(\d{5})(\d{4})$/, "$1-$2");
}

/** A ZIP code in which the letters O, I and l stand for digits, as they do where one was typed or scanned. */
function withDigits(text: string): string | undefined {
  const digits = text.replace(/[oO]/g, "0").replace(/[lI]/g, "1");
  return (text.match(/\d/g)?.length ?? 0) >= 3 && WHOLE.test(digits) ? digits : undefined;
}

/** Whether the text may be a ZIP code, or one with its last four digits, that lost its leading zeros. */
export function isWithoutZeros(text: string): boolean {
  return WITHOUT_ZEROS.test(text);
}

const WITHOUT_ZEROS = /^(\d{3,4})(?:-?(\d{4}))?$/;

/**
 * Gives a ZIP code back the zeros that a column of numbers took; see {@link isWithoutZeros}.
 *
 * @param state The address's own state, as far as it is known.
 * @returns `undefined`, with a report, when the state has no such code.
 */
export function restoreZeros(
  text: string,
  state: string | undefined,
  report: CellReport,
): string | undefined {
  const [, five = "", four] = WITHOUT_ZEROS.exec(text) ?? [];
  const padded = five.padStart(5, "0");
  const fits = state === undefined ? five.length === 4 : isZipOf(state, padded);
  if (!fits) return report.unreadable(ofCell("zip-short", text));
  const whole = four === undefined ? padded : `${padded}-${four}`;
  report.warn(ofCell("zip-zero-lost", text, { read: whole }), "changed");
  return whole;
}

const CODES_AND_NAMES = STATES.trim()
  .split("\n")
  .map((line) => line.trim())
  .map((line) => ({ code: line.slice(0, 2), names: line.slice(3).split(" | ") }));

/** Two-letter codes of states, territories and the armed forces. */
export const STATE_CODES: ReadonlySet<string> = new Set(CODES_AND_NAMES.map(({ code }) => code));

const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  CODES_AND_NAMES.flatMap(({ code, names }) => names.map((name): [string, string] => [wordKey(name), code])),
);

/** The two letters of a state that a text names by them, its name or an abbreviation. */
export function stateCode(text: string): string | undefined {
  const key = wordKey(text);
  const code = key.toUpperCase();
  if (STATE_CODES.has(code)) return code;
  return CODE_BY_NAME.get(key);
}

/** `IL - Illinois`, `Illinois (IL)`, `CA, USA`: every part says the same state, or the country. */
function repeatedState(text: string): string | undefined {
  if (text.length > STATE_CHARACTERS_MAX) return undefined;
  const parts = text.split(/[-–—,;:/()[\]]/).filter((part) => wordKey(part) !== "");
  const codes = parts.filter((part) => !COUNTRY.test(wordKey(part))).map(stateCode);
  return parts.length > 1 && codes.every((code) => code === codes[0]) ? codes[0] : undefined;
}

const STATE_CHARACTERS_MAX = 60;
const COUNTRY = /^(?:usa?|unitedstates(?:ofamerica)?|eeuu|estadosunidos|state|estado)$/;

/** A state's two letters, from them, its name or an abbreviation. What is none goes as it is. */
export function readState(text: string, report: CellReport): FieldValue | undefined {
  if (STATE_CODES.has(text)) return text;
  const code = stateCode(text) ?? repeatedState(text);
  if (code !== undefined) {
    return report.read(text, code);
  }
  const value = readPlainText(text, report);
  if (value !== undefined) report.warn(ofCell("state-unknown", text));
  return value;
}
