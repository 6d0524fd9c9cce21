import { rowFinding } from "../../row-texts.ts";
import { type OpenedSheet, openAtHeader } from "../../table/header-row.ts";
import { SheetRows } from "../../table/sheet-rows.ts";
import { type WholeBatch, wholeRows } from "../../table/whole-rows.ts";
import type { InputRow, InputTable, TableOptions } from "../../table.ts";
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
  const { delimiter } = options;
  const opened = await openAtHeader(name, csvRecords(name, chunks, delimiter), searchedRows, options);
  const sheet = new SheetRows(name, opened.header, options, delimiter);
  return sheet.table({ format: "csv", delimiter }, rowsBelow(name, opened, sheet, options));
}

function searchedRows({ firstRow, records }: CsvBatch) {
  return records.map((cells, at) => ({ row: firstRow + at, cells: cells.map(unescapeFormula) }));
}

async function* rowsBelow(
  name: string,
  { batches, ...opened }: OpenedSheet<CsvBatch>,
  sheet: SheetRows,
  { delimiter, keepsAll, notices }: CsvOptions,
): AsyncGenerator<Iterable<InputRow>> {
  const { header } = opened;
  const shape = (batch: WholeBatch<CsvBatch>, row: number, cells: string[]): InputRow | undefined => {
    const damage = batch.damage?.get(row);
    const shaped = sheet.take(row, cells.map(unescapeFormula), damage);
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
  const isData = (cells: readonly string[]) => sheet.isData(cells);
  const whole = keepsAll ? batches : wholeRows(batches, { name, ...opened, isData, notices });
  for await (const batch of whole) yield rowsOf(batch);
  sheet.end();
}

const SWALLOWED = rowFinding("quote-stray");

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
