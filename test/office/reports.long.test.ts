import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { renderCsv } from "../../src/report/files/render-csv.ts";
import { renderFixCsv } from "../../src/report/files/render-fix.ts";
import type { RunReport } from "../../src/report/model/report-model.ts";
import { unescapeFormula } from "../../src/sheet/text/spreadsheet-text.ts";
import { freshFolder } from "../program/run-program.ts";
import { storyOf, storyRow } from "../report/sample-story.ts";
import { delimitedAs, describeWithOffice, savedByOffice } from "./office.ts";

/** Comma, double quote, UTF-8, from line 1. */
const UTF_8_CSV = "44,34,76,1";

/** What spreadsheet programs like to change, or to run. */
const VALUES = [
  ...["007", "1-2", "2026-01-02", "03/04/2026", "1e5", "12345678901234567890", "1,234.50"],
  ...["1.0", "1/2", "50%", "TRUE", "#N/A", "1:30", "  spaces ", "", "line\nbreak"],
  ...["=1+1", "+1-206-555-0100", "-5", "@SUM(A1)", "'apostrophe", "'=x", "\ttab", "＝1+1"],
  ...['=HYPERLINK("http://x")', 'quo"te, comma; semicolon', "Núñez", "東京", "🏠"],
];

describeWithOffice("LibreOffice", () => {
  /** Opens a CSV in LibreOffice, quoted fields as text, and saves it as CSV. */
  async function reopened(name: string, content: AsyncIterable<string>): Promise<string> {
    const path = join(freshFolder(), name);
    await writeFile(path, content);
    return savedByOffice(path, delimitedAs(`${UTF_8_CSV},,0,true,true,false`), {
      from: `csv:${UTF_8_CSV},,0,true`,
    });
  }

  it.each([
    ["report.csv", renderCsv],
    ["fix.csv", (story: RunReport) => renderFixCsv(story, [])],
  ])("gives every value of %s back unchanged", async (name, render) => {
    const rows = VALUES.map((value, index) =>
      storyRow(index + 2, { status: "invalid", cells: [value, "x"], error: "=1+1 is wrong" }),
    );
    const story = storyOf(rows, [{ name: "Value" }, { name: "=Other" }]);
    const [header, ...records] = parse(readFileSync(await reopened(name, render(story))), {
      bom: true,
    }) as string[][];
    expect(header?.map(unescapeFormula).slice(0, 2)).toEqual(["Value", "=Other"]);
    expect(records.map(([value = ""]) => unescapeFormula(value))).toEqual(VALUES);
    expect(records.map((record) => record[header?.indexOf("leadctl_row") ?? -1])).toEqual(
      rows.map(({ row }) => String(row)),
    );
    expect(records.map((record) => unescapeFormula(record.at(-1) ?? ""))).toEqual(
      rows.map(({ error }) => error),
    );
  });
});
