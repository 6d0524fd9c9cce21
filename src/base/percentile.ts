import { createHistogram } from "node:perf_hooks";

/** A longer time counts as an hour. */
const DURATION_MS_MAX = 3_600_000;

/** How long many things took, in milliseconds. */
export interface DurationSummary {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/**
 * Percentiles of any number of durations in a bounded memory: Node's own histogram (HDR), kept in microseconds.
 */
export class DurationHistogram {
  /** Three digits of a percentile are exact, which takes some 190 KB. */
  readonly #histogram = createHistogram({ lowest: 1, highest: DURATION_MS_MAX * 1_000, figures: 3 });
  #maxMs = 0;

  record(durationMs: number): void {
    this.#maxMs = Math.max(this.#maxMs, durationMs);
    this.#histogram.record(Math.max(1, Math.round(Math.min(durationMs, DURATION_MS_MAX) * 1_000)));
  }

  /** Null while there is nothing to tell. */
  summary(): DurationSummary | null {
    const { count } = this.#histogram;
    if (count === 0) return null;
    const at = (percent: number): number =>
      Math.min(this.#maxMs, this.#histogram.percentile(percent) / 1_000);
    return { count, p50: at(50), p95: at(95), p99: at(99), max: this.#maxMs };
  }
}

/** Summarizes a list, to a tenth of a millisecond. */
export function summarizeDurations(durationsMs: Iterable<number>): DurationSummary | null {
  const histogram = new DurationHistogram();
  for (const durationMs of durationsMs) histogram.record(Math.round(durationMs * 10) / 10);
  return histogram.summary();
}
