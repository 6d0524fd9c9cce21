import { ofCell } from "../cell-texts.ts";
import { type CellValue, cellText } from "../table.ts";
import { unspoilt } from "../text/spoilt-text.ts";
import { isNullWord } from "../vocabulary/placeholder-words.ts";
import type { CellReport } from "./cell-report.ts";

/**
 * Printable ASCII only, no space at either end, nothing that begins like a formula, an error or what a program shows in
 * place of a value, no quotation mark, no code of a web page and no bracket, brace, bar or percent sign in front, as
 * placeholders have them: nearly every cell, and there is nothing to correct in it.
 */
const ORDINARY = /^(?!Err:5\d\d$|Loading\.|undefined|null )[!$'-;>-Z\\-z~](?:[ !#-%'-z~]*[!#-%'-z~])?$/;

/** What looks like nothing at either end of a cell: white space, and marks without width. */
const OUTER_START = /^[\s\p{Cf}\u115f\u1160\u3164]+/u;
const OUTER_END = /[\s\p{Cf}\u115f\u1160\u3164]$/u;

/** Marks without width that no name or address needs. Joiners stay: some scripts do. */
const INNER = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Spaces that are not the usual one. */
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

const LONE_SURROGATE = /\p{Cs}/u;

/** Errors of spreadsheets, in the languages that print them differently. */
const SHEET_ERROR =
  /^(?:#{2,}|#(?:N\/A|N\/V|NV|NULL!|NULO!|NUL!|DIV\/0!|\u00a1DIV\/0!|VALUE!|WERT!|VALEUR!|\u00a1VALOR!|VALOR!|VALORE!|REF!|\u00a1REF!|BEZUG!|RIF!|NAME\?|NOMBRE\?|\u00bfNOMBRE\?|NOM\?|NOME\?|NUM!|\u00a1NUM!|NOMBRE!|ZAHL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|ERROR!|EXTERNAL!|PYTHON!)|#[\p{L}\p{N}/]{2,12}[!?]|Err:5\d\d)$/iu;

/** A whole number or a decimal as a spreadsheet shortens it. */
const SCIENTIFIC = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** The same as other programs write it. */
const ANY_SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?E\+?\d{1,3}$/i;

/** Excel's own limit of a cell: more text than this comes of a stray quote. */
export const CHARACTERS_MAX = 32_767;

/** `="02134"`: programs write this so that a spreadsheet does not take text for a number. */
const TEXT_FORMULA = /^="([^"]*)"$/;

const LINE_BREAK = /[\t\r\n\u2028\u2029]/;

/** What a program had to put a value in for, and did not: `{{contact.first_name}}`, `*|FNAME|*`, `{!Lead.Email}`, `%%name%%`. */
const PLACEHOLDER = /\{\{[^{}]*\}\}|\*\|\w+\|\*|[$#]?\{!?[a-z_$][\w$.]*\}|^%+[a-z_]\w*%+$/i;

/** What a program shows while it has no value: Google Sheets, and JavaScript that puts texts together. */
const NO_VALUE_YET =
  /^Loading(?:\.{2,3}|\u2026)$|\[object \w+\]|^undefined$|^(?:undefined|null)(?:,? (?:undefined|null))+$/;

/** What a template has in the place of a value: `[First Name]`, `<insert your e-mail here>`, `«City»`. Not `[Jane]`. */
const TO_BE_FILLED_IN =
  /^<<[^<>]+>>$|^[[<\u00ab](?:[\s_.-]|address|borrower|city|client|code|contact|customer|e-?mail|enter|first|full|here|insert|last|lead|middle|[fl]?name|number|owner|phone|postal|property|state|street|the|type|unit|value|your?|zip)+[\]>\u00bb]$/i;

/** Words in a pair of quotation marks within a text, as people write names of houses: no stray marks. */
const QUOTED_WORDS = /(?<=[\s(])"[^\s"](?:[^"]*[^\s"])?"(?=[\s,.;)]|$)/g;

/**
 * A cell's text as a careful person reads it: nothing invisible in it. Empty when there is nothing to see.
 *
 * @param charactersMax What is longer is not looked at any closer.
 * @returns `undefined`, with a report, when the text is certainly not what was meant.
 */
export function readableText(cell: string, report: CellReport, charactersMax: number): string | undefined {
  if (cell === "" || (cell.length <= charactersMax && ORDINARY.test(cell))) return cell;
  const meant = cell.length <= charactersMax ? unspoilt(cell) : cell;
  const trimmed = trimmedText(meant);
  if (trimmed.length > charactersMax) return report.unreadable(ofCell("text-too-long", trimmed));
  const text = TEXT_FORMULA.exec(trimmed)?.[1] ?? trimmed;
  const damage = damageOf(text);
  if (damage !== undefined) return report.unreadable(ofCell(damage, text));
  const visible = text.replace(INNER, "");
  const before = meant === cell ? trimmed : cell;
  if (visible !== before) report.warn(ofCell("read-as", before, { read: visible }), "changed");
  if (visible.includes('"') && visible.replace(QUOTED_WORDS, "").includes('"'))
    report.warn(ofCell("quotation-mark", visible));
  return visible;
}

/** The text without what is invisible at its ends, and with usual spaces. */
export function trimmedText(text: string): string {
  const start = text.slice(0, visibleEnd(text));
  return start.replace(OUTER_START, "").replace(ODD_SPACES, " ");
}

/** Character by character: an expression would begin anew at every space of a long row of them. */
function visibleEnd(text: string): number {
  let end = text.length;
  for (;;) {
    const two = text.slice(Math.max(0, end - 2), end);
    const last = OUTER_END.exec(two);
    if (!last) return end;
    end -= last[0].length;
  }
}

/** How a cell begins, trimmed; empty where it says nothing, as "n/a" does. */
export function saidText(cell: CellValue): string {
  const text = trimmedText(cellText(cell).slice(0, SAID_CHARACTERS_MAX));
  return isNullWord(text) ? "" : text;
}

const SAID_CHARACTERS_MAX = 300;

/** Whether digits that belong together, as of a telephone number or a ZIP, were written as a power of ten. */
export function isScientificNumber(text: string): boolean {
  return ANY_SCIENTIFIC.test(text);
}

/** Whether the text runs over several lines, or holds tabs. */
export function hasLines(text: string): boolean {
  return LINE_BREAK.test(text);
}

/** Whether a spreadsheet cut digits off the number, as it does with long ones. */
export function isShortenedNumber(text: string): boolean {
  return SCIENTIFIC.test(text);
}

/** Why the text is certainly not what was meant. */
function damageOf(text: string) {
  if (SHEET_ERROR.test(text)) return "sheet-error";
  if (text.startsWith("=")) return "formula-without-result";
  if (text.includes("\ufffd")) return "letters-lost";
  if ([NO_VALUE_YET, PLACEHOLDER, TO_BE_FILLED_IN].some((words) => words.test(text)))
    return "placeholder-left";
  if (LONE_SURROGATE.test(text) || CONTROL.test(text)) return "characters-broken";
  return text.includes('\\"') ? "quote-escaped" : undefined;
}
