import { type Catalogue, type CodedText, finder, type Params, type ParamsOf } from "../base/finding.ts";
import { inputError } from "./sheet-errors.ts";

/** What a file of leads is read as; `--format` takes the same words. */
export type InputFormat = "csv" | "json" | "jsonl" | "xlsx";

/** What a cell held. Sheets of text give strings; JSON and workbooks may give typed values. */
export type CellValue = string | number | boolean | null | JsonFragment;

/** What no field takes (a list, an object, a number too long to be exact): kept as its text, never sent. */
export interface JsonFragment {
  json: string;
  /** Set for a date of a workbook, which no field takes; its text is the day. */
  isDate?: true;
}

/** What a cell held, as text; nothing for an empty one. */
export function cellText(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "object" ? cell.json : String(cell);
}

/** A column of the input, in the order of first appearance. */
export interface Column {
  /** The header as it stands in the input; for JSON the keys joined by dots. */
  name: string;
  /** The column's letters in a spreadsheet, as in `O`. Absent for JSON. */
  letters?: string;
  /** For JSON: the keys that lead to the value, outermost first. */
  keys?: readonly string[];
}

/** A cell and the header above it. */
export interface CellPlace {
  column?: string;
  cell?: string;
  /** Label of the field that is meant, where the column holds several. */
  part?: string;
}

/** Where a column's cell of a row stands; items of JSON have no letters. */
export function placeIn({ name, letters }: Column, row: number): CellPlace {
  return letters ? { column: name, cell: `${letters}${row}` } : { column: name };
}

/** One record of the input. */
export interface InputRow {
  /** As a person counts in a spreadsheet: the header is row 1, the first lead row 2. In JSON, item 1 is row 1. */
  row: number;
  /** Aligned with the table's columns; may be shorter, never longer (see `damage`). */
  cells: readonly CellValue[];
  /** Why the record as a whole cannot be trusted. */
  damage?: Damage;
  /** A person has said that it goes, though it looks as if it had better not. */
  isToGo?: true;
}

/** What is wrong with a record as a whole, as in `row-short`: a sentence with the way out. */
export type Damage = CodedText;

/** Something worth saying about the input as a whole, once. */
export interface Notice {
  /** A stable kebab-case name, as in `unknown-column`. */
  code: string;
  /** What its sentence is made of. */
  params?: Params;
  message: string;
}

/** Whether two notices say the same. Plans of earlier versions have none of their parameters, and the sentence says it all. */
export function isSameNotice(one: Notice, other: Notice): boolean {
  if (one.code !== other.code) return false;
  if (!one.params || !other.params) return one.message === other.message;
  return JSON.stringify(one.params) === JSON.stringify(other.params);
}

/** Makes notices of a catalogue, as `finder` makes what is found of single rows. */
export function noticer<C extends Catalogue>(
  texts: C,
): <F extends keyof C & string>(code: F, ...params: ParamsOf<C[F]>) => Notice {
  const found = finder(texts);
  return (code, ...params) => {
    const { finding, ...told } = found(code, ...params);
    return { code: finding, ...told };
  };
}

/**
 * Why a row of a sheet is not a lead.
 *
 * - `header`: it repeats the headers; `total`: a total or a count; `separator`: a branch or section, or a line;
 * - `note`: text about the sheet, such as "Confidential"; `empty`: nothing in it that a person has put there;
 * - `hidden`: it is hidden or filtered away, and a person said to leave such rows out;
 * - `marked`: a person has marked it as not a lead.
 */
export type SkipReason = "header" | "total" | "separator" | "note" | "empty" | "hidden" | "marked";

/** Consecutive rows of a sheet that were left out for one reason. */
export interface SkippedRows {
  first: number;
  last: number;
  reason: SkipReason;
  /** What the first of them says, as in `Subtotal`; a beginning of it. */
  text: string;
}

/** How to read an input, where its name and content do not tell. */
export interface InputOptions {
  format?: InputFormat;
  /** For delimited text; one character. */
  delimiter?: string;
  encoding?: string;
  /** For a workbook with several sheets: the name of the one to read. */
  sheet?: string;
  /** The spreadsheet row in which the headers stand, 1 for the first. */
  headerRow?: number;
  /** Headers that a mapping file names: the row that holds them is the header. */
  knownHeaders?: readonly string[];
  /** For a workbook: what to do with rows that are hidden or filtered away. */
  hiddenRows?: "include" | "skip";
  /** Whether every row counts: of a sheet that holds something other than leads, or that corrects those of a run. */
  keepsAll?: boolean;
}

/** The same, and who takes what there is to say of the input. */
export interface TableOptions extends InputOptions {
  notices: Notice[];
}

/** Whether rows are objects with keys, and columns turn up with them. */
export function isJson(format: InputFormat): boolean {
  return format === "json" || format === "jsonl";
}

/** A file on its way to rows: what is known of it before the first one, and the rows, to be read once. */
export interface InputTable {
  /** The file's name without folders, or `stdin`. */
  name: string;
  format: InputFormat;
  /** For delimited text. */
  delimiter?: string;
  /** Complete before the first row of a sheet; for JSON it grows as new keys turn up. */
  columns: Column[];
  /** Grows while rows are read. */
  notices: Notice[];
  /** The first rows, up to 200, to see what the columns hold, and how it is written. They come with `rows` too. */
  sample?: readonly InputRow[];
  /** Rows of a sheet that are not leads and do not come with `rows`; grows while they are read. */
  skipped?: SkippedRows[];
  /** The decimal mark that clear amounts show. It decides the amounts that may also be thousands. */
  shownMark?: "." | ",";
  /** Ends with a `CliError` when a structural fault is met (an unclosed quote, broken JSON). */
  rows: AsyncIterable<InputRow>;
}

const LETTERS = 26;
const CODE_OF_A = 65;

/** The letters of a spreadsheet's column, from its index: 0 is `A`, 25 is `Z`, 26 is `AA`. */
export function columnLetters(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(CODE_OF_A + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

/** A lead has two dozen fields, and the widest exports a thousand columns. Each row repeats them in our files. */
export const COLUMNS_MAX = 2_000;
/** A header may hold a whole question of a form. */
const HEADER_CHARACTERS_MAX = 1024 * 1024;

/** Counts an input's columns as they turn up. */
export class ColumnLimit {
  readonly #name: string;
  #count = 0;
  #characters = 0;

  /** @param name Of the input, for people. */
  constructor(name: string) {
    this.#name = name;
  }

  /** @throws CliError when the input has more columns, or longer headers, than any sheet of leads. */
  add({ name }: Pick<Column, "name">): void {
    this.#count += 1;
    this.#characters += name.length;
    if (this.#count > COLUMNS_MAX)
      throw inputError("too-many-columns", { name: this.#name, columnsMax: COLUMNS_MAX });
    if (this.#characters > HEADER_CHARACTERS_MAX)
      throw inputError("too-many-columns/long-headers", { name: this.#name });
  }
}
