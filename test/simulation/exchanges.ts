import type { HttpResponse } from "../../src/send/client.ts";

/** An answer that came whole, but for what is changed. */
export function reply(
  httpStatus: number | null,
  body: unknown = {},
  retryAfter: string | null = null,
  changes: Partial<HttpResponse> = {},
): HttpResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const whole = { sent: true, bodyComplete: true, error: null, durationMs: 0, trace: null };
  return { ...whole, httpStatus, headers: {}, retryAfter, body: text, ...changes };
}

/** No answer, and why. */
export function failure(sent: boolean, code: string): HttpResponse {
  const error = { code, message: code };
  return reply(null, "", null, { sent, body: null, bodyComplete: false, error });
}
