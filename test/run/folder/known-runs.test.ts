import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findKnownRuns } from "../../../src/run/folder/known-runs.ts";
import { freshFolder } from "../sample-run.ts";

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
    const { dirs, candidates } = await findKnownRuns([folder], []);
    process.chdir(before);
    const expected = ["20260102-b", "20260101-a", "20260103-c"].map((name) => join(folder, name));
    expect(dirs).toStrictEqual(expected);
    expect([...candidates].sort()).toStrictEqual([...expected].sort());
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
});

function makeRun(name: string): void {
  mkdirSync(name);
  writeFileSync(join(name, "plan.ndjson"), "{}\n");
}
