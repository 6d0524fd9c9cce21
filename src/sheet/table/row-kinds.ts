import { readHeader } from "../headers/header-grammar.ts";
import { type CellValue, type Column, cellText, type SkipReason } from "../table.ts";
import { isUnderstood } from "./header-bands.ts";
import { isFilled } from "./header-row.ts";

/** What a row of a sheet is. */
export type RowKind =
  | { is: "lead" }
  | { is: "skipped"; reason: SkipReason }
  /** An e-mail beside a role or the word for an example: most likely no lead, and never left out without a word. */
  | { is: "doubtful"; text: string }
  /** Headers, and not those of the sheet: another table begins. */
  | { is: "other-header" };

const LEAD: RowKind = { is: "lead" };
const skipped = (reason: SkipReason): RowKind => ({ is: "skipped", reason });

/** A row with as many cells and an e-mail in its place is looked at no closer. */
const FILLED_MIN = 4;
/** Narrower sheets have rows of one cell that are leads. */
const WIDE_MIN = 4;
/** A heading that bears an e-mail has at most so many cells. */
const HEADING_CELLS_MAX = 3;
const NOTE_CELLS_MAX = 3;
const SECTION_CELLS_MAX = 2;
const HEADER_CELLS_MIN = 3;
const SUMMARY_CELLS_MAX = 6;

const TOTAL =
  /^\W*(?:(?:sub|grand|running|overall|monthly|weekly|branch|team)[\s_-]*)?(?:totals?|totales)\b|^\W*(?:sub|grand|running|overall)\W*$|\btotals?\W*$/i;
/** Words that head numbers; some are names of people, too. */
const TALLY =
  /^\W*(?:sum|count|average|avg|mean|min(?:imum)?|max(?:imum)?|suma|promedio|cuenta)\b\W*(?:\d.*)?$/i;
/** `2 leads`, `3.5 %`, `$900,000`, `12`, and what a formula without a value counts. */
const QUANTITY =
  /^\W*\d[\d\s.,:/-]*\s*(?:%|k|m|mm|x|leads?|records?|rows?|loans?|units?|items?|contacts?|applications?|deals?|files?|total)?\W*$|^=\s*(?:SUM|SUBTOTAL|COUNT|AVERAGE|AGGREGATE)/i;
const TOTAL_CHARACTERS_MAX = 60;
const SECTION =
  /^\W*(?:branch|region|office|division|team|group|district|market|territory|section|area|zone|location|source|campaign|week|month|quarter|q[1-4]|batch|page|sheet|tab|list|status|stage|assigned to|owner|loan officers?|l\.?o\.?|m\.?l\.?o\.?|agent|broker|processor|sucursal|equipo|semana|mes|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|new leads|old leads|hot leads|warm leads|cold leads|leads)\b[\s\S]*$/i;
const NOTE =
  /\b(?:confidential|generated|exported|copyright|do not (?:distribute|forward|share|reply)|end of (?:report|file|list|export|data|sheet)|page \d+|report|printed|prepared (?:by|for|on)|created (?:by|on)|as of|last (?:updated|refreshed|modified)|updated (?:on|by)|run (?:date|by|on)|note that|disclaimer|all rights reserved|internal use|powered by|total records|contact us|reach out|please|exportado|generado|confidencial)\b|\b(?:rows?|records?|leads?|count|filter(?:s|ed)?|source|notes?|legend|key)\s*:|\bquestions\?|©|^\s*\*/i;
/** A role in front of a name, as a heading of a section has it. */
const ROLE =
  /^\W*(?:loan officers?|l\.?o\.?|m\.?l\.?o\.?|branch(?: manager)?|manager|agent|realtor|broker|processor|assigned to|owner|prepared by|sent by|contact|questions|submitted by|referred by|team lead)\s*[:–—-]|^\W*(?:contact|questions)\W*$|\((?:loan officer|lo|mlo|branch manager|manager|agent|realtor|broker|processor)\)/i;
/** What a row below the headers says of how they are to be filled in. */
const INSTRUCTION =
  /^\W*(?:required|mandatory|optional|conditional|text|free text|string|number|numeric|integer|decimal|currency|boolean|date|e-?mail|phone|yes\s*\/\s*no|y\s*\/\s*n|true\s*\/\s*false|(?:var)?char\W*\d*|(?:max\.? )?\d+ (?:chars?|characters|digits|letters)|(?:open-ended )?response|if (?:any|applicable|known|multi(?:-?(?:unit|family))?|condo|investment|rental|different)|drop-?\s?down|list|pick-?list|obligatorio|opcional|texto|n[uú]mero)\W*$/i;
