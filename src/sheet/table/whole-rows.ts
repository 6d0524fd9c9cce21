import { personal } from "../../base/finding.ts";
import { readHeader } from "../headers/header-grammar.ts";
import { sheetNotice } from "../notice-texts.ts";
import { rowFinding } from "../row-texts.ts";
import type { Damage, Notice } from "../table.ts";
import { hasText, isEmail, isFilled, type OpenedSheet } from "./header-row.ts";

/** What has to be known of a sheet to tell whether its rows are whole. */
interface SheetShape extends Pick<OpenedSheet<unknown>, "header" | "headerCellCount"> {
  /** Name of the input, for people. */
  name: string;
  /** Whether a row holds a lead, and is not a title, total or note. */
  isData(cells: readonly string[]): boolean;
  notices: Notice[];
}

/** Consecutive records of a text. */
export interface RecordBatch {
  /** Ordinal of the first record, 1-based: blank ones count, so that it is the row in a spreadsheet. */
  firstRow: number;
  records: string[][];
  /** How the text ends behind the last record, where not by a line end. */
  ending?: "open" | "in quotes";
}

/** Records, and what is wrong with those of them that are not whole. */
export type WholeBatch<Batch> = Batch & { damage?: ReadonlyMap<number, Damage> };

/** So many rows are kept behind one that may have lost cells, until the rows below it tell. */
const ROWS_AHEAD_MAX = 50_000;

/** Finds the rows of delimited text that are not whole, before any of them is given out. */
export async function* wholeRows<Batch extends RecordBatch>(
  batches: AsyncIterable<Batch>,
  shape: SheetShape,
): AsyncGenerator<WholeBatch<Batch>> {
  const rows = new RowLengths(shape);
  let held: Batch[] = [];
  let heldCount = 0;
  for await (const batch of batches) {
    rows.add(batch);
    held.push(batch);
    heldCount += batch.records.length;
    if (rows.isWaiting && heldCount < ROWS_AHEAD_MAX) continue;
    for (const ready of held) yield rows.judged(ready);
    held = [];
    heldCount = 0;
  }
  rows.end();
  for (const ready of held) yield rows.judged(ready);
}

interface ShortRecord {
  row: number;
  cells: readonly string[];
}

/**
 * What the lengths of a text's rows show. A row that is shorter than the header has lost cells, unless its writer leaves out
 * empty ones at the end. A line end in a cell makes a row of two pieces, which have one cell more than the header together.
 */
class RowLengths {
  readonly #shape: SheetShape;
  /** Gaps between the cells of a whole row. */
  readonly #gapCount: number;
  readonly #columnCount: number;
  /** Where e-mails stand. */
  readonly #emailColumns: ReadonlySet<number>;
  /** Consecutive short records that may be pieces of one row, together with what comes. */
  #open: ShortRecord[] = [];
  #openGapCount = 0;
  readonly #pieces = new Map<number, Damage>();
  readonly #short = new Map<number, number>();
  #cutRow: number | undefined;
  #isCutInQuotes = false;
  /** Counted as far as it tells something. */
  #dataCount = 0;
  #shortCount = 0;
  #endsInEmptyCells = false;

  constructor(shape: SheetShape) {
    this.#shape = shape;
    this.#gapCount = shape.headerCellCount - 1;
    const { columns } = shape.header;
    this.#columnCount = columns.length;
    const holdsEmails = (header: string): boolean =>
      ["email", "contact"].includes(readHeader(header).item ?? "");
    this.#emailColumns = new Set(columns.flatMap(({ name }, at) => (holdsEmails(name) ? [at] : [])));
  }

  /** Whether rows below may show what a row is that was added. */
  get isWaiting(): boolean {
    return this.#open.length > 0 || (this.#short.size > 0 && !this.#endsInEmptyCells);
  }

