import { createWriteStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openInput } from "../src/input/open-input.ts";
import { FIELDS } from "../src/lead/field-catalogue.ts";
import { mapInput } from "../src/mapping/map-input.ts";
import { emptyTally, planRows } from "../src/plan/plan-rows.ts";

/** Sheets and bodies in the bench's folder, each made once. */
export interface Inputs {
  /** Path of a CSV with so many rows, all of which can be sent. */
  sheet(rowCount: number): Promise<string>;
  /** Path of a file with the request bodies of that sheet, one a line, as the program sends them. */
  bodies(rowCount: number): Promise<string>;
}

/** Every column of the template, in its order. */
export const HEADERS: readonly string[] = FIELDS.map(({ label }) => label);

/** Cells of one row: every kind of lead that the interface shows comes in turn. */
export function cellsOf(n: number): string[] {
  const [building, units, purpose, usage, unitNumber, occupancy, rent] = KINDS[n % KINDS.length] ?? [];
  const property = [`${n} Fern Hollow Way`, "Seattle", "WA", "98115"];
  const home = [`${n} Brattle Mews`, "Cambridge", "MA", "02139"];
  const person = ["Jane", "Doe", `applicant-${n}@example.com`, "+1-206-555-0100"];
  const lead = [
    `HB-${n}`,
    building,
    units,
    purpose,
    usage,
    ...person,
    ...property,
    "King",
    unitNumber,
    ...home,
  ];
  return [...lead, occupancy, rent, "no", "yes", "no"].map((cell) => cell ?? "");
}

/** Building type, units, purpose, usage, unit number, occupancy, rent. */
const KINDS: readonly (readonly string[])[] = [
  ["singleFamily", "", "homeImprovement", "primaryResidence", "", "", ""],
  ["condo", "", "debtConsolidation", "investment", "304", "longTerm", "2500"],
  ["multiUnit", "4", "investment", "investment", "", "vacant", ""],
  ["townhouse", "", "debtConsolidation", "secondHome", "", "", ""],
];

export function inputsIn(dir: string): Inputs {
  const sheet = (rowCount: number): Promise<string> =>
    once(join(dir, `leads-${rowCount}.csv`), () => sheetLines(rowCount));
  return {
    sheet,
    bodies: async (rowCount) => {
      const path = await sheet(rowCount);
      return once(join(dir, `bodies-${rowCount}.ndjson`), () => bodyLines(path));
    },
  };
}

async function once(path: string, lines: () => Iterable<string> | AsyncIterable<string>): Promise<string> {
  if (existsSync(path)) return path;
  try {
    await pipeline(Readable.from(inChunks(lines())), createWriteStream(path));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

function* sheetLines(rowCount: number): Generator<string> {
  yield `${HEADERS.join(",")}\r\n`;
  for (let n = 1; n <= rowCount; n++) yield `${cellsOf(n).join(",")}\r\n`;
}

async function* bodyLines(sheet: string): AsyncGenerator<string> {
  const options = { selection: {}, strict: false };
  const mapped = mapInput(await openInput({ path: sheet }, {}));
  for await (const { row, ready, leadText } of planRows(mapped, options, emptyTally())) {
    if (!ready) throw new Error(`Row ${row} of ${sheet} would not be sent`);
    yield `${leadText}\n`;
  }
}

const CHUNK_CHARACTERS = 64 * 1024;

async function* inChunks(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const line of lines) {
    text += line;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = "";
  }
  yield text;
}
