import { join } from "node:path";
import type { SandboxOptions } from "../../src/sandbox/start-sandbox.ts";
import { changed, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { started } from "./started.ts";

/** A condo without its unit number: refused here. */
export function brokenLead(n: number): NestedLead {
  return changed(changed(leadOf(n), "buildingType", "condo"), "address.unitNumber", undefined);
}

/** What the service answers to one that it refuses for a field. */
export const REFUSED_FOR_COUNTY = {
  side: "before",
  status: 400,
  body: {
    error: { issues: [{ code: "custom", message: "Not in this county", path: ["address", "county"] }] },
  },
} as const;

/** Rows 2 and on, submitted as a sheet. */
export async function submitted(rows: readonly NestedLead[], options: SandboxOptions = {}) {
  const { call, ...place } = await started(rows, options);
  await call("submit", "leads.csv", "--out", "run", "--quiet", "--attempts", "1");
  const replay = (...args: string[]) => call("replay", "run", "--json", ...args);
  return { ...place, dir: join(place.cwd, "run"), call, replay };
}

export function leadAt(dir: string, row: number) {
  const lead = readReport(dir).leads.find((lead) => lead.row === row);
  if (!lead) throw new Error(`no row ${row}`);
  return lead;
}
