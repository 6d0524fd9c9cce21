import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { personal } from "../../src/base/finding.ts";
import { SHEET_NOTICE_TEXTS } from "../../src/sheet/notice-texts.ts";
import { odsOf } from "../sheet/formats/ods/ods.ts";
import { type TestCell, type TestSheet, workbookOf } from "../sheet/formats/workbook.ts";
import { readReport } from "./run-files.ts";
import { freshFolder, runProgram } from "./run-program.ts";

/** All that was said, as if on one line. */
function plain({ stderr, stdout }: { stderr: string; stdout: string }): string {
  return (stderr + stdout).replace(/\s+/g, " ");
}

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

  it("stop the file until a flag says what to do with them, which is told", async () => {
    const { run } = folderWith("leads.xlsx", content);
    const refused = await run("validate", "leads.xlsx");
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("(row 3 is the first)");
    expect(refused.stderr).toContain("Say --hidden-rows skip");
    const skipped = await run("validate", "leads.xlsx", "--hidden-rows", "skip");
    expect(plain(skipped)).toContain(SHEET_NOTICE_TEXTS["hidden-rows"]({ ranges: ["3"] }));
    const included = await run("validate", "leads.xlsx", "--hidden-rows", "include");
    expect(plain(included)).toContain(SHEET_NOTICE_TEXTS["hidden-rows-read"]({ count: 1 }));
    expect((await run("validate", "leads.xlsx", "--hidden-rows", "all")).exitCode).toBe(2);
  });
});

describe("rows that are no leads", () => {
  it("are no rows of the plan, and are listed with their numbers", async () => {
    const { cwd, run } = folderWith(
      "leads.xlsx",
      workbook(["Weekly Pipeline"], HEADER, ["NORTH"], lead("ana"), ["Subtotal", 1], lead("bob"), [
        "Rows: 2",
      ]),
    );
    const end = await run("validate", "leads.xlsx", "--out", "out");
    expect(plain(end)).toContain(
      SHEET_NOTICE_TEXTS["rows-skipped"]({
        ranges: ["3", "5", "7"],
        texts: ["NORTH", "Subtotal", "Rows: 2"].map(personal),
        areMore: false,
      }),
    );
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
