/** How a cell shows its number: as it is, as a day or a time, or with what a format puts around and between its digits. */
export type NumberStyle = "plain" | "date" | NumberFormat;

/** A format's sections: for numbers above zero, below it and for zero, or for those that they name. */
export type NumberFormat = readonly Section[];

interface Section {
  condition?: Condition;
  pieces: Piece[];
  /** Places for digits in front of the point, and behind it. */
  wholeCount: number;
  fractionCount: number;
  /** What the number is multiplied by: a percentage by 100. */
  scale: number;
  isDate: boolean;
  /** Whether it shows a fraction or a power of ten, which say nothing that the number does not. */
  isOther: boolean;
}

type Condition = (number: number) => boolean;

/** Text that stands there as it is, the whole number, or a place for one of its digits. */
type Piece = { text: string } | "General" | "0" | "#" | "?";

/** Excel's own limit is 255. */
const CODE_CHARACTERS_MAX = 1_000;
/** The fourth one shows text. */
const NUMBER_SECTIONS_MAX = 3;
/** Beyond, `toFixed` rounds. */
const NUMBER_MAX = 1e15;

/** @param id Of a built-in format, where there is no code. */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return isBuiltInDate(id) ? "date" : "plain";
  if (code.length > CODE_CHARACTERS_MAX) return "plain";
  const sections = sectionsOf(code).slice(0, NUMBER_SECTIONS_MAX);
  return sections[0]?.isDate ? "date" : sections;
}

/** Built-in formats that show dates and times; 27 to 36 and 50 to 58 do in East Asian Excel. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** The numbers of sections that do not name theirs, by how many there are; the last one has all others. */
const USUAL_CONDITIONS: Readonly<Record<number, readonly Condition[]>> = {
  2: [(number) => number >= 0],
  3: [(number) => number > 0, (number) => number < 0],
};

/** What a format shows for a number, without marks between thousands; `undefined` where that is the number itself. */
export function formatted(number: number, format: NumberFormat): string | undefined {
  const usual = USUAL_CONDITIONS[format.length] ?? [];
  const index = format.findIndex(({ condition }, at) => (condition ?? usual[at])?.(number) ?? true);
  const section = format[index];
  if (!section || section.isDate || section.isOther || Math.abs(number) >= NUMBER_MAX) return undefined;
  const isOfNegatives = index === 1 && format[0]?.condition === undefined;
  return (number < 0 && !isOfNegatives ? "-" : "") + shownBy(section, Math.abs(number)).trim();
}

function shownBy({ pieces, wholeCount, fractionCount, scale }: Section, number: number): string {
  const [whole = "", fraction = ""] = (number * scale).toFixed(fractionCount).split(".");
  const digits = (whole === "0" ? "" : whole).padStart(wholeCount);
  // The first place takes all digits that the others leave.
  const first = digits.slice(0, digits.length - wholeCount + 1);
  const places = wholeCount === 0 ? [...fraction] : [first, ...digits.slice(first.length), ...fraction];
  let at = 0;
  let text = "";
  for (const piece of pieces) {
    if (piece === "General") text += number;
    else if (typeof piece === "object") text += piece.text;
    else {
      const digit = places[at++]?.trim() ?? "";
      text += digit === "" && piece === "0" ? "0" : digit;
    }
  }
  return text;
}

/** Text in quotation marks, behind a backslash or in brackets, what only takes up room, and words; then single characters. */
const TOKENS =
  /"(?<quoted>[^"]*)"?|\\(?<escaped>.)|\[(?<bracketed>[^\]]*)\]|[_*].|General|E[+-]|AM\/PM|A\/P|./gis;
const COMPARISON = /^(?<sign><=|>=|<>|<|>|=)(?<limit>-?\d+(?:\.\d+)?)$/;
/** `$€-407`: a currency, and where it is written so. */
const CURRENCY = /^\$([^-]*)/;
const DATE = /^(?:[ymdhs]|am\/pm|a\/p)$/i;
const OTHER = /^(?:[/@]|E[+-])$/i;

function sectionsOf(code: string): Section[] {
  let section = newSection();
  const sections = [section];
  /** Those since the last digit: each divides by a thousand, unless another digit comes. */
  let commas = 0;
  let isBehindPoint = false;
  const scale = (): void => {
    section.scale /= 1_000 ** commas;
    commas = 0;
  };
  for (const { 0: token, groups: { quoted, escaped, bracketed } = {} } of code.matchAll(TOKENS)) {
    const text = quoted ?? escaped;
    if (text !== undefined) section.pieces.push({ text });
    else if (bracketed !== undefined) addBracketed(section, bracketed);
    else if (/^general$/i.test(token)) section.pieces.push("General");
    else if (token === "0" || token === "#" || token === "?") {
      section.pieces.push(token);
      section[isBehindPoint ? "fractionCount" : "wholeCount"] += 1;
      commas = 0;
    } else if (token === ",") commas += 1;
    else if (token === ";") {
      scale();
      isBehindPoint = false;
      section = newSection();
      sections.push(section);
    } else if (DATE.test(token)) section.isDate = true;
    else if (OTHER.test(token)) section.isOther = true;
    else if (!/^[_*]./s.test(token)) {
      section.pieces.push({ text: token });
      if (token === "%") section.scale *= 100;
      if (token === ".") {
        scale();
        isBehindPoint = true;
      }
    }
  }
  scale();
  return sections;
}

function newSection(): Section {
  return { pieces: [], wholeCount: 0, fractionCount: 0, scale: 1, isDate: false, isOther: false };
}

/** A condition, a time that counts on beyond a day, or a currency; colours and scripts change nothing. */
function addBracketed(section: Section, text: string): void {
  const { sign, limit } = COMPARISON.exec(text)?.groups ?? {};
  const [, currency] = CURRENCY.exec(text) ?? [];
  if (sign !== undefined) section.condition = conditionOf(sign, Number(limit));
  else if (currency !== undefined) section.pieces.push({ text: currency });
  else if (/^(?:h+|m+|s+)$/i.test(text)) section.isDate = true;
}

function conditionOf(sign: string, limit: number): Condition {
  return (number) =>
    (sign.includes("=") && number === limit) ||
    (sign.includes("<") && number < limit) ||
    (sign.includes(">") && number > limit);
}
