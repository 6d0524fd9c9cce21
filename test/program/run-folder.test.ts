import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { onlyRun } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

it("the folder of a run is for its owner alone, whatever the umask, and holds neither a lock nor half a file", async () => {
  const { env } = await startService();
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf([leadOf(2), brokenLead(3)]));
  await runProgram(["submit", "leads.csv"], { cwd, env, umask: "000" });
  const dir = onlyRun(cwd);
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect([mode(dir), mode(join(cwd, "leadctl-runs"))]).toStrictEqual(["700", "700"]);
  const names = readdirSync(dir);
  expect(names).toEqual(
    expect.arrayContaining(["plan.ndjson", "journal.ndjson", "report.json", "report.csv", "fix.csv"]),
  );
  expect(names.filter((name) => /lock|tmp|ballast|stale/.test(name))).toStrictEqual([]);
  expect(names.map((name) => [name, mode(join(dir, name))])).toStrictEqual(
    names.map((name) => [name, "600"]),
  );
});
