import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeWorkbook } from "../../src/sheet/xlsx-writer.ts";
import { writeZip } from "../../src/sheet/zip-writer.ts";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { cellsOf, HEADERS } from "../input.ts";
import { type Cost, LEADCTL, runNode } from "../measure.ts";

const EXIT_UNREADABLE = 2;

/** What checking large inputs needs, honest ones and others. */
export const workbook: Figure = {
  id: "workbook",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 10_000);
    const book = join(bench.dir, "book.xlsx");
    await makeWorkbook(book, rowCount);
    const bomb = join(bench.dir, "bomb.xlsx");
    await makeBomb(bomb, 2 * 1024 ** 3);
    const honest = await validate(book, 0);
    const refused = await validate(bomb, EXIT_UNREADABLE);
    understateSizes(bomb);
    const lying = await validate(bomb, EXIT_UNREADABLE);
    return [
      memoryOf(`\`validate\` of a workbook of ${countText(rowCount)} rows`, 700, honest),
      ...refusal("a workbook of 2 GiB of blanks", refused),
      ...refusal("the same with small sizes declared", lying),
    ];
  },
};

function validate(path: string, exitCode: number): Promise<Cost> {
  return runNode([LEADCTL, "validate", path], { exitCode });
}

function refusal(what: string, cost: Cost): Measured[] {
  const time: Measured = {
    name: `${what}: refused`,
    unit: "s",
    better: "less",
    goal: 5,
    samples: [cost.seconds],
    meaning: "From the start of the process to its exit.",
    detail: `${cost.cpuSeconds.toFixed(1)} s of processor`,
  };
  return [time, memoryOf(what, 300, cost)];
}

function memoryOf(what: string, goal: number, { peakMegabytes, seconds }: Cost): Measured {
  return {
    name: `${what}: peak memory`,
    unit: "MB",
    better: "less",
    goal,
    samples: [peakMegabytes],
    meaning: "Most memory that the program had resident.",
    detail: `${seconds.toFixed(1)} s`,
  };
}

/** A workbook of so many leads. */
async function makeWorkbook(path: string, rowCount: number): Promise<void> {
  function* rows(): Generator<string[]> {
    for (let n = 1; n <= rowCount; n++) yield cellsOf(n);
  }
  const columns = HEADERS.map((header) => ({ header }));
  const sheet = { name: "Leads", columns, rows: rows() };
  await pipeline(Readable.from(writeWorkbook([sheet])), createWriteStream(path));
}

/** A workbook whose sheet unpacks to so many bytes of blanks. */
async function makeBomb(path: string, bytes: number): Promise<void> {
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
function understateSizes(path: string): void {
  const zip = readFileSync(path);
  for (let at = zip.indexOf(ENTRY_SIGNATURE); at >= 0; at = zip.indexOf(ENTRY_SIGNATURE, at + 4)) {
    if (zip.readUInt32LE(at + ENTRY_SIZE_OFFSET) > SMALL_BYTES) {
      zip.writeUInt32LE(SMALL_BYTES, at + ENTRY_SIZE_OFFSET);
    }
  }
  writeFileSync(path, zip);
}
