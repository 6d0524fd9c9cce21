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
