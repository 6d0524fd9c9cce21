/** Before that, what has been seen says little. */
const SEEN_MS_MIN = 10_000;
const SEEN_ROWS_MIN = 20;
/** How long the pace is remembered: half a minute, or as long as a hundred rows take, but five minutes at most. */
const MEMORY_MS_MIN = 30_000;
const MEMORY_MS_MAX = 300_000;
const MEMORY_ROWS = 100;

/**
 * How long the rest of a round will take, by the pace of late: rows settled a second, of which older ones count less
 * and less. Only the time counts in which the round sends freely: neither the one lead that goes first, nor a pause.
 */
export class TimeLeft {
  #atMs: number;
  #settledCount: number;
  #seenMs = 0;
  #seenCount = 0;
  /** Both fade alike, so that their ratio is a pace from the first moment on. */
  #paceMs = 0;
  #paceCount = 0;

  /** @param settledCount Rows that are settled before the round begins. */
  constructor(nowMs: number, settledCount: number) {
    this.#atMs = nowMs;
    this.#settledCount = settledCount;
  }

  /**
   * To be called several times a second.
   *
   * @param isFree Whether nothing held the round back since the last call.
   */
  note(nowMs: number, settledCount: number, isFree: boolean): void {
    const passedMs = nowMs - this.#atMs;
    const newCount = settledCount - this.#settledCount;
    this.#atMs = nowMs;
    this.#settledCount = settledCount;
    if (!isFree || passedMs <= 0) return;
    this.#seenMs += passedMs;
    this.#seenCount += newCount;
    const kept = Math.exp(-passedMs / this.#memoryMs);
    this.#paceMs = this.#paceMs * kept + passedMs;
    this.#paceCount = this.#paceCount * kept + newCount;
  }

  /** For so many rows; null while it cannot be told. */
  msFor(pendingCount: number): number | null {
    if (this.#seenMs < SEEN_MS_MIN || this.#seenCount < SEEN_ROWS_MIN || this.#paceCount <= 0) return null;
    return (pendingCount * this.#paceMs) / this.#paceCount;
  }

  get #memoryMs(): number {
    const hundredRowsMs = this.#seenCount > 0 ? (this.#seenMs / this.#seenCount) * MEMORY_ROWS : 0;
    return Math.min(Math.max(MEMORY_MS_MIN, hundredRowsMs), MEMORY_MS_MAX);
  }
}
