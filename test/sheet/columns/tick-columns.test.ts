import { describe, expect, it } from "vitest";
import { planRow } from "../../../src/run/plan/judge-rows.ts";
import { knownWord } from "../../../src/sheet/cells/read-word.ts";
import { valueNamed } from "../../../src/sheet/columns/tick-columns.ts";
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

/** Which column is ticked for which field stands in `fixtures/reading/columns.txt`; here is what their cells give. */
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

  it("are of the use where they ask what the property is, though a row ticks two", async () => {
    const rows = [
      ["Yes", "No"],
      ["No", "Yes"],
      ["Yes", "Yes"],
    ];
    const { values, issues, asked } = await read(["Owner Occupied?", "Is Investment"], rows, "propertyUsage");
    expect({ values, asked }).toEqual({ values: ["primaryResidence", "investment", undefined], asked: [] });
    expect(issues).toEqual(["", "", expect.stringContaining("columns-differ")]);
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
  });

  it("of JSON is named by its last key", async () => {
    const { rows } = await mapContent('[{"email":"a@b.co","property":{"isCondo":true}}]', { format: "json" });
    expect(rows[0]?.lead).toMatchObject({ buildingType: "condo" });
  });
});

/** The use of the property that a header asks for by yes or no. */
function usageAsked(header: string): string | undefined {
  const words = valueNamed(header, "propertyUsage");
  return words === undefined ? undefined : knownWord("propertyUsage", words);
}

describe("a header of yes and no", () => {
  it.each(
    [
      "Owner Occupied | Owner-Occupied? | Owner Occ (Y/N) | Is the property owner occupied? | Do you live there?",
      "Do you currently live in the home? | Will you live there? | ¿Vive ahí? | ¿Vive en la propiedad?",
      "Is this your primary residence? | Primary Residence? | Ocupada por el propietario | Q9: Do you live there?",
      "Does the applicant live in the property? | ¿Es su residencia principal? | Occupied by owner Y/N | Primary residence - yes/no:",
    ].flatMap((line) => line.split(" | ")),
  )("asks for the home of the applicant: %s", (header) => {
    expect(usageAsked(header)).toBe("primaryResidence");
  });

  it.each(
    [
      "Did you live there? | Do you own a primary residence? | Is the property residential? | Property Usage",
      "Is this a primary residence, second home or investment? | Is someone living in the home?",
      "Is there a residence on the property? | Tenant or owner occupied",
    ].flatMap((line) => line.split(" | ")),
  )("does not ask for one use: %s", (header) => {
    expect(usageAsked(header)).toBeUndefined();
  });
});
