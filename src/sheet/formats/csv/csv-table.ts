import { oneByOne } from "../../../base/hand-on.ts";
import { readHeader } from "../../headers/header-grammar.ts";
import { rowFinding } from "../../row-texts.ts";
import { inputError } from "../../sheet-errors.ts";
import { chooseHeader, type HeaderChoice, hasText, lastHeaderRow } from "../../table/header-row.ts";
import { withSample } from "../../table/row-sample.ts";
import { SheetRows, type SheetRowsOptions } from "../../table/sheet-rows.ts";
import { type WholeBatch, wholeRows } from "../../table/whole-rows.ts";
import type { InputRow, InputTable, Notice, SkippedRows } from "../../table.ts";
import { unescapeFormula } from "../../text/spreadsheet-text.ts";
import type { PeekedBytes } from "../input-source.ts";
import { type CsvBatch, csvRecords } from "./csv-records.ts";

export interface CsvTableOptions {
  delimiter: string;
  /** Row of the headers, where the person named it. */
  headerRow?: number;
  /** Headers of a mapping file. */
  knownHeaders?: readonly string[];
  /** Whether the sheet holds something other than leads, so that every row of it counts. */
  keepsAll?: boolean;
  notices: Notice[];
}

/**
 * Delimited text as a table.
 *
 * @param chunks UTF-8 without a byte order mark.
 * @throws CliError when there is no header; reading the rows throws one when there is no row below it, or
 *   when the text is broken.
 */
export async function csvTable(
  name: string,
  chunks: PeekedBytes["chunks"],
  options: CsvTableOptions,
): Promise<InputTable> {
  const { delimiter, notices } = options;
  const batches = csvRecords(name, chunks, delimiter);
  const opened = await openAtHeader(name, batches, options);
  const skipped: SkippedRows[] = [];
  return {
    name,
    format: "csv",
    delimiter,
    columns: opened.header.columns,
    notices,
    skipped,
    ...(await withSample(oneByOne(rowsBelow(name, opened, batches, { ...options, skipped })))),
  };
}

interface Opened {
  header: HeaderChoice;
  /** Cells of the header's row as it is in the text. */
  headerCellCount: number;
  /** The batches read so far, from the first row on. */
  read: CsvBatch[];
}

async function openAtHeader(
  name: string,
  batches: AsyncGenerator<CsvBatch>,
  { headerRow, knownHeaders, notices }: CsvTableOptions,
): Promise<Opened> {
  const read: CsvBatch[] = [];
  const first: string[][] = [];
  let firstRow: number | undefined;
  while (first.length < lastHeaderRow(firstRow, headerRow)) {
    const { done, value } = await batches.next();
    if (done) break;
    read.push(value);
    for (const record of value.records) {
      if (first.length >= lastHeaderRow(firstRow, headerRow)) break;
      first.push(record.map(unescapeFormula));
      if (firstRow === undefined && hasText(record)) firstRow = first.length;
    }
  }
  const search = {
    rows: first,
    ...(headerRow !== undefined && { asked: headerRow }),
    ...(knownHeaders && { known: knownHeaders }),
  };
  const header = chooseHeader(name, search, notices);
  if (header) return { header, headerCellCount: first[header.row - 1]?.length ?? 0, read };
  throw inputError("input-empty", { name });
}

async function* rowsBelow(
  name: string,
  { header, headerCellCount, read }: Opened,
  batches: AsyncGenerator<CsvBatch>,
  { delimiter, ...options }: CsvTableOptions & Pick<SheetRowsOptions, "skipped">,
): AsyncGenerator<Iterator<InputRow>> {
  const sheet = new SheetRows(name, header, { ...options, joint: delimiter });
  const shape = (batch: WholeBatch<CsvBatch>, row: number, cells: string[]): InputRow | undefined => {
    unescapeCells(cells);
    const damage = batch.damage?.get(row);
    const shaped = sheet.take(row, cells, damage);
    if (!shaped || damage || !batch.maySpanLines) return shaped;
    return hasSwallowedLines(cells, delimiter, header.columns.length)
      ? { ...shaped, damage: SWALLOWED }
      : shaped;
  };
  function* rowsOf(batch: WholeBatch<CsvBatch>): Generator<InputRow> {
    let row = batch.firstRow;
    for (const cells of batch.records) {
      const shaped = row > header.row ? shape(batch, row, cells) : undefined;
      if (shaped) yield shaped;
      row += 1;
    }
  }
  async function* all(): AsyncGenerator<CsvBatch> {
    yield* read;
    yield* batches;
  }
  const whole = options.keepsAll
    ? all()
    : wholeRows(all(), {
        name,
        headerRow: header.row,
        columnCount: header.columns.length,
        headerCellCount,
        emailColumns: new Set(
          header.columns.flatMap(({ name }, index) => (holdsEmails(name) ? [index] : [])),
        ),
        isData: (cells) => sheet.isData(cells),
        notices: options.notices,
      });
  try {
    for await (const batch of whole) yield rowsOf(batch);
    sheet.end();
  } finally {
    await batches.return(undefined);
  }
}

function holdsEmails(header: string): boolean {
  const { item } = readHeader(header);
  return item === "email" || item === "contact";
}

const SWALLOWED = rowFinding("quote-stray");

const APOSTROPHE = 39;

/** In place: a row's cells are its own. */
function unescapeCells(cells: string[]): void {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    if (cell !== undefined && cell.charCodeAt(0) === APOSTROPHE) cells[at] = unescapeFormula(cell);
  }
}

/**
 * Whether a cell holds what looks like whole rows: two stray quotes, rows apart, make one cell of
 * everything between them, and no parser can tell.
 */
function hasSwallowedLines(cells: readonly string[], delimiter: string, width: number): boolean {
  return cells.some((cell) => {
    if (!cell.includes("\n") && !cell.includes("\r")) return false;
    const lines = cell.split(/\r\n|\n|\r/);
    return lines.some((line) => {
      const parts = line.split(delimiter).length;
      return parts > 1 && parts >= width / 2;
    });
  });
}
