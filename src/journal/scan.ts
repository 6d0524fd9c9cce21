import { readLineBlocks } from "../files/line-blocks.ts";
import { journalError } from "./journal-error.ts";
import { decodeLine } from "./line.ts";
import type { JournalRecord } from "./record.ts";

export interface Scan {
  recordCount: number;
  /** Where the last whole record ends: everything after it is torn. */
  endBytes: number;
  /** Bytes after the last whole record. */
  tornBytes: number;
}

/**
 * Reads a journal's records in order. A torn tail, as a crash leaves it, ends the reading quietly; a bad
 * line with a good one after it is damage that no crash explains.
 *
 * @throws CliError with exit code 6 when the journal is damaged in the middle.
 */
export async function scanJournal(
  path: string,
  onRecord: (record: JournalRecord, offset: number) => void,
): Promise<Scan> {
  const scan: Scan = { recordCount: 0, endBytes: 0, tornBytes: 0 };
  let lineNumber = 0;
  let badLineNumber = 0;
  for await (const { lines, offsets, isTorn } of readLineBlocks(path)) {
    for (const [index, line] of lines.entries()) {
      lineNumber += 1;
      const record = isTorn ? undefined : decodeLine(line);
      const newlineBytes = isTorn ? 0 : 1;
      if (!record) {
        badLineNumber ||= lineNumber;
        scan.tornBytes += line.length + newlineBytes;
        continue;
      }
      if (badLineNumber > 0) throw damaged(path, badLineNumber, scan.recordCount);
      onRecord(record, offsets[index] ?? 0);
      scan.recordCount += 1;
      scan.endBytes = (offsets[index] ?? 0) + line.length + newlineBytes;
    }
  }
  return scan;
}

function damaged(path: string, lineNumber: number, recordCount: number): Error {
  return journalError(
    "journal-damaged",
    `${path} is damaged in line ${lineNumber}, with readable lines after it: this is no trace of a crash, and nothing was changed`,
    `Restore the file from a backup. The ${recordCount} records before the damage are whole; each line after it that ends in a "crc" can still be read by eye, its login links included.`,
  );
}
