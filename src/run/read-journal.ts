import { LineWindow, readLineBlocks } from "../base/read-lines.ts";
import { decodeHead, decodeReported, decodeScannedLine, isWholeIntent } from "./journal-line.ts";
import {
  type JournalRecord,
  journalError,
  type RecordHead,
  type ReportedRecord,
  type ResolvedRecord,
  type ResultRecord,
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
  decode(line: Buffer): T | undefined;
  /** Lines that are whole and of no interest. */
  isPassedOver(line: Buffer): boolean;
}

/** Every record, of results only their beginning: what the fold of a run needs. */
export const HEADS: ScanDepth<RecordHead> = { decode: decodeHead, isPassedOver: () => false };

/** What reports need: intents are passed over. */
export const REPORTED: ScanDepth<ReportedRecord> = { decode: decodeReported, isPassedOver: isWholeIntent };

/**
 * Reads a journal's records in order. A torn tail, as a crash leaves it, ends the reading quietly; any other line that
 * is not whole is damage that no crash explains.
 *
 * @throws CliError with exit code 6 when the journal is damaged.
 */
export async function scanJournal<T>(
  path: string,
  { decode, isPassedOver }: ScanDepth<T>,
  onRecord: (record: T, offset: number, line: Buffer) => void,
): Promise<Scan> {
  const scan: Scan = { recordCount: 0, endBytes: 0, tornBytes: 0 };
  const tail = new Tail();
  let lineNumber = 0;
  for await (const { lines, offsets, isTorn } of readLineBlocks(path)) {
    for (const [index, line] of lines.entries()) {
      lineNumber += 1;
      if (!isTorn && isPassedOver(line)) {
        scan.recordCount += 1;
        continue;
      }
      const record = isTorn ? undefined : decode(line);
      const bytes = line.length + (isTorn ? 0 : 1);
      if (record === undefined) {
        tail.add(line, lineNumber, isTorn);
        scan.tornBytes += bytes;
        continue;
      }
      if (tail.lineNumber > 0) throw damaged(path, tail.lineNumber, scan.recordCount);
      const offset = offsets[index] ?? 0;
      onRecord(record, offset, line);
      scan.recordCount += 1;
      scan.endBytes = offset + bytes;
    }
  }
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
  resultAt(offset: number): ResultRecord {
    return this.#recordAt(offset, "result", "answer");
  }

  /** The same of what a person said. */
  resolvedAt(offset: number): ResolvedRecord {
    return this.#recordAt(offset, "resolved", "person's word");
  }

  #recordAt<Type extends JournalRecord["type"]>(
    offset: number,
    type: Type,
    name: string,
  ): Extract<JournalRecord, { type: Type }> {
    const record = decodeScannedLine(this.#lines.lineAt(offset));
    if (record?.type === type) return record as Extract<JournalRecord, { type: Type }>;
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
