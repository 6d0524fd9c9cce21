import type { Clock } from "../base/clock.ts";
import { DurationHistogram, type DurationSummary } from "../base/percentile.ts";

const WINDOW_MS = 10_000;

/** Measures a round as it goes: attempts a second lately, latencies over all. */
export class RunMeter {
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  readonly #latencies = new DurationHistogram();
  #attemptCount = 0;
  #window = { atMs: 0, count: 0 };
  #before = { atMs: 0, count: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAtMs = clock.now();
    this.#window.atMs = this.#before.atMs = this.#startedAtMs;
  }

  attempt(durationMs: number): void {
    this.#attemptCount += 1;
    this.#latencies.record(durationMs);
    const nowMs = this.#clock.now();
    if (nowMs - this.#window.atMs < WINDOW_MS / 2) return;
    this.#before = this.#window;
    this.#window = { atMs: nowMs, count: this.#attemptCount };
  }

  get durationMs(): number {
    return this.#clock.now() - this.#startedAtMs;
  }

  /** Over the whole round. */
  get attemptsPerSecond(): number {
    return this.#attemptCount / (this.durationMs / 1_000);
  }

  /** Attempts a second during the last five to ten seconds. */
  get ratePerSecond(): number {
    const seconds = (this.#clock.now() - this.#before.atMs) / 1_000;
    return seconds > 0 ? (this.#attemptCount - this.#before.count) / seconds : 0;
  }

  /** Of single attempts; undefined before the first. */
  get latencyMs(): Pick<DurationSummary, "p50" | "p95" | "p99"> | undefined {
    const summary = this.#latencies.summary();
    return summary ? { p50: summary.p50, p95: summary.p95, p99: summary.p99 } : undefined;
  }
}
