/** The send rate climbs back by this much a second after it was cut. */
const RISE_PER_SECOND = 1.05;
const RATE_MIN = 0.2;
/** A send may come this much early to make up for timers that fired late: well within a second's burst. */
const CATCH_UP_MS = 50;
const BUCKET_MS = 100;
const SECOND_BUCKETS = 10;
const WINDOW_SECONDS = 10;
/** A rate that was observed for a shorter time is not a rate yet. */
const SECONDS_MIN = 0.25;
const WINDOW_BUCKETS = WINDOW_SECONDS * SECOND_BUCKETS;

interface Cut {
  rate: number;
  atMs: number;
  /** From here on the rate rises again. */
  riseFromMs: number;
}

/**
 * When the next request may go. Without refusals there is no limit but the person's own; at a refusal
 * (429, or 503 with Retry-After) the rate is halved from what was observed, then rises 5 % a second.
 */
export class RateControl {
  readonly #rateMax: number;
  readonly #sent = new SlidingCount();
  #nextAtMs = Number.NEGATIVE_INFINITY;
  #cut: Cut | null = null;

  /** @param rateMax Requests a second; undefined for no limit. */
  constructor(rateMax: number | undefined) {
    this.#rateMax = rateMax ?? Number.POSITIVE_INFINITY;
  }

  /** Requests a second that are allowed now; infinite when nothing limits them. */
  limit(nowMs: number): number {
    if (!this.#cut) return this.#rateMax;
    const seconds = Math.max(0, nowMs - this.#cut.riseFromMs) / 1_000;
    return Math.min(this.#rateMax, this.#cut.rate * RISE_PER_SECOND ** seconds);
  }

  /** Whether refusals slow the requests down, and not the person's own limit alone. */
  isSlowed(nowMs: number): boolean {
    return this.#nextAtMs > nowMs && this.limit(nowMs) < this.#rateMax;
  }

  /** Requests that went a second, in the last ten seconds. */
  perSecond(nowMs: number): number {
    return this.#sent.average(nowMs);
  }

  /** The earliest time at which the next request may go. */
  get nextAtMs(): number {
    return this.#nextAtMs;
  }

  /** Notes that a request goes now. */
  send(nowMs: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, nowMs - CATCH_UP_MS) + 1_000 / this.limit(nowMs);
    this.#sent.add(nowMs);
  }

  /**
   * The service refused a request for coming too soon. Requests sent before the last cut say nothing new.
   *
   * @param sentAtMs When the refused request went.
   */
  refuse(sentAtMs: number, nowMs: number): void {
    if (this.#cut && sentAtMs <= this.#cut.atMs) return;
    const observed = Math.min(this.#sent.perSecond(nowMs), this.limit(nowMs));
    const rate = Math.max(RATE_MIN, observed / 2);
    this.#cut = { rate, atMs: nowMs, riseFromMs: nowMs };
    this.#nextAtMs = nowMs + 1_000 / rate;
  }

  /** Nothing goes until then, so nothing is learnt either: the rate does not rise meanwhile. */
  pause(untilMs: number): void {
    if (this.#cut) this.#cut.riseFromMs = Math.max(this.#cut.riseFromMs, untilMs);
  }
}

/** Counts events of the last ten seconds, in steps of a tenth of a second. */
class SlidingCount {
  readonly #buckets = new Array<number>(WINDOW_BUCKETS).fill(0);
  #newest = 0;
  #firstMs: number | null = null;

  add(nowMs: number): void {
    this.#firstMs ??= nowMs;
    this.#advance(nowMs);
    const index = this.#newest % WINDOW_BUCKETS;
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
  }

  /**
   * Events a second: of the last second (or of what there was of it, when the first came later), or on
   * average where they come in waves further apart than that, as they do when answers take seconds.
   */
  perSecond(nowMs: number): number {
    this.#advance(nowMs);
    const lately = this.#sum(SECOND_BUCKETS) / Math.min(1, this.#seconds(nowMs));
    return Math.max(lately, this.#sum(WINDOW_BUCKETS) / WINDOW_SECONDS);
  }

  /** Events a second of all that is remembered. */
  average(nowMs: number): number {
    this.#advance(nowMs);
    return this.#sum(WINDOW_BUCKETS) / Math.min(WINDOW_SECONDS, this.#seconds(nowMs));
  }

  #seconds(nowMs: number): number {
    return Math.max(SECONDS_MIN, (nowMs - (this.#firstMs ?? nowMs)) / 1_000);
  }

  #sum(bucketCount: number): number {
    let sum = 0;
    for (let bucket = this.#newest; bucket > this.#newest - bucketCount; bucket--) {
      sum += this.#buckets[(bucket + WINDOW_BUCKETS) % WINDOW_BUCKETS] ?? 0;
    }
    return sum;
  }

  #advance(nowMs: number): void {
    const newest = Math.floor(nowMs / BUCKET_MS);
    if (newest - this.#newest >= WINDOW_BUCKETS) this.#buckets.fill(0);
    else
      for (let bucket = this.#newest + 1; bucket <= newest; bucket++)
        this.#buckets[bucket % WINDOW_BUCKETS] = 0;
    this.#newest = Math.max(this.#newest, newest);
  }
}
