import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { odsOf } from "../sheet/formats/ods/ods.ts";
import { type TestCell, type TestSheet, workbookOf } from "../sheet/formats/workbook.ts";
import { readReport } from "./run-files.ts";
import { freshFolder, runProgram } from "./run-program.ts";

const HEADER = ["Email", "First Name", "Last Name", "Phone", "Property Street", "Property City"];
const lead = (name: string): string[] => [
  `${name}@example.com`,
  name,
  "Ng",
  "555-010-1234",
  "1 Elm St",
  "Reno",
];

/** A fresh folder with the file in it, and the program. */
function folderWith(name: string, content: Buffer) {
  const cwd = freshFolder();
  writeFileSync(join(cwd, name), content);
  return { cwd, run: (...args: string[]) => runProgram(args, { cwd }) };
}

const workbook = (...rows: TestSheet["rows"]) => workbookOf({ sheets: [{ name: "Leads", rows }] });
const hidden = (cells: TestCell[]) => ({ hidden: true as const, cells });

describe("hidden rows", () => {
  const content = workbook(HEADER, lead("ana"), hidden(lead("bob")), lead("cy"));

  it("stop the file until a flag says what to do with them", async () => {
    const { cwd, run } = folderWith("leads.xlsx", content);
    const refused = await run("validate", "leads.xlsx", "--json");
    expect([refused.exitCode, JSON.parse(refused.stdout).error.finding]).toStrictEqual([2, "hidden-rows"]);
    for (const [what, rows] of [
      ["skip", [2, 4]],
      ["include", [2, 3, 4]],
    ] as const) {
      await run("validate", "leads.xlsx", "--hidden-rows", what, "--out", what);
      expect(readReport(join(cwd, what)).leads.map(({ row }) => row)).toEqual(rows);
    }
    expect((await run("validate", "leads.xlsx", "--hidden-rows", "all")).exitCode).toBe(2);
  });
});

describe("rows that are no leads", () => {
  it("are no rows of the plan", async () => {
    const { cwd, run } = folderWith(
      "leads.xlsx",
      workbook(["Weekly Pipeline"], HEADER, ["NORTH"], lead("ana"), ["Subtotal", 1], lead("bob"), [
        "Rows: 2",
      ]),
    );
    await run("validate", "leads.xlsx", "--out", "out");
    expect(readReport(join(cwd, "out")).leads.map(({ row }) => row)).toEqual([4, 6]);
  });
});

describe("an OpenDocument sheet", () => {
  it("is read like a workbook of Excel's", async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const rows = [["Leads of May"], HEADER, lead("ana"), ["Total", "1"]].map(
      (cells) => `<table:table-row>${cells.map(cell).join("")}</table:table-row>`,
    );
    const { cwd, run } = folderWith(
      "leads.ods",
      odsOf(`<table:table table:name="Leads">${rows.join("")}</table:table>`),
    );
    const end = await run("validate", "leads.ods", "--out", "out");
    expect(end.stderr).not.toContain("damaged");
    expect(readReport(join(cwd, "out")).leads).toMatchObject([{ row: 3, firstName: "ana" }]);
  });
});
