import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Timeline } from "../../../src/report/model/timeline.ts";
import type { ReportedRecord, ResultRecord } from "../../../src/run/journal/journal-record.ts";

const START_MS = Date.parse("2026-01-02T03:04:05.000Z");

function round(number: number, atMs: number): ReportedRecord {
  const at = new Date(START_MS + atMs).toISOString();
  return {
    type: "round",
    round: number,
    command: number === 1 ? "submit" : "resume",
    at,
    concurrency: 8,
    attemptsMax: 5,
  };
}

function result(atMs: number, durationMs: number, answer: ResultRecord["answer"] = CREATED): ResultRecord {
  const at = new Date(START_MS + atMs).toISOString();
  const httpStatus = answer.kind === "created" ? 200 : answer.kind === "no-answer" ? null : 400;
  return {
    ...{
      type: "result",
      row: 2,
      attempt: 1,
      at,
      durationMs,
      sent: true,
      httpStatus,
      answer,
      decision: "settled",
    },
    ...{ body: null, bodyComplete: true },
  };
}

const CREATED = { kind: "created", quoteId: "q", loginUrl: "l" } as const;

describe("the timeline of a run", () => {
  it("counts every attempt once and stays bounded, whatever its length", () => {
    const attempts = fc.array(fc.tuple(fc.nat(3_600_000 * 24), fc.nat(90_000)), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(attempts, (list) => {
        const timeline = new Timeline();
        timeline.add(round(1, 0));
        const sorted = list.toSorted(([a], [b]) => a - b);
        for (const [at, duration] of sorted) timeline.add(result(at, duration));
        const view = timeline.view();
        const counted = view.buckets.reduce((sum, { counts }) => sum + counts.created, 0);
        expect(counted).toBe(list.length);
        expect(view.attemptCount).toBe(list.length);
        expect(view.buckets.length).toBeLessThanOrEqual(120);
        expect(view.buckets.length * view.bucketMs).toBeGreaterThanOrEqual(view.durationMs);
        expect(view.latencyMs?.max).toBe(Math.max(...list.map(([, duration]) => duration)));
      }),
      { numRuns: 50 },
    );
  });

  it("leaves out the time between two rounds", () => {
    const timeline = new Timeline();
    const day = 24 * 3_600_000;
    for (const record of [round(1, 0), result(1_000, 10), round(2, day), result(day + 500, 10)])
      timeline.add(record);
    const { durationMs, rounds } = timeline.view();
    expect(durationMs).toBe(1_500);
    expect(rounds.map(({ startMs }) => startMs)).toEqual([0, 1_000]);
  });

  it("tells two rounds apart of which one begins when the other ends", () => {
    const at = "2026-01-02T03:04:05.000Z";
    const timeline = new Timeline();
    for (const time of [at, "2026-01-02T03:04:04.000Z"]) {
      timeline.add({ type: "round", round: 1, command: "submit", at: time, concurrency: 1, attemptsMax: 1 });
      timeline.add({ type: "end", round: 1, at, stop: null });
    }
    expect(timeline.view().durationMs).toBe(1_000);
  });

  it("is not thrown off by a clock that is set back", () => {
    const timeline = new Timeline();
    for (const record of [round(1, 0), result(5_000, 10), result(-3_600_000, 10)]) timeline.add(record);
    expect(timeline.view()).toMatchObject({ durationMs: 5_000, attemptCount: 2 });
  });

  it("tells answers by status, and what had none by its kind", () => {
    const timeline = new Timeline();
    timeline.add(round(1, 0));
    timeline.add(result(1, 10));
    timeline.add(result(2, 10));
    timeline.add(result(3, 90_000, { kind: "no-answer" }));
    timeline.add(result(4, 10, { kind: "duplicate", holder: "quote" }));
    expect(timeline.view().answers).toEqual([
      { answer: "200", count: 2 },
      { answer: "no-answer", count: 1 },
      { answer: "400", count: 1 },
    ]);
    expect(timeline.view().buckets[0]?.counts).toEqual({ created: 2, refused: 1, other: 1 });
  });

  it("is within five percent with the latencies of each piece of time", () => {
    const timeline = new Timeline();
    timeline.add(round(1, 0));
    for (let ms = 1; ms <= 100; ms++) timeline.add(result(ms, ms * 10));
    const [bucket] = timeline.view().buckets;
    expect((bucket?.p50Ms ?? 0) / 500).toBeGreaterThan(0.94);
    expect((bucket?.p50Ms ?? 0) / 500).toBeLessThan(1.06);
    expect((bucket?.p95Ms ?? 0) / 950).toBeGreaterThan(0.94);
    expect((bucket?.p95Ms ?? 0) / 950).toBeLessThan(1.06);
  });
});
