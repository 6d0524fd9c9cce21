import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import type { JournalRecord } from "../../src/run/journal/journal-record.ts";
import { takeBackJournal } from "../../src/run/journal/rescue.ts";
import { recoverRun } from "../../src/run/recover-run.ts";
import { requireRun } from "../../src/run/run.ts";
import {
  AT_DATE,
  appendToJournal,
  createdAnswer,
  filesOf,
  freshFolder,
  intent,
  journalRecords,
  result,
  round,
  type SampleRun,
  sampleRun,
  statesOf,
} from "./sample-run.ts";

describe("a run whose program died", () => {
  it("has what was under way as unknown, and what waited for another attempt as it was", async () => {
    const serverError = { answer: { kind: "server-error" }, decision: "again", httpStatus: 500 } as const;
    const throttled = { answer: { kind: "throttled" }, decision: "again", httpStatus: 429 } as const;
    const sample = await sampleRun(5, [
      ...[round(), intent(2), result(2), intent(3), intent(4), result(4, serverError)],
      ...[intent(5), result(5, throttled)],
    ]);
    const history = await recoverRun(sample.paths.dir, AT_DATE);
    expect(history.openIntents).toBe(1);
    expect(await statesOf(sample)).toStrictEqual({
      2: "created x1",
      3: "unknown maybe x1",
      4: "failed maybe resumable x1",
      5: "pending resumable x1",
      6: "pending resumable x0",
    });
  });

  it("loses its temporary files, and no other", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const kept = ["report.json", "fix.csv", "notes.txt", ".hidden", "journal.ndjson.torn-1"];
    const temporary = [
      ".plan.ndjson.tmp",
      ".report.json.tmp",
      ".report-2.csv.tmp",
      ".fix.csv.tmp",
      "..people.index.4711-0a1b2c3d.tmp",
      "run.lock.4711-0a1b2c3d",
    ];
    for (const name of [...kept, ...temporary]) writeFileSync(join(sample.paths.dir, name), "x");
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(filesOf(sample)).toStrictEqual([...kept, "journal.mark", "journal.ndjson", "plan.ndjson"].sort());
  });

  it("goes on where another process, which wants the run too, removes its own at that moment", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const others = Array.from({ length: 300 }, (_, index) => `run.lock.${1000 + index}-0a1b2c3d`);
    for (const name of others) writeFileSync(join(sample.paths.dir, name), "x");
    const removed = (async () => {
      // From the other end, so that the two meet.
      for (const name of others.reverse()) await rm(join(sample.paths.dir, name), { force: true });
    })();
    await recoverRun(sample.paths.dir, AT_DATE);
    await removed;
    expect(filesOf(sample)).toStrictEqual(["journal.mark", "journal.ndjson", "plan.ndjson"]);
  });
});

describe("a run whose journal is empty, with the end of it set aside", () => {
  it("begins anew, as often as it takes, where that tore off its first record", async () => {
    const sample = await sampleRun(2, [round()]);
    const first = readFileSync(sample.paths.journal);
    for (const length of [1, 9, first.indexOf("\n")]) {
      writeFileSync(sample.paths.journal, first.subarray(0, length));
      expect((await recoverRun(sample.paths.dir, AT_DATE)).record).toBeNull();
      expect((await recoverRun(sample.paths.dir, AT_DATE)).record).toBeNull();
    }
  });

  it("is refused where that tore off a later one: something was sent", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    appendToJournal(sample.paths, '{"type":"result","row":2');
    await recoverRun(sample.paths.dir, AT_DATE);
    for (const name of ["journal.ndjson", "journal.mark"]) rmSync(join(sample.paths.dir, name));
    await expect(recoverRun(sample.paths.dir, AT_DATE)).rejects.toMatchObject({ code: "journal-missing" });
  });
});

