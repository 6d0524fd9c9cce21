import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeWorkbook } from "../../src/sheet/formats/write/xlsx-writer.ts";
import { writeZip } from "../../src/sheet/formats/write/zip-writer.ts";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { cellsOf, HEADERS } from "../input.ts";
import { LEADCTL, runNode } from "../measure.ts";
import { planningBeside } from "./planning.ts";

/** Each takes a quarter of a minute. */
const PLANNING_ROUNDS = 3;

/** The cost of reading a large workbook, and of checking one. */
export const workbook: Figure = {
  id: "workbook",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 10_000);
    const book = join(bench.dir, "book.xlsx");
    await makeWorkbook(book, rowCount);
    const shared = join(bench.dir, "shared.xlsx");
    await makeSharedWorkbook(shared, rowCount);
    const { peakMegabytes, seconds } = await runNode([LEADCTL, "validate", book]);
    return [
      await planningOf(bench, book, rowCount, "a workbook"),
      await planningOf(bench, shared, rowCount, "a workbook with shared texts, as Excel writes them"),
      {
        name: `\`validate\` of a workbook of ${countText(rowCount)} rows: peak memory`,
        unit: "MB",
        better: "less",
        goal: 700,
        samples: [peakMegabytes],
        meaning: "Most memory that the program had resident.",
        detail: `${seconds.toFixed(1)} s`,
      },
    ];
  },
};

async function planningOf(bench: Bench, path: string, rowCount: number, what: string): Promise<Measured> {
  return {
    name: `planning ${what}: rows a second over bare saxes`,
    unit: "times",
    better: "more",
    floor: 0.4,
    goal: 0.55,
    moonshot: 0.7,
    meaning:
      "Rows a second from the opening of a workbook to the beginning of the round, the plan written and synced, over rows a second of unpacking it and going through its XML with saxes alone.",
    ...(await planningBeside("parse-workbook", { path, rowCount }, PLANNING_ROUNDS, bench)),
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

/** A workbook of so many leads whose texts stand once in a part of their own. */
async function makeSharedWorkbook(path: string, rowCount: number): Promise<void> {
  const numbers = new Map<string, number>();
  const cell = (text: string): string => {
    if (text === "") return "<c/>";
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return `<c t="s"><v>${number}</v></c>`;
  };
  const row = (cells: readonly string[]): string => `<row>${cells.map(cell).join("")}</row>`;
  function* rows(): Generator<string> {
    yield row(HEADERS);
    for (let n = 1; n <= rowCount; n++) yield row(cellsOf(n));
  }
  function* texts(): Generator<string> {
    yield `<sst xmlns="${MAIN}">`;
    for (const text of numbers.keys()) yield `<si><t>${text}</t></si>`;
    yield "</sst>";
  }
  await makePackage(path, rows(), texts());
}

/** The least that makes a workbook of a sheet's rows, which are gone through before the texts that they share. */
async function makePackage(path: string, rows: Iterable<string>, texts?: Iterable<string>): Promise<void> {
  const relations = (...those: [type: string, target: string][]): string =>
    `<Relationships xmlns="${PACKAGES}">${those
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`;
  function* sheet(): Generator<string> {
    yield `<worksheet xmlns="${MAIN}"><sheetData>`;
    yield* rows;
    yield "</sheetData></worksheet>";
  }
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts = [
    { path: "_rels/.rels", content: [relations(["officeDocument", "xl/workbook.xml"])] },
    { path: "xl/workbook.xml", content: [workbook] },
    {
      path: "xl/_rels/workbook.xml.rels",
      content: [relations(["worksheet", "worksheets/sheet1.xml"], ["sharedStrings", "sharedStrings.xml"])],
    },
    { path: "xl/worksheets/sheet1.xml", content: sheet() },
    ...(texts ? [{ path: "xl/sharedStrings.xml", content: texts }] : []),
  ];
  await pipeline(Readable.from(writeZip(parts)), createWriteStream(path));
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGES = "http://schemas.openxmlformats.org/package/2006/relationships";
