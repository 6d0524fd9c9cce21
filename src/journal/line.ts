import { crc32 } from "node:zlib";
import type { Decision } from "../outcome/lead-state.ts";
import type { AnswerKind } from "../service/answer.ts";
import type { JournalRecord, RecordHead, ToldRecord } from "./record.ts";

/** How every line ends, before its newline. */
const tailOf = (crc: string): string => `,"crc":"${crc}"}`;
const TAIL_LENGTH = tailOf("00000000").length;
/** UTF-8 makes at most three bytes of one UTF-16 code unit. */
const UNIT_BYTES_MAX = 3;

/** One record as a line of the journal, newline included. The checksum covers everything before it. */
export function encodeLine(record: JournalRecord): string {
  const json = recordJson(record);
  const buffer = Buffer.allocUnsafe(lineBytesMax(json));
  return buffer.toString("utf8", 0, writeLine(json, buffer, 0));
}

/** Half of all records are intents, whose JSON is made faster by hand. */
export function recordJson(record: JournalRecord): string {
  return record.type === "intent"
    ? `{"type":"intent","row":${record.row},"attempt":${record.attempt},"at":"${record.at}"}`
    : JSON.stringify(record);
}

/** The room that the line of a record's JSON may take. */
export function lineBytesMax(json: string): number {
  return json.length * UNIT_BYTES_MAX + TAIL_LENGTH + 1;
}

/**
 * Writes the line of a record's JSON into a buffer that has room for it.
 *
 * @returns Where the line ends in the buffer, newline included.
 */
export function writeLine(json: string, buffer: Buffer, at: number): number {
  const closingBrace = at + buffer.write(json, at) - 1;
  const tail = `${tailOf(checksum(buffer.subarray(at, closingBrace)))}\n`;
  return closingBrace + buffer.write(tail, closingBrace, "latin1");
}

/** Reads a line without its newline; undefined when it is not whole. */
export function decodeLine(line: Buffer): JournalRecord | undefined {
  const contentLength = wholeContentLength(line);
  if (contentLength === undefined) return undefined;
  return parseRecord(`${line.toString("utf8", 0, contentLength)}}`);
}

/**
 * The same of a line whose checksum was found right by a scan: when the run was read, or when its page was begun. It is
 * not looked at again.
 */
export function decodeScannedLine(line: Buffer): JournalRecord | undefined {
  return parseRecord(line.toString());
}

function parseRecord(json: string): JournalRecord | undefined {
  try {
    return JSON.parse(json) as JournalRecord;
  } catch {
    return undefined;
  }
}

/**
 * Reads of a line only what the fold of a run needs. The checksum is that of the whole line all the same;
 * answers' bodies, which are most of a journal, are not parsed. A record whose properties stand in another order
 * than in its type is read as a whole: that is only slower.
 */
export function decodeHead(line: Buffer): RecordHead | undefined {
  const beginning = line.toString("latin1", 0, HEAD_BYTES_MAX);
  const result = RESULT_HEAD.exec(beginning);
  const intent = result ? null : INTENT_HEAD.exec(beginning);
  if (!result && !intent) return decodeLine(line);
  if (wholeContentLength(line) === undefined) return undefined;
  if (intent) {
    return { type: "intent", row: Number(intent[1]), attempt: Number(intent[2]), at: intent[3] ?? "" };
  }
  return {
    type: "result",
    row: Number(result?.[1]),
    attempt: Number(result?.[2]),
    decision: result?.[3] as Decision,
    at: result?.[4] ?? "",
    durationMs: Number(result?.[5]),
    httpStatus: result?.[6] === "null" ? null : Number(result?.[6]),
    answer: { kind: result?.[7] as AnswerKind },
  };
}

/** Reads of a line only what reports need. A lead that was created has nothing more to say. */
export function decodeTold(line: Buffer): ToldRecord | undefined {
  const head = decodeHead(line);
  const record = head?.type === "result" && head.answer.kind !== "created" ? decodeLine(line) : head;
  return record?.type === "intent" ? undefined : record;
}

/** Whether a line begins as an intent does; whether it is whole is another question. */
export function isIntent(line: Buffer): boolean {
  return line[TYPE_AT] === LETTER_I;
}

const TYPE_AT = '{"type":"'.length;
const LETTER_I = 0x69;

const HEAD_BYTES_MAX = 240;
const INTENT_HEAD = /^\{"type":"intent","row":(\d+),"attempt":(\d+),"at":"([^"\\]*)",/;
const RESULT_HEAD =
  /^\{"type":"result","row":(\d+),"attempt":(\d+),"decision":"([a-z]+)","at":"([^"\\]*)","durationMs":(\d+(?:\.\d+)?),"sent":(?:true|false),"httpStatus":(\d+|null),"answer":\{"kind":"([a-z-]+)"/;

/** How many bytes of a line the checksum covers; undefined when it is not right. */
function wholeContentLength(line: Buffer): number | undefined {
  const contentLength = Math.max(0, line.length - TAIL_LENGTH);
  const tail = tailOf(checksum(line.subarray(0, contentLength)));
  return line.toString("latin1", contentLength) === tail ? contentLength : undefined;
}

function checksum(content: Buffer): string {
  return crc32(content).toString(16).padStart(8, "0");
}