describe("a rescue file in the run's folder", () => {
  it("settles the attempts that were under way, as if the journal had had the answers", async () => {
    const records = [round(), intent(2), intent(3), intent(4)];
    const duplicate = { answer: { kind: "duplicate", holder: "quote" }, httpStatus: 400 } as const;
    const sample = await sampleRun(3, records);
    rescue(sample, [result(2), result(3, duplicate)]);
    await recoverRun(sample.paths.dir, AT_DATE);
    const without = await sampleRun(3, [...records, result(2), result(3, duplicate)]);
    expect(await statesOf(sample)).toStrictEqual(await statesOf(without));
    expect(filesOf(sample)).toStrictEqual(["journal.mark", "journal.ndjson", "plan.ndjson"]);
  });

  it("is taken in even after the run had been recovered without it", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    await recoverRun(sample.paths.dir, AT_DATE);
    expect((await statesOf(sample))[2]).toBe("unknown maybe x1");
    rescue(sample, [result(2)]);
    await recoverRun(sample.paths.dir, AT_DATE);
    expect((await statesOf(sample))[2]).toBe("created x1");
  });

  it("changes nothing that is settled, nor what was never sent", async () => {
    const sample = await sampleRun(4, [
      ...[round(), intent(2), result(2), intent(3), result(3, { answer: { kind: "issues", issues: [] } })],
      ...[intent(4), result(4, { decision: "again", answer: { kind: "server-error" } }), intent(4, 2)],
    ]);
    const other = { answer: createdAnswer(77) };
    rescue(sample, [
      result(2, other),
      result(3, other),
      result(4, other),
      result(5, other),
      result(99, other),
    ]);
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(journalRecords(sample.paths).filter(({ type }) => type === "result")).toHaveLength(3);
    expect(await statesOf(sample)).toMatchObject({
      2: "created x1",
      3: "rejected x1",
      4: "unknown maybe x2",
    });
  });

  it("of another run is left alone", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const foreign = { ...sample, run: { ...sample.run, planSha256: "0".repeat(64) } };
    const name = rescue(foreign, [result(2)]);
    await recoverRun(sample.paths.dir, AT_DATE);
    expect((await statesOf(sample))[2]).toBe("unknown maybe x1");
    expect(filesOf(sample)).toContain(name);
  });

  it("with damaged lines gives what it can, and stays for a person to look at", async () => {
    const sample = await sampleRun(3, [round(), intent(2), intent(3)]);
    const name = rescue(sample, [result(2), result(3)]);
    const path = join(sample.paths.dir, name);
    writeFileSync(path, readFileSync(path, "utf8").replace("quote-2", "quote-9"));
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(await statesOf(sample)).toMatchObject({ 2: "unknown maybe x1", 3: "created x1" });
    expect(existsSync(path)).toBe(true);
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(journalRecords(sample.paths).filter(({ type }) => type === "result")).toHaveLength(1);
  });

  it("that was cut off in the middle of a line gives its whole lines and goes", async () => {
    const sample = await sampleRun(3, [round(), intent(2), intent(3)]);
    const name = rescue(sample, [result(2), result(3)]);
    const path = join(sample.paths.dir, name);
    writeFileSync(path, readFileSync(path, "utf8").slice(0, -40));
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(await statesOf(sample)).toMatchObject({ 2: "created x1", 3: "unknown maybe x1" });
  });
});

describe("a run whose journal was removed while it was written", () => {
  it("takes it back from a rescue file of its own, and leaves that of another run where it is", async () => {
    const sample = await sampleRun(2);
    const other = await sampleRun(3);
    const theirs = join(sample.paths.dir, rescue({ ...sample, run: other.run }, [round(), intent(4)]));
    await takeBackJournal(sample.paths);
    expect(filesOf(sample)).toStrictEqual([basename(theirs), "plan.ndjson"]);
    renameSync(theirs, theirs.replace("0a1b2c3d", "00000000"));
    rescue(sample, [round()]);
    await takeBackJournal(sample.paths);
    expect(journalRecords(sample.paths)).toStrictEqual([sample.run, round()]);
  });
});

describe("a folder without a whole run", () => {
  it("is no run, and is told from one whose planning was cut off", async () => {
    const dir = freshFolder();
    await expect(requireRun(dir)).rejects.toMatchObject({ code: "no-run", exitCode: 2 });
    await expect(requireRun(join(dir, "absent"))).rejects.toMatchObject({ code: "no-run", exitCode: 2 });
    writeFileSync(join(dir, ".plan.ndjson.tmp"), '{"type":"plan"');
    await expect(requireRun(dir)).rejects.toMatchObject({
      finding: "no-run/cut-off",
      exitCode: 2,
    });
  });

  it("is damaged when only its plan is missing", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    writeFileSync(sample.paths.plan, readFileSync(sample.paths.plan, "utf8").slice(0, -10));
    await expect(requireRun(sample.paths.dir)).rejects.toMatchObject({ code: "plan-missing", exitCode: 6 });
  });
});

/** Leaves a rescue file in the run's folder. Returns its name. */
function rescue({ paths, run }: SampleRun, results: readonly JournalRecord[]): string {
  const name = `leadctl-rescue-${run.id}-0a1b2c3d.ndjson`;
  writeFileSync(join(paths.dir, name), [run, ...results].map(encodeLine).join(""));
  return name;
}
