import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../src/lead/issue.ts";
import { coded } from "../wordless.ts";
import { correctFix } from "./fix-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

interface PlanLine {
  row: number;
  ready: boolean;
  lead: Record<string, unknown>;
  issues: Issue[];
  warnings: Issue[];
}

/** Submits a sheet with the built program: its planned rows, by row number. */
async function planOf(headers: readonly string[], ...rows: readonly (readonly string[])[]) {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), stringify([[...headers], ...rows.map((row) => [...row])]));
  const { env } = await startService();
  const end = await runProgram(["submit", "leads.csv", "--out", "run", "--json"], { cwd, env });
  expect(end.exitCode, end.stdout).toBeLessThan(2);
  const lines = readFileSync(join(cwd, "run", "plan.ndjson"), "utf8")
    .trim()
    .split("\n");
  const planned = lines.map((line): PlanLine => JSON.parse(line)).filter(({ lead }) => lead !== undefined);
  return new Map(planned.map((row) => [row.row, row]));
}

/** What a row says that is about a cell, with the cell in front. */
function toldOf(row: PlanLine | undefined): string[] {
  return [...(row?.issues ?? []), ...(row?.warnings ?? [])]
    .filter(({ finding, cell }) => cell !== undefined && finding !== "value-missing")
    .map((issue) => `${issue.cell}: ${coded(issue)}`);
}

const HOUSE = { street: "12 Main St Apt 4", city: "Springfield", state: "IL", zip: "62701" };

describe("a sheet with several fields in one cell", () => {
  it("has whole names and addresses taken apart, or says which cell cannot be", async () => {
    const rows = await planOf(
      ["Applicant Name", "Email", "Property Full Address", "Property Type"],
      ["Doe, Jane", "a@example.com", "12 Main St Apt 4, Springfield, IL 62701", "Condo"],
      ["Mary Ann O'Brien Jr.", "b@example.com", "12 Main St Apt 4\nSpringfield IL 62701", "Condo"],
      ["John & Jane Doe", "c@example.com", "12 Main St Apt 4, Springfield, IL 62701", "Condo"],
      ["Ann Lee", "d@example.com", "12 Park Ave West Chicago IL 60185", "Condo"],
    );
    expect(rows.get(2)?.lead).toMatchObject({
      contactInfo: { firstName: "Jane", lastName: "Doe" },
      address: { ...HOUSE, unitNumber: 4 },
    });
    expect(toldOf(rows.get(2))).toStrictEqual([expect.stringMatching(/^C2: unit-from-street .*unit=4$/)]);
    expect(rows.get(3)?.lead).toMatchObject({
      contactInfo: { firstName: "Mary Ann", lastName: "O'Brien Jr." },
      address: { ...HOUSE, unitNumber: 4 },
    });
    expect(toldOf(rows.get(3)).join("\n")).toMatch(/A3: cell-split .*values=Mary Ann\|/);
    expect([rows.get(4)?.ready, rows.get(5)?.ready]).toStrictEqual([false, false]);
    expect(toldOf(rows.get(4))).toContainEqual(expect.stringMatching(/^A4: name-of-two /));
    expect(toldOf(rows.get(5))).toContainEqual(expect.stringMatching(/^C5: address-unparted /));
  });

  it("has lines of an address joined, and telephones taken in their order", async () => {
    const rows = await planOf(
      [
        "Name",
        "Email",
        "Work Phone",
        "Mobile",
        "Property Address 1",
        "Property Address 2",
        "City, State, Zip",
      ],
      [
        "Ann Lee",
        "a@example.com",
        "555-010-1002",
        "555-010-1001",
        "12 Main St",
        "Apt 4",
        "Springfield, IL 62701",
      ],
      ["Bob Lee", "b@example.com", "555-010-1002", "", "12 Main St", "", "Springfield, Illinois 62701"],
    );
    expect(rows.get(2)?.lead).toMatchObject({
      contactInfo: { phone: "555-010-1001" },
      address: { ...HOUSE, street: "12 Main St, Apt 4", unitNumber: 4 },
    });
    expect(rows.get(3)?.lead).toMatchObject({
      contactInfo: { phone: "555-010-1002" },
      address: { ...HOUSE, street: "12 Main St" },
    });
    expect(toldOf(rows.get(3))).toStrictEqual([]);
  });

  it("has the residence copied from the property where it says so, and units counted by words", async () => {
    const rows = await planOf(
      [
        "First Name",
        "Last Name",
        "Email",
        "Property Street",
        "Property City",
        "Home Street",
        "Home City",
        "Property Type",
      ],
      ["Ann", "Lee", "a@example.com", "1 Y St", "Ames", "Same as property", "", "Duplex"],
      ["Bob", "Lee", "b@example.com", "2 Y St", "Ames", '"', '"', "2-4 units"],
    );
    expect(rows.get(2)?.lead).toMatchObject({
      buildingType: "multiUnit",
      propertyUnits: 2,
      address: { street: "1 Y St", city: "Ames" },
      residentialAddress: { street: "1 Y St", city: "Ames" },
    });
    expect(toldOf(rows.get(2))).toHaveLength(2);
    expect(rows.get(3)?.lead.residentialAddress).toBeUndefined();
    expect(toldOf(rows.get(3))).toStrictEqual([
      expect.stringMatching(/^H3: units-not-said text=2-4 units /),
      expect.stringMatching(/^F3: address-reference-open /),
    ]);
  });

  it("is corrected in its fix file like any other", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const run = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    const sheet = [
      ["Applicant Name", "Email", "Property Full Address"],
      ["John & Jane Doe", "a@example.com", "14 Main St, Springfield, IL 62701"],
      ["Ann Lee", "b@example.com", "9 Elm St, Springfield, IL 62701"],
    ];
    writeFileSync(join(cwd, "leads.csv"), stringify(sheet));
    await run("submit", "leads.csv", "--out", "run", "--json");
    correctFix(join(cwd, "run"), { 2: { "Applicant Name": "Doe, Jane" } });
    const end = await run("replay", "run", "--with", "corrected.csv", "--json");
    expect(JSON.parse(end.stdout).summary, end.stderr).toMatchObject({ created: 2 });
    expect(service.quotes()[1]?.lead).toMatchObject({
      contactInfo: { firstName: "Jane", lastName: "Doe" },
      address: { street: "14 Main St", city: "Springfield", state: "IL", zip: "62701" },
    });
  });
});
