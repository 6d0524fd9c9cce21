import { CsvError, type CsvErrorCode, type Options, Parser } from "csv-parse";
import { inputError } from "../../sheet-errors.ts";
import type { RecordBatch } from "../../table/whole-rows.ts";

/** Consecutive records of delimited text. */
export interface CsvBatch extends RecordBatch {
  /** Whether a cell may hold a line break: not as long as there is no quotation mark. */
  maySpanLines: boolean;
}

/** Length of a record, in bytes. */
const RECORD_BYTES_MAX = 256 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * Cuts UTF-8 delimited text into records, a batch per chunk. Lines up to the first quotation mark, which most sheets do not
 * have, are cut here at a fifth of the time that csv-parse takes; a test holds both to the same records.
 *
 * @throws CliError when a quote is never closed or a record is too long.
 */
export async function* csvRecords(
  name: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  delimiter: string,
): AsyncGenerator<CsvBatch> {
  const parser = new RecordParser(delimiter);
  let isPlain = true;
  /** What stands behind the last record. From the first quotation mark on, csv-parse has it as well. */
  let behind: Buffer = NOTHING;
  /** Where the next record begins. */
  let [firstRow, line] = [1, 1];
  let lastByte: number | undefined;
  try {
    for await (const chunk of withEnd(chunks)) {
      lastByte = chunk?.at(-1) ?? lastByte;
      const text = behind.length > 0 ? Buffer.concat([behind, chunk ?? NOTHING]) : (chunk ?? NOTHING);
      const given = isPlain ? text : (chunk ?? NOTHING);
      isPlain &&= chunk !== null && text.length < RECORD_BYTES_MAX && !text.includes(QUOTE);
      const { records, length, fault } = isPlain
        ? plainRecords(text, delimiter)
        : await parser.parse(given, chunk === null);
      line += newlinesIn(text, length);
      behind = text.subarray(length);
      const cut = fault === "CSV_QUOTE_NOT_CLOSED" ? await recordCutInQuotes(behind, delimiter) : undefined;
      if (cut) records.push(cut);
      else if (fault) throw csvFault(name, fault, firstRow + records.length, line);
      if (records.length === 0) continue;
      const batch = { firstRow, records, maySpanLines: !isPlain };
      firstRow += records.length;
      const isOpen = chunk === null && lastByte !== NEWLINE && lastByte !== RETURN;
      yield isOpen ? { ...batch, ending: cut ? "in quotes" : "open" } : batch;
    }
  } finally {
    parser.stop();
  }
}

const NOTHING = Buffer.alloc(0);

/** A text with its end. */
async function* withEnd(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer | null> {
  yield* chunks;
  yield null;
}

/** What stands behind the last record, in one line, as far as it goes; a quote that swallows lines opens somewhere else. */
async function recordCutInQuotes(text: Buffer, delimiter: string): Promise<string[] | undefined> {
  if (text.includes(NEWLINE) || text.includes(RETURN)) return undefined;
  const parser = new RecordParser(delimiter);
  const { records } = await parser.parse(Buffer.concat([text, Buffer.from('"')]), true);
  parser.stop();
  return records[0];
}

function csvFault(name: string, fault: Fault, row: number, line: number): Error {
  switch (fault) {
    case "CSV_QUOTE_NOT_CLOSED":
      return inputError("csv-quote-not-closed", { name, row, line });
    case "CSV_MAX_RECORD_SIZE":
      return inputError("csv-record-too-long", { name, row, line, kibibytesMax: RECORD_BYTES_MAX / 1024 });
    default:
      return inputError("csv-broken", { name, row, line });
  }
}

function newlinesIn(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** The whole lines of a text without a quotation mark; white space in front of cells goes, as with `ltrim` of csv-parse. */
function plainRecords(bytes: Buffer, delimiter: string): ParsedPiece {
  const length = bytes.lastIndexOf(NEWLINE) + 1;
  const text = bytes.toString("utf8", 0, length);
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  lines.pop();
  return { records: lines.map((line) => line.split(delimiter).map((cell) => cell.trimStart())), length };
}

/** Why text cannot be read on. */
type Fault = CsvErrorCode | "OTHER";

interface ParsedPiece {
  records: string[][];
  /** In bytes, from the end of the last record before to the end of the last one of these. */
  length: number;
  fault?: Fault | undefined;
}

/** csv-parse, piece by piece. */
class RecordParser {
  readonly #parser: Parser;
  /** Behind the last record; `info.bytes` alone is behind the last cell, which may be one of the record under way. */
  #end = 0;

  constructor(delimiter: string) {
    this.#parser = new Parser({
      ...parserOptions(delimiter),
      on_record: (record: string[]) => {
        this.#end = this.#parser.info.bytes;
        return record;
      },
    });
    this.#parser.on("error", () => {
      // Also handed to the callback of the write, which is where it is dealt with.
    });
  }

  /** To be given the next piece when the one before is done. */
  async parse(text: Buffer, isLast: boolean): Promise<ParsedPiece> {
    const records: string[][] = [];
    const from = this.#end;
    const fault = (await this.#give(text, records)) ?? (isLast ? await this.#give(null, records) : undefined);
    return { records, length: this.#end - from, fault };
  }

  /** Gives text to csv-parse, or its end. */
  async #give(text: Buffer | null, records: string[][]): Promise<Fault | undefined> {
    const parser = this.#parser;
    const written = new Promise<Fault | undefined>((resolve) => {
      const done = (error?: Error | null): void => resolve(error ? faultOf(error) : undefined);
      if (text) parser.write(text, done);
      else parser.end(done);
    });
    // The parser works while it is written to: the records are read off at once, without a promise for each.
    for (let record = parser.read(); record !== null; record = parser.read()) records.push(record);
    return written;
  }

  stop(): void {
    this.#parser.destroy();
  }
}

function faultOf(error: Error): Fault {
  return error instanceof CsvError ? error.code : "OTHER";
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
