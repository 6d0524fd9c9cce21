import { personal } from "../../base/finding.ts";
import { type HeaderMeaning, readHeader } from "../headers/header-grammar.ts";
import { headerKey } from "../headers/header-meaning.ts";
import type { SampleCell } from "../question.ts";
import { shownValue } from "../shown-value.ts";
import type { Column, InputRow } from "../table.ts";
import { type ColumnContent, contentOf } from "./column-content.ts";
import type { ColumnReading } from "./column-reading.ts";
import { listedColumns, type NamedColumns } from "./column-texts.ts";

/** A column with all that speaks for what it holds. */
export interface JudgedColumn {
  column: Column;
  /** Position of the column in the input. */
  index: number;
  meaning: HeaderMeaning;
  content: ColumnContent;
  /** What an answer names it by: its header's key, with `#2` for the second column of the same header. */
  key: string;
  /** Number behind a header that stood there twice, as programs write it: `Street.1`, `City (2)`; else 0. */
  copy: number;
  /** Its header without that number. */
  base: string;
  /** What a mapping file or an answer says about it: nothing else is asked then. */
  fixed?: ColumnReading;
  /** What the header of such a column says: the columns beside it are of the same address, or are not. */
  words?: HeaderMeaning;
  /** The columns whose cells are joined to those of a street. */
  around?: readonly { one: JudgedColumn; part: "houseNumber" | "streetSuffix" }[];
}

/** `Street.1` is what programs make of a header that stood there twice; people write `City 2` or `Name (2)`. */
const COPY = /^(.*[^\d\s._(#-])\s*(?:\.([1-9])|[_\s]([1-3])|\s?\(([1-3])\)|([1-3]))$/;
/** `Address 2` is most often the second line of an address. */
const LINE = /(?:addr(?:ess)?|street|line|(?:\b|_)ln|dirección|direccion|calle)$/i;
/** Where these are numbered, whole addresses are. */
const TOWN = /(?:city|town|state|zip|zip code|postal code|ciudad|estado)$/i;

/** A person whom a sheet calls so may be the applicant or not, where another column names one. */
const WEAK = /contact|client|customer|lead|prospect|person|cliente|contacto/i;

/** Looks at every column once: its header, and the sample's cells. */
export function judgedColumns(columns: readonly Column[], sample: readonly InputRow[]): JudgedColumn[] {
  const contents = contentOf(columns.length, sample);
  const seen = new Map<string, number>();
  const copies = copiesAmong(columns);
  return columns.map((column, index) => {
    const plain = headerKey(column.name) || `#${(column.letters ?? String(index)).toLowerCase()}`;
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    const { base, copy } = copies[index] ?? { base: column.name, copy: 0 };
    // "Borrower 2" is no other copy of "Borrower", but somebody else.
    const whole = readHeader(column.name, column.keys);
    return {
      column,
      index,
      meaning:
        whole.whose === "co-applicant" && !WEAK.test(column.name) ? whole : readHeader(base, column.keys),
      content: contents[index] ?? { cells: [] },
      key: count === 1 ? plain : `${plain}#${count}`,
      copy,
      base: headerKey(base),
    };
  });
}

interface Copy {
  /** The header without its number. */
  base: string;
  /** 0 for a header that is not a copy. */
  copy: number;
}

function copiesAmong(columns: readonly Column[]): Copy[] {
  const found = columns.map(({ name, keys }) => {
    const [, base = name, ...digits] = (keys ? null : COPY.exec(name.trim())) ?? [];
    const digit = digits.find((text) => text !== undefined);
    return { name, base, key: headerKey(base), copy: Number(digit ?? 0), isCounted: digits[0] !== undefined };
  });
  const counts = new Map<string, Set<number>>();
  for (const { key, copy } of found) counts.set(key, (counts.get(key) ?? new Set()).add(copy));
  const isAlone = (key: string) => (counts.get(key)?.size ?? 0) < 2;
  const isTownNumbered = found.some(({ base, key, copy }) => copy > 1 && TOWN.test(base) && !isAlone(key));
  return found.map(({ name, base, key, copy, isCounted }) => {
    const isLine = LINE.test(base) && !isCounted && !isTownNumbered;
    return copy === 0 || isLine || isAlone(key) ? { base: name, copy: 0 } : { base, copy };
  });
}

/** Whether a header names somebody who is not the applicant. */
export function isOfOthers({ meaning: { whose } }: Pick<JudgedColumn, "meaning">): boolean {
  return whose === "co-applicant" || whose === "other";
}

/** Whether a header says that it is the applicant who is meant. */
export function isOfApplicant({ meaning, column }: JudgedColumn): boolean {
  return meaning.whose === "applicant" && !WEAK.test(column.name);
}

/** `Street (E)`, as messages name a column. */
export function shownColumn({ name, letters }: Column): string {
  if (name.trim() === "") return letters ? `${letters} (no header)` : "(no header)";
  const text = shownValue(name).slice(1, -1);
  return letters ? `${text} (${letters})` : text;
}

const NAMES_MAX = 40;

/** Columns among the parameters of a sentence. */
export function namedColumns(columns: readonly { column: Column }[]): NamedColumns {
  const named = columns.slice(0, NAMES_MAX).map(({ column }) => personal(shownColumn(column)));
  const more = columns.length - named.length;
  return { columns: named, ...(more > 0 && { more }) };
}

/** Several columns in a sentence. */
export function shownColumns(columns: readonly { column: Column }[], last = ", "): string {
  return listedColumns(namedColumns(columns), last);
}

const SAMPLES_MAX = 3;

/** Cells that show what a column holds: different ones. */
export function samplesOf({ column: { letters }, content }: JudgedColumn): SampleCell[] {
  const samples = new Map<string, SampleCell>();
  for (const { row, text } of content.cells) {
    if (samples.size === SAMPLES_MAX) break;
    if (!samples.has(text))
      samples.set(text, { ...(letters && row > 0 && { cell: `${letters}${row}` }), text });
  }
  return [...samples.values()];
}

/** Rows of the sample in which both columns are filled, and in how many of them they say the same. */
export function compare(
  one: ColumnContent,
  other: ColumnContent,
  isSame: (one: string, other: string) => boolean,
): { both: number; same: number } {
  const texts = new Map(other.cells.map(({ at, text }) => [at, text]));
  let [both, same] = [0, 0];
  for (const { at, text } of one.cells) {
    const beside = texts.get(at);
    if (beside === undefined) continue;
    both += 1;
    if (isSame(text, beside)) same += 1;
  }
  return { both, same };
}

/** `gus.lind@agents.example` beside Gus Lind, in most rows. */
export function isCalledAfter(
  one: Pick<JudgedColumn, "content">,
  name: Pick<JudgedColumn, "content">,
): boolean {
  const isInside = (text: string, whole: string) => {
    const local = text.slice(0, text.lastIndexOf("@")).toLowerCase();
    const parts = whole.toLowerCase().split(/[\s,.&/()-]+/);
    return parts.some((part) => part.length > 2 && local.includes(part));
  };
  const { both, same } = compare(one.content, name.content, isInside);
  return both > 0 && same * 2 > both;
}