/** Heads a column of a summary. */
const COUNTED =
  /^(?:#|%|pct|percent|share|counts?|qty|quantity|volume|avg\.?|average|mean|sum|amount|leads?|loans?|deals?|units?|funded|(?:#|%|no\.?|number|count|sum|total|avg\.?|average|loan) (?:of )?[a-z ]{2,20})$/i;
/** What says how a cell is to be filled in, in all cells of a row: `(2 letters)`, `[text]`. */
const BRACKET = /^\s*[([<{]/;
const BRACKETED = /^\s*(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>|\{[^{}]*\})\s*$/;
/** Lines drawn with characters. */
const RULE = /^[\s\-–—_=*~.·•#+|/\\]+$/;
/** What stands in rows that nobody has filled in yet: unticked boxes, formulas over nothing, and marks for nothing. */
const NOTHING =
  /^\s*(?:false|falso|no|0|[$€£]?\s*-?\s*0*[.,]?0*|-+|–|—|n\/?a|#n\/a|#value!|#div\/0!|#ref!|null|none|\(blank\))\s*$/i;
/** A number in front of a row. */
const COUNTER = /^\s*#?\d{1,7}[.)]?\s*$/;
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\s.,'\u2019-]*$/u;
const DIGITS_OF_PHONE = 7;

/** Tells leads from what else stands among a sheet's rows. */
export class RowKinds {
  readonly #items: readonly (string | undefined)[];
  readonly #columns: readonly Column[];
  readonly #emails: readonly number[];
  readonly #isWide: boolean;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#items = columns.map(({ name }) => readHeader(name).item);
    this.#emails = this.#items.flatMap((item, index) => (item === "email" ? [index] : []));
    this.#isWide = columns.length >= WIDE_MIN;
  }

  /** @param cells At least one of them is filled. */
  of(cells: readonly CellValue[]): RowKind {
    if (this.#isPlainLead(cells)) {
      if (cells.every((cell) => !isFilled(cell) || isBracketed(cell))) return skipped("note");
      return exampleAmong(cells) ?? LEAD;
    }
    const filled = this.#filled(cells);
    if (filled.length > 1 && filled.every(({ value }) => isBracketed(value))) return skipped("note");
    if (filled.every(({ text }) => RULE.test(text))) return skipped("separator");
    if (filled.some(({ text }) => MAIL_LIKE.test(text))) return this.#withEmail(filled);
    const header = this.#asHeader(filled);
    if (header) return header;
    if (this.#isEmpty(filled)) return skipped("empty");
    const isHint = ({ value, text }: FilledCell) => INSTRUCTION.test(text) || isBracketed(value);
    if (filled.length > 1 && filled.filter(isHint).length * 2 >= filled.length && !filled.some(isReachable))
      return skipped("note");
    return this.#mayBeLead(filled) ? LEAD : skipped(reasonOf(filled));
  }

  #isPlainLead(cells: readonly CellValue[]): boolean {
    const hasEmail = this.#emails.some((index) => {
      const cell = cells[index];
      return typeof cell === "string" && cell.includes("@");
    });
    if (!hasEmail) return false;
    let filled = 0;
    for (const cell of cells) {
      if (isFilled(cell)) filled += 1;
      if (filled >= FILLED_MIN) return true;
    }
    return false;
  }

  #filled(cells: readonly CellValue[]): FilledCell[] {
    return cells.flatMap((value, index) =>
      isFilled(value)
        ? [{ value, text: shortText(value), item: this.#items[index], isOfLead: this.#isOfLead(index) }]
        : [],
    );
  }

  /** A column that nobody knows may be a lead's anyway: a mapping file may say so. */
  #isOfLead(index: number): boolean {
    const item = this.#items[index];
    if (item === undefined) return (this.#columns[index]?.name.trim() ?? "") !== "";
    return item !== "irrelevant" && item !== "reference";
  }

  #withEmail(filled: readonly FilledCell[]): RowKind {
    if (!this.#isWide || filled.length > HEADING_CELLS_MAX) return LEAD;
    const heading = filled.find(({ text }) => ROLE.test(text) || (NOTE.test(text) && !MAIL_LIKE.test(text)));
    return heading ? { is: "doubtful", text: heading.text } : LEAD;
  }

  /** Whether the row is made of headers: those of the sheet once more, or others. */
  #asHeader(filled: readonly FilledCell[]): RowKind | undefined {
    if (filled.length < HEADER_CELLS_MIN || !filled.some(({ text }) => MAIL_WORD.test(text)))
      return undefined;
    let named = 0;
    let own = 0;
    for (const { text, item } of filled) {
      if (!isUnderstood(text)) continue;
      named += 1;
      if (readHeader(text).item === item) own += 1;
    }
    if (named < HEADER_CELLS_MIN || named * 5 < filled.length * 3) return undefined;
    return own === named ? skipped("header") : { is: "other-header" };
  }

  /** Rows that are not filled in yet have a number in front, unticked boxes, and formulas that find nothing. */
  #isEmpty(filled: readonly FilledCell[]): boolean {
    return filled.every(
      ({ text, value, item }, index) =>
        NOTHING.test(text) ||
        value === false ||
        (index === 0 &&
          (item === undefined || item === "irrelevant" || item === "reference") &&
          COUNTER.test(text)),
    );
  }

  /** Whether enough of a lead stands there to be missed: a way to reach somebody, a name, or several of its cells. */
  #mayBeLead(filled: readonly FilledCell[]): boolean {
    // A note may hold an address among its words.
    const isInWords = ({ item, text }: FilledCell) => item === "email" && /\s/.test(text);
    if (filled.some((cell) => isReachable(cell) && !(isInWords(cell) && isAside(filled)))) return true;
    if (isTotal(filled) || isSummaryHead(filled)) return false;
    const ofLead = filled.filter(({ isOfLead, text }) => isOfLead && !QUANTITY.test(text));
    if (!this.#isWide) return ofLead.length > 0 && !isAside(filled);
    const has = (item: string) => ofLead.some((cell) => cell.item === item && isName(cell.text));
    if (has("firstName") && has("lastName")) return true;
    if (isAside(filled)) return false;
    return ofLead.length >= 2;
  }
}

function isBracketed(value: CellValue | undefined): boolean {
  return typeof value === "string" && BRACKET.test(value) && BRACKETED.test(shortText(value));
}

/** A row of a template that shows how to fill it in, as its first cell says, or a lead that a form was tried out with. */
function exampleAmong(cells: readonly CellValue[]): RowKind | undefined {
  const first = cells.find(isFilled);
  const example = typeof first === "string" && EXAMPLE.test(first) ? first : cells.find(isOfTestLead);
  return example === undefined ? undefined : { is: "doubtful", text: shortText(example) };
}

/** What Facebook's testing tool puts in: `<test lead: dummy data for full_name>`. */
export function isOfTestLead(cell: CellValue): boolean {
  return typeof cell === "string" && /^(?:p:)?<test lead:/i.test(cell);
}

const EXAMPLE = /^\s*(?:e\.\s?g\.|(?:for )?example(?: row)?\s*[:–—-]|ejemplo\s*:|p\.\s?ej\.)/i;

/** An e-mail address, or what was meant for one; not a sentence that holds one. */
const MAIL_LIKE = /^\s*\S*@\S*\s*$/;
const MAIL_WORD = /e-?\s?mail|correo/i;

/** Longer than any total, heading or role; a note is known by its beginning. */
const TEXT_CHARACTERS_MAX = 200;

/** A cell's text as far as it is looked at: expressions that meet long runs of one kind take their time. */
function shortText(value: CellValue | undefined): string {
  return cellText(value)
    .slice(0, 4 * TEXT_CHARACTERS_MAX)
    .trim()
    .replace(/\s+/g, " ")
    .slice(0, TEXT_CHARACTERS_MAX);
}

interface FilledCell {
  value: CellValue | undefined;
  text: string;
  /** What the header says of the column. */
  item: string | undefined;
  isOfLead: boolean;
}

/** A telephone number, a street, or what was meant for an e-mail. */
function isReachable({ item, text }: FilledCell): boolean {
  if (item === "phone") return text.replace(/\D/g, "").length >= DIGITS_OF_PHONE;
  if (item === "street" || item === "fullAddress")
    return /\d/.test(text) && /\p{L}/u.test(text) && !isWords(text);
  if (item === "email") return /[@.]/.test(text) && !QUANTITY.test(text) && !isWords(text);
  return false;
}

function isWords(text: string): boolean {
  return TOTAL.test(text) || NOTE.test(text);
}

function isName(text: string): boolean {
  const trimmed = text.trim();
  return NAME.test(trimmed) && !isWords(text) && !TALLY.test(text);
}

function isTotal(filled: readonly FilledCell[]): boolean {
  const isWord = ({ text }: FilledCell) => text.length <= TOTAL_CHARACTERS_MAX && TOTAL.test(text);
  if (!filled.some(isWord)) return false;
  const others = filled.filter(
    (cell) => !isWord(cell) && ![QUANTITY, TALLY, NOTHING].some((words) => words.test(cell.text)),
  );
  return others.length <= 1 || others.every(({ isOfLead }) => !isOfLead);
}

/** `Status`, `Count`, `Volume`: the headers of a table that sums the leads up. */
function isSummaryHead(filled: readonly FilledCell[]): boolean {
  return (
    filled.length > 1 &&
    filled.length <= SUMMARY_CELLS_MAX &&
    filled.some(({ text }) => COUNTED.test(text)) &&
    filled.every(({ text }) => COUNTED.test(text) || readHeader(text).rest.length === 0)
  );
}

/** Whether few cells speak about the sheet, or head a part of it. */
function isAside(filled: readonly FilledCell[]): boolean {
  if (filled.length > NOTE_CELLS_MAX) return false;
  const texts = filled.map(({ text }) => text);
  if (texts.some((text) => NOTE.test(text))) return true;
  return filled.length <= SECTION_CELLS_MAX && texts.some((text) => SECTION.test(text));
}

function reasonOf(filled: readonly FilledCell[]): SkipReason {
  const words = filled.filter(({ text }) => !QUANTITY.test(text)).map(({ text }) => text);
  if (isTotal(filled) || words.every((text) => TALLY.test(text))) return "total";
  if (words.some((text) => NOTE.test(text))) return "note";
  return filled.length <= SECTION_CELLS_MAX && words.every((text) => text.length <= 40)
    ? "separator"
    : "note";
}
