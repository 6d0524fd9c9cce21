import { expect } from "vitest";
import { brokenLead } from "../program/corrected-run.ts";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { started } from "../program/started.ts";

/** A folder with a run of rows 2 to 6: 3 is there and its answer lost, 6 is to be corrected; the others are created. */
export async function lostAnswerRun() {
  const lost = { side: "after", status: 502, body: {} } as const;
  const sheet = csvOf([...leads(4), brokenLead(6)]).replace("Building Type", "Property Type");
  const faults = { script: { "applicant-3@example.com": [lost] } };
  const { cwd, service, call } = await started(sheet, { faults });
  const submit = await call("submit", "leads.csv", "--quiet");
  expect(submit.exitCode, submit.stderr).toBe(5);
  return { cwd, service };
}
