import { appendFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KeptRuns, stampOf } from "../../../src/desk/runs/kept-runs.ts";
import { lockRun } from "../../../src/run/folder/lock.ts";
import type { FoundRun } from "../../../src/run/run.ts";
import { AT_DATE, sampleRun } from "../../run/sample-run.ts";

/** What is kept, and how often runs were read for it. */
function counted(countMax?: number) {
  const read: string[] = [];
  const make = ({ dir }: FoundRun) => read.push(dir);
  return { read, kept: new KeptRuns(make, countMax) };
}

describe("what was made of a run", () => {
  it("is kept until one of its files changes, for all who ask at once, too", async () => {
    const { paths } = await sampleRun(2);
    const { read, kept } = counted();
    await Promise.all([kept.of(paths.dir), kept.of(paths.dir)]);
    await kept.of(paths.dir);
    expect(read).toHaveLength(1);
    appendFileSync(paths.plan, " ");
    await kept.of(paths.dir);
    expect(read).toHaveLength(2);
  });

  it("is not kept while a process works on it: that it died would be seen in no file", async () => {
    const { paths } = await sampleRun(2);
    const lock = await lockRun(paths.dir, AT_DATE, false);
    const { read, kept } = counted();
    await kept.of(paths.dir);
    await kept.of(paths.dir);
    expect(read).toHaveLength(2);
    lock.release();
  });

  it("is not kept where a process worked on it meanwhile, and changed nothing", async () => {
    const { paths } = await sampleRun(2);
    const before = await stampOf(paths.dir);
    (await lockRun(paths.dir, AT_DATE, false)).release();
    expect(await stampOf(paths.dir)).not.toBe(before);
  });

  it("is not kept where it could not be made", async () => {
    const { paths } = await sampleRun(2);
    let tries = 0;
    const kept = new KeptRuns(() => {
      tries += 1;
      throw new Error(`try ${tries}`);
    });
    await expect(kept.of(paths.dir)).rejects.toThrow("try 1");
    await expect(kept.of(paths.dir)).rejects.toThrow("try 2");
  });

  it("goes where more runs are looked at than are kept, the oldest first", async () => {
    const [one, other] = [(await sampleRun(2)).paths.dir, (await sampleRun(2)).paths.dir];
    const { read, kept } = counted(1);
    for (const dir of [one, other, other, one]) await kept.of(dir);
    expect(read).toStrictEqual([one, other, one]);
  });
});
