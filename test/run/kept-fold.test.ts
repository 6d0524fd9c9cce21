import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { explainFound } from "../../src/report/explanation.ts";
import { decodeJson, encodeJson, recordJson } from "../../src/run/journal-line.ts";
import type { JournalMark } from "../../src/run/journal-mark.ts";
import type { JournalRecord } from "../../src/run/journal-record.ts";
import type { KeptFold } from "../../src/run/kept-fold.ts";
import { markJournal } from "../../src/run/recover-run.ts";
import { Run } from "../../src/run/run.ts";
import { RunStore } from "../../src/run/run-store.ts";
import { journalRecord } from "./record-arbitrary.ts";
import {
  AT,
  AT_DATE,
  appendToJournal,
  end,
  intent,
  result,
  round,
  type SampleRun,
  sampleRun,
} from "./sample-run.ts";

const TARGET = { baseUrl: "http://127.0.0.1:1", partner: "acme" };
const LEAD_COUNT = 5;
const ROWS = [2, 3, 4, 5, 6];

/** What is said of rows by all that was read, and of the run as a whole. */
async function answers({ paths }: SampleRun, rows: readonly number[]): Promise<unknown> {
  const found = await Run.inspect(paths.dir, rows);
  try {
    await found.run?.verify();
    const explained = explainFound(found).map(({ guidance, ...rest }) => ({
      ...rest,
      headline: guidance.headline,
      meaning: guidance.meaning,
      action: guidance.action,
      commands: guidance.nextSteps.map(({ argv }) => argv),
    }));
    const { run } = found;
    const facts = run && {
      counts: run.counts,
      isComplete: run.isComplete,
      lastAt: run.lastAt,
      missing: run.missing,
    };
    return JSON.parse(JSON.stringify({ explained, facts, problem: found.problem?.message }));
  } catch (error) {
    return `${error}`;
  }
}

/** Marks the journal as it is. */
async function mark(sample: SampleRun): Promise<KeptFold | undefined> {
  const run = await Run.readLocked(sample.paths.dir);
  await run.verify();
  await markJournal(run, AT_DATE);
  return foldOf(sample);
}

function foldOf({ paths }: SampleRun): KeptFold | undefined {
  return (decodeJson(readFileSync(join(paths.dir, MARK)).subarray(0, -1)) as JournalMark).fold;
}

/** What is said without what is kept. */
async function wholeAnswers(sample: SampleRun, rows: readonly number[]): Promise<unknown> {
  const path = join(sample.paths.dir, MARK);
  const bytes = readFileSync(path);
  const known = decodeJson(bytes.subarray(0, -1)) as Partial<JournalMark> | undefined;
  if (known) writeFileSync(path, encodeJson(JSON.stringify({ ...known, fold: undefined })));
  const said = await answers(sample, rows);
  writeFileSync(path, bytes);
  return said;
}

const MARK = "journal.mark";

const restored: fc.Arbitrary<JournalRecord> = fc.record({
  type: fc.constant("restored" as const),
  at: fc.constant(AT),
  missingBytes: fc.nat(),
  missingRounds: fc.nat(2),
  plans: fc.constant([]),
});

const said: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({
    type: fc.constant("resolved" as const),
    row: fc.constantFrom(...ROWS),
    word: fc.constantFrom("created" as const, "not-created" as const, null),
    at: fc.constant(AT),
    by: fc.constant("a person" as const),
  }),
  fc.record({
    type: fc.constant("dismissed" as const),
    row: fc.constantFrom(...ROWS),
    at: fc.constant(AT),
    by: fc.constant("a person" as const),
  }),
);

/** As a run may write them, of rows that it has. */
const anyRecord: fc.Arbitrary<JournalRecord> = fc
  .oneof(
    { weight: 12, arbitrary: journalRecord.filter(({ type }) => type !== "run") },
    { weight: 1, arbitrary: restored },
    { weight: 2, arbitrary: said },
  )
  .map((record) => ("row" in record ? { ...record, row: 2 + (record.row % LEAD_COUNT) } : record));

