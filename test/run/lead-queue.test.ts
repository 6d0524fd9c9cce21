import { describe, expect, it } from "vitest";
import { UNSENT } from "../../src/outcome/lead-state.ts";
import { RunState } from "../../src/run/journal/run-state.ts";
import { LeadQueue } from "../../src/run/lead-queue.ts";

/** A run of ten rows in which each has failed so often. */
function queueOf(failures: Readonly<Record<number, number>>) {
  const state = new RunState();
  const rows = Array.from({ length: 10 }, (_, index) => index + 2);
  for (const row of rows) {
    state.plan(row, UNSENT);
    for (let attempt = 1; attempt <= (failures[row] ?? 0); attempt++) {
      state.intent({ row, attempt });
      state.result({ row, answer: { kind: "server-error" }, decision: "settled" }, attempt);
    }
    state.markDue(row);
  }
  const rowsRead: number[] = [];
  const openRows = () => ({
    bodyOf: (row: number) => {
      rowsRead.push(row);
      return Buffer.from(String(row));
    },
    close: () => undefined,
  });
  return { state, queue: new LeadQueue({ openRows }, state), rowsRead };
}

function drained(queue: LeadQueue): number[] {
  const rows: number[] = [];
  for (let lead = queue.next(); lead; lead = queue.next()) rows.push(lead.row);
  return rows;
}

describe("the queue of leads", () => {
  it("is in row order for a first round, and reads each lead once", () => {
    const { queue, rowsRead } = queueOf({});
    expect(drained(queue)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(rowsRead).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("begins with the leads that had the fewest attempts without a definite answer", () => {
    const { queue } = queueOf({ 2: 5, 3: 5, 4: 1, 9: 10 });
    expect(drained(queue)).toEqual([5, 6, 7, 8, 10, 11, 4, 2, 3, 9]);
  });

  it("gives a lead out once, though it fails meanwhile as often as those that are to come", () => {
    const { queue, state } = queueOf({ 3: 1 });
    const first = queue.next();
    expect(first?.row).toBe(2);
    state.intent({ row: 2, attempt: 1 });
    state.result({ row: 2, answer: { kind: "server-error" }, decision: "again" }, 9);
    expect(drained(queue)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 3]);
  });

  it("gives leads that were put back after all others, with the attempts that they used", () => {
    const { queue } = queueOf({});
    const [first, second] = [queue.next(), queue.next()];
    queue.putBack(second?.row ?? 0, 2);
    queue.putBack(first?.row ?? 0, 0);
    for (let count = 0; count < 8; count++) queue.next();
    expect(queue.next()).toMatchObject({ row: 2, attemptsUsed: 0 });
    expect(queue.next()).toMatchObject({ row: 3, attemptsUsed: 2 });
    queue.putBack(3, 2);
    expect(queue.next()).toMatchObject({ row: 3, attemptsUsed: 2 });
    expect(queue.next()).toBeNull();
  });

  it("gives out a lead that is put back after the last one was taken, and none that is settled meanwhile", () => {
    const { queue, state } = queueOf({});
    state.intent({ row: 5, attempt: 1 });
    state.result({ row: 5, answer: { kind: "created" }, decision: "settled" }, 9);
    expect(drained(queue)).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11]);
    queue.putBack(7, 1);
    expect(queue.next()).toMatchObject({ row: 7, attemptsUsed: 1 });
    expect(queue.next()).toBeNull();
  });
});
