import { crc32 } from "node:zlib";
import { type AnswerKind, readAnswer, withPieces } from "../../outcome/answer.ts";
import type { Decision } from "../../outcome/lead-state.ts";
import type { IntentRecord, JournalRecord, LastResult, RecordHead, ResultHead } from "./journal-record.ts";

/** How every line ends, before its newline: with the checksum of everything before it. */
function tailOf(content: Buffer): string {
  const crc = crc32(content);
  return `,"crc":"${fourDigits(crc >>> 16)}${fourDigits(crc & 0xffff)}"}`;
}

/** Of a small number, which takes a third of the time that one of 32 bits takes. */
function fourDigits(number: number): string {
  return number.toString(16).padStart(4, "0");
}

const TAIL_BYTES = ',"crc":"00000000"}'.length;
/** UTF-8 makes at most three bytes of one UTF-16 code unit. */
const UNIT_BYTES_MAX = 3;

/** One record as a line of the journal, newline included. */
export function encodeLine(record: JournalRecord): string {
  return encodeJson(JSON.stringify(record));
}

/** The same of a record whose JSON is at hand. */
export function encodeJson(json: string): string {
  const buffer = Buffer.allocUnsafe(lineBytesMax(json));
  return buffer.toString("utf8", 0, writeLine(json, buffer, 0));
}

/** The room that the line of a record's JSON may take. */
export function lineBytesMax(json: string): number {
  return json.length * UNIT_BYTES_MAX + TAIL_BYTES + 1;
}

/**
 * Writes the line of a record's JSON into a buffer that has room for it.
 *
 * @returns Where the line ends in the buffer, newline included.
 */
export function writeLine(json: string, buffer: Buffer, at: number): number {
  const closingBrace = at + buffer.write(json, at) - 1;
  const tail = tailOf(buffer.subarray(at, closingBrace));
  return closingBrace + buffer.write(`${tail}\n`, closingBrace, "latin1");
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

/** @param read It throws if the line is not one of ours. */
function parseContent<T>(line: Buffer, read: (json: unknown) => T): T | undefined {
  try {
    return read(JSON.parse(`${line.toString("utf8", 0, line.length - TAIL_BYTES)}}`));
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
 * Reads of a line only what the fold of a run needs. The checksum is that of the whole line anyway;
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

const TAIL = /^,"crc":"([0-9a-f]{8})"\}$/;

/** Whether a line ends as all do, with the checksum of what stands before. */
function isWhole(line: Buffer): boolean {
  const tailAt = line.length - TAIL_BYTES;
  const [, digits = ""] = tailAt < 0 ? [] : (TAIL.exec(line.toString("latin1", tailAt)) ?? []);
  return digits !== "" && Number.parseInt(digits, 16) === crc32(line.subarray(0, tailAt));
}
