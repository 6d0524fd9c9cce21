import type { Issue } from "../lead/issue.ts";
import type { ApiKey } from "../settings/api-key.ts";
import type { Exchange } from "./exchange.ts";

/** Who holds the e-mail address already: a quote, or a user account (interface, section 7). */
export type EmailOwner = "quote" | "account";

/**
 * What one exchange says, in the terms of the outcome table. Which status a lead ends in is decided
 * elsewhere, because it depends on what happened to the lead before.
 */
export type Answer =
  /** 2xx with `success: true` and both ids. */
  | { kind: "created"; quoteId: string; loginUrl: string }
  /** 2xx otherwise: not JSON, cut off, too large, `success` not true, an id missing. */
  | { kind: "unreadable" }
  /** 400 with field-level issues. */
  | { kind: "issues"; issues: Issue[] }
  /** 400 with one of the two duplicate messages. */
  | { kind: "duplicate"; holder: EmailOwner }
  /** Any other 4xx. */
  | { kind: "refused"; message: string | null }
  | { kind: "unauthorized" }
  | { kind: "redirected" }
  /** 403, 404, 405, 415, 501: perhaps this lead, more likely the address. */
  | { kind: "wrong-target" }
  | { kind: "throttled" }
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

/** Reads one exchange by the interface, section 7: the status first, then the body's message or issues. */
export function readAnswer(exchange: Exchange): Answer {
  const { httpStatus } = exchange;
  if (httpStatus === null) return readFailure(exchange);
  if (httpStatus >= 200 && httpStatus < 300) return readSuccess(exchange);
  if (httpStatus >= 300 && httpStatus < 400) return { kind: "redirected" };
  if (httpStatus === 401) return { kind: "unauthorized" };
  if (WRONG_TARGET_STATUSES.has(httpStatus)) return { kind: "wrong-target" };
  if (httpStatus === 408) return { kind: "request-timeout" };
  if (httpStatus === 429) return { kind: "throttled" };
  if (httpStatus === 500 || httpStatus === 503) return { kind: "server-error" };
  if (httpStatus >= 400 && httpStatus < 500) return readRefusal(exchange);
  return httpStatus >= 500 ? { kind: "gateway-error" } : { kind: "unreadable" };
}

function readFailure(exchange: Exchange): Answer {
  if (exchange.sent) return { kind: "no-answer" };
  return { kind: isTlsRefusal(exchange.error?.code ?? "") ? "tls-refused" : "not-sent" };
}

function readSuccess(exchange: Exchange): Answer {
  const body = readObject(exchange);
  const { success, quoteId, loginUrl } = body ?? {};
  if (success !== true || !isFilledText(quoteId) || !isFilledText(loginUrl)) return { kind: "unreadable" };
  return { kind: "created", quoteId, loginUrl };
}

function readRefusal(exchange: Exchange): Answer {
  const error = readObject(exchange)?.error;
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
      code: typeof issue.code === "string" ? shortened(issue.code) : "custom",
      message: typeof issue.message === "string" ? shortened(issue.message) : "(an issue without a message)",
      path: Array.isArray(issue.path) ? issue.path.slice(0, PATH_PARTS_MAX).map(pathPart) : [],
    }));
}

/** An object has no text that it could be asked for: it may be too deep, or not answer. */
function pathPart(part: unknown): string {
  return typeof part === "object" && part !== null ? "(an object)" : shortened(String(part));
}

function shortened(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : `${text.slice(0, TEXT_CHARACTERS_MAX)}…`;
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
  const { success, quoteId, loginUrl } = parseObject(text) ?? {};
  if (success !== true || typeof quoteId !== "string" || typeof loginUrl !== "string") return scrubbed;
  const ids = { success, quoteId, loginUrl };
  return jsonText({ ...(parseObject(scrubbed) ?? {}), ...ids }) ?? JSON.stringify(ids);
}

/** Undefined for what is nested too deep to be written. */
function jsonText(answer: object): string | undefined {
  try {
    return JSON.stringify(answer);
  } catch {
    return undefined;
  }
}

function readObject(exchange: Exchange): Record<string, unknown> | undefined {
  if (!exchange.bodyComplete || exchange.body === null) return undefined;
  return parseObject(exchange.body);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const parsed = parseJson(text);
  return isObject(parsed) ? parsed : undefined;
}

function parseJson(text: string): unknown {
  try {
    // A byte order mark before the object must not cost a login link.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
