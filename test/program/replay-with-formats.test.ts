import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { describe, expect, it } from "vitest";
import type { ScriptEntry } from "../../src/sandbox/sandbox-types.ts";
import { submitted as submittedWorkbook } from "./changeable-cells.ts";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix, correctFixWorkbook, readFix, saveFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readReport, readSheet } from "./run-files.ts";
import { started } from "./started.ts";

describe("a JSON input", () => {
  it("is corrected through its fix.json", async () => {
    const broken = brokenLead(3);
    const sheet = JSON.stringify([leadOf(2), broken, brokenLead(4)]);
    const { service, cwd, call: run } = await started(sheet, {}, "leads.json");
    await run("submit", "leads.json", "--out", "run", "--quiet");
    const items: NestedLead[] = JSON.parse(readFileSync(join(cwd, "run/fix.json"), "utf8"));
    expect(items.map((item) => item.leadctl_row)).toStrictEqual([2, 3]);
    const fixed = [changed(items[0] ?? {}, "address.unitNumber", 7), items[1]];
    writeFileSync(join(cwd, "fixed.json"), JSON.stringify(fixed));

    const end = await run("replay", "run", "--with", "fixed.json", "--json");

    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { created: 2, invalid: 1 },
      correction: { corrected: 1, unchanged: 1 },
    });
    expect(service.quotes()[1]?.lead).toStrictEqual(changed(broken, "address.unitNumber", 7));
    expect(leadAt(join(cwd, "run"), 3).issues[0]?.finding).toBe("unit-number-missing");
  });
});

describe("a sheet of another country", () => {
  it("goes on reading its fractions as before, whatever the corrected file is cut by", async () => {
    const lead = changed(
      { ...brokenLead(3), propertyUsage: "investment" },
      "statedInformation.rentalOccupancy",
      "longTerm",
    );
    const rows: string[][] = parse(csvOf([leadOf(2), lead]));
    const rent = rows[0]?.indexOf("Monthly Rental Income") ?? -1;
    const texts = rows.map((row, at) =>
      row.map((cell, index) => (at === 2 && index === rent ? "1.250,50" : cell)),
    );
    const { service, cwd, call: run } = await started(stringify(texts, { delimiter: ";", quoted: true }));
    await run("submit", "leads.csv", "--out", "run", "--quiet");
    const fix = readSheet(join(cwd, "run"), "fix.csv", ";");
    expect(fix[0]?.["Monthly Rental Income"]).toBe("1.250,50");
    saveFix(
      join(cwd, "fixed.csv"),
      fix.map((row) => ({ ...row, "Unit Number": "3", Phone: row.Phone?.replace(/^'/, "") ?? "" })),
    );

    const end = await run("replay", "run", "--with", "fixed.csv", "--json");

    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 2 });
    expect(service.quotes()[1]?.lead).toMatchObject({
      statedInformation: { monthlyRentalIncome: 1250.5 },
      address: { unitNumber: 3 },
    });
  });
});

describe("an amount that other rows explain", () => {
  it("means the same when its row comes back alone", async () => {
    const header = "Email,Unit #,Building Type,Usage,Rental Occupancy,Monthly Rent";
    const rows = [
      'a@b.co,1,condo,investment,longTerm,"1.250,50"',
      "c@d.co,4B,condo,investment,longTerm,2.500",
    ];
    const { service, cwd, call: run } = await started([header, ...rows, ""].join("\r\n"));
    await run("submit", "leads.csv", "--out", "run", "--quiet");
    const fixed = correctFix(join(cwd, "run"), { 3: { "Unit #": "4" } });

    const end = await run("replay", "run", "--with", fixed, "--json");

    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 2 });
    expect(service.quotes().map(({ lead }) => lead)).toMatchObject(
      [1250.5, 2500].map((monthlyRentalIncome) => ({ statedInformation: { monthlyRentalIncome } })),
    );
  });
});

