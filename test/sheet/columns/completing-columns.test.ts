import { describe, expect, it } from "vitest";
import type { Mapping } from "../../../src/sheet/columns/mapping.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { coded } from "../../wordless.ts";
import { mapContent, openContent } from "./read-content.ts";

const ROWS = "jane@example.com,Jane,Doe";

async function readRow(headers: string, cells: string) {
  const { input, rows } = await mapContent(`Email,First Name,Last Name,${headers}\n${ROWS},${cells}\n`);
  const [row] = rows;
  if (!row) throw new Error("no row");
  return { ...row, input, said: row.warnings.map(coded) };
}

describe("an area code in a column of its own", () => {
  it("is put before a number that lacks it, as a house number is before its street", async () => {
    const { lead, said, cells } = await readRow("Area Code,Phone", "503,555-0101");
    expect(lead.contactInfo?.phone).toBe("503-555-0101");
    expect(said).toEqual([]);
    expect(cells).toContain("555-0101");
  });

  it.each([
    ["503", "212-555-0101", "212-555-0101"],
    ["", "555-0101", "555-0101"],
    ["Portland", "555-0101", "555-0101"],
    ["044", "555-0101", "555-0101"],
  ])("%j leaves %j as it is where they are no two halves of a number", async (code, phone, sent) => {
    expect((await readRow("Area Code,Phone", `${code},${phone}`)).lead.contactInfo?.phone).toBe(sent);
  });

  it("belongs to the telephone of its own kind, in whatever order they stand", async () => {
    const headers = "Home Phone,Cell Area Code,Home Area Code,Cell Phone";
    expect((await readRow(headers, "555-0101,617,207,555-0102")).lead.contactInfo?.phone).toBe(
      "617-555-0102",
    );
    expect((await readRow(headers, "555-0101,617,207,")).lead.contactInfo?.phone).toBe("207-555-0101");
  });

  it("is put before a prefix that stands before the line's number, whatever comes first", async () => {
    for (const headers of ["Phone Area,Phone Prefix,Phone Line", "Phone Area,Phone Exchange,Phone Line"])
      expect((await readRow(headers, "503,555,0101")).lead.contactInfo?.phone).toBe("503-555-0101");
    const turned = await readRow("Cell Line,Cell Area,Cell Prefix", "0101,503,555");
    expect(turned.lead.contactInfo?.phone).toBe("503-555-0101");
    expect(
      (await readRow("Phone Area,Phone Prefix,Phone Line", "503,,0101")).lead.contactInfo,
    ).not.toHaveProperty("phone");
  });

  it("is left out where there are several telephones and no word on which is meant", async () => {
    const { lead, input } = await readRow("Area Code,Home Phone,Cell Phone", "503,,555-0102");
    expect(lead.contactInfo?.phone).toBe("555-0102");
    expect(input.notices).toContainEqual(
      expect.objectContaining({
        code: "unknown-column",
        params: { columns: [{ personal: "Area Code (D)" }] },
      }),
    );
  });
});

describe("the period of a rent in a column of its own", () => {
  const rentOf = async (header: string, rent: string, period: string) => {
    const {
      lead,
      asked: words,
      unreadable,
    } = await readRow(`Monthly Rental Income,${header}`, `${rent},${period}`);
    const asked = (words ?? []).map(({ question }) => question.id);
    return { rent: lead.statedInformation?.monthlyRentalIncome, asked, unreadable };
  };
  const ASKED = "word:statedInformation.monthlyRentalIncome:peryear";

  it.each(["2025", "Jan 2026", "2026-01-01 to 2026-12-31", "Month", "monthly", "-"])(
    "does not touch the rent where it says %j",
    async (period) => {
      expect(await rentOf("Period", "1200", period)).toStrictEqual({ rent: 1200, asked: [], unreadable: [] });
    },
  );

  it.each(["Rent Frequency", "Period", "rent_period"])(
    "is asked about under %s if it is a year",
    async (header) => {
      for (const word of ["Annual", "yearly", "Year"]) {
        const { rent, asked } = await rentOf(header, "9600", word);
        expect([rent, asked]).toEqual([undefined, [ASKED]]);
      }
    },
  );

  it("is understood if it is a month", async () => {
    expect(await rentOf("Rent Frequency", "1850", "Monthly")).toEqual({
      rent: 1850,
      asked: [],
      unreadable: [],
    });
  });

  it.each(["per", "period"])("stands in the rent's own object in JSON, as %s", async (key) => {
    const lead = { email: "a@b.co", rent: { amount: 18_000, [key]: "year" } };
    const { rows } = await mapContent(JSON.stringify([lead]), { format: "json" });
    expect(rows[0]?.lead.statedInformation).toBeUndefined();
    expect(rows[0]?.asked?.map(({ question }) => question.id)).toEqual([ASKED]);
  });

  it.each([
    "Weekly",
    "per week",
    "every two weeks",
    "Bi-weekly",
    "semi-monthly",
    "twice a month",
    "6 months",
  ])("keeps a rent back that is not of a month: %s", async (period) => {
    const { rent, unreadable } = await rentOf("Rent Frequency", "500", period);
    expect(rent).toBeUndefined();
    expect(unreadable).toHaveLength(1);
  });
});

describe("a column that says whether both addresses are the same", () => {
  const HOME = "Home Address,Home City,Home State,Home Zip";
  const PROPERTY = "Property Address,Property City,Property State,Property Zip";
  const WHOLE = { street: "1 Sea Rd", city: "Bath", state: "ME", zip: "04530" };

  it.each(["Same as Property?", "Property Address Same As Home (Y/N)", "same_address"])(
    "fills the empty one under %s, with a word",
    async (header) => {
      const property = await readRow(`${HOME},${header},${PROPERTY}`, "1 Sea Rd,Bath,ME,04530,Yes,,,,");
      expect(property.lead.address).toEqual(WHOLE);
      expect(property.said.join()).toMatch(/address-copied .*of=residence/);
      const home = await readRow(`${HOME},${header},${PROPERTY}`, ",,,,Y,1 Sea Rd,Bath,ME,04530");
      expect(home.lead.residentialAddress).toEqual(WHOLE);
    },
  );

  it.each([
    ["Same as Property?", "No"],
    ["Mailing Same as Property?", "Yes"],
    ["Co-Borrower address same as property", "Yes"],
  ])("fills nothing under %s with %s", async (header, cell) => {
    const row = await readRow(`${HOME},${header},${PROPERTY}`, `,,,,${cell},1 Sea Rd,Bath,ME,04530`);
    expect(row.lead.residentialAddress).toBeUndefined();
  });
});

it("is understood again in a run's resolved reading, and left out where a mapping file says so", async () => {
  const content = `Email,First Name,Last Name,Area Code,Phone\n${ROWS},503,555-0101\n`;
  const phoneWith = async (mapping?: Mapping) => {
    const input = mapInput(await openContent(content), mapping);
    for await (const { lead } of input.rows) return { phone: lead.contactInfo?.phone, input };
    throw new Error("no row");
  };
  const { phone, input } = await phoneWith();
  expect(phone).toBe("503-555-0101");
  expect((await phoneWith(input.resolvedMapping())).phone).toBe("503-555-0101");
  const columns = new Map([["Area Code", { field: null }]]);
  expect((await phoneWith({ ...input.resolvedMapping(), columns })).phone).toBe("555-0101");
});
