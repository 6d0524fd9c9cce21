import type { Clock } from "../../src/base/clock.ts";
import { turn } from "../../src/send/connections.ts";

interface Timer {
  atMs: number;
  order: number;
  fire: () => void;
}

/** Where the wall clock stands when the virtual one stands at 0. */
const EPOCH_MS = Date.UTC(2026, 9, 21, 7, 28);

/** Time that passes only when nothing else is left to happen: minutes take microseconds, in a fixed order. */
export class VirtualClock {
  #nowMs = 0;
  #order = 0;
  readonly #heap: Timer[] = [];

  now(): number {
    return this.#nowMs;
  }

  date(): Date {
    return new Date(EPOCH_MS + this.#nowMs);
  }

  /** Something that happens after a while. Returns what calls it off. */
  after(durationMs: number, fire: () => void): () => void {
    if (Number.isNaN(durationMs)) throw new Error("A wait of NaN ms");
    const timer = { atMs: this.#nowMs + Math.max(0, durationMs), order: this.#order++, fire };
    this.#push(timer);
    return () => {
      timer.fire = () => undefined;
    };
  }

  /**
   * Lets time pass until the work is done, or until the given time. Resolves with the work's result, or
   * undefined when the time came first.
   *
   * @throws Error when the work waits for something that never happens.
   */
  async run<T>(work: Promise<T>, untilMs = Number.POSITIVE_INFINITY): Promise<T | undefined> {
    let outcome: { value: T } | { error: unknown } | undefined;
    work.then(
      (value) => {
        outcome = { value };
      },
      (error: unknown) => {
        outcome = { error };
      },
    );
    for (;;) {
      await everythingElse();
      if (outcome) {
        if ("error" in outcome) throw outcome.error;
        return outcome.value;
      }
      const next = this.#heap[0];
      if (next === undefined)
        throw new Error(`Deadlock at ${this.#nowMs} ms: nothing will ever happen again`);
      if (next.atMs > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs);
        return undefined;
      }
      this.#pop();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.fire();
    }
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const child = isEarlier(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!this.#swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const heap = this.#heap;
    const [below, above] = [heap[lower], heap[upper]];
    if (below === undefined || above === undefined || !isEarlier(below, above)) return false;
    heap[lower] = above;
    heap[upper] = below;
    return true;
  }
}

/** What waits for a program that sleeps. */
interface Asleep {
  timers: (() => void)[];
  arrivals: (() => void)[];
}

/** The clock of one program: while that sleeps the world goes on, and once it is killed, none of its waits ever ends. */
export class ProgramClock implements Clock {
  readonly #world: VirtualClock;
  #asleep: Asleep | null = null;
  #isDead = false;

  constructor(world: VirtualClock) {
    this.#world = world;
  }

  now(): number {
    return this.#world.now();
  }

  date(): Date {
    return this.#world.date();
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        signal?.removeEventListener("abort", done);
        if (!this.#isDead) resolve();
      };
      const cancel = this.after(durationMs, done);
      signal?.addEventListener("abort", done, { once: true });
    });
  }

  after(durationMs: number, action: () => void): () => void {
    let isCalledOff = false;
    const fire = (): void => {
      if (!this.#isDead && !isCalledOff) action();
    };
    const callOff = this.#world.after(durationMs, () => {
      if (this.#asleep) this.#asleep.timers.push(fire);
      else fire();
    });
    return () => {
      isCalledOff = true;
      callOff();
    };
  }

  /** The whole process is stopped for a while, as by SIGSTOP or with its machine. */
  fallAsleep(durationMs: number): void {
    if (this.#isDead) return;
    const asleep: Asleep = { timers: [], arrivals: [] };
    this.#asleep = asleep;
    this.#world.after(durationMs, () => void this.#wake(asleep));
  }

  /** Bytes come in from the world: they lie in their socket while the program sleeps. */
  arrive(read: () => void): void {
    if (this.#asleep && !this.#isDead) this.#asleep.arrivals.push(read);
    else read();
  }

  kill(): void {
    this.#isDead = true;
    for (const read of this.#asleep?.arrivals.splice(0) ?? []) read();
  }

  /** As Node.js does: first the timers that are due by now, each with what follows from it; then what lies in the sockets. */
  async #wake({ timers, arrivals }: Asleep): Promise<void> {
    this.#asleep = null;
    for (const fire of timers) {
      fire();
      await undefined;
    }
    for (const read of arrivals.splice(0)) read();
  }
}

function isEarlier(one: Timer | undefined, other: Timer | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.atMs === other.atMs ? one.order < other.order : one.atMs < other.atMs;
}

/**
 * Every promise that can settle has settled after one turn of the event loop, and after a second one where the program itself
 * waits for a turn: to read what came in before a deadline counts.
 */
async function everythingElse(): Promise<void> {
  await turn();
  await turn();
}
