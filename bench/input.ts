import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./figure.ts";

/** Every column of `leadctl template`, in its order. */
export const HEADERS: readonly string[] = [
  "Affiliate ID,Building Type,Property Units,Loan Purpose,Property Usage,First Name,Last Name,Email,Phone",
  "Street,City,State,Zip,County,Unit Number",
  "Residential Street,Residential City,Residential State,Residential Zip",
  "Rental Occupancy,Monthly Rental Income,Listed For Sale In 6 Months",
  "Purchased Or Subject To Mortgage In 6 Months,Liabilities In 4 Years",
].flatMap((names) => names.split(","));

/** Building type, units, purpose, usage, unit number, occupancy, rent. */
const KINDS: readonly (readonly string[])[] = [
  ["singleFamily", "", "homeImprovement", "primaryResidence", "", "", ""],
  ["condo", "", "debtConsolidation", "investment", "304", "longTerm", "2500"],
  ["multiUnit", "4", "investment", "investment", "", "vacant", ""],
  ["townhouse", "", "debtConsolidation", "secondHome", "", "", ""],
];

/** Cells of one row: every kind of lead that the interface shows comes in turn, each of a person of its own. */
export function cellsOf(n: number): string[] {
  const [building, units, purpose, usage, unitNumber, occupancy, rent] = KINDS[n % KINDS.length] ?? [];
  const property = [`${n} Fern Hollow Way`, "Seattle", "WA", "98115", "King"];
  const home = [`${n} Brattle Mews`, "Cambridge", "MA", "02139"];
  const person = ["Jane", lastNameOf(n), emailOf(n), phoneOf(n)];
  const lead = [`HB-${n}`, building, units, purpose, usage, ...person, ...property, unitNumber, ...home];
  return [...lead, occupancy, rent, "no", "yes", "no"].map((cell) => cell ?? "");
}

/** Names and addresses in one cell each, and words for values. */
export const PEOPLES_HEADERS: readonly string[] = [
  ...["Ref", "Client", "Email", "Cell", "Property Address", "Home Address"],
  ...["Property Type", "Loan Purpose", "Occupancy"],
];

/** Property type, purpose, occupancy. */
const PEOPLES_WORDS: readonly (readonly string[])[] = [
  ["SFR", "Home Improvement", "Owner Occupied"],
  ["Town house", "Debt consolidation", "Second home"],
];

/** The same people in a sheet as people keep it. */
export function peoplesCellsOf(n: number): string[] {
  const person = [`HB-${n}`, `${n % 50 === 0 ? "Zoë" : "Jane"} ${lastNameOf(n)}`, emailOf(n), phoneOf(n)];
  const addresses = [`"${n} Fern Hollow Way, Seattle, WA 98115"`, `"${n} Brattle Mews, Cambridge, MA 02139"`];
  return [...person, ...addresses, ...(PEOPLES_WORDS[n % PEOPLES_WORDS.length] ?? [])];
}

/** A million people of one name would share the hash of an address now and then, and be asked about. */
export function lastNameOf(n: number): string {
  const digits = String(n).padStart(7, "0");
  return `Doe${digits.replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
}

export const emailOf = (n: number): string => `applicant-${n}@example.com`;

export function phoneOf(n: number): string {
  return `+1-${200 + (n % 700)}-555-${String(Math.floor(n / 700) % 10_000).padStart(4, "0")}`;
}

/** A CSV of the bench's folder with so many rows, all of which can be sent; made once. */
export async function canonicalSheet({ dir }: Bench, rowCount: number): Promise<string> {
  const path = join(dir, `leads-${rowCount}.csv`);
  if (!existsSync(path)) await writeSheet(path, HEADERS, rowsOf(rowCount, cellsOf));
  return path;
}

/** @param from Number of the first person. */
export function* rowsOf(rowCount: number, cells: (n: number) => string[], from = 1): Generator<string[]> {
  for (let n = from; n < from + rowCount; n++) yield cells(n);
}

/** @param rows With cells that are quoted where they have to be. */
export async function writeSheet(
  path: string,
  headers: readonly string[],
  rows: Iterable<readonly string[]>,
): Promise<void> {
  function* chunks(): Generator<string> {
    let text = `${headers.join(",")}\r\n`;
    for (const cells of rows) {
      text += `${cells.join(",")}\r\n`;
      if (text.length < 100_000) continue;
      yield text;
      text = "";
    }
    yield text;
  }
  await writeFile(path, chunks());
}
