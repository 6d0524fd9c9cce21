/** Time as the policies see it: passed in, so that tests and the simulation run without waiting. */
export interface Clock {
  /** Monotonic milliseconds; only differences mean anything. */
  now(): number;
  /** The wall clock, for people and for HTTP dates; never for durations. */
  date(): Date;
  /** Resolves when the time is over or the signal aborts, whichever is first; never rejects. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** Does something when the time is over, unless it is called off by what is returned. Much cheaper than a sleep. */
  after(durationMs: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (durationMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, durationMs);
      signal?.addEventListener("abort", done, { once: true });
    }),
  after: (durationMs, action) => {
    const timer = setTimeout(action, durationMs);
    return () => clearTimeout(timer);
  },
};

let latest = { ms: Number.NaN, text: "" };

/** The wall clock as ISO 8601. Dozens of leads are sent and answered in a millisecond, and share its text. */
export function timestamp(clock: Clock): string {
  const date = clock.date();
  const ms = date.getTime();
  if (ms !== latest.ms) latest = { ms, text: date.toISOString() };
  return latest.text;
}
