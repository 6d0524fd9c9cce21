import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import { readPlanFile } from "../../src/run/plan/read-plan.ts";
import { Run } from "../../src/run/run.ts";
import { RunStore } from "../../src/run/run-store.ts";
import {
  AT_DATE,
  appendToJournal,
  end,
  intent,
  journalRecords,
  result,
  round,
  samplePlan,
  sampleRun,
} from "./sample-run.ts";

const TARGET = { baseUrl: "http://127.0.0.1:1", partner: "acme" };
const START = { command: "resume", concurrency: 2, attemptsMax: 5, target: TARGET } as const;
const noRescue = (path: string): void => expect.fail(`rescued to ${path}`);

describe("a run that is opened to go on with it", () => {
  it("is refused, and let go, when its plan is another one", async () => {
    const sample = await sampleRun(2, [round(), intent(2), result(2), end]);
    const plan = readFileSync(sample.paths.plan, "utf8");
    writeFileSync(sample.paths.plan, plan.replaceAll("row-3@example.test", "row-4@example.test"));
    await expect(RunStore.open(sample.paths.dir, AT_DATE)).rejects.toMatchObject({
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
    const store = await RunStore.open(sample.paths.dir, AT_DATE);
    const plan = readFileSync(sample.paths.plan, "utf8");
    writeFileSync(sample.paths.plan, changed(plan));
    const leads = store.run.plan.openRows();
    expect(() => leads.bodyOf(3)).toThrow(expect.objectContaining({ code: "plan-changed", exitCode: 6 }));
    leads.close();
    await store.close();
  });
});

describe("a round", () => {
  it("that breaks off has no end, and the journal is closed", async () => {
    const sample = await sampleRun(2, [round(), intent(2), result(2), end]);
    const store = await RunStore.open(sample.paths.dir, AT_DATE);
    const work = store.writeRound(START, systemClock, noRescue, () => Promise.reject(new Error("a bug")));
    await expect(work).rejects.toThrow("a bug");
    expect(journalRecords(sample.paths).at(-1)).toMatchObject({ type: "round", round: 2 });
    expect(existsSync(join(sample.paths.dir, ".ballast"))).toBe(false);
    await store.close();
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
