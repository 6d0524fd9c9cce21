/** How long answers took, in milliseconds. */
export interface Latency {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Percentiles by the nearest rank; null for none. */
export function latencyOf(durationsMs: readonly number[]): Latency | null {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  const max = sorted.at(-1);
  if (max === undefined) return null;
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? max;
  return { count: sorted.length, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max };
}