  add({ firstRow, records, ending }: RecordBatch): void {
    if (this.#gapCount === 0) return;
    const last = firstRow + records.length - 1;
    if (ending) this.#lookAtEnd(last, records.at(-1) ?? [], ending);
    for (let at = Math.max(0, this.#shape.header.row + 1 - firstRow); at < records.length; at++) {
      const cells = records[at] ?? [];
      // Nearly every row is full, and shows nothing that is not known.
      if (this.#open.length === 0 && cells.length > this.#gapCount && this.#isKnown(cells)) continue;
      this.#add(firstRow + at, cells);
    }
  }

  /** To be called behind the last row. */
  end(): void {
    this.#close();
  }

  /** A batch with what is known now of its rows; to be asked once. */
  judged<Batch extends RecordBatch>(batch: Batch): WholeBatch<Batch> {
    if (this.#pieces.size + this.#short.size === 0 && this.#cutRow === undefined) return batch;
    const damage = new Map<number, Damage>();
    const columns = this.#leavesOutEmptyCells ? undefined : this.#columnCount;
    for (let at = 0; at < batch.records.length; at++) {
      const row = batch.firstRow + at;
      const cellCount = this.#short.get(row);
      const found =
        this.#pieces.get(row) ??
        (row === this.#cutRow ? rowFinding("row-cut", { isInQuotes: this.#isCutInQuotes }) : undefined) ??
        (cellCount !== undefined && columns !== undefined
          ? rowFinding("row-short", { cells: cellCount, columns })
          : undefined);
      if (found) damage.set(row, found);
      this.#pieces.delete(row);
      this.#short.delete(row);
    }
    return damage.size === 0 ? batch : { ...batch, damage };
  }

  get #leavesOutEmptyCells(): boolean {
    return this.#dataCount === 1 || (this.#shortCount > 1 && !this.#endsInEmptyCells);
  }

  #lookAtEnd(row: number, cells: readonly string[], ending: NonNullable<RecordBatch["ending"]>): void {
    const { name, header, notices, isData } = this.#shape;
    if (row <= header.row || !hasText(cells)) return;
    this.#isCutInQuotes = ending === "in quotes";
    if (this.#isCutInQuotes || (cells.length < this.#columnCount && isData(cells))) this.#cutRow = row;
    else if (isData(cells)) notices.push(sheetNotice("no-line-end", { name: personal(name), row }));
  }

  #add(row: number, cells: readonly string[]): void {
    const gaps = cells.length - 1;
    if (gaps >= this.#gapCount) {
      this.#close();
      this.#count(row, cells);
      return;
    }
    this.#open.push({ row, cells });
    this.#openGapCount += gaps;
    while (this.#openGapCount > this.#gapCount || this.#open[0]?.cells.length === 1) this.#letGo();
    if (this.#openGapCount === this.#gapCount && gaps > 0) this.#markPieces();
  }

  /** Titles and totals stay what they are: none of them holds a lead. */
  #markPieces(): void {
    const [first, last] = [this.#open[0]?.row ?? 0, this.#open.at(-1)?.row ?? 0];
    if (!this.#open.some(({ cells }) => this.#shape.isData(cells)) || this.#areLeads()) return;
    const damage = rowFinding("row-broken", { first, last });
    for (const { row } of this.#open) if (!this.#pieces.has(row)) this.#pieces.set(row, damage);
    this.#dataCount += 1;
  }

  /** Whether two have an e-mail in its column, and one of these would leave its column if the pieces were one row. */
  #areLeads(): boolean {
    const emailColumns = this.#emailColumns;
    const [first, ...others] = this.#open;
    const place = (cells: readonly string[] = []) =>
      [...emailColumns].find((column) => isEmail(cells[column]));
    if (place(first?.cells) === undefined) return false;
    let before = (first?.cells.length ?? 1) - 1;
    return others.some(({ cells }) => {
      const at = place(cells);
      const isOutOfPlace = at !== undefined && !emailColumns.has(before + at);
      before += cells.length - 1;
      return isOutOfPlace;
    });
  }

  #close(): void {
    while (this.#open.length > 0) this.#letGo();
  }

  #letGo(): void {
    const first = this.#open.shift();
    if (!first) return;
    this.#openGapCount -= first.cells.length - 1;
    if (!this.#pieces.has(first.row)) this.#count(first.row, first.cells);
  }

  /** Whether a row of all cells shows nothing new: there are others, and its last cell is filled, or not the first empty one. */
  #isKnown(cells: readonly string[]): boolean {
    return this.#dataCount > 1 && (this.#endsInEmptyCells || isFilled(cells[cells.length - 1]));
  }

  /** Notes what a whole row shows about the others. */
  #count(row: number, cells: readonly string[]): void {
    if (row === this.#cutRow) return;
    const isShort = cells.length < this.#columnCount;
    if ((!isShort && this.#isKnown(cells)) || !this.#shape.isData(cells)) return;
    this.#dataCount += 1;
    if (!isFilled(cells.at(-1))) this.#endsInEmptyCells = true;
    if (!isShort) return;
    this.#shortCount += 1;
    this.#short.set(row, cells.length);
  }
}
