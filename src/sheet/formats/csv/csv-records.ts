import { inputError } from "../../sheet-errors.ts";
import type { RecordBatch } from "../../table/whole-rows.ts";
import { CsvParser, type CsvPiece, newlinesIn, RECORD_BYTES_MAX } from "./csv-parser.ts";

/** Consecutive records of delimited text. */
export interface CsvBatch extends RecordBatch {
  /** See `CsvPiece`. */
  maySpanLines: boolean;
}

const NEWLINE = 10;
const RETURN = 13;

/**
 * Cuts UTF-8 delimited text into records, a batch per chunk.
 *
 * @throws CliError when a quote is never closed or a record is too long.
 */
export async function* csvRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<CsvBatch> {
  const parser = new CsvParser(delimiter);
  /** Where the last record ended, in bytes, and what stands behind it. */
  let end = 0;
  let behind: Buffer = Buffer.alloc(0);
  /** Where the next one begins. */
  let [firstRow, line] = [1, 1];
  let lastByte: number | undefined;
  try {
    for await (const chunk of withEnd(chunks)) {
      lastByte = chunk?.at(-1) ?? lastByte;
      const { records, fault, maySpanLines, ...piece } = await parser.parse(chunk);
      const text = chunk ? Buffer.concat([behind, chunk]) : behind;
      line += newlinesIn(text, piece.end - end);
      behind = text.subarray(piece.end - end);
      end = piece.end;
      const cut = fault === "CSV_QUOTE_NOT_CLOSED" ? await recordCutInQuotes(behind, delimiter) : undefined;
      if (cut) records.push(cut);
      else if (fault) throw csvFault(name, fault, firstRow + records.length, line);
      if (records.length === 0) continue;
      const first = firstRow;
      firstRow += records.length;
      const batch = { firstRow: first, records, maySpanLines };
      const isOpen = chunk === null && lastByte !== NEWLINE && lastByte !== RETURN;
      yield isOpen ? { ...batch, ending: cut ? "in quotes" : "open" } : batch;
    }
  } finally {
    parser.stop();
  }
}

/** A text with its end. */
async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  yield* chunks;
  yield null;
}

/** What stands behind the last record, in one line, as far as it goes; a quote that swallows lines opens somewhere else. */
async function recordCutInQuotes(text: Buffer, delimiter: string): Promise<string[] | undefined> {
  if (text.includes(NEWLINE) || text.includes(RETURN)) return undefined;
  const parser = new CsvParser(delimiter);
  await parser.parse(Buffer.concat([text, Buffer.from('"')]));
  const { records } = await parser.parse(null);
  parser.stop();
  return records[0];
}

function csvFault(name: string, fault: CsvPiece["fault"], row: number, line: number): Error {
  switch (fault) {
    case "CSV_QUOTE_NOT_CLOSED":
      return inputError("csv-quote-not-closed", { name, row, line });
    case "CSV_MAX_RECORD_SIZE":
      return inputError("csv-record-too-long", { name, row, line, kibibytesMax: RECORD_BYTES_MAX / 1024 });
    default:
      return inputError("csv-broken", { name, row, line });
  }
}
