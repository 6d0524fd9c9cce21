import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { submitted } from "../program/changeable-cells.ts";
import { workbookCells } from "../program/fix-sheet.ts";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { typeInto } from "../program/typed-workbook.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { delimitedAs, describeWithOffice, savedByOffice } from "./office.ts";

const LEADS = new URL("../../fixtures/leads.csv", import.meta.url);
const GERMAN = "1031";

/** Delimited text as LibreOffice takes it: semicolons, UTF-8, a language, quoted fields as text or not, numbers detected. */
function delimited(language: string, isQuotedText: boolean, detectsNumbers: boolean): string {
  return `59,34,76,1,,${language},${isQuotedText},${detectsNumbers},false`;
}

/** What the corrected workbook is saved as, one after the other. */
const WAYS: Readonly<Record<string, readonly (readonly [to: string, from?: string])[]>> = {
  "a workbook": [["xlsx"]],
  "an OpenDocument sheet": [["ods"]],
  "a workbook from an OpenDocument sheet": [["ods"], ["xlsx"]],
  "text with semicolons": [[delimitedAs(delimited("0", false, true))]],
  "a workbook from text, numbers detected": [
    [delimitedAs(delimited("0", false, true))],
    ["xlsx", `CSV:${delimited("0", false, true)}`],
  ],
  "a workbook from text, no numbers detected": [
    [delimitedAs(delimited("0", false, true))],
    ["xlsx", `CSV:${delimited("0", false, false)}`],
  ],
  "German text, numbers detected twice": [
    [delimitedAs(delimited(GERMAN, false, true))],
    [delimitedAs(delimited(GERMAN, false, true)), `CSV:${delimited(GERMAN, false, true)}`],
  ],
};

describeWithOffice("a corrected fix.xlsx that LibreOffice saves as", () => {
  it.each(Object.entries(WAYS))("%s", async (_what, way) => {
    const cwd = freshFolder();
    const rows: string[][] = parse(readFileSync(LEADS), { bom: true });
    writeFileSync(join(cwd, "leads.xlsx"), workbookOf({ sheets: [{ name: "Leads", rows }] }));
    await runProgram(["submit", "leads.xlsx", "--sandbox", "--out", "run", "--quiet"], { cwd });
    const fix = join(cwd, "run/fix.xlsx");
    const [, ...before] = await workbookCells(fix);
    const units = before.flatMap(([, , reasons]) => /^Unit Number \((\w+);/.exec(String(reasons))?.[1] ?? []);
    expect(units.length).toBe(3);
    cpSync(fix, join(cwd, "saved.xlsx"));
    await typeInto(
      join(cwd, "saved.xlsx"),
      Object.fromEntries(units.map((cell, index) => [cell, index === 0 ? 12 : "12"])),
    );
    let path = join(cwd, "saved.xlsx");
    for (const [to, from] of way) path = savedByOffice(path, to, from === undefined ? {} : { from });

    const end = await runProgram(["replay", "run", "--with", path, "--json"], { cwd });

    // Row 47 lacks more than its unit.
    expect(JSON.parse(end.stdout), end.stderr).toMatchObject({
      summary: { created: 50, invalid: 10 },
      correction: { corrected: 3, ready: 2, unchanged: 9, changedBeside: { count: 0 }, strays: [] },
    });
    const { leads } = JSON.parse(readFileSync(join(cwd, "run/report.json"), "utf8"));
    expect(leads.filter(({ row }: { row: number }) => [14, 37].includes(row))).toMatchObject([
      { status: "created", affiliateId: null },
      { status: "created", affiliateId: "HB-1036" },
    ]);
  });
});

describeWithOffice("the fix file of cells that spreadsheet programs like to change", () => {
  it("comes back from LibreOffice as it went", async () => {
    const { run, fix } = await submitted();
    const saved = savedByOffice(fix, "xlsx");
    expect(await workbookCells(saved)).toStrictEqual(await workbookCells(fix));
    const end = await run("replay", "run", "--with", saved, "--json");
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 0, unchanged: 1 });
  });
});
