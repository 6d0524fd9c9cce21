import { inputError } from "../sheet-errors.ts";
import { type CellValue, cellText } from "../table.ts";
import { csvRecords } from "./csv/csv-records.ts";
import { delimitedText, type ItemOf } from "./csv/delimiter.ts";
import { fileKind } from "./file-kind.ts";
import { HEAD_BYTES, type InputSource, nameOf, peekBytes, readBytes } from "./input-source.ts";
import { decodedText } from "./text-encoding.ts";
import { openWorkbook } from "./workbook-table.ts";

/** A sheet as it stands, whatever it holds. */
export interface PlainSheet {
  /** Absent for delimited text. */
  name?: string;
  isHidden: boolean;
  rows: readonly PlainRow[];
}

export interface PlainRow {
  /** As a person counts in a spreadsheet. */
  row: number;
  cells: readonly string[];
}

/** Far more than anybody fills in by hand. */
const ROWS_MAX = 100_000;

/**
 * All sheets of a file that a person has filled in, from whatever program, hidden and filtered rows among them. Delimited
 * text is one sheet.
 *
 * @param itemOf Tells the headers of delimited text, where they are not those of leads.
 * @throws CliError when the file is missing, damaged, or none of these.
 */
export async function readPlainSheets(path: string, itemOf?: ItemOf): Promise<PlainSheet[]> {
  const sheets = await readSheets({ path }, ROWS_MAX + 1, { itemOf });
  if (sheets.some(({ rows }) => rows.length > ROWS_MAX))
    throw inputError("input-too-large", { name: nameOf({ path }), rowsMax: ROWS_MAX });
  const trimmed = ({ row, cells }: PlainRow): PlainRow => ({ row, cells: cells.map((cell) => cell.trim()) });
  return sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(trimmed) }));
}

/**
 * The first rows of each sheet as they stand, for a person to say which one holds the leads and where its headers stand.
 * Those without a cell are left out. Delimited text is one sheet without a name.
 *
 * @param options What the text is encoded in, where a person said it.
 * @param rowsMax Of a sheet; at most `HEAD_ROWS` of a workbook's.
 * @throws CliError when the file is missing, damaged, or none of these.
 */
export function readSheetHeads(
  source: InputSource,
  { encoding }: { encoding?: string },
  rowsMax: number,
): Promise<PlainSheet[]> {
  return readSheets(source, rowsMax, { encoding, isHeadEnough: true });
}

/** @param rowsMax Of each sheet; no more are read. */
async function readSheets(
  source: InputSource,
  rowsMax: number,
  {
    encoding,
    isHeadEnough,
    itemOf,
  }: { encoding?: string | undefined; isHeadEnough?: boolean; itemOf?: ItemOf | undefined } = {},
): Promise<PlainSheet[]> {
  const name = nameOf(source);
  const bytes = await peekBytes(readBytes(source), HEAD_BYTES);
  try {
    if (fileKind(name, bytes.head) !== "workbook") {
      const text = await peekBytes(decodedText(name, bytes, [], encoding), HEAD_BYTES);
      const { chunks, delimiter } = await delimitedText(text, { itemOf });
      const rows = await firstRows(recordRows(csvRecords(name, chunks, delimiter)), rowsMax);
      return [{ isHidden: false, rows }];
    }
    const workbook = await openWorkbook(name, bytes.chunks);
    const sheets: PlainSheet[] = [];
    for (const sheet of workbook.sheets) {
      const batches = isHeadEnough ? [await workbook.head(sheet)] : workbook.rows(sheet);
      const { name, isHidden } = sheet;
      sheets.push({ name, isHidden, rows: await firstRows(batches, rowsMax) });
    }
    return sheets;
  } finally {
    await bytes.close();
  }
}

type Row = Readonly<{ row: number; cells: readonly CellValue[] }>;

async function* recordRows(batches: ReturnType<typeof csvRecords>): AsyncGenerator<Row[]> {
  for await (const { firstRow, records } of batches)
    yield records.map((cells, at) => ({ row: firstRow + at, cells }));
}

async function firstRows(
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  rowsMax: number,
): Promise<PlainRow[]> {
  const first: PlainRow[] = [];
  for await (const rows of batches) {
    for (const { row, cells } of rows.slice(0, rowsMax - first.length))
      first.push({ row, cells: cells.map(cellText) });
    if (first.length >= rowsMax) break;
  }
  return first;
}
