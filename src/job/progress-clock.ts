/** Time as the views need it: passed in, so that their pace is tested without waiting. */
export interface ProgressClock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Runs a task again and again, without keeping the process alive, until the returned function is called. */
  every(intervalMs: number, task: () => void): () => void;
}

export const systemProgressClock: ProgressClock = {
  now: () => performance.now(),
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
