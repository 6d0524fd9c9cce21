import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeLine } from "../../../src/run/journal/journal-line.ts";
import { JournalDigest } from "../../../src/run/journal/journal-mark.ts";
import type { JournalRecord } from "../../../src/run/journal/journal-record.ts";
import { JournalWriter, openJournal } from "../../../src/run/journal/journal-writer.ts";
import { Rescue } from "../../../src/run/journal/rescue.ts";
import { recoverRun } from "../../../src/run/recover-run.ts";
import {
  AT_DATE,
  filesOf,
  intent,
  journalRecords,
  result,
  round,
  type SampleRun,
  sampleRun,
  statesOf,
  writeJournal,
} from "../sample-run.ts";

const NO_RESCUE = (path: string): void => expect.fail(`rescued to ${path}`);

describe("the journal of a run", () => {
  it("begins with the run's record and takes all that is appended, in order, however long together", async () => {
    const sample = await sampleRun(3);
    const writer = await openFresh(sample);
    const body = `\ud800${"ü".repeat(40_000)}`;
    const records = [round(), intent(2), intent(3), result(2, { body }), result(3)];
    const appended = records.map((record) => writer.append(record));
    await Promise.all(appended.map(({ durable }) => durable));
    await writer.close();
    expect(journalRecords(sample.paths)).toStrictEqual([sample.run, ...records].map(plain));
    const text = readFileSync(sample.paths.journal);
    for (const [index, { offset }] of appended.entries()) {
      const line = encodeLine(records[index] ?? round());
      expect(text.subarray(offset, offset + Buffer.byteLength(line)).toString()).toBe(line);
    }
  });

  it("can be read by its owner alone, whatever the umask", async () => {
    for (const mask of [0o000, 0o077, 0o777]) {
      const sample = await sampleRun(1);
      const before = process.umask(mask);
      try {
        await (await openFresh(sample)).close();
      } finally {
        process.umask(before);
      }
      expect(statSync(sample.paths.journal).mode & 0o777).toBe(0o600);
    }
  });

  it("goes on where a journal ends, and begins anew where a crash left an empty one", async () => {
    const sample = await sampleRun(2);
    writeJournal(sample.paths, []);
    const first = await openFresh(sample);
    await first.append(round()).durable;
    await first.close();
    const history = await recoverRun(sample.paths.dir, AT_DATE);
    const second = await openJournal(history, sample.run, NO_RESCUE);
    await second.append(intent(2)).durable;
    await second.close();
    expect(journalRecords(sample.paths).map(({ type }) => type)).toStrictEqual(["run", "round", "intent"]);
  });

  it("is refused when it has changed since it was read", async () => {
    const sample = await sampleRun(2, [round()]);
    const history = await recoverRun(sample.paths.dir, AT_DATE);
    writeJournal(sample.paths, [sample.run, round(), intent(2)]);
    const writer = await openJournal(history, sample.run, NO_RESCUE);
    await expect(writer.append(intent(3)).durable).rejects.toMatchObject({
      code: "journal-shared",
      exitCode: 6,
    });
    await writer.close();
    expect(journalRecords(sample.paths)).toHaveLength(3);
  });

  it("holds room free while it is open, and leaves nothing behind", async () => {
    const sample = await sampleRun(2);
    const writer = await openFresh(sample);
    const ballast = statSync(join(sample.paths.dir, ".ballast"));
    expect(ballast.size).toBe(4 * 1024 * 1024);
    expect(ballast.blocks * 512).toBeGreaterThanOrEqual(ballast.size);
    expect(ballast.mode & 0o777).toBe(0o600);
    await writer.close();
    expect(filesOf(sample)).toStrictEqual(["journal.ndjson", "plan.ndjson"]);
  });

  it("is never reached through a link", async () => {
    const sample = await sampleRun(2, [round()]);
    const other = await sampleRun(2);
    symlinkSync(sample.paths.journal, other.paths.journal);
    const before = readFileSync(sample.paths.journal, "utf8");
    await expect(
      openJournal(
        { ...(await recoverRun(sample.paths.dir, AT_DATE)), paths: other.paths },
        sample.run,
        NO_RESCUE,
      ),
    ).rejects.toMatchObject({ exitCode: 6, params: { why: expect.stringContaining("link") } });
    expect(readFileSync(sample.paths.journal, "utf8")).toBe(before);
  });
});

