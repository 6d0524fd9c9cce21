import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLead, jsonOf } from "../sandbox/contract-client.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { onlyRun, type ReportedIssue, readReport } from "./run-files.ts";
import { freshFolder, KEY, PARTNER, runProgram, startService } from "./run-program.ts";

/** Breaks one rule of the interface's section 4.2 each, on a lead that may break others as well. */
const BREAKERS: Record<string, (lead: NestedLead) => NestedLead> = {
  V1: (lead) => changed(changed(lead, "buildingType", "condo"), "address.unitNumber", undefined),
  V2: (lead) => changed(changed(lead, "buildingType", "multiUnit"), "propertyUnits", undefined),
  V3: (lead) => changed(changed(lead, "propertyUsage", "investment"), "statedInformation", undefined),
  V4: (lead) =>
    changed(changed(lead, "propertyUsage", "investment"), "statedInformation.rentalOccupancy", "longTerm"),
  V5: (lead) => changed(lead, "contactInfo.email", "not an address"),
};

const COMBINATIONS = [
  ["V1"],
  ["V2"],
  ["V3"],
  ["V4"],
  ["V5"],
  ["V1", "V5"],
  ["V2", "V3"],
  ["V1", "V3", "V5"],
  ["V2", "V4", "V5"],
];

/** A townhouse that its owners live in: it breaks no rule. */
const SOUND = changed(changed(leadOf(3), "statedInformation", undefined), "propertyUnits", undefined);

const ROWS = COMBINATIONS.map((rules, index) =>
  rules.reduce(
    (lead, rule) => BREAKERS[rule]?.(lead) ?? lead,
    changed(SOUND, "contactInfo.email", `row-${index + 2}@example.com`),
  ),
);

describe("an issue of the local check", () => {
  it("has the shape of what the service answers, for every rule alone and together", async () => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(ROWS));
    const end = await runProgram(["submit", "leads.csv"], { cwd, env: service.env });
    expect(end.exitCode, end.stderr).toBe(1);
    expect(service.requestCount()).toBe(0);
    const { leads } = readReport(onlyRun(cwd));
    expect(leads).toHaveLength(COMBINATIONS.length);

    for (const [index, lead] of ROWS.entries()) {
      const answer = await createLead(service.url, lead, { key: KEY, partner: PARTNER });
      expect(answer.status).toBe(400);
      const { error } = jsonOf(answer) as { error: { issues: ReportedIssue[] } };
      const local = leads[index]?.issues ?? [];
      expect(sorted(local.map(shapeOf))).toStrictEqual(sorted(error.issues.map(shapeOf)));
      expect(local).toHaveLength(COMBINATIONS[index]?.length ?? 0);
    }
  });

  it("says in which cell the fault stands, or would stand", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(ROWS));
    await runProgram(["submit", "leads.csv", "--sandbox"], { cwd });
    const { leads } = readReport(onlyRun(cwd));
    expect(
      leads.flatMap(({ issues }) => issues.map(({ column, cell }) => `${column} ${cell}`)),
    ).toStrictEqual([
      "Unit Number O2",
      "Property Units C3",
      "Rental Occupancy T4",
      "Monthly Rental Income U5",
      "Email H6",
      "Unit Number O7",
      "Email H7",
      "Property Units C8",
      "Rental Occupancy T8",
      "Unit Number O9",
      "Rental Occupancy T9",
      "Email H9",
      "Property Units C10",
      "Monthly Rental Income U10",
      "Email H10",
    ]);
  });
});

/** All but the sentence: the service's are its own (`test/sandbox`), ours the catalogue's. */
function shapeOf({
  code,
  path,
  validation,
}: ReportedIssue): Pick<ReportedIssue, "code" | "path" | "validation"> {
  return { code, path, ...(validation !== undefined && { validation }) };
}

/** In one order: the interface does not show that of the service. */
function sorted<T extends { path: readonly string[] }>(issues: readonly T[]): T[] {
  return [...issues].sort((a, b) => a.path.join(".").localeCompare(b.path.join(".")));
}
