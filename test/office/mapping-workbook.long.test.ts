import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { WrittenCell, WrittenSheet } from "../../src/sheet/formats/write/xlsx-writer.ts";
import { writeWorkbook } from "../../src/sheet/formats/write/xlsx-writer.ts";
import { mapInput } from "../../src/sheet/map-input.ts";
import { readMappingFile } from "../../src/sheet/mapping/mapping-file.ts";
import { mappingSheets } from "../../src/sheet/mapping/mapping-sheets.ts";
import { showColumns } from "../../src/sheet/mapping/shown-columns.ts";
import { collected } from "../collected.ts";
import { freshFolder } from "../program/run-program.ts";
import { openContent } from "../sheet/columns/read-content.ts";
import { delimitedAs, describeWithOffice, savedByOffice } from "./office.ts";

/** The delimiter's and the quote's code, UTF-8, as the sheet stands; numbers by the language's own signs. */
const FORMATS: readonly (readonly [ending: string, filter: string])[] = [
  ["xlsx", "xlsx"],
  ["ods", "ods"],
  ["csv", delimitedAs("44,34,76,1,,0,false,true")],
  ["csv", delimitedAs("59,34,76,1,,1031,false,true")],
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

describeWithOffice("a mapping's workbook that LibreOffice saved", () => {
  it.each(FORMATS)("is read back as it was: %s (%s)", async (ending, filter) => {
    const shown = await showColumns(mapInput(await openContent(SHEET), undefined, true));
    const sheets = mappingSheets(shown).map(answered);
    const ours = join(freshFolder(), "mapping.xlsx");
    writeFileSync(ours, Buffer.concat(await collected(writeWorkbook(sheets))));

    const before = await readMappingFile(ours);
    const after = await readMappingFile(savedByOffice(ours, filter));
    expect([...after.answers]).toStrictEqual([...before.answers]);
    expect(after.answers.size).toBe(5);
    // Delimited text has the first sheet alone.
    const columns = ending === "csv" ? [] : [...before.columns];
    expect([...after.columns]).toStrictEqual(columns);
    const { questions } = await showColumns(mapInput(await openContent(SHEET), after, true), after);
    expect(questions.open).toStrictEqual([]);
  });
});
