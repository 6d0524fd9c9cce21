import { type Personal, personal } from "../../base/finding.ts";
import { oneByOne, readAhead } from "../../base/row-stream.ts";
import { isOwnColumn } from "../headers/header-meaning.ts";
import { isOneRow, type NamedRows, rowNumbersText, sheetNotice, textsOfRows } from "../notice-texts.ts";
import { rowFinding } from "../row-texts.ts";
import { inputError } from "../sheet-errors.ts";
import {
  type CellValue,
  cellText,
  columnLetters,
  type Damage,
  type InputRow,
  type InputTable,
  type Notice,
  type SkippedRows,
  type SkipReason,
  type TableOptions,
} from "../table.ts";
import { filledWidth, type HeaderChoice, hasText, isFilled } from "./header-row.ts";
import { RowKinds } from "./row-kinds.ts";

const SKIPPED_MAX = 10_000;
const TEXT_CHARACTERS_MAX = 60;
const NAMED_RANGES_MAX = 30;
const SHOWN_TEXTS_MAX = 5;
/** Rows of which each is told by what it says: one may be a lead anyway. */
const SHOWS_TEXT: ReadonlySet<SkipReason> = new Set(["total", "separator", "note"]);
/** What Excel holds; it opens the first rows of a longer file and says so once. */
const EXCEL_ROWS_MAX = 1_048_576;

