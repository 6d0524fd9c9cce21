import type { Policy } from "../settings/policy.ts";

/** Beyond any cap; without it, nothing times infinity would not be a number. */
const DOUBLINGS_MAX = 60;

/**
 * Full jitter: anywhere between nothing and an exponentially growing bound, so that leads that failed
 * together do not come back together.
 *
 * @param retryIndex 0 before the second attempt.
 * @param random A number in [0, 1).
 * @returns Milliseconds.
 */
export function backoffMs(
  retryIndex: number,
  policy: Pick<Policy, "retryBaseMs" | "retryMaxMs">,
  random: number,
): number {
  return random * Math.min(policy.retryMaxMs, policy.retryBaseMs * 2 ** Math.min(retryIndex, DOUBLINGS_MAX));
}

/**
 * How long a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): whole seconds or an HTTP date.
 *
 * @returns Milliseconds from now on, 0 for a date that is over, undefined for anything unreadable.
 */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The three forms of an HTTP date begin with a day's name; a bare number of another kind is not a date. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;
