import type { Clock } from "../base/clock.ts";
import type { HttpAnswer, HttpClient, HttpRequest } from "./http-client.ts";

const WAITS_MAX = 3;
const WAIT_MS_DEFAULT = 1_000;
const WAIT_MS_MAX = 30_000;

/** Rate limits are not shown, so a 429 decides nothing: the request is sent again, a few times, later. */
export function patientHttpClient(wire: HttpClient, clock: Clock, signal: AbortSignal): HttpClient {
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    let answer = await wire.send(request);
    for (let waits = 0; answer.httpStatus === 429 && waits < WAITS_MAX && !signal.aborted; waits++) {
      await clock.sleep(waitMs(answer), signal);
      answer = await wire.send(request);
    }
    return answer;
  };
  return { ...wire, send };
}

function waitMs({ headers }: HttpAnswer): number {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, WAIT_MS_MAX) : WAIT_MS_DEFAULT;
}
