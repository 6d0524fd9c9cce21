import { crc32 } from "node:zlib";
import { type AnswerKind, readAnswer, withPieces } from "../../outcome/answer.ts";
import type { Decision } from "../../outcome/lead-state.ts";
import type { IntentRecord, JournalRecord, LastResult, RecordHead, ResultHead } from "./journal-record.ts";

/** How every line ends, before its newline: with eight digits in these places. */
const TAIL = Buffer.from(',"crc":"00000000"}');
const DIGITS_AT = TAIL.indexOf("0");
const DIGITS_END = TAIL.lastIndexOf("0") + 1;
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
  buffer.set(TAIL, closingBrace);
  buffer.writeUInt32BE(fourDigits(crc >>> 16), closingBrace + DIGITS_AT);
  buffer.writeUInt32BE(fourDigits(crc & 0xffff), closingBrace + DIGITS_AT + 4);
  const end = closingBrace + TAIL.length;
  buffer[end] = NEWLINE;
  return end + 1;
}

/** Reads a line without its newline; undefined when it is not whole. */
export function decodeLine(line: Buffer): JournalRecord | undefined {
  return isWhole(line) ? decodeScannedLine(line) : undefined;
}

/** The JSON of any line that carries a checksum as the journal's do; undefined when it is not whole. */
export function decodeJson(line: Buffer): unknown {
  return isWhole(line) ? parseContent(line, (json) => json) : undefined;
}

/**
 * Reads a line whose checksum was found right by a scan: when the run was read, or when its page was begun. It is
 * not looked at again.
 */
export function decodeScannedLine(line: Buffer): JournalRecord | undefined {
  return parseContent(line, (json) => asReadToday(json as JournalRecord));
}

/**
 * Reads a result from a line that a scan found whole; undefined when the line holds none. Of one that created its lead
 * nothing is parsed: of a hundred thousand, that takes longer than all the rest.
 */
export function decodeLastResult(line: Buffer): LastResult | undefined {
  const created = CREATED.exec(line.toString("latin1", 0, CREATED_BYTES_MAX));
  if (created) {
    const [, at = "", durationMs, httpStatus, quoteId = "", loginUrl = ""] = created;
    return {
      type: "result",
      at,
      durationMs: Number(durationMs),
      httpStatus: Number(httpStatus),
      answer: { kind: "created", quoteId, loginUrl },
      body: null,
    };
  }
  const record = decodeScannedLine(line);
  return record?.type === "result" ? record : undefined;
}

/** @param read What it throws says that the line is none of ours. */
function parseContent<T>(line: Buffer, read: (json: unknown) => T): T | undefined {
  try {
    return read(JSON.parse(`${line.toString("utf8", 0, line.length - TAIL.length)}}`));
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
  if (!isWhole(line)) return undefined;
  const text = line.toString("latin1", 0, HEAD_BYTES_MAX);
  const head = line[TYPE_AT] === LETTER_I ? intentHead(text) : resultHead(text);
  // What arrived of a quote is read as a whole, also where an older version did not note it.
  const isPlain = head && (head.type === "intent" || head.answer.kind === "created" || !namesIds(line));
  return isPlain ? head : decodeScannedLine(line);
}

function namesIds(line: Buffer): boolean {
  return line.includes("quoteId") || line.includes("loginUrl");
}

const TYPE_AT = '{"type":"'.length;
const LETTER_I = 0x69;
const HEAD_BYTES_MAX = 240;

/** Longer ones, and those in which anything is escaped or beyond ASCII, are parsed. */
const CREATED_BYTES_MAX = 1024;
const CREATED =
  /^\{"type":"result","row":\d+,"attempt":\d+,"decision":"[a-z]+","at":"([\w.:-]*)","durationMs":(\d+(?:\.\d+)?),"sent":true,"httpStatus":(\d+),"answer":\{"kind":"created","quoteId":"([ !#-[\]-~]*)","loginUrl":"([ !#-[\]-~]*)"\},/;

const INTENT_HEAD = /^\{"type":"intent","row":(\d+),"attempt":(\d+),"at":"([^"\\]*)",/;
const RESULT_HEAD =
  /^\{"type":"result","row":(\d+),"attempt":(\d+),"decision":"([a-z]+)","at":"([^"\\]*)","durationMs":(\d+(?:\.\d+)?),"sent":(?:true|false),"httpStatus":(\d+|null),"answer":\{"kind":"([a-z-]+)"(,"pieces"|)/;

function intentHead(text: string): IntentRecord | undefined {
  const head = INTENT_HEAD.exec(text);
  return head
    ? { type: "intent", row: Number(head[1]), attempt: Number(head[2]), at: head[3] ?? "" }
    : undefined;
}

/** Undefined also where the answer has to be read: what arrived of a quote stands in it, or an older version could not read it. */
function resultHead(text: string): ResultHead | undefined {
  const head = RESULT_HEAD.exec(text);
  if (!head || head[7] === "unreadable" || head[8] !== "") return undefined;
  return {
    type: "result",
    row: Number(head[1]),
    attempt: Number(head[2]),
    decision: head[3] as Decision,
    at: head[4] ?? "",
    durationMs: Number(head[5]),
    httpStatus: head[6] === "null" ? null : Number(head[6]),
    answer: { kind: head[7] as AnswerKind },
  };
}

/** Whether a line ends as all do, with the checksum of what stands before. */
function isWhole(line: Buffer): boolean {
  const tailAt = line.length - TAIL.length;
  if (tailAt < 0) return false;
  const crc = crc32(line.subarray(0, tailAt));
  const digitsAt = tailAt + DIGITS_AT;
  if (line.readUInt32BE(digitsAt) !== fourDigits(crc >>> 16)) return false;
  if (line.readUInt32BE(digitsAt + 4) !== fourDigits(crc & 0xffff)) return false;
  for (let index = 0; index < DIGITS_AT; index++) if (line[tailAt + index] !== TAIL[index]) return false;
  for (let index = DIGITS_END; index < TAIL.length; index++)
    if (line[tailAt + index] !== TAIL[index]) return false;
  return true;
}

/** The hex digits of 16 bits in ASCII, as one number: the first digit is its highest byte. All four are made at once. */
function fourDigits(bits: number): number {
  const nibbles = ((bits & 0xf000) << 12) | ((bits & 0xf00) << 8) | ((bits & 0xf0) << 4) | (bits & 0xf);
  const letters = ((nibbles + 0x06060606) >>> 4) & 0x01010101;
  return nibbles + 0x30303030 + letters * LETTER_STEP;
}

/** How far `a` lies behind where a digit ten would be. */
const LETTER_STEP = "a".charCodeAt(0) - "0".charCodeAt(0) - 10;
