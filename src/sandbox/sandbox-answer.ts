import type { Issue } from "../lead/issue.ts";

/** The service's response to one request, before it is written. */
export interface SandboxAnswer {
  status: number;
  /** Names and values in turn: node:http writes them faster than an object. */
  headers: readonly string[];
  body: string;
  /** The result, for the request log. */
  outcome: string;
}

const JSON_TYPE = ["content-type", "application/json; charset=utf-8"] as const;

/** An answer with the body `{"message": …}` (interface, section 7). */
export function messageAnswer(
  status: number,
  message: string,
  outcome: string,
  headers: readonly string[] = [],
): SandboxAnswer {
  return { status, headers: [...JSON_TYPE, ...headers], body: JSON.stringify({ message }), outcome };
}

/** Requests to the sandbox itself. */
export function jsonAnswer(value: unknown): SandboxAnswer {
  const headers = [...JSON_TYPE, "cache-control", "no-store"];
  return { status: 200, headers, body: JSON.stringify(value), outcome: "own" };
}

export function htmlAnswer(status: number, html: string, outcome: string): SandboxAnswer {
  const headers = [
    ...["content-type", "text/html; charset=utf-8"],
    ...["cache-control", "no-store"],
    ...["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'"],
    ...["referrer-policy", "no-referrer"],
  ];
  return { status, headers, body: html, outcome };
}

/** 400 with an issues body (interface, section 7). */
export function issuesAnswer(issues: readonly object[]): SandboxAnswer {
  return { status: 400, headers: JSON_TYPE, body: JSON.stringify({ error: { issues } }), outcome: "invalid" };
}

/** 400 with a duplicate error (interface, section 7). */
export function duplicateAnswer(error: string): SandboxAnswer {
  return { status: 400, headers: JSON_TYPE, body: JSON.stringify({ error }), outcome: "duplicate" };
}

/** The success body (interface, section 2.2); its status is not shown there. */
export function createdAnswer(quoteId: string, loginUrl: string, status: number): SandboxAnswer {
  const body = JSON.stringify({ success: true, quoteId, loginUrl });
  return { status, headers: JSON_TYPE, body, outcome: "created" };
}

/** A problem of the whole body, in the shape of an issue. */
export function bodyIssue(message: string): Issue {
  return { code: "custom", message, path: [] };
}

export const UNAUTHORIZED = messageAnswer(401, "Unauthorized", "unauthorized", [
  "www-authenticate",
  "Bearer",
]);
/** Only the sandbox has it. */
export const FORBIDDEN = messageAnswer(403, "Only programs on this machine may ask for this", "own");
export const NOT_FOUND = messageAnswer(404, "Not found", "not-found");
/** The client has gone. */
export const ABORTED = messageAnswer(400, "Bad request", "aborted");
export const TOO_LARGE = messageAnswer(413, "Request body too large", "too-large", ["connection", "close"]);
export const UNSUPPORTED_TYPE = messageAnswer(
  415,
  "Content-Type must be application/json",
  "unsupported-type",
);

/** Limits are not shown: 429 with Retry-After in whole seconds. */
export function tooManyRequests(waitMs: number): SandboxAnswer {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return messageAnswer(429, "Too many requests", "rate-limited", ["retry-after", seconds]);
}

export function methodNotAllowed(allow: string): SandboxAnswer {
  return messageAnswer(405, "Method not allowed", "method-not-allowed", ["allow", allow]);
}
