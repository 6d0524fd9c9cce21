import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { readLockOwner } from "../../src/run/folder/lock.ts";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import { emptyTally, planRows } from "../../src/run/plan/judge-rows.ts";
import { readPlanFile } from "../../src/run/plan/read-plan.ts";
import { NO_CHANGES } from "../../src/run/plan/write-plan.ts";
import { Run } from "../../src/run/run.ts";
import { NewRun, RunStore } from "../../src/run/run-store.ts";
import { inputOf, mappedRow, soundLead } from "./sample-input.ts";
import {
  AT_DATE,
  appendToJournal,
  end,
  freshFolder,
  intent,
  journalRecords,
  result,
  round,
  samplePlan,
  sampleRun,
  statesOf,
} from "./sample-run.ts";

const TARGET = { baseUrl: "http://127.0.0.1:1", partner: "acme" };
const START = { command: "resume", concurrency: 2, attemptsMax: 5, target: TARGET } as const;
const noRescue = (path: string): void => expect.fail(`rescued to ${path}`);

describe("a run that is opened to go on with it", () => {
  it("is locked until it is closed, and recovered", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const store = await RunStore.open(sample.paths.dir, AT_DATE, false);
    expect(await readLockOwner(sample.paths.dir)).toMatchObject({ pid: process.pid });
    await expect(RunStore.open(sample.paths.dir, AT_DATE, false)).rejects.toMatchObject({
      code: "run-locked",
    });
    expect(journalRecords(sample.paths).at(-1)).toMatchObject({ type: "recovered", openIntents: 1 });
    await store.close();
    expect(await readLockOwner(sample.paths.dir)).toBeUndefined();
  });

  it("is refused, and let go, when its plan is another one", async () => {
    const sample = await sampleRun(2, [round(), intent(2), result(2), end]);
    const plan = readFileSync(sample.paths.plan, "utf8");
    writeFileSync(sample.paths.plan, plan.replaceAll("row-3@example.test", "row-4@example.test"));
    await expect(RunStore.open(sample.paths.dir, AT_DATE, false)).rejects.toMatchObject({
      code: "plan-changed",
      exitCode: 6,
    });
    expect(existsSync(join(sample.paths.dir, "run.lock"))).toBe(false);
  });

  it.each<[string, (plan: string) => string]>([
    ["moved", (plan) => plan.replace("leads.csv", "other-leads.csv")],
    ["changed places", (plan) => plan.replace(/^(.*row-3.*\n)(.*row-4.*\n)/m, "$2$1")],
  ])("gives out no lead of a plan whose rows have %s since it was read", async (_what, changed) => {
    const sample = await sampleRun(3, [round(), intent(2), result(2), end]);
    const store = await RunStore.open(sample.paths.dir, AT_DATE, false);
    const plan = readFileSync(sample.paths.plan, "utf8");
    writeFileSync(sample.paths.plan, changed(plan));
    const leads = store.run.plan.openRows();
    expect(() => leads.bodyOf(3)).toThrow(expect.objectContaining({ code: "plan-changed", exitCode: 6 }));
    leads.close();
    await store.close();
  });

  it("is no run where there is none, and no lock stays", async () => {
    const dir = freshFolder();
    await expect(RunStore.open(dir, AT_DATE, false)).rejects.toMatchObject({ code: "no-run", exitCode: 2 });
    expect(existsSync(join(dir, "run.lock"))).toBe(false);
  });
});

describe("a round", () => {
  it("stands in the journal from its record to its end, and is part of the run from then on", async () => {
    const sample = await sampleRun(2, [round(), intent(2), result(2), end]);
    const store = await RunStore.open(sample.paths.dir, AT_DATE, false);
    const stop = { code: "interrupted", message: "Stopped", hint: "is not written down" };
    const written = await store.writeRound(START, systemClock, noRescue, async (journal) => {
      await journal.append(intent(3)).durable;
      await journal.append(result(3)).durable;
      return { stop, count: 1 };
    });
    expect(written.count).toBe(1);
    expect(journalRecords(sample.paths).slice(-4)).toMatchObject([
      { type: "round", round: 2, command: "resume", concurrency: 2, attemptsMax: 5 },
      { type: "intent", row: 3 },
      { type: "result", row: 3 },
      { type: "end", round: 2, stop: { code: "interrupted", message: "Stopped" } },
    ]);
    expect(store.run.end).toMatchObject({ round: 2 });
    expect(existsSync(join(sample.paths.dir, ".ballast"))).toBe(false);
    await store.close();
    expect(await statesOf(sample)).toMatchObject({ 2: "created x1", 3: "created x1" });
  });

  it("that breaks off has no end, and the journal is closed", async () => {
    const sample = await sampleRun(2, [round(), intent(2), result(2), end]);
    const store = await RunStore.open(sample.paths.dir, AT_DATE, false);
    const work = store.writeRound(START, systemClock, noRescue, () => Promise.reject(new Error("a bug")));
    await expect(work).rejects.toThrow("a bug");
    expect(journalRecords(sample.paths).at(-1)).toMatchObject({ type: "round", round: 2 });
    expect(existsSync(join(sample.paths.dir, ".ballast"))).toBe(false);
    await store.close();
  });
});

