import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import type { JournalRecord } from "../../src/run/journal/journal-record.ts";
import { readJournal } from "../../src/run/journal/read-journal.ts";
import { recoverRun } from "../../src/run/recover-run.ts";
import { Run } from "../../src/run/run.ts";
import { AT_DATE, end, filesOf, intent, journalRecords, result, round, sampleRun } from "./sample-run.ts";

const RECORDS: JournalRecord[] = [
  round(1),
  intent(2),
  intent(3),
  result(3, { body: '{"text":"Grüße\\n"}' }),
  result(2, { httpStatus: 500, answer: { kind: "server-error" }, decision: "again", delayMs: 5, body: "" }),
  intent(2, 2),
  intent(4),
  result(2, { attempt: 2, httpStatus: 400, answer: { kind: "issues", issues: [] } }),
];

describe("a journal that is cut off", () => {
  it("at any byte is read as the exact prefix, and nothing is changed by reading", async () => {
    const sample = await sampleRun(3, RECORDS);
    const whole = readFileSync(sample.paths.journal);
    const lines = [sample.run, ...RECORDS].map(encodeLine);
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(sample.paths.journal, whole.subarray(0, length));
      const records: JournalRecord[] = [];
      const scan = await readJournal(sample.paths.journal, ({ record }) => records.push(record));
      const expected = lines.slice(0, countWithin(lines, length));
      expect(records.map(encodeLine)).toStrictEqual(expected);
      expect(scan.endBytes).toBe(Buffer.byteLength(expected.join("")));
      expect(scan.endBytes + scan.tornBytes).toBe(length);
      expect(readFileSync(sample.paths.journal).length).toBe(length);
    }
  });

  it("is mended to that prefix, and what was torn is set aside", async () => {
    const sample = await sampleRun(3, RECORDS);
    const whole = readFileSync(sample.paths.journal);
    const lines = [sample.run, ...RECORDS].map(encodeLine);
    let tornCount = 0;
    for (const length of lengthsAroundLines(lines)) {
      // Of the cut before, which this one may be behind.
      rmSync(`${sample.paths.dir}/journal.mark`, { force: true });
      writeFileSync(sample.paths.journal, whole.subarray(0, length));
      const count = countWithin(lines, length);
      const expected = Buffer.from(lines.slice(0, count).join(""));
      const history = await recoverRun(sample.paths.dir, AT_DATE);
      const after = readFileSync(sample.paths.journal);
      expect(after.subarray(0, expected.length).equals(expected), `cut at ${length}`).toBe(true);
      expect(history.scan).toMatchObject({ endBytes: after.length, tornBytes: 0 });
      const isTorn = expected.length < length;
      tornCount += isTorn ? 1 : 0;
      expect(journalRecords(sample.paths).slice(count)).toMatchObject(
        count > 0 && (isTorn || history.openIntents > 0)
          ? [{ type: "recovered", tornBytes: length - expected.length, openIntents: history.openIntents }]
          : [],
      );
      expect((await recoverRun(sample.paths.dir, AT_DATE)).openIntents, "twice").toBe(0);
      expect(readFileSync(sample.paths.journal).equals(after), "mended once").toBe(true);
    }
    const asides = filesOf(sample).filter((name) => name.includes(".torn-"));
    expect(asides).toHaveLength(tornCount);
    for (const name of asides) {
      const path = `${sample.paths.dir}/${name}`;
      expect(whole.includes(readFileSync(path))).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });
});

