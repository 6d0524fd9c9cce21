import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runsElsewhere } from "../../../src/run/folder/known-runs.ts";
import { listRun, unlistRun } from "../../../src/run/folder/runs-list.ts";
import { AT, AT_DATE, freshFolder } from "../sample-run.ts";

describe("the list of runs that lie elsewhere", () => {
  it.each(["as the only one", "beside another"])(
    "keeps a run that comes while another is forgotten, %s",
    async (where) => {
      const before = process.cwd();
      // A turn of the event loop later each time, so that it comes wherever the list is just being changed.
      for (let turns = 0; turns < 40; turns++) {
        process.chdir(freshFolder());
        for (const name of ["gone", "there", "fresh"]) makeRun(name);
        await listRun("gone", AT, false);
        if (where === "beside another") await listRun("there", AT, false);
        rmSync("gone", { recursive: true });
        const forgotten = unlistRun("gone", AT, AT_DATE);
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        await listRun("fresh", AT, false);
        await forgotten;
        const known = await runsElsewhere();
        // Windows removes no folder in which somebody stands.
        process.chdir(before);
        expect(known, `after ${turns} turns`).toContain("fresh");
      }
    },
  );
});

function makeRun(name: string): void {
  mkdirSync(name);
  writeFileSync(join(name, "plan.ndjson"), "{}\n");
}