describe("a journal that cannot be written", () => {
  it("refuses everything from then on, and keeps answers in a rescue file that resume takes in", async () => {
    const sample = await sampleRun(4, [round(), intent(2), intent(3), intent(4)]);
    const { writer, rescued } = await failingWriter(sample, "readonly");
    const refused = [result(2), intent(5)].map((record) => writer.append(record).durable);
    for (const durable of refused)
      await expect(durable).rejects.toMatchObject({ code: "journal-write", exitCode: 6 });
    await expect(writer.append(result(3)).durable).rejects.toMatchObject({ code: "journal-write" });
    await expect(writer.append(intent(5, 2)).durable).rejects.toMatchObject({ code: "journal-write" });
    expect(rescued).toHaveLength(1);
    expect(writer.failure?.params).toMatchObject({ rescuePath: rescued[0] });
    await writer.close();

    expect(statSync(rescued[0] ?? "").mode & 0o777).toBe(0o600);
    expect(await statesOf(sample)).toMatchObject({ 2: "unknown maybe x1", 3: "unknown maybe x1" });
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(await statesOf(sample)).toStrictEqual({
      2: "created x1",
      3: "created x1",
      4: "unknown maybe x1",
      5: "pending resumable x0",
    });
    expect(journalRecords(sample.paths).at(-1)).toMatchObject({ openIntents: 3, rescuedResults: 2 });
    expect(filesOf(sample)).toStrictEqual(["journal.mark", "journal.ndjson", "plan.ndjson"]);
  });

  it("on a full disk whose ballast gives no room either does the same", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const { writer, rescued } = await failingWriter(sample, "/dev/full");
    await expect(writer.append(result(2)).durable).rejects.toMatchObject({
      finding: "journal-write",
      cause: { code: "ENOSPC" },
    });
    await writer.close();
    expect(rescued).toHaveLength(1);
    await recoverRun(sample.paths.dir, AT_DATE);
    expect((await statesOf(sample))[2]).toBe("created x1");
  });

  it("writes the rescue file elsewhere when the run's folder takes none", async () => {
    const sample = await sampleRun(2, [round(), intent(2)]);
    const elsewhere = join(sample.paths.dir, "..", "elsewhere");
    mkdirSync(elsewhere);
    const { writer, rescued } = await failingWriter(
      sample,
      "readonly",
      [elsewhere],
      join(sample.paths.dir, "gone"),
    );
    await expect(writer.append(result(2)).durable).rejects.toThrow();
    await writer.close();
    expect(rescued).toStrictEqual([join(elsewhere, readdirSync(elsewhere)[0] ?? "")]);
    expect(writer.failure?.params).toMatchObject({ rescuePath: rescued[0], dir: sample.paths.dir });
  });

  it("says how many answers could be kept nowhere", async () => {
    const sample = await sampleRun(3, [round(), intent(2), intent(3)]);
    const { writer } = await failingWriter(sample, "readonly", [], join(sample.paths.dir, "gone"));
    const all = [writer.append(result(2)).durable, writer.append(result(3)).durable];
    for (const durable of all) await expect(durable).rejects.toThrow();
    expect(writer.failure?.params).toMatchObject({ lostCount: 2 });
    await writer.close();
  });

  it("after a failed sync leaves no intent there whose request was never sent", async () => {
    const sample = await sampleRun(3, [round(), intent(2)]);
    const { writer } = await failingWriter(sample, "sync");
    const durables = [intent(3), result(2)].map((record) => writer.append(record).durable);
    for (const durable of durables) await expect(durable).rejects.toThrow();
    await writer.close();
    await recoverRun(sample.paths.dir, AT_DATE);
    expect(await statesOf(sample)).toMatchObject({ 2: "created x1", 3: "pending resumable x0" });
  });
});

async function openFresh(sample: SampleRun): Promise<JournalWriter> {
  return openJournal(await recoverRun(sample.paths.dir, AT_DATE), sample.run, NO_RESCUE);
}

type Trouble = "readonly" | "/dev/full" | "sync";

/** A writer at the end of a sample's journal, through a file that the system really refuses. */
async function failingWriter(
  { paths, run }: SampleRun,
  trouble: Trouble,
  otherFolders: readonly string[] = [],
  dir = paths.dir,
): Promise<{ writer: JournalWriter; rescued: string[] }> {
  const handle = await openTroubled(paths.journal, trouble);
  const rescued: string[] = [];
  const onRescueFile = (path: string): void => void rescued.push(path);
  const rescue = new Rescue({ dir, run, journal: handle, otherFolders, onRescueFile });
  const writer = new JournalWriter(handle, digestAt(statSync(paths.journal).size), rescue, paths);
  return { writer, rescued };
}

function digestAt(bytes: number): JournalDigest {
  const digest = new JournalDigest();
  digest.bytes = bytes;
  return digest;
}

async function openTroubled(journal: string, trouble: Trouble): Promise<FileHandle> {
  if (trouble === "/dev/full") return open("/dev/full", "w");
  const handle = await open(journal, trouble === "readonly" ? "r" : "r+");
  if (trouble === "sync") {
    // What was written stands in the file, and the system says that it may not have reached the disk.
    handle.datasync = () => Promise.reject(Object.assign(new Error("i/o error"), { code: "EIO" }));
  }
  return handle;
}

function plain(record: JournalRecord): unknown {
  return JSON.parse(JSON.stringify(record));
}
