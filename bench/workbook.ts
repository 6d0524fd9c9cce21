import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeWorkbook, writeZip } from "../src/sheet/xlsx-writer.ts";
import { cellsOf, HEADERS } from "./input.ts";

/** A workbook of so many leads. */
export async function makeWorkbook(path: string, rowCount: number): Promise<void> {
  function* rows(): Generator<string[]> {
    for (let n = 1; n <= rowCount; n++) yield cellsOf(n);
  }
  const columns = HEADERS.map((header) => ({ header }));
  await pipeline(Readable.from(writeWorkbook("Leads", columns, rows())), createWriteStream(path));
}

/** A workbook whose sheet unpacks to so many bytes of blanks. */
export async function makeBomb(path: string, bytes: number): Promise<void> {
  const blanks = " ".repeat(1024 * 1024);
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006/relationships";
  function* sheet(): Generator<string> {
    yield `<worksheet xmlns="${main}"><sheetData>`;
    for (let at = 0; at < bytes; at += blanks.length) yield blanks;
    yield "</sheetData></worksheet>";
  }
  const relations = (type: string, target: string): string =>
    `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const workbook = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts = [
    { path: "_rels/.rels", content: [relations("officeDocument", "xl/workbook.xml")] },
    { path: "xl/workbook.xml", content: [workbook] },
    { path: "xl/_rels/workbook.xml.rels", content: [relations("worksheet", "worksheets/sheet1.xml")] },
    { path: "xl/worksheets/sheet1.xml", content: sheet() },
  ];
  await pipeline(Readable.from(writeZip(parts)), createWriteStream(path));
}

const ENTRY_SIGNATURE = "PK\x01\x02";
const ENTRY_SIZE_OFFSET = 24;
const SMALL_BYTES = 1_000_000;

/** Makes every size in the archive's directory look small. */
export function understateSizes(path: string): void {
  const zip = readFileSync(path);
  for (let at = zip.indexOf(ENTRY_SIGNATURE); at >= 0; at = zip.indexOf(ENTRY_SIGNATURE, at + 4)) {
    if (zip.readUInt32LE(at + ENTRY_SIZE_OFFSET) > SMALL_BYTES) {
      zip.writeUInt32LE(SMALL_BYTES, at + ENTRY_SIZE_OFFSET);
    }
  }
  writeFileSync(path, zip);
}
