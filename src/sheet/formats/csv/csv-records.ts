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
  const lines = new LineCounter();
  const parser = new CsvParser(delimiter);
  /** Where the last record ended, in bytes. */
  let end = 0;
  let firstRow = 1;
  let lastByte: number | undefined;
  try {
    for await (const chunk of withEnd(chunks)) {
      if (chunk) lines.add(chunk, end);
      lastByte = chunk?.at(-1) ?? lastByte;
      const { records, fault, maySpanLines, ...piece } = await parser.parse(chunk);
      end = piece.end;
      const cut =
        fault === "CSV_QUOTE_NOT_CLOSED"
          ? await recordCutInQuotes(lines.textFrom(end), delimiter)
          : undefined;
      if (cut) records.push(cut);
      else if (fault) throw csvFault(name, fault, firstRow + records.length, lines.lineAt(end));
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

/** Knows the line of a byte offset without keeping more of the text than the record under way. */
class LineCounter {
  #kept: Buffer[] = [];
  #keptStart = 0;
  #linesBefore = 0;

  /** Takes the next chunk, and lets go of what lies wholly before the last record's end. */
  add(chunk: Buffer, recordEnd: number): void {
    for (
      let first = this.#kept[0];
      first && this.#keptStart + first.length <= recordEnd;
      first = this.#kept[0]
    ) {
      this.#linesBefore += newlinesIn(first, first.length);
      this.#keptStart += first.length;
      this.#kept.shift();
    }
    this.#kept.push(chunk);
  }

  /** What stands behind an offset in the record under way, and to the end. */
  textFrom(offset: number): Buffer {
    return Buffer.concat(this.#kept).subarray(offset - this.#keptStart);
  }

  /** 1-based line of the byte at the offset. */
  lineAt(offset: number): number {
    let start = this.#keptStart;
    let newlines = this.#linesBefore;
    for (const chunk of this.#kept) {
      newlines += newlinesIn(chunk, offset - start);
      start += chunk.length;
    }
    return newlines + 1;
  }
}
