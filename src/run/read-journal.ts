import { LineWindow, type PassingLine, passLines } from "../base/read-lines.ts";
import {
  decodeHead,
  decodeLastResult,
  decodeReported,
  decodeScannedLine,
  isWholeIntent,
} from "./journal-line.ts";
import {
  journalError,
  type LastResult,
  type RecordHead,
  type ReportedRecord,
  type ResolvedRecord,
} from "./journal-record.ts";

export interface Scan {
  recordCount: number;
  /** Where the last whole record ends: everything after it is torn. */
  endBytes: number;
  /** Bytes after the last whole record. */
  tornBytes: number;
}

/** How much of each line is decoded. Nothing is parsed that is not needed: bodies are most of a journal. */
export interface ScanDepth<T> {
  decode(bytes: Buffer, begin?: number, end?: number): T | undefined;
  /** Lines that are whole and of no interest. */
  isPassedOver(bytes: Buffer, begin?: number, end?: number): boolean;
}

/** Every record, of results only their beginning: what the fold of a run needs. */
export const HEADS: ScanDepth<RecordHead> = { decode: decodeHead, isPassedOver: () => false };

/** What reports need: intents are passed over. */
export const REPORTED: ScanDepth<ReportedRecord> = { decode: decodeReported, isPassedOver: isWholeIntent };

/**
 * Reads a journal's records in order. A torn tail, as a crash leaves it, ends the reading quietly; any other line that
 * is not whole is damage that no crash explains.
 *
 * @param onBytes Gets every byte of the journal, in order.
 * @throws CliError with exit code 6 when the journal is damaged.
 */
export async function scanJournal<T>(
  path: string,
  { decode, isPassedOver }: ScanDepth<T>,
  onRecord: (record: T, line: Readonly<PassingLine>) => void,
  onBytes?: (bytes: Buffer) => void,
): Promise<Scan> {
  const scan: Scan = { recordCount: 0, endBytes: 0, tornBytes: 0 };
  const tail = new Tail();
  let lineNumber = 0;
  const onLine = (line: Readonly<PassingLine>): void => {
    const { bytes, begin, end, isTorn } = line;
    lineNumber += 1;
    if (!isTorn && isPassedOver(bytes, begin, end)) {
      scan.recordCount += 1;
      return;
    }
    const record = isTorn ? undefined : decode(bytes, begin, end);
    if (record === undefined) {
      tail.add(bytes.subarray(begin, end), lineNumber, isTorn);
      scan.tornBytes += end - begin + (isTorn ? 0 : 1);
      return;
    }
    if (tail.lineNumber > 0) throw damaged(path, tail.lineNumber, scan.recordCount);
    onRecord(record, line);
    scan.recordCount += 1;
    scan.endBytes = line.offset + end - begin + 1;
  };
  await passLines(path, onLine, onBytes);
  if (tail.lineNumber > 0 && !tail.isTorn()) throw damaged(path, tail.lineNumber, scan.recordCount);
  return scan;
}

/** Reads single results of a journal by their offset. Rows are settled roughly in input order. */
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
  resultAt(offset: number): LastResult {
    return decodeLastResult(this.#lines.lineAt(offset)) ?? this.#changed(offset, "answer");
  }

  /** The same of what a person said. */
  resolvedAt(offset: number): ResolvedRecord {
    const record = decodeScannedLine(this.#lines.lineAt(offset));
    return record?.type === "resolved" ? record : this.#changed(offset, "person's word");
  }

  #changed(offset: number, name: string): never {
    throw journalError(
      "journal-changed",
      `${this.#path} has changed since it was read: there is no ${name} at byte ${offset}`,
      "Something else writes to the run's folder. Stop it, then try again.",
    );
  }

  close(): void {
    this.#lines.close();
  }
}

/** So many zeros in a row are no changed byte, but part of a block. */
const UNWRITTEN = Buffer.alloc(16);

/**
 * Lines at the end that are not whole. A killed program leaves the beginning of a line; a power cut may
 * also leave blocks that never reached the disk, which read as zeros. A line that was written to its end
 * and is wrong all the same was changed later: its request may have been sent.
 */
class Tail {
  /** Of its first line, from 1; 0 while there is none. */
  lineNumber = 0;
  #hasZeros = false;
  #isBeginning = false;

  add(line: Buffer, lineNumber: number, isLast: boolean): void {
    const isFirst = this.lineNumber === 0;
    if (isFirst) this.lineNumber = lineNumber;
    this.#hasZeros ||= line.includes(UNWRITTEN);
    const isWholeButForItsNewline = decodeHead(line.subarray(0, -1)) !== undefined;
    this.#isBeginning = isFirst && isLast && !isWholeButForItsNewline;
  }

  isTorn(): boolean {
    return this.#hasZeros || this.#isBeginning;
  }
}

function damaged(path: string, lineNumber: number, recordCount: number): Error {
  return journalError(
    "journal-damaged",
    `${path} is damaged in line ${lineNumber}: this is no trace of a crash, and nothing was changed`,
    `Restore the file from a backup. The ${recordCount} records before the damage are whole, and so is each line after it whose "crc" is right, its login link included: docs/journal.md says what can be saved.`,
  );
}
