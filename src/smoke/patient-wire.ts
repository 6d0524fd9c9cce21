import type { Clock } from "../clock.ts";
import type { Wire, WireAnswer, WireRequest } from "./wire.ts";

const WAITS_MAX = 3;
const WAIT_MS_DEFAULT = 1_000;
const WAIT_MS_MAX = 30_000;

/** Rate limits are not shown, so a 429 decides nothing: the request is sent again, a few times, later. */
export function patientWire(wire: Wire, clock: Clock, signal: AbortSignal): Wire {
  const send = async (request: WireRequest): Promise<WireAnswer> => {
    let answer = await wire.send(request);
    for (let waits = 0; answer.httpStatus === 429 && waits < WAITS_MAX && !signal.aborted; waits++) {
      await clock.sleep(waitMs(answer), signal);
      answer = await wire.send(request);
    }
    return answer;
  };
  return { ...wire, send };
}

function waitMs({ headers }: WireAnswer): number {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, WAIT_MS_MAX) : WAIT_MS_DEFAULT;
}
