import { ifPossible } from "../base/if-possible.ts";
import { isObject, parseJson } from "../base/json-value.ts";
import { markedNumber, withMarkedNumbers } from "../base/marked-numbers.ts";
import { isTypeName, NO_MESSAGE } from "../lead/interface-words.ts";
import type { Issue } from "../lead/issue.ts";
import type { ApiKey } from "../settings/api-key.ts";
import type { Exchange } from "./exchange.ts";

/** The holder of the e-mail address: a quote, or a user account (interface, section 7). */
export type EmailOwner = "quote" | "account";

/**
 * What one exchange says, in the terms of the outcome table. Which status a lead ends in is decided
 * elsewhere, because it depends on what happened to the lead before.
 */
export type Answer =
  /** 2xx with `success: true` and both ids in one whole JSON object, however the connection ended. */
  { kind: "created"; quoteId: string; loginUrl: string } | (OtherAnswer & { pieces?: Pieces });

type OtherAnswer =
  /** 2xx otherwise. Runs of older versions have no reason. */
  | { kind: "unreadable"; reason?: UnreadableReason }
  /** 400 with field-level issues. */
  | { kind: "issues"; issues: Issue[] }
  /** 400 with one of the two duplicate messages. */
  | { kind: "duplicate"; holder: EmailOwner }
  /** Any other 4xx. */
  | { kind: "refused"; message: string | null }
  | { kind: "unauthorized" }
  /** 301, 302, 303 and every other 3xx but the two below: it may follow a create. */
  | { kind: "redirected" }
  /** 307 and 308: the request was not taken, and is to be sent elsewhere. */
  | { kind: "moved" }
  /** 403, 404, 405, 415, 501: perhaps this lead, more likely the address. */
  | { kind: "wrong-target" }
  | { kind: "throttled" }
  /** 408, and 425: too early. */
  | { kind: "request-timeout" }
  /** 500 and 503: the service's guidance is to try again, though the lead may have been created. */
  | { kind: "server-error" }
  /** 502, 504 and every other 5xx. */
  | { kind: "gateway-error" }
  | { kind: "tls-refused" }
  /** An error or timeout before anything was sent. */
  | { kind: "not-sent" }
  /** An error or timeout after sending. */
  | { kind: "no-answer" };

/**
 * Why a 2xx answer says nothing certain.
 *
 * - `not-json`: something else came, such as a page, or nothing at all.
 * - `cut-off`: the connection ended within a JSON object.
 * - `too-large`: it went on beyond what is read of an answer.
 * - `encoded`: it came in an encoding that nobody asked for and that cannot be undone.
 * - `no-success`: a whole object whose `success` is not `true`.
 * - `odd-ids`: one of them is longer than any, or lost characters on its way.
 * - `no-ids`: `success` is true, and the quote id or the login link is missing.
 */
export type UnreadableReason =
  | "not-json"
  | "cut-off"
  | "too-large"
  | "encoded"
  | "no-success"
  | "odd-ids"
  | "no-ids";

/** What arrived of a quote in an answer that does not prove one. The login link is a credential here, too. */
export interface Pieces {
  quoteId?: string;
  loginUrl?: string;
}

/** What an answer brought of a quote, proven or not. */
export function arrivedIn(answer: Answer): Pieces {
  return answer.kind === "created" ? answer : (answer.pieces ?? {});
}

export type AnswerKind = Answer["kind"];

const DUPLICATE_MESSAGES: Readonly<Record<string, EmailOwner>> = {
  "Email already in use": "quote",
  "User with this email already exists": "account",
};

/** More than any form has fields, than any field lies deep, than anybody reads; a hostile answer may hold more. */
const ISSUES_MAX = 100;
const PATH_PARTS_MAX = 20;
const TEXT_CHARACTERS_MAX = 4_096;

const WRONG_TARGET_STATUSES = new Set([403, 404, 405, 415, 501]);

/** Longer ones are nobody's id or link, and are kept up to here. */
const PIECE_CHARACTERS_MAX: Readonly<Record<keyof Pieces, number>> = { quoteId: 512, loginUrl: 4_096 };
/** Stands where a character could not be read. */
const LOST_CHARACTER = "\uFFFD";

/** 307 and 308 (RFC 9110, 15.4.8): whoever follows sends the same request once more. */
const REPEATING_REDIRECTS = new Set([307, 308]);

/** What an answer is read from: an exchange, or what the journal kept of it. */
export type ReadExchange = Pick<Exchange, "sent" | "httpStatus" | "body" | "bodyComplete"> & {
  error?: Exchange["error"];
};

