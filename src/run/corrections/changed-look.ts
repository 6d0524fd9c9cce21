import { type CellValue, cellText } from "../../sheet/table.ts";
import { isSameMoment } from "./moment-look.ts";
import { isSameNumber } from "./number-look.ts";

/** No number and no date is longer. */
const CHARACTERS_MAX = 60;

/**
 * Whether a cell is what spreadsheet programs make of another one when they open and save a sheet: `000123` comes back
 * as `123`, `May-05` as a date. Only in this direction: who writes `000123` for `123` has corrected it. What could be a
 * person's correction as well is none.
 */
export function isChangedInLook(before: CellValue, after: CellValue): boolean {
  const [was, is] = [cellText(before), cellText(after)];
  if (was === is || was === "") return false;
  if (isPlainer(was, is) || isCutOff(was, is)) return true;
  const [meant, seen] = [withoutGuard(plain(was)), plain(is)];
  if (meant === "" || meant.length > CHARACTERS_MAX || seen.length > CHARACTERS_MAX) return false;
  // What kept a program from taking the text for a number or a formula.
  if (meant === seen && meant !== plain(was)) return true;
  if (seen === `'${plain(was)}`) return true;
  if (isBoolean(meant, after)) return true;
  const isDate = typeof after === "object" && after !== null && after.isDate === true;
  return (
    (!isDate && isSameNumber(meant, seen, typeof after === "number")) || isSameMoment(meant, seen, isDate)
  );
}

/** What a cell of a workbook holds. */
const CELL_CHARACTERS_MAX = 32_767;

/** Whether a text is the beginning of one that no cell can hold, as our own workbooks have it too. */
function isCutOff(was: string, is: string): boolean {
  if (was.length <= CELL_CHARACTERS_MAX || is.length < CELL_CHARACTERS_MAX - 1) return false;
  return was.startsWith(is.replace(/[…\ufffd]+$/, ""));
}

/** Spaces and hyphens that are not the usual ones. */
const ODD_SPACE = /[\u00a0\u2007\u202f]/g;
const ODD_HYPHEN = /\u2011/g;

/** The text without blanks around it, and with usual line ends, spaces and hyphens. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(ODD_SPACE, " ").replace(ODD_HYPHEN, "-").trim();
}

/** Whether nothing but blanks, and characters that look like others, has gone. */
function isPlainer(was: string, is: string): boolean {
  return oddCount(is) < oddCount(was) && plain(was) === plain(is);
}

function oddCount(text: string): number {
  const odd = text.match(/[\r\u00a0\u2007\u202f\u2011]/g)?.length ?? 0;
  return odd + text.length - text.trim().length;
}

const TEXT_FORMULA = /^="([^"]*)"$/;

/** The text behind the apostrophe, or within the formula, by which it is kept from being a number. */
function withoutGuard(text: string): string {
  return TEXT_FORMULA.exec(text)?.[1] ?? (text.startsWith("'") ? text.slice(1) : text);
}

const TRUE_WORDS = ["TRUE", "WAHR", "VRAI", "VERDADERO", "VERDADEIRO", "VERO", "WAAR"];
const FALSE_WORDS = ["FALSE", "FALSCH", "FAUX", "FALSO", "ONWAAR"];

/** Programs know their own words for true and false, and write them in capitals. */
function isBoolean(meant: string, after: CellValue): boolean {
  const seen = typeof after === "boolean" ? String(after).toUpperCase() : after;
  return [TRUE_WORDS, FALSE_WORDS].some(
    (words) => words.includes(meant.toUpperCase()) && words.some((word) => word === seen),
  );
}
