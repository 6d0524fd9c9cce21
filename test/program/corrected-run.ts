import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxOptions } from "../../src/sandbox/start-sandbox.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import {
  freshFolder,
  type ProgramEnd,
  type RunningService,
  runProgram,
  startService,
} from "./run-program.ts";

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

export interface Submitted {
  cwd: string;
  dir: string;
  service: RunningService;
  replay(...args: string[]): Promise<ProgramEnd>;
}

/** Rows 2 and on, submitted as a sheet. */
export async function submitted(
  rows: readonly NestedLead[],
  options: SandboxOptions = {},
): Promise<Submitted> {
  const service = await startService(options);
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
  const run = (args: readonly string[]) => runProgram(args, { cwd, env: service.env });
  await run(["submit", "leads.csv", "--out", "run", "--quiet", "--attempts", "1"]);
  return {
    cwd,
    dir: join(cwd, "run"),
    service,
    replay: (...args) => run(["replay", "run", "--json", ...args]),
  };
}

export function leadAt(dir: string, row: number) {
  const lead = readReport(dir).leads.find((lead) => lead.row === row);
  if (!lead) throw new Error(`no row ${row}`);
  return lead;
}