describe("a journal with a changed byte", () => {
  it.each<[string, (byte: number) => number]>([
    ["turned over", (byte) => byte ^ 0xff],
    ["one higher", (byte) => (byte + 1) & 0xff],
    ["made a newline", (byte) => (byte === 0x0a ? 0x20 : 0x0a)],
    ["made a zero", () => 0],
    ["made the first letter of an intent", (byte) => (byte === 0x69 ? 0x72 : 0x69)],
  ])(
    "(any byte, %s) is refused and left as it is",
    async (_how, change) => {
      const sample = await sampleRun(3, RECORDS);
      const whole = readFileSync(sample.paths.journal);
      for (let at = 0; at < whole.length; at++) {
        const changed = Buffer.from(whole);
        changed[at] = change(changed[at] ?? 0);
        writeFileSync(sample.paths.journal, changed);
        await expect(
          readJournal(sample.paths.journal, () => undefined),
          `byte ${at}`,
        ).rejects.toMatchObject({ code: "journal-damaged", exitCode: 6 });
      }
      await expect(recoverRun(sample.paths.dir, AT_DATE)).rejects.toMatchObject({ code: "journal-damaged" });
      expect(filesOf(sample)).toStrictEqual(["journal.ndjson", "plan.ndjson"]);
    },
    60_000,
  );

  it("says which line it is and what can be saved", async () => {
    const sample = await sampleRun(3, RECORDS);
    const text = readFileSync(sample.paths.journal, "utf8");
    writeFileSync(sample.paths.journal, text.replace("quote-3", "quote-8"));
    await expect(Run.read(sample.paths.dir)).rejects.toMatchObject({
      finding: "journal-damaged",
      params: { line: 5, recordCount: 4 },
    });
  });
});

describe("blocks that a power cut left unwritten", () => {
  it("at the end are torn, even when the last line's end reached the disk", async () => {
    const sample = await sampleRun(3, RECORDS);
    const whole = readFileSync(sample.paths.journal);
    const zeroed = Buffer.from(whole);
    zeroed.fill(0, whole.length - 300, whole.length - 100);
    writeFileSync(sample.paths.journal, zeroed);
    const { scan } = await recoverRun(sample.paths.dir, AT_DATE);
    expect(scan.tornBytes).toBe(0);
    expect(journalRecords(sample.paths).at(-1)).toMatchObject({ type: "recovered" });
    expect(scan.endBytes).toBeLessThan(whole.length);
  });

  it("before a readable line are damage", async () => {
    const sample = await sampleRun(3, RECORDS);
    const zeroed = readFileSync(sample.paths.journal);
    zeroed.fill(0, 250, 300);
    writeFileSync(sample.paths.journal, zeroed);
    await expect(recoverRun(sample.paths.dir, AT_DATE)).rejects.toMatchObject({ code: "journal-damaged" });
  });
});

describe("a journal of another making", () => {
  it.each<[string, (records: JournalRecord[]) => unknown[], string]>([
    ["has no run record", (records) => records.slice(1), "journal-foreign"],
    ["has two run records", ([run, ...rest]) => [run, ...rest, run], "journal-foreign"],
    ["speaks of rows that the plan lacks", (records) => [...records, intent(99)], "journal-foreign"],
    ["is of a later version", ([run, ...rest]) => [{ ...run, version: 2 }, ...rest], "journal-too-new"],
    ["holds a record nobody knows", (records) => [...records, { type: "checkpoint" }], "journal-too-new"],
  ])("is refused when it %s", async (_what, change, code) => {
    const sample = await sampleRun(3, [...RECORDS, end]);
    const records = change(journalRecords(sample.paths)) as JournalRecord[];
    writeFileSync(sample.paths.journal, records.map(encodeLine).join(""));
    await expect(Run.read(sample.paths.dir)).rejects.toMatchObject({ code, exitCode: 6 });
  });
});

/** How many lines lie whole, newline included, within a length. */
function countWithin(lines: readonly string[], length: number): number {
  const ends = lines.map((_line, at) => Buffer.byteLength(lines.slice(0, at + 1).join("")));
  return ends.filter((end) => end <= length).length;
}

/** Lengths that end at, just before, just after and in the middle of each line. */
function lengthsAroundLines(lines: readonly string[]): number[] {
  let start = 0;
  const lengths = lines.flatMap((line) => {
    const end = start + Buffer.byteLength(line);
    const middle = Math.floor((start + end) / 2);
    start = end;
    return [middle, end - 2, end - 1, end, end + 1];
  });
  return [0, 1, ...lengths.slice(0, -1)];
}
