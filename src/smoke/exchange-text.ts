import type { HttpExchange } from "./check.ts";
import type { SmokeDocument } from "./smoke-schema.ts";

/** Takes the secrets out of a text. */
export type Scrub = (text: string) => string;

/** Headers that say nothing about the interface, and those that are secrets of their own. */
const LEFT_OUT = new Set(["date", "connection", "keep-alive", "transfer-encoding", "content-length"]);
const SECRET = new Set(["set-cookie", "cookie"]);

/** A request (`>`) and its answer (`<`) line by line, without secrets. */
export function exchangeLines(
  { request, answer, earlier }: HttpExchange,
  scrub: Scrub,
  bodyMax: number,
): string[] {
  const last =
    answer.httpStatus === null ? `no answer (${answer.error?.code ?? "?"})` : String(answer.httpStatus);
  const status = [...earlier.map(({ httpStatus }) => `${httpStatus}, then `), last].join("");
  return [
    `> ${request.method} ${request.path}`,
    ...headerLines(request.headers).map((line) => `> ${line}`),
    ...(request.body === null ? [] : [`> ${bodyText(request.body, bodyMax)}`]),
    `< ${status}`,
    ...headerLines(answer.headers).map((line) => `< ${line}`),
    ...(!answer.body ? [] : [`< ${bodyText(answer.body, bodyMax)}`]),
  ].map(scrub);
}

/** The same as data. */
export function exchangeDocument(
  { request, answer, earlier }: HttpExchange,
  scrub: Scrub,
  bodyMax: number,
): SmokeDocument["checks"][number]["exchanges"][number] {
  const { httpStatus, headers, body, error, durationMs } = answer;
  return {
    request: {
      method: request.method,
      path: scrub(request.path),
      headers: scrubbed(request.headers, scrub),
      body: request.body === null ? null : scrub(bodyText(request.body, bodyMax)),
    },
    answer: {
      httpStatus,
      headers: scrubbed(headers, scrub),
      body: scrub(bodyText(body ?? "", bodyMax)),
      error: error && { code: error.code, message: scrub(error.message) },
      durationMs: rounded(durationMs),
    },
    tries: earlier.length + 1,
  };
}

/** Milliseconds to a tenth. */
export function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(shownHeaders(headers)).map(([name, value]) => `${name}: ${value}`);
}

function scrubbed(headers: Readonly<Record<string, string>>, scrub: Scrub): Record<string, string> {
  return Object.fromEntries(
    Object.entries(shownHeaders(headers)).map(([name, value]) => [name, scrub(value)]),
  );
}

function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, value]) => [name, SECRET.has(name) ? "***" : value]),
  );
}

function bodyText(body: string, max: number): string {
  return body.length > max ? `${body.slice(0, max)} ... (${body.length - max} more characters)` : body;
}
