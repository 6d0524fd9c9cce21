import { UNSENT } from "../../src/outcome/lead-state.ts";
import type { JournalRecord } from "../../src/run/journal/journal-record.ts";
import type { Appended } from "../../src/run/journal/journal-writer.ts";
import { RunState } from "../../src/run/journal/run-state.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { ProgramClock } from "./virtual-clock.ts";

interface Entry {
  record: JournalRecord;
  safeAtMs: number;
}

const NEVER = new Promise<void>(() => undefined);

/** The disk of a run: what one program has made durable, the next one finds. */
export class Disk {
  readonly #entries: Entry[] = [];

  get records(): JournalRecord[] {
    return this.#entries.map(({ record }) => record);
  }

  add(entry: Entry): number {
    return this.#entries.push(entry) - 1;
  }

  /** How many intents of a row were safe at a time. */
  safeIntentCount(row: number, atMs: number): number {
    const isIntent = ({ record }: Entry): boolean => record.type === "intent" && record.row === row;
    return this.#entries.filter((entry) => isIntent(entry) && entry.safeAtMs <= atMs).length;
  }

  /** The program died: what was not safe yet may be lost, from some point on. */
  lose(nowMs: number, random: SeededRandom): void {
    while (random.chance(0.7)) {
      const last = this.#entries.at(-1);
      if (!last || last.safeAtMs <= nowMs) return;
      this.#entries.pop();
    }
  }
}

/** One program's way to the disk, with the interface of the journal's writer. */
export class MemoryJournal {
  readonly #disk: Disk;
  readonly #clock: ProgramClock;
  readonly #random: SeededRandom;
  /** From then on intents are refused, and results are rescued. */
  readonly #failsAtMs: number;
  #safeAtMs = 0;
  #isDead = false;

  constructor(disk: Disk, clock: ProgramClock, random: SeededRandom, failsAtMs: number) {
    this.#disk = disk;
    this.#clock = clock;
    this.#random = random;
    this.#failsAtMs = failsAtMs;
  }

  append(record: JournalRecord): Appended {
    if (this.#isDead) return { offset: 0, durable: NEVER };
    const nowMs = this.#clock.now();
    if (nowMs >= this.#failsAtMs && record.type !== "result") {
      const durable = Promise.reject(new Error("No space left on device"));
      durable.catch(() => undefined);
      return { offset: 0, durable };
    }
    this.#safeAtMs = Math.max(this.#safeAtMs, nowMs + this.#random.between(0, SYNC_MS_MAX));
    const offset = this.#disk.add({ record, safeAtMs: this.#safeAtMs });
    return { offset, durable: this.#clock.sleep(this.#safeAtMs - nowMs) };
  }

  kill(): void {
    this.#isDead = true;
  }
}

export const SYNC_MS_MAX = 3;

/** Folds a journal as the program does when it opens a run. */
export function foldRecords(rows: readonly number[], records: readonly JournalRecord[]): FoldedRun {
  const state = new RunState();
  for (const row of rows) state.plan(row, UNSENT);
  let roundCount = 0;
  let hasEnded = true;
  for (const [offset, record] of records.entries()) {
    if (record.type === "round") {
      roundCount += 1;
      hasEnded = false;
    }
    if (record.type === "end") hasEnded = true;
    state.take(record, offset, () => []);
  }
  const openIntents = hasEnded ? 0 : state.crash();
  return { state, roundCount, hasEnded, openIntents };
}

export interface FoldedRun {
  state: RunState;
  roundCount: number;
  hasEnded: boolean;
  openIntents: number;
}