/** Reads one exchange by the interface, section 7: the status first, then the body's message or issues. */
export function readAnswer(exchange: ReadExchange): Answer {
  return withPieces(judge(exchange), exchange.body);
}

/** An answer with what its body brought of a quote that it does not prove. */
export function withPieces(answer: Answer, body: string | null): Answer {
  if (answer.kind === "created" || answer.pieces || body === null) return answer;
  const pieces = findPieces(body);
  return pieces ? { ...answer, pieces } : answer;
}

function judge(exchange: ReadExchange): Answer {
  const { httpStatus } = exchange;
  if (httpStatus === null) return readFailure(exchange);
  if (httpStatus >= 200 && httpStatus < 300) return readSuccess(exchange);
  if (httpStatus >= 300 && httpStatus < 400)
    return { kind: REPEATING_REDIRECTS.has(httpStatus) ? "moved" : "redirected" };
  if (httpStatus === 401) return { kind: "unauthorized" };
  if (WRONG_TARGET_STATUSES.has(httpStatus)) return { kind: "wrong-target" };
  if (httpStatus === 408 || httpStatus === 425) return { kind: "request-timeout" };
  if (httpStatus === 429) return { kind: "throttled" };
  if (httpStatus === 500 || httpStatus === 503) return { kind: "server-error" };
  if (httpStatus >= 400 && httpStatus < 500) return readRefusal(exchange);
  return httpStatus >= 500 ? { kind: "gateway-error" } : { kind: "unreadable", reason: "not-json" };
}

function readFailure(exchange: ReadExchange): Answer {
  if (exchange.sent) return { kind: "no-answer" };
  return { kind: isTlsRefusal(exchange.error?.code ?? "") ? "tls-refused" : "not-sent" };
}

function readSuccess(exchange: ReadExchange): Answer {
  const text = exchange.body ?? "";
  const body = parseObject(text);
  if (!body) return { kind: "unreadable", reason: whyNoObject(text, exchange) };
  if (body.success !== true) return { kind: "unreadable", reason: "no-success" };
  const { quoteId, loginUrl } = idsOf(body, text);
  if (quoteId === undefined || loginUrl === undefined) return { kind: "unreadable", reason: "no-ids" };
  return isWholePiece("quoteId", quoteId) && isWholePiece("loginUrl", loginUrl)
    ? { kind: "created", quoteId, loginUrl }
    : { kind: "unreadable", reason: "odd-ids" };
}

function whyNoObject(text: string, { bodyComplete, error }: ReadExchange): UnreadableReason {
  if (error?.code === BODY_UNDECODED) return "encoded";
  const start = withoutMark(text).trimStart();
  if (bodyComplete || (start !== "" && !start.startsWith("{"))) return "not-json";
  return error?.code === BODY_TOO_LARGE ? "too-large" : "cut-off";
}

/** Codes of the client's own errors that say why a body is not whole. */
export const BODY_TOO_LARGE = "BODY_TOO_LARGE";
export const BODY_UNDECODED = "BODY_UNDECODED";

/** The ids of an object. A number is kept as it is written, digit by digit. */
function idsOf(body: Record<string, unknown>, text: string): Pieces {
  const { quoteId, loginUrl } = body;
  const id = typeof quoteId === "number" ? writtenNumber(text, "quoteId") : quoteId;
  const ids: Pieces = {};
  // One by one: to spread objects that may not be there takes as long as to parse the answer.
  if (isFilledText(id)) ids.quoteId = id;
  if (isFilledText(loginUrl)) ids.loginUrl = loginUrl;
  return ids;
}

function writtenNumber(text: string, key: string): string {
  const value = (JSON.parse(withMarkedNumbers(withoutMark(text))) as Record<string, unknown>)[key];
  return markedNumber(value) ?? String(value);
}

