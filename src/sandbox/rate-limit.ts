/** How many create requests are taken in any stretch of time of this length. */
export interface RateLimit {
  /** 1 to 100,000. */
  requests: number;
  perMs: number;
}

/** Counts exactly: a sliding window over the times of the requests that were taken. */
export class RateWindow {
  readonly #takenAtMs: Float64Array;
  readonly #perMs: number;
  #next = 0;

  constructor({ requests, perMs }: RateLimit) {
    this.#takenAtMs = new Float64Array(requests).fill(Number.NEGATIVE_INFINITY);
    this.#perMs = perMs;
  }

  /** Takes a request and returns 0, or returns after how many milliseconds one will be taken. */
  take(nowMs: number): number {
    const oldest = this.#takenAtMs[this.#next] ?? Number.NEGATIVE_INFINITY;
    const waitMs = oldest + this.#perMs - nowMs;
    if (waitMs > 0) return waitMs;
    this.#takenAtMs[this.#next] = nowMs;
    this.#next = (this.#next + 1) % this.#takenAtMs.length;
    return 0;
  }
}
