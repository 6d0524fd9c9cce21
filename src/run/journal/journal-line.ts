import { crc32 } from "node:zlib";
import { ifPossible } from "../../base/if-possible.ts";
import { type AnswerKind, readAnswer, withPieces } from "../../outcome/answer.ts";
import type { Decision } from "../../outcome/lead-state.ts";
import type { IntentRecord, JournalRecord, LastResult, RecordHead, ResultHead } from "./journal-record.ts";

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
  return isWhole(line) ? parseLine(line) : undefined;
}

/**
 * Reads a result from a line that a scan found whole; undefined when the line holds none. Of one that created its lead
 * nothing is parsed: of a hundred thousand, that takes longer than all the rest.
 */
export function decodeLastResult(line: Buffer): LastResult | undefined {
  const [head, quoteId, loginUrl] = resultStart(line.toString("latin1", 0, CREATED_BYTES_MAX)) ?? [];
  if (head?.answer.kind === "created" && quoteId !== undefined && loginUrl !== undefined) {
    const { type, at, durationMs, httpStatus } = head;
    return { type, at, durationMs, httpStatus, answer: { kind: "created", quoteId, loginUrl }, body: null };
  }
  const record = parseLine(line);
  return record?.type === "result" ? record : undefined;
}

function parseLine(line: Buffer): JournalRecord | undefined {
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

/**
 * Reads of a line only what the fold of a run needs. The checksum is that of the whole line anyway;
 * answers' bodies, which are most of a journal, are not parsed. A record whose properties stand in another order
 * than in its type is read as a whole: that is only slower.
 */
export function decodeHead(line: Buffer): RecordHead | undefined {
  if (!isWhole(line)) return undefined;
  const text = line.toString("latin1", 0, HEAD_BYTES_MAX);
  if (line[TYPE_AT] === LETTER_I) return intentHead(text) ?? parseLine(line);
  const [head] = resultStart(text) ?? [];
  // What arrived of a quote is read as a whole, also where an older version did not note it.
  return head && (head.answer.kind === "created" || !namesIds(line)) ? head : parseLine(line);
}

function namesIds(line: Buffer): boolean {
  return line.includes("quoteId") || line.includes("loginUrl");
}

const TYPE_AT = '{"type":"'.length;
const LETTER_I = 0x69;
const HEAD_BYTES_MAX = 240;

/** Longer ones are parsed. */
const CREATED_BYTES_MAX = 1024;

const INTENT_HEAD = /^\{"type":"intent","row":(\d+),"attempt":(\d+),"at":"([^"\\]*)",/;
/** The ids are those of a lead that was created, with nothing in them that is escaped or beyond ASCII. */
const RESULT_START =
  /^\{"type":"result","row":(\d+),"attempt":(\d+),"decision":"([a-z]+)","at":"([^"\\]*)","durationMs":(\d+(?:\.\d+)?),"sent":(?:true|false),"httpStatus":(\d+|null),"answer":\{"kind":"([a-z-]+)"(?:,"quoteId":"([ !#-[\]-~]*)","loginUrl":"([ !#-[\]-~]*)"\}|(,"pieces")?)/;

function intentHead(text: string): IntentRecord | undefined {
  const head = INTENT_HEAD.exec(text);
  return head
    ? { type: "intent", row: Number(head[1]), attempt: Number(head[2]), at: head[3] ?? "" }
    : undefined;
}

/** Undefined also where the answer has to be read: what arrived of a quote stands in it, or an older version could not read it. */
function resultStart(
  text: string,
): [head: ResultHead, quoteId: string | undefined, loginUrl: string | undefined] | undefined {
  const start = RESULT_START.exec(text);
  if (!start || start[7] === "unreadable" || start[10] !== undefined) return undefined;
  const head: ResultHead = {
    type: "result",
    row: Number(start[1]),
    attempt: Number(start[2]),
    decision: start[3] as Decision,
    at: start[4] ?? "",
    durationMs: Number(start[5]),
    httpStatus: start[6] === "null" ? null : Number(start[6]),
    answer: { kind: start[7] as AnswerKind },
  };
  return [head, start[8], start[9]];
}

/** Whether a line ends as all do, with the checksum of what stands before. */
function isWhole(line: Buffer): boolean {
  const tailAt = line.length - TAIL_BYTES;
  return tailAt >= 0 && line.toString("latin1", tailAt) === tailOf(line.subarray(0, tailAt));
}
