import { describe, expect, it } from "vitest";
import { planRow } from "../../../src/run/plan/plan-rows.ts";
import { coded } from "../../wordless.ts";
import { mapContent } from "./read-content.ts";

/** What one field is in each row of a sheet whose further columns are ticked, and what is asked. */
async function read(headers: readonly string[], rows: readonly (readonly string[])[], path: string) {
  const lines = rows.map((cells, at) => `Dan,Poe${at},dan${at}@x.com,${cells.join(",")}`);
  const { input, rows: mapped } = await mapContent(
    `First Name,Last Name,Email,${headers.join(",")}\n${lines.join("\n")}\n`,
  );
  return {
    values: mapped.map(({ lead }) => (lead as Record<string, unknown>)[path]),
    issues: mapped.map(({ unreadable }) => unreadable.map(coded).join()),
    asked: [
      ...input.questions.open,
      ...mapped.flatMap(({ asked = [] }) => asked.map(({ question }) => question)),
    ].map(({ id }) => id),
  };
}

describe("columns that are ticked for one value each", () => {
  it.each([
    [
      "buildingType",
      ["SFR", "Condo", "Townhome", "2-4 Unit"],
      ["singleFamily", "condo", "townhouse", "multiUnit"],
    ],
    [
      "loanPurpose",
      ["Debt Consolidation (x)", "[ ] Home improvement"],
      ["debtConsolidation", "homeImprovement"],
    ],
    [
      "propertyUsage",
      ["Primary", "Second Home", "Rental?"],
      ["primaryResidence", "secondHome", "investment"],
    ],
    ["propertyUsage", ["Owner Occ?", "Vacation home"], ["primaryResidence", "secondHome"]],
    [
      "loanPurpose",
      ["Loan Purpose [Pay off debt]", "Loan Purpose [Remodel]"],
      ["debtConsolidation", "homeImprovement"],
    ],
    ["buildingType", ["¿Es un condominio?", "¿Es casa unifamiliar?"], ["condo", "singleFamily"]],
  ])("give %s of %j", async (path, headers, values) => {
    for (const [tick, none] of [
      ["x", ""],
      ["Yes", "No"],
      ["☑", "☐"],
    ] as const) {
      const rows = headers.map((_, at) => headers.map((_, other) => (other === at ? tick : none)));
      expect(await read(headers, rows, path)).toEqual({ values, issues: values.map(() => ""), asked: [] });
    }
  });

  it("are named where their value is doubted, and no other is", async () => {
    const { input, rows } = await mapContent(
      ["Email,Purchase,Refinance", "a@x.com,Y,N", "b@x.com,N,Y", "c@x.com,,x"].join("\n"),
    );
    const doubts = rows.map((row) => planRow(row, input, { strict: false }).warnings);
    const purposes = doubts.map((issues) => issues.filter(({ path }) => path[0] === "loanPurpose"));
    expect(purposes.map(([issue]) => [issue?.column, issue?.cell])).toEqual([
      ["Purchase", "B2"],
      ["Refinance", "C3"],
      ["Refinance", "C4"],
    ]);
  });

  it("hold a row back in which two are ticked", async () => {
    const { values, issues } = await read(
      ["SFR", "Condo"],
      [
        ["x", "x"],
        ["x", ""],
      ],
      "buildingType",
    );
    expect(values).toEqual([undefined, "singleFamily"]);
    expect(issues[0]).toMatch(/^columns-differ column=(?:SFR|Condo) .*other=(?:SFR|Condo) /);
  });

  it("ask what a ticked word means that is in doubt, where nothing else is ticked", async () => {
    const headers = ["Debt consolidation", "Refi", "Purchase"];
    const rows = [
      ["x", "x", ""],
      ["", "x", ""],
      ["", "", "x"],
    ];
    const { values, asked } = await read(headers, rows, "loanPurpose");
    expect(values[0]).toBe("debtConsolidation");
    expect(asked).toEqual(["word:loanPurpose:refinance", "word:loanPurpose:purchase"]);
  });

  it("are of the field that they are not ticked beside, or are asked about", async () => {
    const headers = ["Primary", "Second home", "Investment", "Debt consolidation", "Home improvement"];
    const besidePurpose = [
      ["x", "", "", "x", ""],
      ["", "x", "", "", "x"],
      ["", "", "x", "x", ""],
    ];
    expect(await read(headers, besidePurpose, "propertyUsage")).toMatchObject({
      values: ["primaryResidence", "secondHome", "investment"],
      asked: [],
    });
    const besideUse = [
      ["x", "", "", "x", ""],
      ["", "x", "", "", "x"],
      ["x", "", "x", "", ""],
    ];
    expect(await read(headers, besideUse, "loanPurpose")).toMatchObject({
      values: ["debtConsolidation", "homeImprovement", "investment"],
      asked: [],
    });
    const alone = [
      ["x", "", "", "x", ""],
      ["", "x", "", "", "x"],
      ["", "", "x", "", ""],
    ];
    expect((await read(headers, alone, "propertyUsage")).asked).toEqual(["column:investment"]);
  });

  it.each([
    [
      "beside others of its use alone",
      ["Owner Occupied", "Investment"],
      ["", "x"],
      "propertyUsage",
      "investment",
    ],
    [
      "behind words that ask",
      ["Interested in: Remodel", "Looking for debt consolidation"],
      ["x", ""],
      "loanPurpose",
      "homeImprovement",
    ],
  ])("are understood %s", async (_, headers, row, path, value) => {
    expect(await read(headers, [row], path)).toMatchObject({ values: [value], asked: [] });
  });

  it("are of the property where they say what it is, also where no row is ticked", async () => {
    const headers = [
      "is_owner_occupied",
      "is_investment",
      "is_second_home",
      "wants_debt_consol",
      "wants_remodel",
    ];
    const rows = [
      ["1", "0", "0", "1", "0"],
      ["0", "0", "1", "0", "1"],
    ];
    expect(await read(headers, rows, "propertyUsage")).toMatchObject({
      values: ["primaryResidence", "secondHome"],
      asked: [],
    });
  });

  it("are no field's where their words are none of a lead", async () => {
    const rows = [
      ["Yes", "No"],
      ["No", "Yes"],
    ];
    expect(await read(["Pool", "First Time Buyer"], rows, "loanPurpose")).toMatchObject({
      values: [undefined, undefined],
      asked: [],
    });
  });

  it("say nothing beside a column that holds the words", async () => {
    const rows = [
      ["Condo", "x"],
      ["SFR", ""],
    ];
    expect((await read(["Property Type", "Is Condo"], rows, "buildingType")).values).toEqual([
      "condo",
      "singleFamily",
    ]);
  });
});