const QUOTE_ID = /"quoteId"\s{0,99}:\s{0,99}(?:("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)(?=[\s,}]))/;
const LOGIN_URL = /"loginUrl"\s{0,99}:\s{0,99}("(?:[^"\\]|\\.)*")/;

/** Looks for whole ids anywhere in a text, be it JSON or what is left of it. */
function findPieces(text: string): Pieces | undefined {
  const quoteId = text.includes('"quoteId"') ? pieceOf("quoteId", QUOTE_ID.exec(text)) : undefined;
  const loginUrl = text.includes('"loginUrl"') ? pieceOf("loginUrl", LOGIN_URL.exec(text)) : undefined;
  if (quoteId === undefined && loginUrl === undefined) return undefined;
  return { ...(quoteId !== undefined && { quoteId }), ...(loginUrl !== undefined && { loginUrl }) };
}

function pieceOf(name: keyof Pieces, match: RegExpExecArray | null): string | undefined {
  const piece = match?.[1] === undefined ? match?.[2] : parseJson(match[1]);
  return isFilledText(piece) ? shortened(piece, PIECE_CHARACTERS_MAX[name]) : undefined;
}

/** Whether it may be an id or a link of the service's as it is. */
function isWholePiece(name: keyof Pieces, text: string): boolean {
  return text.length <= PIECE_CHARACTERS_MAX[name] && !text.includes(LOST_CHARACTER);
}

function readRefusal(exchange: ReadExchange): Answer {
  const error = parseObject(exchange.body ?? "")?.error;
  if (exchange.httpStatus === 400) {
    const issues = readIssues(error);
    if (issues.length > 0) return { kind: "issues", issues };
    const holder = typeof error === "string" ? duplicateHolder(error) : undefined;
    if (holder) return { kind: "duplicate", holder };
  }
  return { kind: "refused", message: answerMessage(exchange.body) };
}

function duplicateHolder(message: string): EmailOwner | undefined {
  return Object.hasOwn(DUPLICATE_MESSAGES, message) ? DUPLICATE_MESSAGES[message] : undefined;
}

function readIssues(error: unknown): Issue[] {
  if (!isObject(error) || !Array.isArray(error.issues)) return [];
  return error.issues
    .filter(isObject)
    .slice(0, ISSUES_MAX)
    .map((issue) => ({
      ...(typeof issue.validation === "string" && { validation: shortened(issue.validation) }),
      ...(isTypeName(issue.expected) && isTypeName(issue.received)
        ? { expected: issue.expected, received: issue.received }
        : {}),
      code: typeof issue.code === "string" ? shortened(issue.code) : "custom",
      message: typeof issue.message === "string" ? shortened(issue.message) : NO_MESSAGE,
      path: Array.isArray(issue.path) ? issue.path.slice(0, PATH_PARTS_MAX).map(pathPart) : [],
    }));
}

/** An object has no text that it could be asked for: it may be too deep, or not answer. */
function pathPart(part: unknown): string {
  return typeof part === "object" && part !== null ? "(an object)" : shortened(String(part));
}

function shortened(text: string, lengthMax = TEXT_CHARACTERS_MAX): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`;
}

/** The `message` or `error` text of an answer's body, for people; null when it has none. */
export function answerMessage(body: string | null): string | null {
  const parsed = parseObject(body ?? "");
  if (!parsed) return null;
  if (typeof parsed.message === "string") return shortened(parsed.message);
  return typeof parsed.error === "string" ? shortened(parsed.error) : null;
}

/**
 * Takes the key out of an answer that echoes it. The quote id and the login link stay as they are where a short
 * key happens to occur in them: changed, they would be worthless. A long one does not happen to.
 */
export function scrubAnswer(text: string, key: ApiKey): string {
  const scrubbed = key.scrub(text);
  if (scrubbed === text || key.isUnmistakable) return scrubbed;
  const body = parseObject(text);
  if (body?.success !== true) return scrubbed;
  const { quoteId, loginUrl } = idsOf(body, text);
  if (quoteId === undefined || loginUrl === undefined) return scrubbed;
  const ids = { success: true, quoteId, loginUrl };
  // The rest may be nested too deep to be written.
  return ifPossible(() => JSON.stringify({ ...parseObject(scrubbed), ...ids })) ?? JSON.stringify(ids);
}

/** Whether a text is one whole JSON object, and nothing but white space around it. */
export function isWholeObject(text: string): boolean {
  return parseObject(text) !== undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const parsed = parseJson(withoutMark(text));
  return isObject(parsed) ? parsed : undefined;
}

/** A byte order mark before the object must not cost a login link. */
function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

const TLS_REFUSAL =
  /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|ERROR_IN_C|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|EPROTO$|HOSTNAME_MISMATCH$|UND_ERR_PRX_TLS$)/;

/** Whether an error of Node's TLS layer says that the server's certificate or protocol was refused. */
function isTlsRefusal(code: string): boolean {
  return TLS_REFUSAL.test(code);
}

/** Whether the host's name could not be resolved. */
export function isDnsFailure(code: string): boolean {
  return code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EAI_NODATA" || code === "EAI_NONAME";
}