describe("a lead that was a duplicate for a mistyped address", () => {
  it("goes when the address is corrected in a copy of the report", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), leadOf(3)], {
      users: ["applicant-3@example.com"],
    });
    expect(readReport(dir).leads.map(({ status }) => status)).toStrictEqual(["created", "duplicate"]);
    const rows = readSheet(dir, "report.csv").map((row) => ({
      ...row,
      Phone: row.Phone?.replace(/^'/, "") ?? "",
      ...(row.leadctl_row === "3" && { Email: "right@example.com" }),
    }));
    saveFix(join(dir, "..", "all.csv"), rows);
    const end = await replay("--with", "all.csv");
    expect(end.exitCode).toBe(0);
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 1, unchanged: 1 });
    expect(leadAt(dir, 3)).toMatchObject({ status: "created", email: "right@example.com" });
    expect(service.quotes().map(({ email }) => email)).toStrictEqual([
      "applicant-2@example.com",
      "right@example.com",
    ]);
  });
});

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
    const { service, cwd, run } = await submittedWorkbook();
    const untouched = await correctFixWorkbook(join(cwd, "run"), {});
    const nothing = await run("replay", "run", "--with", untouched, "--json");
    expect(JSON.parse(nothing.stdout).correction).toMatchObject({ corrected: 0, unchanged: 1 });
    const fixed = await correctFixWorkbook(join(cwd, "run"), { 2: { "Unit Number": "4" } });
    const end = await run("replay", "run", "--with", fixed, "--json");
    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 1 });
    expect(service.quotes()[0]?.lead).toStrictEqual(LEAD);
  });

  it("goes by submit as a sheet of its own", async () => {
    const { service, cwd, run } = await submittedWorkbook();
    const fixed = await correctFixWorkbook(join(cwd, "run"), { 2: { "Unit Number": "4" } });
    const end = await run("submit", fixed, "--out", "own", "--json");
    expect(JSON.parse(end.stdout).summary).toMatchObject({ total: 1, created: 1 });
    expect(service.quotes()[0]?.lead).toStrictEqual(LEAD);
  });
});

/** The second row is without a house number and a cell phone. */
const SHEET = `First Name,Last Name,Email,House No,Street Name,City,State,Zip,Unit #,Property Type,Cell Phone,Home Phone
Ann,Lee,ann@example.com,0012,Elm St,Salem,MA,01970,4,Condo,(617) 555-0123,(617) 555-0199
Bob,Ray,bob@example.com,,Oak Ave,Lynn,MA,01901,5,Condo,n/a,(617) 555-0199
`;
const ISSUES = [
  { code: "custom", message: "No such street", path: ["address", "street"] },
  { code: "custom", message: "No such phone", path: ["contactInfo", "phone"] },
];

/** Two rows that the service refuses for their street and their phone. */
async function refusedRun() {
  const refused: ScriptEntry = {
    side: "before",
    status: 400,
    body: { success: false, error: { name: "ZodError", issues: ISSUES } },
  };
  const { service, cwd, call: run } = await started(SHEET, { faults: { script: { "*": [refused] } } });
  const submitted = await run("submit", "leads.csv", "--out", "run");
  return { dir: join(cwd, "run"), run, quotes: service.quotes, submitted };
}

describe("a field that several columns feed, and the service refuses", () => {
  it("is shown with each column of which its value in this row was made, and no other", async () => {
    const { dir, run, submitted } = await refusedRun();

    expect(submitted.stderr).toContain("Street Name and House No: No such street");
    const [ann, bob] = readReport(dir).leads;
    expect(ann?.issues).toMatchObject([
      { column: "Street Name", cell: "E2", alsoFrom: [{ column: "House No", cell: "D2" }] },
      { column: "Cell Phone", cell: "K2" },
    ]);
    expect(ann?.issues[1]).not.toHaveProperty("alsoFrom");
    expect(bob?.issues).toMatchObject([
      { column: "Street Name", cell: "E3" },
      { column: "Home Phone", cell: "L3" },
    ]);
    expect(bob?.issues[0]).not.toHaveProperty("alsoFrom");
    const said = "Street Name (E2) and House No (D2): No such street";
    expect(readFix(join(dir, "fix.csv"))[0]?.leadctl_issues).toContain(said);
    expect(readFix(join(dir, "report.csv"))[0]?.leadctl_issues).toContain(said);
    expect((await run("explain", "run", "2")).stdout).toContain(said);
    const page = readFileSync(join(dir, "report.html"), "utf8");
    expect(page).toContain('{"column":"Street","letters":"E"},{"column":"","letters":"D"}');
  });

  it("may be corrected in any of these, where the change looks like none too", async () => {
    const { dir, run, quotes } = await refusedRun();
    const corrected = correctFix(dir, { 2: { "House No": "12" } });
    const replayed = await run("replay", "run", "--with", corrected);
    expect(replayed.stderr).not.toContain("restored");
    expect(quotes()).toMatchObject([{ lead: { address: { street: "12 Elm St" } } }]);
  });
});
