import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { workbookCells } from "./fix-sheet.ts";
import { stepsOf } from "./run-files.ts";
import { freshFolder, runProgram } from "./run-program.ts";
import { typeInto } from "./typed-workbook.ts";

const LEADS = new URL("../../fixtures/leads.csv", import.meta.url);

/** What a person knows of the twelve rows: by the row of the sheet, then by the field that is asked for. */
const KNOWN: Readonly<Record<number, Readonly<Record<string, string | number>>>> = {
  14: { "Unit Number": "12" },
  18: { "Property Units": 3 },
  23: { "Rental Occupancy": "Vacant" },
  27: { "Monthly Rental Income": 1850 },
  29: { Email: "dana.whitfield@example.com" },
  37: { "Unit Number": 7 },
  40: { Email: "jane.doe.2@example.com" },
  43: { "Property Units": "2" },
  45: { Email: "elliott.nakamura@example.com" },
  47: { "Unit Number": "21", "Rental Occupancy": "Long term", "Monthly Rental Income": "$1,200" },
  53: { Email: "cornelius.hargrove@example.com" },
  56: { "Monthly Rental Income": "1450.50" },
};

describe("a person with a workbook of sixty leads", () => {
  it("has all of them created with two commands, and nothing between but typing into the cells that are named", async () => {
    const cwd = freshFolder();
    const rows: string[][] = parse(readFileSync(LEADS), { bom: true });
    writeFileSync(join(cwd, "leads.xlsx"), workbookOf({ sheets: [{ name: "Leads", rows }] }));

    const sent = await runProgram(["submit", "leads.xlsx", "--sandbox", "--out", "run"], { cwd });

    expect(sent.exitCode, sent.stderr).toBe(1);
    const fix = join(cwd, "run/fix.xlsx");
    const typed: Record<string, string | number> = {};
    for (const [row, , reasons] of (await workbookCells(fix)).slice(1)) {
      const named = String(reasons).matchAll(/(?:^|\n|Warning: )([\w ]+) \(([A-Z]+\d+); in your/g);
      for (const [, field = "", cell = ""] of named) {
        const known = KNOWN[Number(row)]?.[field];
        if (known !== undefined) typed[cell] = known;
      }
    }
    expect(Object.keys(typed).length).toBe(14);
    await typeInto(fix, typed);

    const [step = ""] = stepsOf(sent.stderr);
    expect(step).toBe("leadctl replay run --with run/fix.xlsx");
    const end = await runProgram([...step.split(" ").slice(1), "--json"], { cwd });

    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { total: 60, created: 60 },
      correction: { corrected: 12, ready: 12, restored: { count: 0 }, changedBeside: { count: 0 } },
    });
  });
});
