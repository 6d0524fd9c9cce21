import { inputError } from "../sheet-errors.ts";
import { cellText } from "../table.ts";
import { csvRecords } from "./csv/csv-records.ts";
import { sepLine, sniffDelimiter } from "./csv/delimiter.ts";
import { fileKind } from "./file-kind.ts";
import { nameOf, peekBytes, readBytes, withoutStart } from "./input-source.ts";
import { decodedText } from "./text-encoding.ts";
import { openWorkbook } from "./workbook-table.ts";

/** A sheet as it stands, whatever it holds. */
export interface PlainSheet {
  /** Absent for delimited text. */
  name?: string;
  rows: readonly PlainRow[];
}

export interface PlainRow {
  /** As a person counts in a spreadsheet. */
  row: number;
  cells: readonly string[];
}

const HEAD_BYTES = 64 * 1024;
/** Far more than anybody fills in by hand. */
const ROWS_MAX = 100_000;
const DELIMITERS = [",", ";", "\t", "|"] as const;

/**
 * All sheets of a file that a person has filled in, from whatever program, hidden and filtered rows among them. Delimited
 * text is one sheet.
 *
 * @param headers Of which one stands in the line that tells what delimits the text.
 * @throws CliError when the file is missing, damaged, or none of these.
 */
export async function readPlainSheets(path: string, headers: readonly string[]): Promise<PlainSheet[]> {
  const name = nameOf({ path });
  const bytes = await peekBytes(readBytes({ path }), HEAD_BYTES);
  try {
    if (fileKind(name, bytes.head) === "workbook") return await workbookSheets(name, bytes.chunks);
    const text = await peekBytes(decodedText(name, bytes, []), HEAD_BYTES);
    const start = text.head.toString("utf8");
    const sep = sepLine(start);
    const delimiter = sep?.delimiter ?? delimiterOf(start, headers);
    const rows = new RowList(name);
    const chunks = sep ? withoutStart(text.chunks, sep.length) : text.chunks;
    for await (const { firstRow, records } of csvRecords(name, chunks, delimiter))
      for (const [at, cells] of records.entries()) rows.add(firstRow + at, cells);
    return [{ rows: rows.all }];
  } finally {
    await bytes.close();
  }
}

/** The beginning of a sheet, for a person to say which one holds the leads and where its headers stand. */
export interface SheetHead extends PlainSheet {
  isHidden: boolean;
}

/**
 * The first rows of each sheet as they stand, those without a cell left out. Delimited text is one sheet without a name.
 *
 * @param options What the text is encoded in, where a person said it.
 * @param rowsMax Of a sheet.
 * @throws CliError when the file is missing, damaged, or none of these.
 */
export async function readSheetHeads(
  source: { path: string; name?: string },
  { encoding }: { encoding?: string },
  rowsMax: number,
): Promise<SheetHead[]> {
  const name = nameOf(source);
  const bytes = await peekBytes(readBytes(source), HEAD_BYTES);
  try {
    if (fileKind(name, bytes.head) === "workbook") {
      const workbook = await openWorkbook(name, bytes.chunks);
      const heads = await workbook.heads();
      return workbook.sheets.map((sheet) => ({
        name: sheet.name,
        isHidden: sheet.isHidden,
        rows: (heads.get(sheet) ?? [])
          .slice(0, rowsMax)
          .map(({ row, cells }) => ({ row, cells: cells.map(cellText) })),
      }));
    }
    const text = await peekBytes(decodedText(name, bytes, [], encoding), HEAD_BYTES);
    const start = text.head.toString("utf8");
    const sep = sepLine(start);
    const delimiter = sep?.delimiter ?? sniffDelimiter(start);
    const rows: PlainRow[] = [];
    const chunks = sep ? withoutStart(text.chunks, sep.length) : text.chunks;
    for await (const { firstRow, records } of csvRecords(name, chunks, delimiter)) {
      for (const [at, cells] of records.entries()) rows.push({ row: firstRow + at, cells });
      if (rows.length >= rowsMax) break;
    }
    return [{ isHidden: false, rows: rows.slice(0, rowsMax) }];
  } finally {
    await bytes.close();
  }
}

async function workbookSheets(name: string, chunks: AsyncIterable<Buffer>): Promise<PlainSheet[]> {
  const workbook = await openWorkbook(name, chunks);
  const sheets: PlainSheet[] = [];
  for (const sheet of workbook.sheets) {
    const rows = new RowList(name);
    for await (const batch of workbook.rows(sheet))
      for (const { row, cells } of batch.rows) rows.add(row, cells.map(cellText));
    sheets.push({ name: sheet.name, rows: rows.all });
  }
  return sheets;
}

class RowList {
  readonly all: PlainRow[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  add(row: number, cells: readonly string[]): void {
    if (this.all.length >= ROWS_MAX)
      throw inputError("input-too-large", { name: this.#name, rowsMax: ROWS_MAX });
    this.all.push({ row, cells: cells.map((cell) => cell.trim()) });
  }
}

/** What stands most often in the first line that holds one of the headers. */
function delimiterOf(text: string, headers: readonly string[]): string {
  const lines = text.split(/\r\n|\n|\r/);
  const header = lines.find((line) => headers.some((name) => line.includes(name))) ?? "";
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
