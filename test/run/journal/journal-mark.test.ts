import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { encodeLine } from "../../../src/run/journal/journal-line.ts";
import type { JournalMark } from "../../../src/run/journal/journal-mark.ts";
import type { JournalRecord } from "../../../src/run/journal/journal-record.ts";
import { Run } from "../../../src/run/run.ts";
import { RunStore } from "../../../src/run/run-store.ts";
import {
  AT_DATE,
  appendToJournal,
  intent,
  journalRecords,
  result,
  type SampleRun,
  sampleRun,
  statesOf,
  writeJournal,
} from "../sample-run.ts";

const TARGET = { baseUrl: "http://127.0.0.1:1", partner: "acme" };
const noRescue = (path: string): void => expect.fail(`rescued to ${path}`);

describe("the mark of a journal", () => {
  it("says after each round how far the journal was written, for its owner alone", async () => {
    const sample = await finishedRun();
    expect(markOf(sample)).toMatchObject({
      bytes: statSync(sample.paths.journal).size,
      rounds: 1,
      plans: [],
      run: { partner: "acme" },
    });
    expect(statSync(markPath(sample)).mode & 0o777).toBe(0o600);
    expect((await Run.read(sample.paths.dir)).missing).toBeNull();
  });

  it("that is damaged refuses to send, and says what to do", async () => {
    const sample = await finishedRun();
    writeFileSync(markPath(sample), "{");
    await expect(RunStore.open(sample.paths.dir, AT_DATE)).rejects.toMatchObject({
      code: "mark-damaged",
      exitCode: 6,
    });
    rmSync(markPath(sample));
    await (await RunStore.open(sample.paths.dir, AT_DATE)).close();
  });
});

describe("a journal that is behind its mark", () => {
  it.each([0, 1, 2, 4, 6, 8])("is refused with %i lines of it, and left as it is", async (count) => {
    const sample = await finishedRun();
    const older = keepLines(sample, count);
    for (const again of [1, 2]) {
      await expect(RunStore.open(sample.paths.dir, AT_DATE), `${again}`).rejects.toMatchObject({
        code: "journal-behind",
        exitCode: 6,
        command: ["resume", { folder: sample.paths.dir }, "--older-journal"],
      });
    }
    expect(readFileSync(sample.paths.journal, "utf8")).toBe(older);
    expect((await Run.read(sample.paths.dir)).missing).toMatchObject({ rounds: count < 2 ? 1 : 0 });
  });

  it.each([0, 1, 2, 4, 6, 8])("goes on with %i lines of it once a person says so", async (count) => {
    const sample = await finishedRun();
    keepLines(sample, count);
    await (await RunStore.open(sample.paths.dir, AT_DATE, { olderJournal: true })).close();
    const created = journalRecords(sample.paths).filter((record) => record.type === "result");
    const states = Object.values(await statesOf(sample));
    expect(states.filter((state) => state.startsWith("created"))).toHaveLength(created.length);
    expect(states.filter((state) => state.startsWith("unknown maybe"))).toHaveLength(3 - created.length);
    expect(journalRecords(sample.paths).at(-1)).toMatchObject({ type: "restored" });
    expect((await Run.read(sample.paths.dir)).missing).toBeNull();
    await (await RunStore.open(sample.paths.dir, AT_DATE)).close();
  });

  it("is noticed when it went on since, as an earlier leadctl would let it", async () => {
    const sample = await finishedRun();
    keepLines(sample, 4);
    const more = [
      intent(3),
      result(3),
      intent(4),
      result(4),
      { type: "end", round: 1, at: "later", stop: null },
    ];
    appendToJournal(sample.paths, (more as JournalRecord[]).map(encodeLine).join(""));
    await expect(RunStore.open(sample.paths.dir, AT_DATE)).rejects.toMatchObject({
      code: "journal-behind",
    });
  });

  it("makes unknown what failed, where a whole round is missing that may have sent it again", async () => {
    const failed = { answer: { kind: "server-error" }, httpStatus: 500 } as const;
    const sample = await finishedRun([
      intent(2),
      result(2, failed),
      intent(3),
      result(3),
      intent(4),
      result(4),
    ]);
    const older = readFileSync(sample.paths.journal);
    await writeRound(sample, [intent(2, 2), result(2, { attempt: 2 })]);
    writeFileSync(sample.paths.journal, older);
    await (await RunStore.open(sample.paths.dir, AT_DATE, { olderJournal: true })).close();
    expect(await statesOf(sample)).toMatchObject({ 2: "unknown maybe x1", 3: "created x1" });
  });

  it("takes in the answers of a rescue file that it does not know of", async () => {
    const sample = await finishedRun([intent(2), result(2), intent(3), intent(4)]);
    keepLines(sample, 4);
    const rescue = join(sample.paths.dir, "leadctl-rescue-run-00000000.ndjson");
    writeFileSync(rescue, [sample.run, result(4)].map(encodeLine).join(""));
    await (await RunStore.open(sample.paths.dir, AT_DATE, { olderJournal: true })).close();
    expect(await statesOf(sample)).toMatchObject({ 2: "created x1", 3: "unknown maybe x0", 4: "created x0" });
  });
});

const ATTEMPTS = [intent(2), result(2), intent(3), result(3), intent(4), result(4)];

/** Three leads, one round that ended: a journal of nine lines, and its mark. */
async function finishedRun(records: readonly JournalRecord[] = ATTEMPTS): Promise<SampleRun> {
  const sample = await sampleRun(3);
  writeJournal(sample.paths, [sample.run]);
  await writeRound(sample, records);
  return sample;
}

async function writeRound(sample: SampleRun, records: readonly JournalRecord[]): Promise<void> {
  const store = await RunStore.open(sample.paths.dir, AT_DATE);
  const start = { command: "submit", concurrency: 2, attemptsMax: 5, target: TARGET } as const;
  await store.writeRound(start, systemClock, noRescue, async (journal) => {
    for (const record of records) await journal.append(record).durable;
    return { stop: null };
  });
  await store.close();
}

function keepLines(sample: SampleRun, count: number): string {
  const lines = readFileSync(sample.paths.journal, "utf8").split("\n");
  const text = lines
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join("");
  writeFileSync(sample.paths.journal, text);
  return text;
}

function markPath(sample: SampleRun): string {
  return join(sample.paths.dir, "journal.mark");
}

function markOf(sample: SampleRun): JournalMark {
  return JSON.parse(readFileSync(markPath(sample), "utf8")) as JournalMark;
}
