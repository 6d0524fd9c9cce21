import { crc32 } from "node:zlib";
import { ifPossible } from "../../base/if-possible.ts";
import { readAnswer, withPieces } from "../../outcome/answer.ts";
import type { JournalRecord } from "./journal-record.ts";

/** How every line ends, before its newline: with the checksum of everything before it. */
function tailOf(content: string | Buffer): string {
  return `,"crc":"${crc32(content).toString(16).padStart(8, "0")}"}`;
}

const TAIL_BYTES = tailOf("").length;

/** One record, or another object that is kept as the journal's are, as a line, newline included. */
export function encodeLine(record: object): string {
  const content = JSON.stringify(record).slice(0, -1);
  return `${content}${tailOf(content)}\n`;
}

/** Reads a line without its newline; undefined when it is not whole. */
export function decodeLine(line: Buffer): JournalRecord | undefined {
  if (!isWhole(line)) return undefined;
  return ifPossible(() => asReadToday(JSON.parse(`${line.toString("utf8", 0, line.length - TAIL_BYTES)}}`)));
}

/** An answer that an older version could not read is read once more; and any may hold a login link that it passed over. */
function asReadToday(record: JournalRecord): JournalRecord {
  if (record.type !== "result") return record;
  const { answer, body } = record;
  if (answer.kind === "unreadable" && answer.reason === undefined)
    return { ...record, answer: readAnswer(record) };
  const whole = withPieces(answer, body);
  return whole === answer ? record : { ...record, answer: whole };
}

/** Whether a line ends as all do, with the checksum of what stands before. */
function isWhole(line: Buffer): boolean {
  const tailAt = line.length - TAIL_BYTES;
  return tailAt >= 0 && line.toString("latin1", tailAt) === tailOf(line.subarray(0, tailAt));
}
