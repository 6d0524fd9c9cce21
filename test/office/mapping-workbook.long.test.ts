import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { WrittenCell, WrittenSheet } from "../../src/sheet/formats/write/xlsx-writer.ts";
import { writeWorkbook } from "../../src/sheet/formats/write/xlsx-writer.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { readMappingFile } from "../../src/sheet/mapping/mapping-file.ts";
import { mappingSheets } from "../../src/sheet/mapping/mapping-sheets.ts";
import { showColumns } from "../../src/sheet/mapping/shown-columns.ts";
import { openContent } from "../sheet/columns/read-content.ts";

const SOFFICE = "/usr/bin/soffice";
const HAS_SOFFICE = existsSync(SOFFICE);
if (!HAS_SOFFICE) console.warn("NOT CHECKED: LibreOffice. It is in Debian's package libreoffice-calc-nogui.");

const folder = mkdtempSync(join(tmpdir(), "mapping-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The delimiter's and the quote's code, UTF-8, as the sheet stands; numbers by the language's own signs. */
const FORMATS: readonly (readonly [ending: string, filter: string])[] = [
  ["xlsx", "xlsx"],
  ["ods", "ods"],
  ["csv", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"],
  ["csv", "csv:Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true"],
];

const SHEET = `Email,Building Type,Frist Name,Street,City,Street,City,"=1+1, Notes"
a@b.co,Zome,Ana,1 Elm St,Salem,2 Oak St,Lynn,x
b@b.co,'1/2,Ben,3 Elm St,Salem,4 Oak St,Lynn,x
c@b.co,Zome,Ben,5 Elm St,Salem,6 Oak St,Lynn,x
`;

/** The first thing that can be chosen, written into each answer. */
function answered(sheet: WrittenSheet): WrittenSheet {
  const rows = [...(sheet.rows as Iterable<readonly WrittenCell[]>)];
  const choose = (cell: WrittenCell, at: number): WrittenCell =>
    sheet.name === "Questions" && at === 1 && typeof cell === "object" ? (cell.choices?.[0] ?? cell) : cell;
  return { ...sheet, rows: rows.map((cells) => cells.map(choose)) };
}

describe.skipIf(!HAS_SOFFICE)("a mapping's workbook that LibreOffice saved", () => {
  it.each(FORMATS)("is read back as it was: %s (%s)", async (ending, filter) => {
    const shown = await showColumns(mapInput(await openContent(SHEET), undefined, true));
    const sheets = mappingSheets(shown).map(answered);
    const ours = join(folder, "mapping.xlsx");
    const pieces: Buffer[] = [];
    for await (const piece of writeWorkbook(sheets)) pieces.push(piece);
    writeFileSync(ours, Buffer.concat(pieces));
    const out = join(folder, "out");
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const args = ["--headless", profile, "--convert-to", filter, "--outdir", out, ours];
    execFileSync(SOFFICE, args, { stdio: "ignore", timeout: 120_000 });

    const before = await readMappingFile(ours);
    const after = await readMappingFile(join(out, `mapping.${ending}`));
    expect([...after.answers]).toStrictEqual([...before.answers]);
    expect(after.answers.size).toBe(5);
    // Delimited text has the first sheet alone.
    const columns = ending === "csv" ? [] : [...before.columns];
    expect([...after.columns]).toStrictEqual(columns);
    const { questions } = await showColumns(mapInput(await openContent(SHEET), after, true), after);
    expect(questions.open).toStrictEqual([]);
  });
});
