import { columnLetters } from "./column-letters.ts";
import { type CsvBatch, csvRecords } from "./csv-records.ts";
import { inputError } from "./input-error.ts";
import { undefuse } from "./spreadsheet-text.ts";
import type { Column, InputRow, InputTable, Notice } from "./table.ts";

/**
 * Delimited text as a table: the first record with text is the header.
 *
 * @param chunks UTF-8 without a byte order mark.
 * @throws CliError when there is no header; reading the rows throws one when there is no row below it, or
 *   when the text is broken.
 */
export async function csvTable(
  name: string,
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): Promise<InputTable> {
  const batches = csvRecords(name, chunks, delimiter);
  const opened = await openAtHeader(name, batches);
  const notices: Notice[] = [];
  return {
    name,
    format: "csv",
    delimiter,
    columns: opened.columns,
    notices,
    rows: rowsBelow(name, opened, batches, delimiter),
  };
}

interface Opened {
  columns: Column[];
  /** What follows the header in the batch that holds it. */
  rest: CsvBatch;
}

async function openAtHeader(name: string, batches: AsyncGenerator<CsvBatch>): Promise<Opened> {
  for (;;) {
    const { done, value: batch } = await batches.next();
    if (done) {
      throw inputError(
        "input-empty",
        `${name} is empty`,
        "Export it again, with a header row and a row for each lead.",
      );
    }
    const { firstRow, records } = batch;
    const at = records.findIndex((cells) => !isBlank(cells));
    const header = records[at];
    if (header) {
      const rest = { firstRow: firstRow + at + 1, records: records.slice(at + 1) };
      return { columns: columnsOf(header), rest };
    }
  }
}

function columnsOf(header: string[]): Column[] {
  let width = header.length;
  while (width > 0 && header[width - 1]?.trim() === "") width -= 1;
  return header.slice(0, width).map((name, index) => ({ name, letters: columnLetters(index) }));
}

async function* rowsBelow(
  name: string,
  { columns, rest }: Opened,
  batches: AsyncGenerator<CsvBatch>,
  delimiter: string,
): AsyncGenerator<InputRow> {
  let count = 0;
  try {
    let batch: CsvBatch | undefined = rest;
    while (batch) {
      let row = batch.firstRow;
      for (const cells of batch.records) {
        if (!isBlank(cells)) {
          count += 1;
          undoDefusing(cells);
          yield cells.length <= columns.length ? { row, cells } : shortened(row, cells, columns, delimiter);
        }
        row += 1;
      }
      batch = (await batches.next()).value ?? undefined;
    }
  } finally {
    await batches.return(undefined);
  }
  if (count === 0) {
    throw inputError(
      "input-no-rows",
      `${name} has a header and no row below it`,
      "Put each lead in a row of its own below the header.",
    );
  }
}

/** A row cut to the header's width. Text beyond it stays in sight in the last cell. */
function shortened(row: number, cells: string[], columns: readonly Column[], delimiter: string): InputRow {
  const width = columns.length;
  const kept = cells.slice(0, width);
  if (isBlank(cells.slice(width))) return { row, cells: kept };
  const filled = lastFilled(cells) + 1;
  kept[width - 1] = cells.slice(width - 1, filled).join(delimiter);
  return {
    row,
    cells: kept,
    damage: `The row has ${filled} cells under ${width} headers: most often a cell with a comma in it is not in quotes. Put that cell in quotes, or delete what is too much`,
  };
}

const APOSTROPHE = 39;

/** In place: a row's cells are its own. */
function undoDefusing(cells: string[]): void {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    if (cell !== undefined && cell.charCodeAt(0) === APOSTROPHE) cells[at] = undefuse(cell);
  }
}

function lastFilled(cells: readonly string[]): number {
  let at = cells.length - 1;
  while (at >= 0 && cells[at]?.trim() === "") at -= 1;
  return at;
}

function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) {
    if (cell !== "" && cell.trim() !== "") return false;
  }
  return true;
}
