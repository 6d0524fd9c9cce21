import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { latestTime, purgeRun } from "../../src/job/purge-runs.ts";
import { gatherEvidence } from "../../src/run/gather-evidence.ts";
import { Run } from "../../src/run/run.ts";
import { AT_DATE, end, intent, result, round, sampleRun } from "../run/sample-run.ts";

/** A run in which one lead was created. */
const sentRun = () => sampleRun(1, [round(), intent(2), result(2), end]);

describe("a run that another process removes at the same time", () => {
  it("is gone, whoever removed it: its folder is no longer there", async () => {
    const { dir } = (await sentRun()).paths;
    expect(await purgeRun(dir, AT_DATE, async () => null)).toBeNull();
    expect(await purgeRun(dir, AT_DATE, async () => null)).toBeNull();
    expect(purgeLogBeside(dir)).toHaveLength(1);
  });

  it("is written down once, with what it held, where its folder is still there", async () => {
    const { dir } = (await sentRun()).paths;
    await purgeRun(dir, AT_DATE, async () => null);
    mkdirSync(dir);
    expect(await purgeRun(dir, AT_DATE, async () => null)).toBeNull();
    expect(existsSync(dir)).toBe(false);
    expect(purgeLogBeside(dir)).toMatchObject([{ summary: { created: 1 } }]);
  });

  it("has no files any more, for those who had read it", async () => {
    const { dir } = (await sentRun()).paths;
    writeFileSync(join(dir, "report.csv"), "");
    const found = await Run.inspect(dir);
    expect(gatherEvidence(found).files.report).toBe("report.csv");
    rmSync(dir, { recursive: true });
    expect(gatherEvidence(found).files).toStrictEqual({ fix: null, report: null });
    expect(await latestTime({ ...found, run: null })).toStrictEqual(new Date(0));
  });
});

it("removes no file that a person has named nearly as leadctl names its own", async () => {
  const { dir } = (await sentRun()).paths;
  for (const name of ["fix-as-given.csv", "fix-as-given-1.csv", "report-older-1.csv", "plan-0.ndjson"])
    writeFileSync(join(dir, name), "");
  const kept = await purgeRun(dir, AT_DATE, async () => null);
  const names = ["fix-as-given.csv", "plan-0.ndjson"];
  expect(kept).toMatchObject({ finding: "other-files", params: { names } });
  expect(readdirSync(dir)).toStrictEqual(names);
});

function purgeLogBeside(dir: string): unknown[] {
  const text = readFileSync(join(dirname(dir), "purged.ndjson"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
