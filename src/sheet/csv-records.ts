import { CsvError, type CsvErrorCode, type Options, Parser } from "csv-parse";
import { inputError } from "./input-error.ts";

/** Consecutive records of delimited text. */
export interface CsvBatch {
  /** Ordinal of the first record, 1-based: blank ones count, so that it is the row in a spreadsheet. */
  firstRow: number;
  records: string[][];
  /** Whether a cell may hold a line break: false when there were as many lines as records. */
  maySpanLines: boolean;
}

const RECORD_BYTES_MAX = 256 * 1024;
const NEWLINE = 10;

/**
 * Cuts UTF-8 delimited text into records, a batch per chunk.
 *
 * The parser works while it is written to, so each chunk's records are read off at once: a promise per
 * chunk instead of one per record.
 *
 * @throws CliError when a quote is never closed or a record is too long.
 */
export async function* csvRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<CsvBatch> {
  const parser = new Parser(parserOptions(delimiter));
  parser.on("error", () => {
    // Also handed to the callback of the write, which is where it is dealt with.
  });
  const lines = new LineCounter();
  const fault = (error: unknown) =>
    csvFault(name, error, parser.info.records + 1, lines.lineAt(parser.info.bytes));
  let firstRow = 1;
  const batchOf = (records: string[][]): CsvBatch => {
    const first = firstRow;
    firstRow += records.length;
    return { firstRow: first, records, maySpanLines: lines.count !== firstRow - 1 };
  };
  try {
    for await (const chunk of chunks) {
      lines.add(chunk, parser.info.bytes);
      const written = step((done) => parser.write(chunk, done), fault);
      const records = waitingRecords(parser);
      await written;
      if (records.length > 0) yield batchOf(records);
    }
    await step((done) => parser.end(done), fault);
    const records = waitingRecords(parser);
    if (records.length > 0) yield batchOf(records);
  } finally {
    parser.destroy();
  }
}

function waitingRecords(parser: Parser): string[][] {
  const records: string[][] = [];
  for (let record = parser.read(); record !== null; record = parser.read()) records.push(record);
  return records;
}

function parserOptions(delimiter: string): Options {
  return {
    delimiter,
    columns: false,
    bom: false,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    ltrim: true,
    max_record_size: RECORD_BYTES_MAX,
    skip_empty_lines: false,
    cast: false,
  };
}

function step(
  run: (done: (error?: Error | null) => void) => void,
  fault: (error: unknown) => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => (error ? reject(fault(error)) : resolve()));
  });
}

function csvFault(name: string, error: unknown, row: number, line: number): Error {
  const code: CsvErrorCode | undefined = error instanceof CsvError ? error.code : undefined;
  const where = `row ${row}, which starts in line ${line}`;
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return inputError(
        "csv-quote-not-closed",
        `${name}: a quote (") opened in ${where}, is never closed`,
        "Close it or delete it, and write a quote inside a quoted cell twice.",
        error,
      );
    case "CSV_MAX_RECORD_SIZE":
      return inputError(
        "csv-record-too-long",
        `${name}: ${where}, is longer than ${RECORD_BYTES_MAX / 1024} KiB`,
        'Most often a quote (") opened there is never closed: close it or delete it.',
        error,
      );
    default:
      return inputError(
        "csv-broken",
        `${name}: ${where}, cannot be read as delimited text`,
        "Open the file in a spreadsheet and save it again as CSV.",
        error,
      );
  }
}

/** Knows the line of a byte offset without keeping more of the text than the record under way. */
class LineCounter {
  #kept: Buffer[] = [];
  #keptStart = 0;
  #linesBefore = 0;
  #total = 0;

  /** Line breaks in all chunks so far. */
  get count(): number {
    return this.#total;
  }

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
    this.#total += newlinesIn(chunk, chunk.length);
    this.#kept.push(chunk);
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

function newlinesIn(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
