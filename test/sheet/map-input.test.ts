import { describe, expect, it } from "vitest";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import { issueText } from "../../src/lead/issue-text.ts";
import { emptyTally, planRows } from "../../src/run/plan/judge-rows.ts";
import type { PlannedRow } from "../../src/run/plan/plan-record.ts";
import { answersOnly } from "../../src/sheet/columns/mapping.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { shownValue } from "../../src/sheet/shown-value.ts";
import { collected } from "../collected.ts";
import { coded } from "../wordless.ts";
import { mapContent, openContent } from "./columns/read-content.ts";

const LEAD = {
  affiliateId: "0042",
  buildingType: "condo",
  propertyUnits: 1,
  loanPurpose: "investment",
  propertyUsage: "investment",
  contactInfo: { firstName: "Ana", lastName: "Ng", email: "ana@example.com", phone: "+1-555-0100" },
  address: { street: "1 Elm", city: "Reno", state: "NV", zip: "02134", county: "Washoe", unitNumber: 12 },
  residentialAddress: { street: "2 Oak", city: "Reno", state: "NV", zip: "89501" },
  statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 1250.5 },
  listedForSaleIn6Months: false,
  purchasedOrSubjectToMortgageIn6Months: true,
  liabilitiesIn4Years: false,
};

function valueAt(path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], LEAD);
}

const leafOf = (path: string) =>
  path.startsWith("residentialAddress.")
    ? `residential${path.slice(19, 20).toUpperCase()}${path.slice(20)}`
    : path.slice(path.lastIndexOf(".") + 1);
const snakeOf = (path: string) =>
  leafOf(path)
    .replace(/([A-Z]|\d+)/g, "_$1")
    .toLowerCase();

