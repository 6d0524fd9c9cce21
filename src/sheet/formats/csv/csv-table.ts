import { oneByOne } from "../../../base/row-stream.ts";
import { readHeader } from "../../headers/header-grammar.ts";
import { rowFinding } from "../../row-texts.ts";
import { type OpenedSheet, openAtHeader } from "../../table/header-row.ts";
import { withSample } from "../../table/row-sample.ts";
import { SheetRows } from "../../table/sheet-rows.ts";
import { type WholeBatch, wholeRows } from "../../table/whole-rows.ts";
import type { InputRow, InputTable, SkippedRows, TableOptions } from "../../table.ts";
import { unescapeFormula } from "../../text/spreadsheet-text.ts";
import type { PeekedBytes } from "../input-source.ts";
import { type CsvBatch, csvRecords } from "./csv-records.ts";

type CsvOptions = TableOptions & { delimiter: string };

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
  options: CsvOptions,
): Promise<InputTable> {
  const { delimiter, notices } = options;
  const records = csvRecords(name, chunks, delimiter);
  const opened = await openAtHeader(name, records, searchedRows, options);
  const skipped: SkippedRows[] = [];
  return {
    name,
    format: "csv",
    delimiter,
    columns: opened.header.columns,
    notices,
    skipped,
    ...(await withSample(oneByOne(rowsBelow(name, opened, { ...options, skipped })))),
  };
}

function searchedRows({ firstRow, records }: CsvBatch) {
  return records.map((cells, at) => ({ row: firstRow + at, cells: cells.map(unescapeFormula) }));
}

async function* rowsBelow(
  name: string,
  { header, headerCellCount, batches }: OpenedSheet<CsvBatch>,
  { delimiter, ...options }: CsvOptions & { skipped: SkippedRows[] },
): AsyncGenerator<Iterable<InputRow>> {
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
  const whole = options.keepsAll
    ? batches
    : wholeRows(batches, {
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
  for await (const batch of whole) yield rowsOf(batch);
  sheet.end();
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
