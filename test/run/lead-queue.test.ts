import { describe, expect, it } from "vitest";
import { RunState } from "../../src/run/journal/run-state.ts";
import { LeadQueue } from "../../src/run/lead-queue.ts";
import type { ReadyLead } from "../../src/run/plan/plan.ts";

const READ_AT_ONCE = 3;

/** A run of ten rows, three of which are read at once, in which each row has failed so often. */
function queueOf(failures: Readonly<Record<number, number>>) {
  const state = new RunState();
  const rows = Array.from({ length: 10 }, (_, index) => index + 2);
  for (const row of rows) {
    state.plan(row, true);
    for (let attempt = 1; attempt <= (failures[row] ?? 0); attempt++) {
      state.intent({ row, attempt });
      state.result({ row, answer: { kind: "server-error" }, decision: "settled" }, attempt);
    }
    state.markDue(row);
  }
  const passes: number[] = [];
  async function* leads(isWanted: (row: number) => boolean): AsyncGenerator<ReadyLead[]> {
    const index = passes.push(0) - 1;
    for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
      const read = rows.slice(at, at + READ_AT_ONCE);
      passes[index] = read.at(-1) ?? 0;
      yield read.filter(isWanted).map((row) => ({ row, body: Buffer.from(String(row)) }));
    }
  }
  return { state, queue: new LeadQueue({ leads }, state), passes };
}

async function drained(queue: LeadQueue): Promise<number[]> {
  const rows: number[] = [];
  for (let lead = await queue.next(); lead; lead = await queue.next()) rows.push(lead.row);
  return rows;
}

describe("the queue of leads", () => {
  it("is in row order for a first round, and reads the plan once", async () => {
    const { queue, passes } = queueOf({});
    expect(await drained(queue)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(passes).toEqual([11]);
  });

  it("begins with the leads that had the fewest attempts without a definite answer", async () => {
    const { queue } = queueOf({ 2: 5, 3: 5, 4: 1, 9: 10 });
    expect(await drained(queue)).toEqual([5, 6, 7, 8, 10, 11, 4, 2, 3, 9]);
  });

  it("gives a lead out once, though it fails meanwhile as often as those that are to come", async () => {
    const { queue, state } = queueOf({ 3: 1 });
    const first = await queue.next();
    expect(first?.row).toBe(2);
    state.intent({ row: 2, attempt: 1 });
    state.result({ row: 2, answer: { kind: "server-error" }, decision: "again" }, 9);
    expect(await drained(queue)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 3]);
  });

  it("gives leads that were put back after all others, with the attempts that they used", async () => {
    const { queue } = queueOf({});
    const [first, second] = [await queue.next(), await queue.next()];
    queue.putBack(second?.row ?? 0, 2);
    queue.putBack(first?.row ?? 0, 0);
    for (let count = 0; count < 8; count++) await queue.next();
    expect(await queue.next()).toMatchObject({ row: 2, attemptsUsed: 0 });
    expect(await queue.next()).toMatchObject({ row: 3, attemptsUsed: 2 });
    queue.putBack(3, 2);
    expect(await queue.next()).toMatchObject({ row: 3, attemptsUsed: 2 });
    expect(await queue.next()).toBeNull();
  });

  it("serves several at once, each another lead", async () => {
    const { queue } = queueOf({});
    const leads = await Promise.all(Array.from({ length: 12 }, () => queue.next()));
    expect(leads.map((lead) => lead?.row ?? null)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, null, null]);
  });

  it("reads nothing behind the last lead that is wanted", async () => {
    const { queue, passes } = queueOf({ 2: 1, 3: 2 });
    await drained(queue);
    expect(passes).toEqual([11, 4, 4]);
  });
});
