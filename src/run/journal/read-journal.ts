import { holding, LineWindow, readLineBlocks } from "../../base/read-lines.ts";
import { journalError } from "../run-errors.ts";
import { decodeLine } from "./journal-line.ts";
import type { JournalRecord, ResolvedRecord, ResultRecord } from "./journal-record.ts";

export interface Scan {
  /** Where the last whole record ends: everything after it is torn. */
  endBytes: number;
  /** Bytes after the last whole record. */
  tornBytes: number;
}

/** A record where it stands in the journal. */
export interface JournalLine {
  record: JournalRecord;
  /** The line, without its newline. It is another one as soon as the reader goes on. */
  bytes: Buffer;
  /** Where it begins in the file, in bytes. */
  offset: number;
}

/**
 * Reads a journal's records in order. A torn tail, as a crash leaves it, ends the reading quietly; any other line that
 * is not whole is damage that no crash explains.
 *
 * @throws CliError with exit code 6 when the journal is damaged.
 */
export async function readJournal(path: string, onLine: (line: JournalLine) => void): Promise<Scan> {
  const scan: Scan = { endBytes: 0, tornBytes: 0 };
  let recordCount = 0;
  let lineNumber = 0;
  /** Number of the first line that is not whole, from 1; 0 while there is none. */
  let brokenLine = 0;
  let isCrash = false;
  for await (const { lines, offsets, isTorn } of readLineBlocks(path))
    for (const [index, bytes] of lines.entries()) {
      lineNumber += 1;
      const record = isTorn ? undefined : decodeLine(bytes);
      if (record === undefined) {
        // A killed program leaves the beginning of a line; a power cut may leave blocks that never reached the disk, which read as
        // zeros. A line that was written to its end and is wrong anyway was changed later: its request may have been sent.
        const isBeginning = brokenLine === 0 && isTorn && decodeLine(bytes.subarray(0, -1)) === undefined;
        isCrash ||= isBeginning || bytes.includes(UNWRITTEN);
        brokenLine ||= lineNumber;
        scan.tornBytes += bytes.length + (isTorn ? 0 : 1);
        continue;
      }
      if (brokenLine > 0) throw damaged(path, brokenLine, recordCount);
      const offset = offsets[index] ?? 0;
      onLine({ record, bytes, offset });
      recordCount += 1;
      scan.endBytes = offset + bytes.length + 1;
    }
  if (brokenLine > 0 && !isCrash) throw damaged(path, brokenLine, recordCount);
  return scan;
}

/**
 * The records of a journal, also of one that is damaged, or in a rescue file: each line stands for itself, and is undefined where it
 * cannot be read.
 *
 * @param texts Only lines are given out that hold one of them.
 */
export async function* eachRecord(
  path: string,
  texts?: readonly string[],
): AsyncGenerator<JournalRecord | undefined, undefined> {
  const mayHold = texts ? holding(texts.map((text) => JSON.stringify(text).slice(1, -1))) : () => true;
  for await (const { lines } of readLineBlocks(path))
    for (const line of lines) if (mayHold(line)) yield decodeLine(line);
}

/** Reads single records of a journal by their offset. Rows are settled roughly in input order. */
export class JournalLookup {
  readonly #path: string;
  readonly #lines: LineWindow;

  constructor(path: string) {
    this.#path = path;
    this.#lines = new LineWindow(path);
  }

  /**
   * The result whose line begins at an offset.
   *
   * @throws CliError with exit code 6 when it is not there: a report must not say less than the journal held.
   */
  resultAt(offset: number): ResultRecord {
    const record = decodeLine(this.#lines.lineAt(offset));
    return record?.type === "result" ? record : this.#changed(offset, "answer");
  }

  /** The same of what a person said. */
  resolvedAt(offset: number): ResolvedRecord {
    const record = decodeLine(this.#lines.lineAt(offset));
    return record?.type === "resolved" ? record : this.#changed(offset, "person's word");
  }

  #changed(offset: number, name: string): never {
    throw journalError("journal-changed", { path: this.#path, offset, what: name });
  }

  close(): void {
    this.#lines.close();
  }
}

/** So many zeros in a row are not a changed byte, but part of a block. */
const UNWRITTEN = Buffer.alloc(16);

function damaged(path: string, lineNumber: number, recordCount: number): Error {
  return journalError("journal-damaged", { path, line: lineNumber, recordCount });
}
