/** Each bin is a tenth wider than the one before: a percentile is off by five percent at most. */
const GROWTH = Math.log(1.1);
/** From 1 ms to some 40 minutes. */
const BIN_COUNT = 156;

/** A small histogram of durations that can be merged: 624 bytes. */
export class LatencyBins {
  readonly #bins = new Uint32Array(BIN_COUNT);
  #count = 0;

  add(durationMs: number): void {
    const bin = Math.min(BIN_COUNT - 1, Math.max(0, Math.floor(Math.log(Math.max(1, durationMs)) / GROWTH)));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.#count += 1;
  }

  merge(other: LatencyBins): void {
    for (let bin = 0; bin < BIN_COUNT; bin++)
      this.#bins[bin] = (this.#bins[bin] ?? 0) + (other.#bins[bin] ?? 0);
    this.#count += other.#count;
  }

  /** Milliseconds; null while there is nothing to tell. */
  percentile(percent: number): number | null {
    let left = (this.#count * percent) / 100;
    if (this.#count === 0) return null;
    for (let bin = 0; bin < BIN_COUNT; bin++) {
      left -= this.#bins[bin] ?? 0;
      if (left <= 0) return Math.exp((bin + 0.5) * GROWTH);
    }
    return Math.exp(BIN_COUNT * GROWTH);
  }
}