/** What heads leads that nobody means to send. */
const NOT_TO_GO =
  /\b(?:do not|don['’]?t|no) (?:contact|call|send|submit|e-?mail|use|solicit)\b|\b(?:dnc|dead|closed|withdrawn|cancell?ed|inactive|opt(?:ed)?[\s-]*outs?|unsubscribed|duplicates?|denied|declined|rejected|no enviar|no contactar|duplicados?|cerrados?)\b/i;

/**
 * Makes input rows of a sheet's rows: leaves out blank ones and what is not a lead, and cuts what stands beyond the
 * header.
 */
export class SheetRows {
  /** The rows that are left out. */
  readonly #skipped: SkippedRows[] = [];
  readonly #name: string;
  readonly #header: HeaderChoice;
  readonly #options: TableOptions;
  /** What joins the text beyond the header to the last cell; the delimiter, if there is one. */
  readonly #joint: string;
  /** Absent where rows are given back to us: each of them was a lead. */
  readonly #kinds: RowKinds | undefined;
  #count = 0;
  #lastRow = 0;
  #skippedCount = 0;
  /** The section under way, where it says that its leads are not meant to go. */
  #section: { sectionRow: number; text: string } | undefined;

  /** @param name Of the input, for people. */
  constructor(name: string, header: HeaderChoice, options: TableOptions, delimiter?: string) {
    this.#name = name;
    this.#header = header;
    this.#options = options;
    this.#joint = delimiter ?? " ";
    const isOurs = header.columns.some((column) => isOwnColumn(column.name));
    this.#kinds = isOurs || options.keepsAll ? undefined : new RowKinds(header.columns);
  }

  /** The sheet as a table. @param rows Made of what was taken, which ends with `end`. */
  async table(
    shape: Pick<InputTable, "format" | "delimiter">,
    rows: AsyncGenerator<Iterable<InputRow>>,
  ): Promise<InputTable> {
    const { notices } = this.#options;
    const { columns } = this.#header;
    const about = { name: this.#name, ...shape, columns, notices, skipped: this.#skipped };
    return { ...about, ...(await withSample(oneByOne(rows))) };
  }

  /**
   * The row as it goes on, or nothing when it is blank or no lead.
   *
   * @param damage What is known to be wrong with it: it may look like anything.
   * @throws CliError when another table begins there.
   */
  take(row: number, cells: CellValue[], damage?: Damage): InputRow | undefined {
    if (!hasText(cells)) return undefined;
    const { columns } = this.#header;
    this.#lastRow = row;
    if (damage) {
      this.#count += 1;
      return { ...this.#shortened(row, cells), damage };
    }
    if (cells[0] === columns[0]?.name && this.#repeatsHeader(cells)) {
      this.skip(row, "header", cells);
      return undefined;
    }
    const kind = this.#kinds?.of(cells);
    if (kind?.is === "skipped") {
      this.skip(row, kind.reason, cells);
      const text = textOf(cells);
      if (SHOWS_TEXT.has(kind.reason))
        this.#section = NOT_TO_GO.test(text) ? { sectionRow: row, text } : undefined;
      return undefined;
    }
    if (kind?.is === "other-header") {
      if (this.#count > 0) throw inputError("several-tables", { name: this.#name, row });
      if (this.#options.headerRow === undefined)
        throw inputError("several-headers", { name: this.#name, first: this.#header.row, second: row });
      this.skip(row, "header", cells);
      return undefined;
    }
    if (this.#section) throw inputError("section-not-to-go", { name: this.#name, ...this.#section, row });
    this.#count += 1;
    const shaped = this.#shortened(row, cells);
    if (kind?.is !== "doubtful") return shaped;
    const text = personal(kind.text.trim().slice(0, TEXT_CHARACTERS_MAX));
    return { ...shaped, damage: rowFinding("row-heading", { text }) };
  }

  /** Whether a row, as it stands, is neither blank nor something else than a lead. */
  isData(cells: readonly CellValue[]): boolean {
    if (!hasText(cells) || this.#repeatsHeader(cells)) return false;
    const kind = this.#kinds?.of(cells).is ?? "lead";
    return kind === "lead" || kind === "doubtful";
  }

  /** Leaves a row out, and keeps in mind why. */
  skip(row: number, reason: SkipReason, cells: readonly CellValue[]): void {
    this.#skippedCount += 1;
    addSkipped(this.#skipped, row, reason, () => textOf(cells));
  }

  /**
   * Says what was left out.
   *
   * @throws CliError when there was no lead at all.
   */
  end(): void {
    const { notices } = this.#options;
    const skipped = this.#skipped;
    if (this.#count === 0) throw noRows(this.#name, skipped);
    notices.push(...skippedNotices(skipped));
    const listed = skipped.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    if (listed < this.#skippedCount) {
      notices.push(sheetNotice("more-rows-skipped", { count: this.#skippedCount - listed }));
    }
    if (this.#lastRow === EXCEL_ROWS_MAX) notices.push(sheetNotice("excel-limit", { row: EXCEL_ROWS_MAX }));
  }

  #repeatsHeader(cells: readonly CellValue[]): boolean {
    return this.#header.columns.every(({ name }, index) => String(cells[index] ?? "").trim() === name.trim());
  }

  /** A row cut to the header's width. Text beyond it stays in sight in the last cell. */
  #shortened(row: number, cells: CellValue[]): InputRow {
    const width = this.#header.columns.length;
    if (cells.length <= width) return { row, cells };
    const kept = cells.slice(0, width);
    const filled = filledWidth(cells);
    if (filled <= width) return { row, cells: kept };
    const joint = this.#joint;
    kept[width - 1] = cells
      .slice(width - 1, filled)
      .map(cellText)
      .join(joint);
    const extent = joint === " " ? { upTo: columnLetters(filled - 1) } : { cells: filled, columns: width };
    return { row, cells: kept, damage: rowFinding("row-long", extent) };
  }
}

/** Adds a row to those that were left out, and to the last of their ranges where it follows. */
export function addSkipped(
  skipped: SkippedRows[],
  row: number,
  reason: SkipReason,
  text: () => string,
): void {
  const before = skipped.at(-1);
  if (before && before.reason === reason && before.last === row - 1) before.last = row;
  else if (skipped.length < SKIPPED_MAX) skipped.push({ first: row, last: row, reason, text: text() });
}

const INVISIBLE = /\p{C}/gu;

function textOf(cells: readonly CellValue[]): string {
  const text = cellText(cells.find(isFilled)).replace(INVISIBLE, " ").trim();
  return text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX - 1)}…` : text;
}

function noRows(name: string, skipped: readonly SkippedRows[]): Error {
  if (skipped.length === 0) return inputError("input-no-rows", { name });
  const rows = namedRows(skipped);
  return inputError("input-no-rows/all-left-out", {
    name,
    rows: rowNumbersText(rows),
    isOne: isOneRow(rows),
    texts: textsOfRows(textsIn(skipped)),
  });
}

const TOLD_ROWS = [
  ["header", "header-repeated"],
  ["empty", "rows-empty"],
  ["hidden", "hidden-rows"],
] as const;

/** What is said of the rows that were left out: headers apart, and what may have been a lead last. */
function skippedNotices(skipped: readonly SkippedRows[]): Notice[] {
  const told = TOLD_ROWS.flatMap(([reason, code]) => {
    const rows = skipped.filter((one) => one.reason === reason);
    return rows.length > 0 ? sheetNotice(code, namedRows(rows)) : [];
  });
  const others = skipped.filter(({ reason }) => SHOWS_TEXT.has(reason));
  if (others.length === 0) return told;
  return [...told, sheetNotice("rows-skipped", { ...namedRows(others), ...textsIn(others) })];
}

/** Rows among the parameters of a sentence. */
export function namedRows(rows: readonly SkippedRows[]): NamedRows {
  const ranges = rows.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  const more = rows.slice(NAMED_RANGES_MAX).reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return { ranges: ranges.slice(0, NAMED_RANGES_MAX), ...(more > 0 && { more }) };
}

/** What stands in them. */
function textsIn(rows: readonly SkippedRows[]): { texts: Personal[]; areMore: boolean } {
  const texts = [...new Set(rows.map(({ text }) => text).filter((text) => text !== ""))];
  return {
    texts: texts.slice(0, SHOWN_TEXTS_MAX).map(personal),
    areMore: texts.length > SHOWN_TEXTS_MAX,
  };
}

/** How many rows are looked at before the first is read. */
export const SAMPLE_ROWS_MAX = 200;
/** A row may hold a megabyte. */
const SAMPLE_CHARACTERS_MAX = 4_000_000;

/**
 * Takes the first rows off to be looked at, and gives all of them back as if nobody had: a fault that is met
 * there is thrown where the rows are read.
 */
export async function withSample(
  rows: AsyncGenerator<InputRow, undefined>,
): Promise<{ sample: readonly InputRow[]; rows: AsyncIterable<InputRow> }> {
  const sample: InputRow[] = [];
  let characterCount = 0;
  const isEnough = (row: InputRow): boolean => {
    sample.push(row);
    for (const cell of row.cells) characterCount += cellText(cell).length;
    return sample.length >= SAMPLE_ROWS_MAX || characterCount >= SAMPLE_CHARACTERS_MAX;
  };
  try {
    return { sample, rows: await readAhead(rows, isEnough) };
  } catch (error) {
    return { sample, rows: brokenOff(sample, error) };
  }
}

async function* brokenOff(sample: readonly InputRow[], error: unknown): AsyncGenerator<InputRow> {
  yield* sample;
  throw error;
}
