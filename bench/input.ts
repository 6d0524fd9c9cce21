import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { submitToNobody } from "./submit.ts";

/** Sheets and bodies in the bench's folder, each made once. */
export interface Inputs {
  /** Path of a CSV with so many rows, all of which can be sent. */
  sheet(rowCount: number): Promise<string>;
  /** Path of a file with the request bodies of that sheet, one a line, as the program sends them. */
  bodies(rowCount: number): Promise<string>;
}

/** Every column of `leadctl template`, in its order. */
export const HEADERS: readonly string[] = [
  "Affiliate ID,Building Type,Property Units,Loan Purpose,Property Usage,First Name,Last Name,Email,Phone",
  "Street,City,State,Zip,County,Unit Number",
  "Residential Street,Residential City,Residential State,Residential Zip",
  "Rental Occupancy,Monthly Rental Income,Listed For Sale In 6 Months",
  "Purchased Or Subject To Mortgage In 6 Months,Liabilities In 4 Years",
].flatMap((names) => names.split(","));

/** Cells of one row: every kind of lead that the interface shows comes in turn, each of a person of its own. */
export function cellsOf(n: number): string[] {
  const [building, units, purpose, usage, unitNumber, occupancy, rent] = KINDS[n % KINDS.length] ?? [];
  const property = [`${n} Fern Hollow Way`, "Seattle", "WA", "98115", "King"];
  const home = [`${n} Brattle Mews`, "Cambridge", "MA", "02139"];
  const phone = `+1-${200 + (n % 700)}-555-${String(Math.floor(n / 700) % 10_000).padStart(4, "0")}`;
  const person = ["Jane", `Doe${lettersOf(n, 7)}`, `applicant-${n}@example.com`, phone];
  const lead = [`HB-${n}`, building, units, purpose, usage, ...person, ...property, unitNumber, ...home];
  return [...lead, occupancy, rent, "no", "yes", "no"].map((cell) => cell ?? "");
}

/** A number as a name may have it. A million people of one name would share the hash of an address now and then, and be asked about. */
export function lettersOf(number: number, length: number): string {
  const digits = String(number).padStart(length, "0");
  return digits.replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

/** Building type, units, purpose, usage, unit number, occupancy, rent. */
const KINDS: readonly (readonly string[])[] = [
  ["singleFamily", "", "homeImprovement", "primaryResidence", "", "", ""],
  ["condo", "", "debtConsolidation", "investment", "304", "longTerm", "2500"],
  ["multiUnit", "4", "investment", "investment", "", "vacant", ""],
  ["townhouse", "", "debtConsolidation", "secondHome", "", "", ""],
];

/** @param dir The folder for them. */
export function inputsIn(dir: string): Inputs {
  const sheet = (rowCount: number): Promise<string> =>
    madeOnce(join(dir, `leads-${rowCount}.csv`), () => sheetLines(rowCount));
  const bodies = async (rowCount: number): Promise<string> => {
    const path = await sheet(rowCount);
    return madeOnce(join(dir, `bodies-${rowCount}.ndjson`), () => bodyLines(path));
  };
  return { sheet, bodies };
}

async function madeOnce(
  path: string,
  lines: () => Iterable<string> | AsyncIterable<string>,
): Promise<string> {
  if (!existsSync(path)) await pipeline(Readable.from(inChunks(lines())), createWriteStream(path));
  return path;
}

function* sheetLines(rowCount: number): Generator<string> {
  yield `${HEADERS.join(",")}\r\n`;
  for (let n = 1; n <= rowCount; n++) yield `${cellsOf(n).join(",")}\r\n`;
}

/** A request's body is the text of its lead in the plan: read from the plan of a run that finds nobody. */
async function* bodyLines(sheet: string): AsyncGenerator<string> {
  const out = `${sheet}-plan`;
  await submitToNobody(sheet, out);
  for await (const line of createInterface({ input: createReadStream(join(out, "plan.ndjson")) })) {
    const { lead } = JSON.parse(line);
    if (lead) yield `${JSON.stringify(lead)}\n`;
  }
  await rm(out, { recursive: true });
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
