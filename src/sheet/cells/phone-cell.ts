import { personal } from "../../base/finding.ts";
import { PHONE_MADE_UP } from "../../lead/test-lead.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import type { CellReport } from "./cell-report.ts";
import { isScientificNumber } from "./cell-text.ts";

/** No telephone number of any country is longer (E.164); what is, holds an extension or is two numbers. */
const DIGITS_MAX = 15;
const DIGITS_MIN = 7;
const DATE = /^(?:(?:19|20)\d{2}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/(?:19|20)\d{2})$/;
/** Nearly every cell: one number, as people write it, with or without an extension. */
const ORDINARY = /^\+?1?[\s.-]?\(?[2-9]\d{2}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;

/** A number of North America within other text. */
const NUMBER =
  /(?<![\d+])(?:\+?1[\s.–-]*)?(?:\(\d{3}\)|\d{3})[\s./–-]*\d{3}[\s.–-]*\d{4}(?!\d)(?:\s*(?:x|ext\.?|extension|#)\s*\d{1,6}\b)?/gi;
const EXTENSION = /(?:\b|\d)(?:x|ext\.?|extension)\s*\d|[#;,p]/i;
const LABEL =
  /^(?:p|t|ph|phone|tel|telephone|tel[eé]fono|cell|cel|celular|mobile|m[oó]vil|mob|c|m|h|w|o|home|work|office|number|no|num)\s*[.:#)]+\s*(?=[+(\d])/i;

/** Whose number it is, where it says that it is not the applicant's. */
const OTHERS =
  /\b(?:wife|husband|spouse|partner|son|daughter|mom|mother|dad|father|brother|sister|parent|friend|neighbou?r|agent|realtor|attorney|lawyer|assistant|secretary|co-?borrower|girlfriend|boyfriend|fianc[eé]e?|fax|espos[oa]|mam[aá]|pap[aá]|hij[oa]|herman[oa]|madre|padre|amig[oa]|pareja)\b|\bwife's\b/i;

/** Kinds of numbers, the first that is there goes: most forms want the number that is answered soonest. */
const KINDS: readonly RegExp[] = [
  /\b(?:c|cell|cel|celular|m|mob|mobile|m[oó]vil|iphone)\b/i,
  /(?!)/,
  /\b(?:h|home|hm|casa|land ?line|house)\b/i,
  /\b(?:w|wk|work|o|off|office|job|business|trabajo|oficina)\b/i,
];
const UNMARKED = 1;

/** A telephone number, sent as typed: its format is not shown. What certainly is none is left out. */
export function readPhone(text: string, report: CellReport): string | undefined {
  if (ORDINARY.test(text)) return notMadeUp(text, report);
  if (isScientificNumber(text)) return report.unreadable(ofCell("digits-lost", text));
  const whole = /^(\+?\d{7,15})\.0+$/.exec(text)?.[1] ?? withoutLabel(text);
  if (whole !== text) {
    report.warn(ofCell("read-as", text, { read: whole }), "changed");
    return readPhone(whole, report);
  }
  const numbers = numbersIn(text);
  if (numbers.length > 1 || (numbers.length === 1 && hasWords(text)))
    return readChosen(text, numbers, report);
  return readSingle(text, report);
}

function withoutLabel(text: string): string {
  const bare = text.replace(LABEL, "");
  return NUMBER_OF_LABEL.test(bare) ? bare : text;
}

/** What may stand behind a label that is taken off: one number and nothing else. */
const NUMBER_OF_LABEL = /^[+(\d][\d\s().–-]{3,}(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i;

interface FoundNumber {
  text: string;
  digits: string;
  /** Its place among several; see `KINDS`. */
  kind: number;
  isOthers: boolean;
}

/** The numbers of a cell, each with what the words beside it say: those before it, or in brackets behind it. */
function numbersIn(text: string): FoundNumber[] {
  const matches = [...text.matchAll(NUMBER)];
  return matches.map((match, index) => {
    const start = match.index;
    const end = start + match[0].length;
    const previous = matches[index - 1];
    const before = text.slice(previous ? previous.index + previous[0].length : 0, start);
    const behind = text.slice(end, matches[index + 1]?.index);
    const own = [
      before.replace(/^.*?[)\]/,;|\n]/s, ""),
      /^\s*[([][^)\]]*[)\]]|^\s+\w+\s*(?:$|[/,;|\n])/.exec(behind)?.[0] ?? "",
    ];
    const beside = own.join(" ");
    const kind = KINDS.findIndex((words) => words.test(beside));
    const digits = match[0]
      .replace(/\s*(?:x|ext|#).*$/i, "")
      .replace(/\D/g, "")
      .replace(/^1(?=\d{10}$)/, "");
    const isOthers = OTHERS.test(matches.length === 1 ? text : beside);
    return { text: match[0].trim(), digits, kind: kind < 0 ? UNMARKED : kind, isOthers };
  });
}

/** Whether there are letters that are not an extension of a number. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(NUMBER, ""));
}

function readChosen(text: string, numbers: readonly FoundNumber[], report: CellReport): string | undefined {
  const own = numbers.filter(({ isOthers }) => !isOthers).sort((one, other) => one.kind - other.kind);
  const [chosen] = own;
  if (!chosen) return report.warn(ofCell("phone-of-other", text), "lost");
  const others = numbers.filter(({ digits }) => digits !== chosen.digits);
  const found = { text: personal(text), read: personal(chosen.text) };
  report.warn(
    others.length > 0
      ? cellFinding("phones-several", { ...found, others: others.map((other) => personal(other.text)) })
      : cellFinding("phone-and-words", found),
    "lost",
  );
  return notMadeUp(chosen.text, report);
}

function readSingle(text: string, report: CellReport): string | undefined {
  const digits = text.replace(/\D+/g, "");
  if (OTHERS.test(text)) return report.warn(ofCell("phone-of-other", text), "lost");
  if (DATE.test(text) || (digits.length < DIGITS_MIN && !/\d.*[A-Z]{4}/i.test(text))) {
    const finding = digits.length === 0 || DATE.test(text) ? "phone-none" : "phone-short";
    return report.warn(ofCell(finding, text), "lost");
  }
  const isLong = digits.length > DIGITS_MAX && !EXTENSION.test(text);
  const isLocal = digits.length === DIGITS_MIN && !text.includes("+");
  const isNamed = /\p{L}/u.test(text.replace(/(?<=\d)\s*(?:x|ext\.?|extension)\s*\d+\s*$/i, ""));
  if (/^0{2}0/.test(digits)) return report.warn(ofCell("phone-none", text), "lost");
  if (isLocal) report.warn(ofCell("phone-without-area", text));
  else if (isLong || isNamed || isOddLength(text, digits)) report.warn(ofCell("phone-unlike", text));
  return notMadeUp(text, report);
}

/** Whether digits without a country's code are more or fewer than a number of North America has. */
function isOddLength(text: string, digits: string): boolean {
  if (text.startsWith("+") || text.startsWith("00") || digits.length > DIGITS_MAX) return false;
  return !(digits.length === 10 || (digits.length === 11 && digits.startsWith("1")) || EXTENSION.test(text));
}

const MADE_UP = /^1?(\d)\1{9}$|^1?1234567890$|^1?0123456789$/;

function notMadeUp(text: string, report: CellReport): string | undefined {
  if (!MADE_UP.test(text.replace(/\D+/g, ""))) return text;
  return report.warn(ofCell(PHONE_MADE_UP, text), "lost");
}
