import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { submitted } from "../program/changeable-cells.ts";
import { workbookCells } from "../program/fix-sheet.ts";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { typeInto } from "../program/typed-workbook.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";

const SOFFICE = "/usr/bin/soffice";
const HAS_SOFFICE = existsSync(SOFFICE);
if (!HAS_SOFFICE) console.warn("NOT CHECKED: LibreOffice. It is in Debian's package libreoffice-calc-nogui.");

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
  "text with semicolons": [[`csv:Text - txt - csv (StarCalc):${delimited("0", false, true)}`]],
  "a workbook from text, numbers detected": [
    [`csv:Text - txt - csv (StarCalc):${delimited("0", false, true)}`],
    ["xlsx", `CSV:${delimited("0", false, true)}`],
  ],
  "a workbook from text, no numbers detected": [
    [`csv:Text - txt - csv (StarCalc):${delimited("0", false, true)}`],
    ["xlsx", `CSV:${delimited("0", false, false)}`],
  ],
  "German text, numbers detected twice": [
    [`csv:Text - txt - csv (StarCalc):${delimited(GERMAN, false, true)}`],
    [
      `csv:Text - txt - csv (StarCalc):${delimited(GERMAN, false, true)}`,
      `CSV:${delimited(GERMAN, false, true)}`,
    ],
  ],
};

describe.skipIf(!HAS_SOFFICE)("a corrected fix.xlsx that LibreOffice saves as", () => {
  it.each(Object.entries(WAYS))("%s", { timeout: 180_000 }, async (_what, way) => {
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
    for (const [index, [to, from]] of way.entries()) path = saved(cwd, path, String(index), to, from);

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

function saved(cwd: string, path: string, step: string, to: string, from?: string): string {
  const out = join(cwd, step);
  const args = [
    `-env:UserInstallation=file://${join(cwd, "profile")}`,
    "--headless",
    ...(from === undefined ? [] : [`--infilter=${from}`]),
    ...["--convert-to", to, "--outdir", out, path],
  ];
  execFileSync(SOFFICE, args, { stdio: "ignore", timeout: 100_000 });
  return join(out, `saved.${to.split(":")[0]}`);
}

describe("the fix file of cells that spreadsheet programs like to change", () => {
  it.skipIf(!HAS_SOFFICE)("comes back from LibreOffice as it went", { timeout: 120_000 }, async () => {
    const { cwd, run, fix } = await submitted();
    const profile = `-env:UserInstallation=file://${join(cwd, "profile")}`;
    const args = [profile, "--headless", "--convert-to", "xlsx", "--outdir", join(cwd, "office"), fix];
    execFileSync(SOFFICE, args, { stdio: "ignore", timeout: 100_000 });
    expect(readdirSync(join(cwd, "office"))).toStrictEqual(["fix.xlsx"]);
    expect(await workbookCells(join(cwd, "office/fix.xlsx"))).toStrictEqual(await workbookCells(fix));
    const end = await run("replay", "run", "--with", "office/fix.xlsx", "--json");
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 0, unchanged: 1 });
  });
});
