import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { submitted } from "./changeable-cells.ts";
import { correctFixWorkbook } from "./fix-sheet.ts";

const LEAD = {
  affiliateId: "12345678901234567890",
  buildingType: "condo",
  contactInfo: { firstName: "'Ana", email: "ana@example.com", phone: "15550100001" },
  address: { street: "1/2 Elm St\nBack house", state: "MA", zip: "02139", unitNumber: 4 },
  residentialAddress: { zip: "01970" },
  listedForSaleIn6Months: false,
};

describe("the fix file of a workbook", () => {
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