describe("a new run", () => {
  it("knows its rows, and binds its journal to the plan", async () => {
    const newRun = await NewRun.create(join(freshFolder(), "run"), AT_DATE);
    const input = inputOf([mappedRow(2, soundLead("jane@example.com")), mappedRow(3, soundLead("nonsense"))]);
    const tally = emptyTally();
    const rows = planRows(input, { selection: {}, strict: false }, tally);
    const column = { name: "Type", letters: "B" };
    const change = { path: "buildingType", column, from: "SFR", to: "singleFamily", rowCount: 2 };
    const read = { ...input, changes: [change] };
    const draft = await newRun.draftPlan(read, rows, tally, { createdAt: AT_DATE, strict: false });
    const store = await newRun.begin(draft, NO_CHANGES);
    expect(store.run.state.summary).toMatchObject({ total: 2, pending: 1, invalid: 1 });
    const stop = { code: "interrupted", message: "Stopped by hand", hint: "Go on with resume." };
    await store.writeRound({ ...START, command: "submit" }, systemClock, noRescue, async () => ({ stop }));
    await newRun.close();
    const run = await Run.read(store.run.dir);
    expect(run.end?.stop).toEqual(stop);
    expect(run.plan.end.changes).toEqual([change]);
    expect(run.record).toMatchObject(TARGET);
    await run.verify();
  });

  it("leaves nothing behind when its plan is taken back", async () => {
    const dir = join(freshFolder(), "run");
    const newRun = await NewRun.create(dir, AT_DATE);
    const input = inputOf([mappedRow(2, soundLead("jane@example.com"))]);
    const tally = emptyTally();
    const rows = planRows(input, { selection: {}, strict: false }, tally);
    const draft = await newRun.draftPlan(input, rows, tally, { createdAt: AT_DATE, strict: false });
    await newRun.begin(draft, NO_CHANGES);
    await newRun.takeBack();
    await newRun.close();
    expect(existsSync(dir)).toBe(false);
  });
});

describe("what arrived for a row", () => {
  it("stays with its correction where that has the same address, now and when the run is read again", async () => {
    const answer = { kind: "server-error" as const, pieces: { quoteId: "q" } };
    const sample = await sampleRun(3, [round(), ...[2, 3, 4].map((row) => result(row, { answer }))]);
    const path = join(sample.paths.dir, "plan-2.ndjson");
    await samplePlan(path, [
      [2, "ROW-2@example.test "],
      [3, "somebody@example.test"],
    ]);
    const run = await Run.read(sample.paths.dir, { isOurs: true });
    const correction = await readPlanFile(path);
    if (!correction) throw new Error("the plan is not whole");
    const plan = run.correct(correction);
    appendToJournal(sample.paths, encodeLine({ ...round(2), plan }));
    for (const each of [run, await Run.read(sample.paths.dir)])
      expect([2, 3, 4].map((row) => each.state.piecesAt(row) !== null)).toStrictEqual([true, false, true]);
  });
});

describe("a run that is inspected", () => {
  it("is there with who works on it, or with what is wrong with it", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const store = await RunStore.open(sample.paths.dir, AT_DATE, false);
    expect(await Run.inspect(sample.paths.dir)).toMatchObject({ owner: { pid: process.pid }, problem: null });
    await store.close();
    unlinkSync(sample.paths.plan);
    expect(await Run.inspect(sample.paths.dir)).toMatchObject({
      run: null,
      problem: { code: "plan-missing" },
    });
  });
});
