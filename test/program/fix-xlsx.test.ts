import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type TestCell, workbookOf } from "../sheet/workbook.ts";
import { correctFixWorkbook, workbookCells } from "./fix-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const SOFFICE = "/usr/bin/soffice";
const HAS_SOFFICE = existsSync(SOFFICE);
if (!HAS_SOFFICE) console.warn("NOT CHECKED: LibreOffice. It is in Debian's package libreoffice-calc-nogui.");

/** What spreadsheet programs like to change, one kind a column; the condo lacks its unit number. */
const COLUMNS: readonly (readonly [header: string, cell: TestCell, shown: string])[] = [
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

const OWN_HEADERS = ["leadctl_row", "leadctl_status", "leadctl_issues"];

const LEAD = {
  affiliateId: "12345678901234567890",
  buildingType: "condo",
  contactInfo: { firstName: "'Ana", email: "ana@example.com", phone: "15550100001" },
  address: { street: "1/2 Elm St\nBack house", state: "MA", zip: "02139", unitNumber: 4 },
  residentialAddress: { zip: "01970" },
  listedForSaleIn6Months: false,
};

async function submitted() {
  const service = await startService();
  const cwd = freshFolder();
  const rows = [COLUMNS.map(([header]) => header), COLUMNS.map(([, cell]) => cell)];
  writeFileSync(
    join(cwd, "leads.xlsx"),
    workbookOf({ sheets: [{ name: "Leads", rows }], formats: ["00000"] }),
  );
  const run = (...args: string[]) => runProgram(args, { cwd, env: service.env });
  const end = await run("submit", "leads.xlsx", "--out", "run", "--quiet");
  expect(end.stderr).toBe("");
  return { service, cwd, run, fix: join(cwd, "run", "fix.xlsx") };
}

/** A part of a ZIP archive that was written as it went, by its entry in the directory at the end. */
function partOf(path: string, name: string): string {
  const zip = readFileSync(path);
  let at = zip.readUInt32LE(zip.lastIndexOf("PK\x05\x06", zip.length, "latin1") + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const found = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    if (found === name) {
      const start = zip.readUInt32LE(at + 42);
      const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
      const packed = zip.subarray(data, data + zip.readUInt32LE(at + 20));
      return (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString("utf8");
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error(`${path} has no ${name}`);
}

describe("the fix file of a workbook", () => {
  it("holds every cell as text, and no formula", async () => {
    const { fix } = await submitted();
    const [headers, cells] = await workbookCells(fix);
    expect(headers).toStrictEqual([...OWN_HEADERS, ...COLUMNS.map(([header]) => header)]);
    expect(cells).toStrictEqual([
      2,
      "invalid",
      "Unit Number (M2; in your sheet J2): Required for condo properties",
      ...COLUMNS.map(([, , shown]) => shown),
    ]);
    const sheet = partOf(fix, "xl/worksheets/sheet1.xml");
    const types = [...sheet.matchAll(/<c [^>]*>/g)].map(([tag]) => / t="(\w+)"/.exec(tag)?.[1]);
    expect(types.length).toBeGreaterThan(2 * COLUMNS.length);
    // The number of the row is ours, and no text: it sorts as numbers do.
    expect(types.filter((type) => type !== "inlineStr").length).toBe(2);
    expect(sheet).not.toMatch(/<f[ >/]/);
  });

  it("goes back by replay with everything as it was but what was corrected", async () => {
    const { service, cwd, run } = await submitted();
    const untouched = await correctFixWorkbook(join(cwd, "run"), {});
    const nothing = await run("replay", "run", "--with", untouched, "--json");
    expect(JSON.parse(nothing.stdout).correction).toMatchObject({ corrected: 0, unchanged: 1 });
    const fixed = await correctFixWorkbook(join(cwd, "run"), { 2: { "Unit Number": "4" } });
    const end = await run("replay", "run", "--with", fixed, "--json");
    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 1 });
    expect(service.quotes()[0]?.lead).toStrictEqual(LEAD);
  });

  it("goes by submit as a sheet of its own", async () => {
    const { service, cwd, run } = await submitted();
    const fixed = await correctFixWorkbook(join(cwd, "run"), { 2: { "Unit Number": "4" } });
    const end = await run("submit", fixed, "--out", "own", "--json");
    expect(JSON.parse(end.stdout).summary).toMatchObject({ total: 1, created: 1 });
    expect(service.quotes()[0]?.lead).toStrictEqual(LEAD);
  });

  it.skipIf(!HAS_SOFFICE)("comes back from LibreOffice as it went", { timeout: 120_000 }, async () => {
    const { cwd, run, fix } = await submitted();
    const profile = `-env:UserInstallation=file://${join(cwd, "profile")}`;
    const args = [profile, "--headless", "--convert-to", "xlsx", "--outdir", join(cwd, "office"), fix];
    execFileSync(SOFFICE, args, { stdio: "ignore", timeout: 100_000 });
    expect(readdirSync(join(cwd, "office"))).toStrictEqual(["fix.xlsx"]);
    expect(await workbookCells(join(cwd, "office/fix.xlsx"))).toStrictEqual(await workbookCells(fix));
    const end = await run("replay", "run", "--with", "office/fix.xlsx", "--json");
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 0, unchanged: 1 });
  });
});
