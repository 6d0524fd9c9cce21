import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { brokenLead } from "../program/corrected-run.ts";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { freshFolder, runProgram, startService } from "../program/run-program.ts";

/** A folder with a run of rows 2 to 6: 3 is there and its answer lost, 6 is to be corrected; the others are created. */
export async function lostAnswerRun() {
  const lost = { side: "after", status: 502, body: {} } as const;
  const service = await startService({ faults: { script: { "applicant-3@example.com": [lost] } } });
  const cwd = freshFolder();
  const sheet = csvOf([...leads(4), brokenLead(6)]).replace("Building Type", "Property Type");
  writeFileSync(join(cwd, "leads.csv"), sheet);
  const submit = await runProgram(["submit", "leads.csv", "--quiet"], { cwd, env: service.env });
  expect(submit.exitCode, submit.stderr).toBe(5);
  return { cwd, service };
}
