import { readLineBlocks } from "../base/read-lines.ts";
import { journalError } from "./journal-error.ts";
import { decodeHead, decodeTold, isWholeIntent } from "./journal-line.ts";
import type { RecordHead, ToldRecord } from "./journal-record.ts";

export interface Scan {
  recordCount: number;
  /** Where the last whole record ends: everything after it is torn. */
  endBytes: number;
  /** Bytes after the last whole record. */
  tornBytes: number;
}

/**
 * Reads a journal's records in order, as far as reports need them: intents are passed over. A torn tail, as a crash
 * leaves it, ends the reading quietly; any other line that is not whole is damage that no crash explains.
 *
 * @throws CliError with exit code 6 when the journal is damaged.
 */
export async function scanJournal(path: string, onRecord: (record: ToldRecord) => void): Promise<void> {
  await scanLines(path, decodeTold, onRecord, isWholeIntent);
}

/**
 * The same of every record, intents too, reading of each only what the fold of a run needs.
 *
 * @throws CliError with exit code 6 when the journal is damaged.
 */
export async function scanJournalHeads(
  path: string,
  onHead: (head: RecordHead, offset: number) => void,
): Promise<Scan> {
  return scanLines(path, decodeHead, onHead);
}

async function scanLines<T>(
  path: string,
  decode: (line: Buffer) => T | undefined,
  onRecord: (record: T, offset: number) => void,
  isPassedOver: (line: Buffer) => boolean = () => false,
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
      onRecord(record, offset);
      scan.recordCount += 1;
      scan.endBytes = offset + bytes;
    }
  }
  if (tail.lineNumber > 0 && !tail.isTorn()) throw damaged(path, tail.lineNumber, scan.recordCount);
  return scan;
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
