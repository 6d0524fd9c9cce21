import type { Clock } from "../base/clock.ts";
import { LATE_MS_MAX, turn } from "./connections.ts";

/** An exchange that has to end in time. */
export interface Timed {
  /** By the clock's `now`. */
  deadlineMs: number;
  readonly timeoutMs: number;
  readonly isSettled: boolean;
  /** What its connection has brought. */
  readonly bytesRead: number;
  /** Its deadline has come. */
  giveUp(): void;
}

/**
 * The exchanges under way, and one timer for the deadlines of all: a timer each takes a fiftieth of the sending time. No
 * Set: each time that one grows out of its deleted entries, V8 leaves the old table pointing to the new one, and minor
 * collections then keep nearly every exchange that ever was (a tenth of the sending time).
 */
export class Deadlines<T extends Timed> {
  readonly #clock: Clock;
  readonly #handlers: T[] = [];
  /** Set for no deadline later than the earliest; an exchange that ends in time leaves it as it is. */
  #alarm: { atMs: number; callOff(): void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(handler: T): void {
    this.#handlers.push(handler);
    if (!this.#alarm || handler.deadlineMs < this.#alarm.atMs) this.#setAlarm(handler.deadlineMs);
  }

  remove(handler: T): void {
    this.#handlers.splice(this.#handlers.indexOf(handler), 1);
    if (this.#handlers.length > 0) return;
    this.#alarm?.callOff();
    this.#alarm = null;
  }

  all(): T[] {
    return [...this.#handlers];
  }

  #setAlarm(atMs: number): void {
    this.#alarm?.callOff();
    const callOff = this.#clock.after(Math.max(0, atMs - this.#clock.now()), () => void this.#ring(atMs));
    this.#alarm = { atMs, callOff };
  }

  /**
   * Ends what has reached its deadline, and waits for the next one. Timers come before what lies in the sockets: after a
   * sleep, answers that are there would be thrown away. So these are read first, and all get the time that was slept.
   */
  async #ring(atMs: number): Promise<void> {
    const nowMs = this.#clock.now();
    const lateMs = nowMs - atMs;
    if (lateMs > LATE_MS_MAX) for (const handler of this.#handlers) grant(handler, lateMs, nowMs);
    const due = this.#handlers.filter(({ deadlineMs }) => deadlineMs <= nowMs);
    await this.#read(due, nowMs + LATE_MS_MAX);
    for (const handler of due) if (!handler.isSettled) handler.giveUp();
    this.#alarm?.callOff();
    this.#alarm = null;
    const deadlines = this.#handlers.map(({ deadlineMs }) => deadlineMs);
    if (deadlines.length > 0) this.#setAlarm(Math.min(...deadlines));
  }

  /** Lets one turn of the event loop pass, and another while bytes come. */
  async #read(handlers: readonly T[], untilMs: number): Promise<void> {
    const bytesRead = (): number => handlers.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    for (
      let before = -1, now = bytesRead();
      now !== before && this.#clock.now() < untilMs;
      now = bytesRead()
    ) {
      before = now;
      await turn();
    }
  }
}

/** It was held up: it gets the time that was lost, and no more than an attempt has. */
function grant(handler: Timed, lateMs: number, nowMs: number): void {
  handler.deadlineMs = Math.max(handler.deadlineMs, nowMs) + Math.min(lateMs, handler.timeoutMs);
}
