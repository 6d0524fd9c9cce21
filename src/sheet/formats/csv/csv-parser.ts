import { CsvError, type CsvErrorCode, type Options, Parser } from "csv-parse";
import type { PieceParser } from "../piece-parser.ts";

/** Of a record, in bytes. */
export const RECORD_BYTES_MAX = 256 * 1024;

/** The records that end in a piece of text. */
export interface CsvPiece {
  records: string[][];
  /** Behind the last record, in bytes from the parser's beginning. */
  end: number;
  /** Why it cannot be read on. */
  fault?: CsvErrorCode | "OTHER";
}

/** Cuts UTF-8 delimited text into records. To be given the next piece when the one before is done. */
export class CsvParser implements PieceParser<CsvPiece> {
  readonly piecesAhead = 0;
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

  async parse(piece: Uint8Array | null): Promise<CsvPiece> {
    const parser = this.#parser;
    const written = new Promise<CsvPiece["fault"]>((resolve) => {
      const done = (error?: Error | null): void => resolve(error ? faultOf(error) : undefined);
      if (piece) parser.write(piece, done);
      else parser.end(done);
    });
    // The parser works while it is written to: the records are read off at once, without a promise for each.
    const records: string[][] = [];
    for (let record = parser.read(); record !== null; record = parser.read()) records.push(record);
    const fault = await written;
    return { records, end: this.#end, ...(fault && { fault }) };
  }

  stop(): void {
    this.#parser.destroy();
  }
}

function faultOf(error: Error): CsvErrorCode | "OTHER" {
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
