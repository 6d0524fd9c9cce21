import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findKnownRuns } from "../../../src/run/folder/known-runs.ts";
import { listRun } from "../../../src/run/folder/run-logs.ts";
import type { JournalMark } from "../../../src/run/journal/journal-mark.ts";
import { requireRun } from "../../../src/run/run.ts";
import { freshFolder, sampleRun } from "../sample-run.ts";

describe("the runs that are known", () => {
  it("come with the one that changed last first, whatever they are called", async () => {
    const before = process.cwd();
    const folder = freshFolder();
    process.chdir(folder);
    const changedAt = { "20260101-a": 200, "20260102-b": 300, "20260103-c": 100 };
    for (const [name, seconds] of Object.entries(changedAt)) {
      makeRun(join(folder, name));
      utimesSync(join(folder, name, "plan.ndjson"), seconds, seconds);
    }
    const { dirs } = await findKnownRuns([folder], []);
    process.chdir(before);
    const expected = ["20260102-b", "20260101-a", "20260103-c"].map((name) => join(folder, name));
    expect(dirs).toStrictEqual(expected);
  });

  it("are also those to which links lead, each once; a link that leads nowhere is missed", async () => {
    const [folder, archive] = [freshFolder(), freshFolder()];
    for (const name of [join(archive, "moved"), join(folder, "here")]) makeRun(name);
    mkdirSync(join(folder, "other"));
    for (const [name, to] of [
      ["moved", join(archive, "moved")],
      ["again", join(folder, "here")],
      ["folder", join(folder, "other")],
      ["gone", join(archive, "gone")],
      [".#journal", join(archive, "nobody@host.1")],
    ] as const)
      symlinkSync(to, join(folder, name), "junction");
    const before = process.cwd();
    process.chdir(folder);
    const { dirs, absent } = await findKnownRuns([folder], []);
    process.chdir(before);
    expect([...dirs].sort()).toStrictEqual([join(folder, "here"), join(folder, "moved")]);
    const nothing = { runs: [], replaced: [], lists: [], folders: [] };
    expect(absent).toStrictEqual({ ...nothing, links: [join(folder, "gone")] });
  });

  it("are not told where nobody can read which were removed", async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "purged.ndjson"));
    await expect(findKnownRuns([folder], [])).rejects.toMatchObject({ code: "EISDIR" });
  });

  it("are missed where one is gone that sent something, unless it was moved to where others lie", async () => {
    const before = process.cwd();
    const { paths } = await sampleRun(2);
    process.chdir(freshFolder());
    onTestFinished(() => process.chdir(before));
    const [run, moved] = [join("leadctl-runs", "one"), join("leadctl-runs", "old", "one")];
    mkdirSync(join("leadctl-runs", "old"), { recursive: true });
    renameSync(paths.dir, run);
    const { header } = await requireRun(run);
    await listRun(run, header.createdAt, MARK, true);
    const absent = async () => (await findKnownRuns([], [])).absent.runs;
    expect(await absent()).toStrictEqual([]);
    renameSync(run, moved);
    expect(await absent()).toStrictEqual([]);
    rmSync(moved, { recursive: true });
    expect(await absent()).toStrictEqual([run]);
  });

  it("are also those that were put into another folder of runs from here, each once", async () => {
    const before = process.cwd();
    const { paths } = await sampleRun(2);
    process.chdir(freshFolder());
    onTestFinished(() => process.chdir(before));
    const run = join("share", "leadctl-runs", "one");
    mkdirSync(join("share", "leadctl-runs"), { recursive: true });
    renameSync(paths.dir, run);
    const { header } = await requireRun(run);
    for (const isNew of [true, false]) await listRun(run, header.createdAt, MARK, isNew);
    expect((await findKnownRuns([], [])).dirs).toStrictEqual([run]);
    expect((await findKnownRuns([join("share", "leadctl-runs")], [])).dirs).toStrictEqual([run]);
  });
});

const MARK = { type: "mark", version: 1, bytes: 1 } as JournalMark;

function makeRun(name: string): void {
  mkdirSync(name);
  writeFileSync(join(name, "plan.ndjson"), "{}\n");
}