describe("a kept fold", () => {
  it("gives the same answers as the whole journal, whatever it holds", async () => {
    let keptCount = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { minLength: 1, maxLength: 30 }),
        fc.uniqueArray(fc.constantFrom(...ROWS), { minLength: 1, maxLength: 3 }),
        async (records, rows) => {
          const sample = await sampleRun(LEAD_COUNT, [round(), ...records, end]);
          if (await mark(sample)) keptCount += 1;
          expect(await answers(sample, rows)).toStrictEqual(await wholeAnswers(sample, rows));
          rmSync(sample.paths.dir, { recursive: true });
        },
      ),
      { numRuns: 80 },
    );
    expect(keptCount).toBeGreaterThan(5);
  });

  const RECORDS = [round(), ...ROWS.flatMap((row) => [intent(row), result(row)]), end];

  it("is passed over where any byte of journal, plan or mark is another one", async () => {
    const sample = await sampleRun(LEAD_COUNT, RECORDS);
    const { dir } = sample.paths;
    expect(await mark(sample)).toBeDefined();
    for (const name of ["journal.ndjson", "plan.ndjson", MARK]) {
      const path = join(dir, name);
      const bytes = readFileSync(path);
      for (let at = 0; at < bytes.length; at += 37) {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        writeFileSync(path, damaged);
        const said = await answers(sample, [3]);
        expect(said, `${name} at ${at}`).toStrictEqual(await wholeAnswers(sample, [3]));
        writeFileSync(path, bytes);
      }
    }
  });

  it("answers of a row in a long journal what it was, whatever became of other rows' records far away", async () => {
    const long = { body: "x".repeat(400_000) };
    const records = [round(), ...ROWS.flatMap((row) => [intent(row), result(row, long)]), end];
    const sample = await sampleRun(LEAD_COUNT, records);
    const { journal } = sample.paths;
    expect(await mark(sample)).toBeDefined();
    const whole = readFileSync(journal);
    const known = await answers(sample, [3]);
    const damaged = Buffer.from(whole);
    damaged.write("y", whole.indexOf('"type":"result","row":5,') + 200_000);
    writeFileSync(journal, damaged);
    expect(await answers(sample, [3])).toStrictEqual(known);
    expect(await answers(sample, [5])).toStrictEqual(await wholeAnswers(sample, [5]));
    expect(await answers(sample, [5])).not.toStrictEqual(known);
  });

  it("is passed over once the journal has grown, is cut off, or lies behind its mark", async () => {
    const sample = await sampleRun(LEAD_COUNT, RECORDS);
    const { journal } = sample.paths;
    const older = readFileSync(journal);
    await mark(sample);
    const both = async (): Promise<void> =>
      expect(await answers(sample, [3])).toStrictEqual(await wholeAnswers(sample, [3]));
    appendToJournal(sample.paths, '{"type":"intent","ro');
    await both();
    writeFileSync(journal, older.subarray(0, -100));
    await both();
    const more = await sampleRun(LEAD_COUNT, [...RECORDS, { ...round(2) }, intent(3, 2), result(3), end]);
    writeFileSync(journal, readFileSync(more.paths.journal));
    await mark(sample);
    writeFileSync(journal, older);
    await both();
  });

  it("is used: of the lines of other rows nothing is made", async () => {
    const sample = await sampleRun(LEAD_COUNT, RECORDS);
    const before = await Run.inspect(sample.paths.dir, [3]);
    expect(before.run?.state.get(4).status).toBe("created");
    await mark(sample);
    const after = await Run.inspect(sample.paths.dir, [3]);
    expect(after.run?.state.has(4)).toBe(false);
    expect(after.run?.counts).toStrictEqual(before.run?.counts);
  });

  const start = { target: TARGET, command: "resume" as const, concurrency: 1, attemptsMax: 3 };
  const noRescue = (path: string): void => expect.fail(`rescued to ${path}`);

  it("is left by a round, by what a person says, and by the mending after a crash, as a reading would make it", async () => {
    const sample = await sampleRun(LEAD_COUNT, [round(), intent(2), result(2), intent(3), result(3)]);
    const { dir, journal } = sample.paths;
    const isAsRead = async (): Promise<void> => {
      const left = foldOf(sample);
      expect(left).toBeDefined();
      expect(await answers(sample, [2, 3, 4])).toStrictEqual(await wholeAnswers(sample, [2, 3, 4]));
      expect(await mark(sample)).toStrictEqual(left);
    };
    // An attempt under way, and a line that is cut off.
    appendToJournal(sample.paths, encodeJson(recordJson(intent(4))));
    appendToJournal(sample.paths, '{"type":"result","ro');
    const store = await RunStore.open(dir, AT_DATE, false);
    await isAsRead();
    const { run } = store;
    await store.writeRound(start, systemClock, noRescue, async (writer) => {
      for (const record of [intent(5), result(5)]) {
        const { offset, durable } = writer.append(record);
        await durable;
        run.state.take(record, offset, () => []);
      }
      return { stop: null };
    });
    await isAsRead();
    const word = { word: "not-created", at: AT, by: "a person" } as const;
    await store.resolve([{ type: "resolved", row: 4, ...word }], systemClock, noRescue);
    await isAsRead();
    await store.close();
    truncateSync(journal, readFileSync(journal).length - 10);
    await (await RunStore.open(dir, AT_DATE, false, true)).close();
    await isAsRead();
  });

  it("is not left while an attempt is under way", async () => {
    const sample = await sampleRun(LEAD_COUNT, RECORDS);
    const store = await RunStore.open(sample.paths.dir, AT_DATE, false);
    await store.writeRound(start, systemClock, noRescue, async (writer) => {
      const { offset, durable } = writer.append(intent(2, 2));
      await durable;
      store.run.state.take(intent(2, 2), offset, () => []);
      return { stop: null };
    });
    expect(foldOf(sample)).toBeUndefined();
    await store.close();
  });

  it("is not made where the address was found wrong, and holds nothing of a person", async () => {
    const doubting = result(3, { decision: "stopped", httpStatus: 404, answer: { kind: "wrong-target" } });
    expect(await mark(await sampleRun(LEAD_COUNT, [round(), intent(3), doubting, end]))).toBeUndefined();
    const sample = await sampleRun(LEAD_COUNT, RECORDS);
    await mark(sample);
    expect(readFileSync(join(sample.paths.dir, MARK), "utf8")).not.toMatch(/@|token|quote-/);
  });
});
