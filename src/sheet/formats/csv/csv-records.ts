import { mapAhead } from "../../../base/map-ahead.ts";
import { inputError } from "../../sheet-errors.ts";
import type { RecordBatch } from "../../table/whole-rows.ts";
import { type PieceParser, withEnd } from "../piece-parser.ts";
import { CsvParser, type CsvPiece, RECORD_BYTES_MAX } from "./csv-parser.ts";

/** Consecutive records of delimited text. */
export interface CsvBatch extends RecordBatch {
  /** Whether a cell may hold a line break: false when there were as many lines as records. */
  maySpanLines: boolean;
}

const NEWLINE = 10;
const RETURN = 13;
/** A shorter text is parsed before a thread for it would have started. */
const SHORT_BYTES = 768 * 1024;
/** So many times that much is parsed here while the thread starts. */
const WAITED_AT = 3;

/**
 * Cuts UTF-8 delimited text into records, a batch per chunk.
 *
 * @param shortBytes When so much has come, a thread of its own is begun where there can be one, and parses when it is there.
 * @throws CliError when a quote is never closed or a record is too long.
 */
export async function* csvRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  shortBytes = SHORT_BYTES,
): AsyncGenerator<CsvBatch> {
  const lines = new LineCounter();
  let parser: PieceParser<CsvPiece> = new CsvParser(delimiter);
  let thread: PieceParser<CsvPiece> | undefined;
  let starting: Promise<void> | undefined;
  /** Where the parser began, and where the last record that it gave out ended, in bytes. */
  let [beginning, end] = [0, 0];
  let firstRow = 1;
  let lastByte: number | undefined;
  const parse = async (
    chunk: Buffer | null,
  ): Promise<CsvPiece & { from: number; lineCount: number; isLast: boolean }> => {
    if (chunk) lines.add(chunk, end);
    lastByte = chunk?.at(-1) ?? lastByte;
    let piece = chunk;
    if (chunk && lines.byteCount > shortBytes)
      starting ??= startThread(name, delimiter).then((started) => {
        thread = started;
      });
    if (chunk && lines.byteCount > shortBytes * WAITED_AT) await starting;
    if (chunk && thread && parser !== thread) {
      // Nothing is under way, since the parser here was waited for. The record under way begins anew.
      parser.stop();
      parser = thread;
      beginning = end;
      piece = lines.textFrom(end);
    }
    const [from, lineCount] = [beginning, lines.count];
    return { ...(await parser.parse(piece)), from, lineCount, isLast: chunk === null };
  };
  try {
    for await (const { records, fault, lineCount, ...piece } of mapAhead(
      withEnd(chunks),
      parse,
      () => parser.piecesAhead,
    )) {
      end = piece.from + piece.end;
      const cut =
        fault === "CSV_QUOTE_NOT_CLOSED"
          ? await recordCutInQuotes(lines.textFrom(end), delimiter)
          : undefined;
      if (cut) records.push(cut);
      else if (fault) throw csvFault(name, fault, firstRow + records.length, lines.lineAt(end));
      if (records.length === 0) continue;
      const first = firstRow;
      firstRow += records.length;
      const batch = { firstRow: first, records, maySpanLines: lineCount !== firstRow - 1 };
      const isOpen = piece.isLast && lastByte !== NEWLINE && lastByte !== RETURN;
      yield isOpen ? { ...batch, ending: cut ? "in quotes" : "open" } : batch;
    }
  } finally {
    parser.stop();
    void starting?.then(() => thread?.stop());
  }
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

/** Loaded only for a long text. */
async function startThread(name: string, delimiter: string): Promise<PieceParser<CsvPiece> | undefined> {
  const { startParserThread } = await import("../parser-thread.ts");
  return startParserThread<CsvPiece>(name, { name: "csv", setup: delimiter });
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
  #total = 0;
  #byteCount = 0;

  /** Line breaks in all chunks so far. */
  get count(): number {
    return this.#total;
  }

  /** Of all chunks so far. */
  get byteCount(): number {
    return this.#byteCount;
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
    this.#byteCount += chunk.length;
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

function newlinesIn(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