describe("matching columns to fields", () => {
  it.each([
    ["canonical paths", FIELDS.map(({ path }) => path)],
    ["leaves", FIELDS.map(({ path }) => leafOf(path))],
    ["snake case", FIELDS.map(({ path }) => snakeOf(path))],
    ["labels", FIELDS.map(({ label }) => label)],
    ["shouted labels with stray spaces", FIELDS.map(({ label }) => ` ${label.toUpperCase()}\u00a0 `)],
  ])("makes the same lead of %s", async (_, headers) => {
    const cells = FIELDS.map(({ path }) => String(valueAt(path)));
    const { input, rows } = await mapContent(`${headers.join(",")}\n${cells.join(",")}\n`);
    expect(input.notices).toEqual([]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ row: 2, unreadable: [], warnings: [] });
    expect(JSON.stringify(rows[0]?.lead)).toBe(JSON.stringify(LEAD));
  });

  it("makes the same lead of nested and of flat JSON, whatever the order of keys", async () => {
    const flat = Object.fromEntries(FIELDS.map(({ path }) => [path, valueAt(path)]).reverse());
    const leaves = Object.fromEntries(FIELDS.map(({ path }) => [leafOf(path), valueAt(path)]));
    const { rows } = await mapContent(JSON.stringify([LEAD, flat, leaves]), { format: "json" });
    for (const { lead } of rows) expect(JSON.stringify(lead)).toBe(JSON.stringify(LEAD));
  });

  it("leaves empty cells and empty groups out of the lead", async () => {
    const { rows } = await mapContent("Email,Zip,Rental Occupancy,Liabilities\na@b.co,,\u00a0,\u200b\n");
    expect(rows[0]?.lead).toEqual({ contactInfo: { email: "a@b.co" } });
    const json = await mapContent(
      '[{"email":"a@b.co","zip":null,"statedInformation":{"rentalOccupancy":""}}]',
      {
        format: "json",
      },
    );
    expect(json.rows[0]?.lead).toEqual({ contactInfo: { email: "a@b.co" } });
  });

  it("never builds a lead out of header text", async () => {
    const headers = "Email,__proto__,constructor.prototype.x,contactInfo.extra";
    const { input, rows } = await mapContent(`${headers}\na@b.co,1,2,3\n`);
    expect(rows[0]?.lead).toEqual({ contactInfo: { email: "a@b.co" } });
    expect(input.notices.map(({ code }) => code)).toEqual(["unknown-column", "absent-columns"]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([
    ["Foo,Bar\n1,2\n", "no-known-column", { found: '"Foo", "Bar"' }],
    ["First Name,Zip\nAna,1\n", "no-email-column", {}],
  ])("refuses the file %j", async (content, finding, params) => {
    const refusal = { name: "CliError", exitCode: 2, finding, params };
    await expect(mapContent(content)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['[{"firstName":"Ana"}]', "no-email-column", { isJson: true }],
    ['[["foo"],["a@b.co"]]', "no-known-column/no-item", {}],
    ['{"foo":1}', "no-known-column/keys", {}],
  ])("refuses the JSON %s", async (content, finding, params) => {
    const mapped = mapContent(content, { format: "json" });
    await expect(mapped).rejects.toMatchObject({ finding, params });
  });

  it("lets JSON items say a field in different ways, but not two values at once", async () => {
    const { rows } = await mapContent(
      '[{"email":"a@b.co"},{"contactInfo":{"email":"c@d.co"}},{"email":"e@f.co","contactInfo":{"email":"g@h.co"}}]',
      { format: "json" },
    );
    expect(rows.map(({ lead }) => lead.contactInfo?.email)).toEqual(["a@b.co", "c@d.co", undefined]);
    expect(rows[2]?.unreadable[0]).toMatchObject({ path: ["contactInfo", "email"], code: "invalid_type" });
  });

  it("says which part of a cell with a whole address an issue is about", async () => {
    const { input } = await mapContent('Email,Property\na@b.co,"12 Elm St, Salem, OR 97301"\n');
    const zip = input.locate(["address", "zip"], 17);
    expect(zip).toEqual({ column: "Property", cell: "B17", part: "Zip" });
    const issue = { code: "custom", message: "No value", path: ["address", "zip"], ...zip };
    expect(issueText(issue)).toBe("Zip in Property (B17): No value");
  });
});

describe("reading cells", () => {
  it("asks whether a unit that is the number of the building's units is one", async () => {
    const unitsUnder = async (header: string, cells: string, answer?: string) => {
      const id = "word:address.unitNumber:numberofunits";
      const table = await openContent(`Email,Street,Type,${header}\na@x.com,1 Elm St,${cells}\n`);
      const answers = new Map(answer ? [[id, answer]] : []);
      const [row] = await collected(mapInput(table, answersOnly("mapping.json", answers)).rows);
      return [row?.lead.address?.unitNumber, row?.lead.propertyUnits, row?.asked?.length ?? 0];
    };
    expect(await unitsUnder("Unit", "Duplex,2")).toEqual([2, 2, 1]);
    expect(await unitsUnder("Unit", "Duplex,2", "leave-out")).toEqual([undefined, 2, 0]);
    expect(await unitsUnder("Unit", "Duplex,1")).toEqual([1, 2, 0]);
    expect(await unitsUnder("Unit #", "Duplex,2")).toEqual([2, 2, 0]);
    expect(await unitsUnder("Apt", "Duplex,2")).toEqual([2, 2, 0]);
    expect(await unitsUnder("Units,Unit", "Duplex,2,2")).toEqual([2, 2, 0]);
    expect(await unitsUnder("Unit", "SFR,1")).toEqual([1, undefined, 1]);
    expect(await unitsUnder("Unit", "SFR,1", "leave-out")).toEqual([undefined, undefined, 0]);
    expect(await unitsUnder("Unit", "SFR,2")).toEqual([2, undefined, 0]);
    expect(await unitsUnder("Unit", "Condo,2")).toEqual([2, undefined, 0]);
  });

  it("reports an unreadable cell with its column, its address and the way out", async () => {
    const { rows } = await mapContent("Email,Unit #,Liabilities,Units\na@b.co,12B,7 of them,2.5\n");
    expect(rows[0]?.lead).toEqual({ contactInfo: { email: "a@b.co" } });
    expect(
      rows[0]?.unreadable.map(({ code, path, column, cell }) => [code, path.join("."), column, cell]),
    ).toEqual([
      ["invalid_type", "propertyUnits", "Units", "D2"],
      ["invalid_type", "address.unitNumber", "Unit #", "B2"],
      ["invalid_type", "liabilitiesIn4Years", "Liabilities", "C2"],
    ]);
  });

  it("quotes a long or strange value shortened and visible", async () => {
    const { rows } = await mapContent(`Email,Unit #\na@b.co,".\t[31m\n${"x".repeat(500)}"\n`);
    expect(rows[0]?.unreadable[0]).toMatchObject({ finding: "unit-letters" });
    expect(shownValue(`.\t[31m\n${"x".repeat(500)}`)).toBe(`".\\t[31m\\n${"x".repeat(33)}…"`);
  });

  it.each([
    ["Owner Occupied", "Y"],
    ["Do you live there?", "Yes"],
    ["Is this your primary residence?", "1"],
    ["¿Vive en la propiedad?", "Sí"],
  ])("takes the yes to %s for a primary residence, and asks about the no", async (header, yes) => {
    const { rows } = await mapContent(`Email,Zip,${header}\na@b.co,89501,${yes}\nb@b.co,89501,No\n`);
    expect(rows[0]?.lead.propertyUsage).toBe("primaryResidence");
    expect(rows[0]?.asked).toBeUndefined();
    expect(rows[1]?.asked?.map(({ question }) => question.id)).toEqual(["word:propertyUsage:no"]);
  });

  it("tells that a word was left out as answered, and no more of the same cell", async () => {
    const mapping = answersOnly("answers", new Map([["word:buildingType:pud", "leave-out"]]));
    const content = "Name,Email,Zip,Property Type\nAnn Lee & Bob Ray,a@b.co,89501,PUD\n";
    const input = mapInput(await openContent(content), mapping);
    const planned: PlannedRow[] = [];
    for await (const row of planRows(input, { selection: {}, strict: false }, emptyTally()))
      planned.push(row);
    expect(planned[0]?.warnings.map(coded)).toEqual(["word-left-out text=PUD"]);
    expect(planned[0]?.issues.map(({ column }) => column)).toEqual(["Name"]);
  });

  it("takes a street at its word that a mapping calls the home's and the property's, in both", async () => {
    const field = (part: string) => ({ field: `homeAndProperty.${part}` });
    const columns = new Map([
      ["Home Street", field("street")],
      ["Home City", field("city")],
    ]);
    const table = await openContent("Email,Home Street,Home City\na@b.co,12 Elm St Reno,Reno\n");
    const [row] = await collected(
      mapInput(table, { ...answersOnly("mapping.json", new Map()), columns }).rows,
    );
    const home = { street: "12 Elm St Reno", city: "Reno" };
    expect(row).toMatchObject({ lead: { address: home, residentialAddress: home }, warnings: [] });
  });

  it("lets a column of the usage go before one that asks whether the applicant lives there", async () => {
    const content = "Email,Zip,Owner Occupied,Property Use\na@b.co,89501,No,Second home\n";
    const { input, rows } = await mapContent(content);
    expect(rows[0]?.lead.propertyUsage).toBe("secondHome");
    expect(input.notices.map(({ code }) => code)).toContain("column-left-out");
  });

  it.each([
    ["Condo – Unit 5", "", 5],
    ["Condo, Apt 12", "", 12],
    ["Condo – Unit 5", "7", 7],
    ["Condo – Unit 5B", "", undefined],
  ])("reads a unit beside the type where its own cell is empty (%s, %s)", async (type, own, unit) => {
    const { rows } = await mapContent(`Email,Building Type,Unit Number\na@b.co,"${type}",${own}\n`);
    expect(rows[0]?.lead).toMatchObject({ buildingType: "condo" });
    expect(rows[0]?.lead.address?.unitNumber).toBe(unit);
    const told = rows[0]?.warnings.filter(({ cell }) => cell === "B2").length;
    expect(told).toBe(own === "" ? 1 : 0);
  });

  it.each([
    ["vacant", 0, 1],
    ["longTerm", 1, 0],
  ])(
    "keeps a row back for a rent that is broken only where it needs one (%s)",
    async (tenancy, faults, losses) => {
      const content = `Email,Rental Occupancy,Monthly Rental Income\na@b.co,${tenancy},#DIV/0!\n`;
      const { rows } = await mapContent(content);
      expect(rows[0]?.lead.statedInformation).toEqual({ rentalOccupancy: tenancy });
      expect(rows[0]?.unreadable).toHaveLength(faults);
      expect(rows[0]?.warnings.filter(({ harm, cell }) => harm === "lost" && cell === "C2")).toHaveLength(
        losses,
      );
    },
  );
});
