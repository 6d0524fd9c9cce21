import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { COLUMNS, submitted } from "./changeable-cells.ts";
import { correctFixWorkbook, workbookCells } from "./fix-sheet.ts";

const OWN_HEADERS = ["leadctl_row", "leadctl_status", "leadctl_issues"];

const LEAD = {
  affiliateId: "12345678901234567890",
  buildingType: "condo",
  contactInfo: { firstName: "'Ana", email: "ana@example.com", phone: "15550100001" },
  address: { street: "1/2 Elm St\nBack house", state: "MA", zip: "02139", unitNumber: 4 },
  residentialAddress: { zip: "01970" },
  listedForSaleIn6Months: false,
};

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
      expect.stringMatching(/^Unit Number \(M2; [a-z ]+ J2\): ./),
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
});
