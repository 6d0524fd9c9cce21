import { EXIT, type ExitCode } from "../exit-codes.ts";

/** npm and some shells deliver one Ctrl-C twice; only a later signal is a second one. */
const SECOND_SIGNAL_MS_MIN = 500;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type StopSignal = (typeof SIGNALS)[number];

/** What a phase of a command does when somebody wants it to stop. */
export interface StopHandlers {
  onFirst(signal: StopSignal): void;
  onSecond(exitCode: ExitCode): void;
}

/**
 * Takes the stop signals over until the work is done: the first asks for an orderly end, a second one, at
 * least half a second later, for an end at once.
 */
export async function withStopHandlers<T>(handlers: StopHandlers, work: () => Promise<T>): Promise<T> {
  let firstAtMs: number | null = null;
  const listen = (signal: StopSignal): void => {
    const nowMs = performance.now();
    if (firstAtMs === null) {
      firstAtMs = nowMs;
      handlers.onFirst(signal);
    } else if (nowMs - firstAtMs >= SECOND_SIGNAL_MS_MIN) {
      handlers.onSecond(signalExitCode(signal));
    }
  };
  for (const signal of SIGNALS) process.on(signal, listen);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, listen);
  }
}

/** The exit code of a program that was aborted by a signal. */
export function signalExitCode(signal: StopSignal): ExitCode {
  return signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}
