import type { Exchange } from "../../src/outcome/exchange.ts";

/** An answer that came whole. */
export function reply(httpStatus: number, body: unknown = {}, retryAfter: string | null = null): Exchange {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    sent: true,
    httpStatus,
    retryAfter,
    body: text,
    bodyComplete: true,
    error: null,
    durationMs: 0,
    trace: null,
  };
}

/** No answer, and why. */
export function failure(sent: boolean, code: string): Exchange {
  const error = { code, message: code };
  return {
    sent,
    httpStatus: null,
    retryAfter: null,
    body: null,
    bodyComplete: false,
    error,
    durationMs: 0,
    trace: null,
  };
}
