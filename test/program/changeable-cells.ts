import { join } from "node:path";
import { expect } from "vitest";
import { type TestCell, workbookOf } from "../sheet/formats/workbook.ts";
import { started } from "./started.ts";

/** What spreadsheet programs like to change, one kind a column; the condo lacks its unit number. */
export const COLUMNS: readonly (readonly [header: string, cell: TestCell, shown: string])[] = [
  ["Affiliate ID", "12345678901234567890", "12345678901234567890"],
  ["Building Type", "condo", "condo"],
  ["First Name", "'Ana", "'Ana"],
  ["Email", "ana@example.com", "ana@example.com"],
  ["Phone", 15_550_100_001, "15550100001"],
  ["Street", "1/2 Elm St\nBack house", "1/2 Elm St\nBack house"],
  ["State", "MA", "MA"],
  ["Zip", { xml: '<c s="1"><v>2139</v></c>' }, "02139"],
  ["Residential Zip", "01970", "01970"],
  ["Unit Number", "", ""],
  ["Listed For Sale", false, "false"],
  ["Notes", "=1+1", "=1+1"],
  ["More", "@SUM(A1)", "@SUM(A1)"],
  ["Ref", "1e5", "1e5"],
  ["Day", "2026-01-02", "2026-01-02"],
  ["Fraction", "3-4", "3-4"],
];

/** A run of a workbook with these cells, whose only row is to be corrected. */
export async function submitted() {
  const rows = [COLUMNS.map(([header]) => header), COLUMNS.map(([, cell]) => cell)];
  const workbook = workbookOf({ sheets: [{ name: "Leads", rows }], formats: ["00000"] });
  const { call: run, ...place } = await started(workbook, {}, "leads.xlsx");
  const end = await run("submit", "leads.xlsx", "--out", "run", "--quiet");
  expect(end.stderr).toBe("");
  return { ...place, run, fix: join(place.cwd, "run", "fix.xlsx") };
}
