import type { Clock } from "../base/clock.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../send/client.ts";
import { backoffMs, retryAfterMs } from "../send/retry-delay.ts";
import type { HttpExchange } from "./check.ts";

/** Sends one request; never rejects. */
export type Send = HttpClient["send"];

/** Sends a request until its answer decides something. */
export interface PatientSender {
  /** @param onAnswer Called with each answer, also those that do not count. */
  send(request: HttpRequest, onAnswer?: (answer: HttpResponse) => void): Promise<HttpExchange>;
  /** The status of each answer after which a request was sent again. */
  readonly retries: readonly number[];
}

/** Of one request. */
const RETRIES_MAX = 3;
const THROTTLED_MS_DEFAULT = 1_000;
const THROTTLED_MS_MAX = 30_000;
const BACKOFF = { retryBaseMs: 500, retryMaxMs: 4_000 };

/** What says that the request may be sent again: a limit that is not shown, and by the interface's section 7 a 500. */
const AGAIN: ReadonlySet<number | null> = new Set([429, 500, 503]);

/**
 * Sends as the interface's client guidance says: a 500 is answered by another try, after a while that grows. Where the
 * service asks for more patience than a test has, or all tries are used up, its answer stands.
 *
 * @param retriesMax Of all requests together, so that their number is known before.
 */
export function patientSender(
  send: Send,
  options: { clock: Clock; signal: AbortSignal; random: () => number; retriesMax: number },
): PatientSender {
  const { clock, signal, random, retriesMax } = options;
  const retries: number[] = [];
  return {
    retries,
    async send(request, onAnswer) {
      const earlier: HttpResponse[] = [];
      for (;;) {
        const answer = await send(request);
        onAnswer?.(answer);
        const waitMs = AGAIN.has(answer.httpStatus) ? waitFor(answer, earlier.length, clock, random) : null;
        const isOver = waitMs === null || earlier.length >= RETRIES_MAX || retries.length >= retriesMax;
        if (isOver || signal.aborted) return { request, answer, earlier };
        await clock.sleep(waitMs, signal);
        if (signal.aborted) return { request, answer, earlier };
        retries.push(answer.httpStatus ?? 0);
        earlier.push(answer);
      }
    },
  };
}

/** Null: longer than a test waits. */
function waitFor(
  { httpStatus, retryAfter }: HttpResponse,
  retryIndex: number,
  clock: Clock,
  random: () => number,
): number | null {
  const asked = retryAfterMs(retryAfter, clock.date());
  const unasked = httpStatus === 429 ? THROTTLED_MS_DEFAULT : backoffMs(retryIndex, BACKOFF, random());
  const waitMs = asked ?? unasked;
  return waitMs > THROTTLED_MS_MAX ? null : waitMs;
}
