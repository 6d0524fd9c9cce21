import { crc32 } from "node:zlib";
import { type AnswerKind, readAnswer, withPieces } from "../outcome/answer.ts";
import type { Decision } from "../outcome/lead-state.ts";
import type { JournalRecord, RecordHead, ReportedRecord } from "./journal-record.ts";

/** How every line ends, before its newline: with eight digits in these places. */
const TAIL = Buffer.from(',"crc":"00000000"}');
const DIGITS_AT = TAIL.indexOf("0");
const DIGITS_END = TAIL.lastIndexOf("0") + 1;
const DIGITS = Buffer.from("0123456789abcdef");
const NEWLINE = 0x0a;
/** UTF-8 makes at most three bytes of one UTF-16 code unit. */
const UNIT_BYTES_MAX = 3;

/** One record as a line of the journal, newline included. The checksum covers everything before it. */
export function encodeLine(record: JournalRecord): string {
  return encodeJson(recordJson(record));
}

/** The same of a record whose JSON is at hand. */
export function encodeJson(json: string): string {
  const buffer = Buffer.allocUnsafe(lineBytesMax(json));
  return buffer.toString("utf8", 0, writeLine(json, buffer, 0));
}

/** Half of all records are intents, whose JSON is made faster by hand. */
export function recordJson(record: JournalRecord): string {
  if (record.type !== "intent") return JSON.stringify(record);
  const { row, attempt, at, requestId } = record;
  const id = requestId === undefined ? "" : `,"requestId":"${requestId}"`;
  return `{"type":"intent","row":${row},"attempt":${attempt},"at":"${at}"${id}}`;
}

/** The room that the line of a record's JSON may take. */
export function lineBytesMax(json: string): number {
  return json.length * UNIT_BYTES_MAX + TAIL.length + 1;
}

/**
 * Writes the line of a record's JSON into a buffer that has room for it.
 *
 * @returns Where the line ends in the buffer, newline included.
 */
export function writeLine(json: string, buffer: Buffer, at: number): number {
  const closingBrace = at + buffer.write(json, at) - 1;
  const crc = crc32(buffer.subarray(at, closingBrace));
  for (let index = 0; index < TAIL.length; index++) buffer[closingBrace + index] = tailByte(crc, index);
  const end = closingBrace + TAIL.length;
  buffer[end] = NEWLINE;
  return end + 1;
}

/** Reads a line without its newline; undefined when it is not whole. */
export function decodeLine(line: Buffer): JournalRecord | undefined {
  const contentLength = wholeContentLength(line);
  return contentLength === undefined ? undefined : parseContent(line, contentLength);
}

/** The JSON of any line that carries a checksum as the journal's do; undefined when it is not whole. */
export function decodeJson(line: Buffer): unknown {
  const contentLength = wholeContentLength(line);
  return contentLength === undefined ? undefined : parseJson(line, contentLength, (json) => json);
}

/**
 * The same of a line whose checksum was found right by a scan: when the run was read, or when its page was begun. It is
 * not looked at again.
 */
export function decodeScannedLine(line: Buffer): JournalRecord | undefined {
  return parseContent(line, line.length - TAIL.length);
}

function parseContent(line: Buffer, contentLength: number): JournalRecord | undefined {
  return parseJson(line, contentLength, (record) => asReadToday(record as JournalRecord));
}

function parseJson<T>(line: Buffer, contentLength: number, read: (json: unknown) => T): T | undefined {
  try {
    return read(JSON.parse(`${line.toString("utf8", 0, contentLength)}}`));
  } catch {
    return undefined;
  }
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

/**
 * Reads of a line only what the fold of a run needs. The checksum is that of the whole line all the same;
 * answers' bodies, which are most of a journal, are not parsed. A record whose properties stand in another order
 * than in its type is read as a whole: that is only slower.
 */
export function decodeHead(line: Buffer): RecordHead | undefined {
  const beginning = line.toString("latin1", 0, HEAD_BYTES_MAX);
  const intent = line[TYPE_AT] === LETTER_I ? INTENT_HEAD.exec(beginning) : null;
  const result = intent ? null : RESULT_HEAD.exec(beginning);
  // What arrived of a quote is read as a whole, also where an older version did not note it, and so is what that could not read.
  const isPlain =
    result && result[8] === "" && result[7] !== "unreadable" && (result[7] === "created" || !namesIds(line));
  if (!isPlain && !intent) return decodeLine(line);
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
export function decodeReported(line: Buffer): ReportedRecord | undefined {
  const head = decodeHead(line);
  const record = head?.type === "result" && head.answer.kind !== "created" ? decodeLine(line) : head;
  return record?.type === "intent" ? undefined : record;
}

/** Whether a line is that of an intent, and whole. */
export function isWholeIntent(line: Buffer): boolean {
  return line[TYPE_AT] === LETTER_I && wholeContentLength(line) !== undefined;
}

function namesIds(line: Buffer): boolean {
  return line.includes("quoteId") || line.includes("loginUrl");
}

const TYPE_AT = '{"type":"'.length;
const LETTER_I = 0x69;

const HEAD_BYTES_MAX = 240;
const INTENT_HEAD = /^\{"type":"intent","row":(\d+),"attempt":(\d+),"at":"([^"\\]*)",/;
const RESULT_HEAD =
  /^\{"type":"result","row":(\d+),"attempt":(\d+),"decision":"([a-z]+)","at":"([^"\\]*)","durationMs":(\d+(?:\.\d+)?),"sent":(?:true|false),"httpStatus":(\d+|null),"answer":\{"kind":"([a-z-]+)"(,"pieces"|)/;

/** How many bytes of a line the checksum covers; undefined when it is not right. */
function wholeContentLength(line: Buffer): number | undefined {
  const contentLength = line.length - TAIL.length;
  if (contentLength < 0) return undefined;
  const crc = crc32(line.subarray(0, contentLength));
  for (let index = 0; index < TAIL.length; index++) {
    if (line[contentLength + index] !== tailByte(crc, index)) return undefined;
  }
  return contentLength;
}

/** A byte of the tail that names a checksum. Without strings, since every line has one. */
function tailByte(crc: number, index: number): number {
  if (index < DIGITS_AT || index >= DIGITS_END) return TAIL[index] ?? 0;
  return DIGITS[(crc >>> ((DIGITS_END - 1 - index) * 4)) & 0xf] ?? 0;
}
