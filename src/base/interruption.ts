import { EXIT, type ExitCode } from "./exit-codes.ts";

/**
 * npm and some shells deliver one Ctrl-C twice; only a signal at least half a second later is a second one.
 * Counted in two steps of the event loop: a program that was too busy to look, or was not let to, would
 * otherwise take the echo, read late, for a signal of its own.
 */
const STEP_MS = 250;
const STEP_COUNT = 2;

/** The last one is Windows' Ctrl-Break, and none elsewhere. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

export type StopSignal = (typeof SIGNALS)[number];

/** How a phase of a command reacts to a request to stop. */
export interface StopHandlers {
  onFirst(signal: StopSignal): void;
  onSecond(exitCode: ExitCode): void;
}

/** Signals are the process's: so is what is known of them. */
let isListening = false;
let first: { signal: StopSignal; steps: number } | null = null;
/** The handlers of the phases under way, the innermost last. */
const active: StopHandlers[] = [];
/** Work that can be asked to stop without a signal, and the phases under way outside it. */
let stoppable: { outer: readonly StopHandlers[]; isRequested: boolean } | null = null;

/**
 * Gives the stop signals to a phase of the command: the first asks for an orderly end, a second one, at
 * least half a second later, for an end at once. Phases may lie within one another: the first signal reaches all of them, a
 * second one the innermost.
 *
 * Between two phases a first signal is kept for the next one. After the last, while the reports are being
 * written, it changes nothing any more; a second one ends the program there and then.
 */
export async function withStopHandlers<T>(handlers: StopHandlers, work: () => Promise<T>): Promise<T> {
  listenOnce();
  active.push(handlers);
  if (first) handlers.onFirst(first.signal);
  else if (stoppable?.isRequested) handlers.onFirst("SIGINT");
  try {
    return await work();
  } finally {
    active.splice(active.lastIndexOf(handlers), 1);
  }
}

/** Runs work that `requestStop` can stop, one at a time. A request is forgotten when the work ends. */
export async function withStopRequests<T>(work: () => Promise<T>): Promise<T> {
  const own = { outer: [...active], isRequested: false };
  stoppable = own;
  try {
    return await work();
  } finally {
    if (stoppable === own) stoppable = null;
  }
}

/** Stops the work of `withStopRequests` in order, as a first signal does. Work outside it continues. */
export function requestStop(): void {
  if (!stoppable || stoppable.isRequested || first) return;
  stoppable.isRequested = true;
  const { outer } = stoppable;
  for (const handlers of active) if (!outer.includes(handlers)) handlers.onFirst("SIGINT");
}

/** Whether somebody has asked the program, or what it works on, to stop: nothing new is begun then. */
export function isStopRequested(): boolean {
  return first !== null || stoppable?.isRequested === true;
}

/** The exit code of a program that was aborted by a signal. */
export function signalExitCode(signal: StopSignal): ExitCode {
  return signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}

function listenOnce(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of SIGNALS) process.on(signal, take);
}

function take(signal: StopSignal): void {
  if (!first) {
    first = { signal, steps: 0 };
    countSteps(first);
    tellAll(signal);
  } else if (first.steps >= STEP_COUNT) {
    const innermost = active.at(-1);
    if (innermost) innermost.onSecond(signalExitCode(signal));
    else process.exit(signalExitCode(signal));
  } else if (signal === "SIGTERM" && first.signal !== "SIGTERM") {
    // Not a second signal, but one that bounds the wait: whoever sent it will not be patient.
    first.signal = signal;
    tellAll(signal);
  }
}

function tellAll(signal: StopSignal): void {
  for (const handlers of [...active]) handlers.onFirst(signal);
}

/** The program does not end before its steps are counted: a process that is on its way out dies of an echo. */
function countSteps(since: { steps: number }): void {
  const timer = setInterval(() => {
    since.steps += 1;
    if (since.steps >= STEP_COUNT) clearInterval(timer);
  }, STEP_MS);
}
