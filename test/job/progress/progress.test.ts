import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { canDrawLive, createProgress } from "../../../src/job/progress/progress.ts";
import type { ProgressClock } from "../../../src/job/progress/progress-state.ts";
import type { ProgressMode } from "../../../src/settings/options.ts";
import { noteOf, stateOf, summaryOf } from "./sample-state.ts";

/** Time that passes only when told to. */
class ManualClock implements ProgressClock {
  #nowMs = 0;
  #tasks = new Set<{ intervalMs: number; nextMs: number; task: () => void }>();

  now(): number {
    return this.#nowMs;
  }

  every(intervalMs: number, task: () => void): () => void {
    const entry = { intervalMs, nextMs: this.#nowMs + intervalMs, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  get taskCount(): number {
    return this.#tasks.size;
  }

  pass(durationMs: number): void {
    const endMs = this.#nowMs + durationMs;
    while (this.#nowMs < endMs) {
      this.#nowMs = Math.min(endMs, ...[...this.#tasks].map(({ nextMs }) => nextMs));
      for (const entry of this.#tasks) {
        if (entry.nextMs > this.#nowMs) continue;
        entry.nextMs += entry.intervalMs;
        entry.task();
      }
    }
  }
}

async function viewOf(mode: ProgressMode) {
  const stream = new PassThrough({ encoding: "utf8" });
  const clock = new ManualClock();
  const view = await createProgress(mode, stream, { LANG: "C.UTF-8" }, clock);
  const written = (): string[] =>
    String(stream.read() ?? "")
      .split("\n")
      .slice(0, -1);
  return { view, clock, written };
}

function settled(created: number) {
  return stateOf({ total: 1000, summary: summaryOf({ total: 1000, created, pending: 1000 - created }) });
}

describe("plain progress", () => {
  it("writes a line every 10 s while nothing moves", async () => {
    const { view, clock, written } = await viewOf("plain");
    view.update(settled(1));
    clock.pass(9_000);
    expect(written()).toEqual([]);
    clock.pass(1_000);
    expect(written()).toEqual(["1/1,000  0%  48/s  about 0:50 left  1 created"]);
    clock.pass(20_000);
    expect(written()).toHaveLength(2);
    view.stop();
  });

  it("writes a line every 5 %, yet at most one a second", async () => {
    const { view, clock, written } = await viewOf("plain");
    for (let created = 0; created <= 1000; created += 10) {
      view.update(settled(created));
      clock.pass(300);
    }
    const percents = written().map((line) => Number(/(\d+)%/.exec(line)?.[1]));
    expect(percents).toHaveLength(20);
    expect(percents.every((percent, index) => index === 0 || percent >= (percents[index - 1] ?? 0) + 5)).toBe(
      true,
    );
    view.stop();
  });

  it("stays silent for a run that is over within a second", async () => {
    const { view, written } = await viewOf("plain");
    for (let created = 0; created <= 1000; created++) view.update(settled(created));
    view.stop();
    expect(written()).toEqual([]);
  });

  it("ends with the last state, where it has shown one", async () => {
    const { view, clock, written } = await viewOf("plain");
    view.update(settled(950));
    clock.pass(1_000);
    view.update(settled(1000));
    view.stop();
    view.stop();
    expect(written().map((line) => line.split(" ")[0])).toEqual(["950/1,000", "1,000/1,000"]);

    const { view: whole, clock: later, written: lines } = await viewOf("plain");
    whole.update(settled(1000));
    later.pass(1_000);
    whole.update({ ...settled(1000), ratePerSecond: 1 });
    whole.stop();
    expect(lines()).toHaveLength(1);
  });

  it("says at once that a run pauses, once a pause", async () => {
    const { view, clock, written } = await viewOf("plain");
    const paused = { ...settled(10), pauseReason: "too many requests" };
    for (const state of [paused, paused, settled(10)]) {
      view.update(state);
      clock.pass(100);
    }
    expect(written()).toEqual(["10/1,000  1%  paused: too many requests  10 created"]);
    view.stop();
  });

  it("is what auto and live come down to without a terminal, free of escape sequences", async () => {
    for (const mode of ["auto", "live"] as const) {
      const { view, clock, written } = await viewOf(mode);
      view.update(settled(500));
      view.note(noteOf("wrote report-2.csv\u001B[2J"));
      clock.pass(10_000);
      expect(written()).toEqual([
        "wrote report-2.csv\\x1b[2J",
        "500/1,000  50%  48/s  about 0:50 left  500 created",
      ]);
      view.stop();
    }
  });
});

describe("json progress", () => {
  it("writes versioned events, one a second, turns of phase at once, and the last state at the end", async () => {
    const { view, clock, written } = await viewOf("json");
    view.update(stateOf({ phase: "reading", total: 0, summary: summaryOf({}) }));
    for (let created = 1; created <= 25; created++) {
      view.update(settled(created));
      clock.pass(100);
    }
    view.stop();
    const events = written().map((line) => JSON.parse(line));
    expect(events.map(({ phase, settled }) => [phase, settled])).toEqual([
      ["reading", 0],
      ["sending", 1],
      ["sending", 10],
      ["sending", 20],
      ["sending", 25],
    ]);
    expect(events.at(-1)).toMatchObject({
      ...{ v: 1, event: "progress", settled: 25, total: 1000, rowsRead: 5000, inFlight: 8, etaMs: 46_000 },
      summary: { created: 25, pending: 975 },
    });
  });

  it("writes a note as an event of pure ASCII", async () => {
    const { view, written } = await viewOf("json");
    view.note(noteOf("José\u009B2J\u202E"));
    view.stop();
    const [line = ""] = written();
    expect(line).toMatch(/^[\x20-\x7E]*$/);
    const findings = [{ finding: "interrupted" }];
    expect(JSON.parse(line)).toEqual({ v: 1, event: "note", findings, text: "José\u009B2J\u202E" });
  });

  it("does not see what its caller does to a state later", async () => {
    const { view, clock, written } = await viewOf("json");
    const state = settled(1);
    view.update(state);
    Object.assign(state.summary, { created: 2 });
    view.update(state);
    clock.pass(1_000);
    view.stop();
    expect(written().map((line) => JSON.parse(line).settled)).toEqual([1, 2]);
  });
});

describe("no progress", () => {
  it("shows nothing but notes", async () => {
    const { view, written } = await viewOf("none");
    view.update(settled(1));
    view.note(noteOf("one"));
    view.stop();
    expect(written()).toEqual(["one"]);
  });
});

it.each(["plain", "json", "none"] as const)("frees its timers when %s progress stops", async (mode) => {
  const { view, clock, written } = await viewOf(mode);
  view.update(settled(1));
  view.stop();
  written();
  view.stop();
  clock.pass(60_000);
  expect(clock.taskCount).toBe(0);
  expect(written()).toEqual([]);
});

it.each([
  ["a terminal", { isTTY: true, columns: 80 }, { TERM: "xterm" }, true],
  ["a terminal of no columns", { isTTY: true, columns: 0 }, { TERM: "xterm" }, false],
  ["a terminal of unknown columns", { isTTY: true }, { TERM: "xterm" }, false],
  ["a dumb terminal", { isTTY: true, columns: 80 }, { TERM: "dumb" }, false],
  ["a build server", { isTTY: true, columns: 80 }, { TERM: "xterm", CI: "1" }, false],
  ["a pipe", { columns: 80 }, { TERM: "xterm" }, false],
])("draws a live line only where it is sound: %s", (_, stream, env, isSound) => {
  expect(canDrawLive(stream, env)).toBe(isSound);
});