describe("one column that is ticked", () => {
  it("gives the value that its header names beyond doubt", async () => {
    const condo = await read(["Is Condo"], [["Yes"], ["No"]], "buildingType");
    expect(condo).toMatchObject({ values: ["condo", undefined], asked: [] });
    const debt = await read(["Debt consolidation"], [["true"], ["false"]], "loanPurpose");
    expect(debt).toMatchObject({ values: ["debtConsolidation", undefined], asked: [] });
  });

  it("is asked about where it may be a purpose as well", async () => {
    const { asked, values } = await read(["Investment (x)"], [["x"], [""]], "propertyUsage");
    expect([asked, values]).toEqual([["column:investmentx"], [undefined, undefined]]);
  });

  it.each(["Single", "Owner", "Pool", "Primary", "Kitchen", "Main"])(
    "is no part of a lead under %s, which may mean anything else",
    async (header) => {
      for (const path of ["buildingType", "loanPurpose", "propertyUsage"]) {
        expect(await read([header], [["Yes"], ["No"]], path)).toMatchObject({
          values: [undefined, undefined],
          asked: [],
        });
      }
    },
  );

  it("of JSON is named by its last key", async () => {
    const { rows } = await mapContent('[{"email":"a@b.co","property":{"isCondo":true}}]', { format: "json" });
    expect(rows[0]?.lead).toMatchObject({ buildingType: "condo" });
  });
});
