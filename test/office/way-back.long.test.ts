import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { brokenLead } from "../program/corrected-run.ts";
import { correctFix, correctFixWorkbook } from "../program/fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "../program/lead-sheet.ts";
import { freshFolder, runProgram, startService } from "../program/run-program.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { delimitedAs, describeWithOffice, savedByOffice } from "./office.ts";

/**
 * What programs take for numbers, days and the like; one in each row. `450,000` is none of them: where it has become
 * 450, that is listed, since a person may have meant it.
 */
const FRAGILE = [
  ...["000123", "02139", "00", "007.50", "+12065550100", "2612345678901234", "12345678901234567890"],
  ...["450,000.00", "1,234,567", "$1,850.00", "$1850"],
  ...["1.50", "12.0", ".5", "1E3", "12e5"],
  ...["May-05", "5-May", "MAR1", "May 1945", "4-2", "3-4", "1/2", "5-2020", "1-2-3"],
  ...["03/04/2026", "2026-01-02", "5/6/07", "TRUE", "false", "'00123"],
];
const FIRST_ROW = 3;

const PLACES = ["en-US", "en-GB", "es-MX"] as const;

function fragileLead(text: string, index: number): NestedLead {
  const condo = changed(brokenLead(FIRST_ROW + index), "propertyUnits", undefined);
  const named = changed(condo, "affiliateId", text);
  return changed(changed(named, "contactInfo.lastName", `${text} `), "contactInfo.phone", "+12065550100");
}

const LEADS = [leadOf(2), ...FRAGILE.map(fragileLead)];

describeWithOffice("a fix file that LibreOffice has saved, with number detection on", () => {
  it.each(
    PLACES.flatMap((place) => [
      ["csv", "csv", place] as const,
      ["csv", "xlsx", place] as const,
      ["xlsx", "xlsx", place] as const,
    ]),
  )("changes only what was corrected: of a %s, as %s, in %s", async (from, to, place) => {
    const service = await startService();
    const cwd = freshFolder();
    const csv = csvOf(LEADS);
    const input = `leads.${from}`;
    const cells: string[][] = parse(csv);
    writeFileSync(
      join(cwd, input),
      from === "csv" ? csv : workbookOf({ sheets: [{ name: "Leads", rows: cells }] }),
    );
    const run = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    await run("submit", input, "--out", "run", "--quiet", "--attempts", "1", "--accept-reading");
    const dir = join(cwd, "run");
    const rows = FRAGILE.map((_, index) => FIRST_ROW + index);
    const corrections = Object.fromEntries(rows.map((row) => [row, { "Unit Number": "7" }]));
    const corrected =
      from === "csv"
        ? correctFix(dir, corrections)
        : opened(await correctFixWorkbook(dir, corrections), "csv", place, false);

    const end = await run("replay", "run", "--json", "--with", opened(corrected, to, place, true));

    const { correction, summary } = JSON.parse(end.stdout);
    expect(correction.changedBeside).toStrictEqual({ count: 0, cells: [] });
    expect(correction.restored.count).toBeGreaterThan(FRAGILE.length);
    expect(summary).toMatchObject({ created: LEADS.length, total: LEADS.length });
    const sent = new Map(service.quotes().map(({ email, lead }) => [email, lead]));
    for (const [index, text] of FRAGILE.entries()) {
      // An apostrophe in front of a reference only says that the rest is text.
      const numbered = changed(fragileLead(text, index), "affiliateId", text.replace(/^'/, ""));
      const named = changed(numbered, "contactInfo.lastName", text);
      const email = `applicant-${FIRST_ROW + index}@example.com`;
      expect(sent.get(email)).toStrictEqual(changed(named, "address.unitNumber", 7));
    }
  });
});

/** Opens a sheet in LibreOffice, somewhere, and saves it. */
function opened(path: string, to: "csv" | "xlsx", place: string, isDetecting: boolean): string {
  const token = `44,34,76,1,,0,false,${isDetecting}`;
  return savedByOffice(path, to === "csv" ? delimitedAs(`${token},true,false`) : to, {
    place,
    ...(path.endsWith(".csv") && { from: `csv:${token}` }),
  });
}
