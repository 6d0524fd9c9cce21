import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { flat } from "../sheet-truth/judge-row.ts";
import { mapContent } from "./columns/read-content.ts";

/** What says nothing of a lead changes none of it: sheets of `fixtures/sheets`, written in other ways. */

const FOLDER = fileURLToPath(new URL("../../fixtures/sheets/", import.meta.url));

/** Sheets cut by commas whose header stands in the first row, and whose rows are as wide as it is. */
const SHEETS = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".csv"))
  .flatMap((name): { name: string; rows: string[][] }[] => {
    const text = readFileSync(`${FOLDER}${name}`, "utf8");
    const rows: string[][] = parse(text, { bom: true, relax_column_count: true, relax_quotes: true });
    const [header = []] = rows;
    const isPlain =
      header.length > 2 &&
      header.every((cell) => cell !== "") &&
      rows.every((row) => row.length === header.length);
    return isPlain ? [{ name, rows }] : [];
  });

/** The leads in their order, and what is asked. */
async function readLeads(content: string | Buffer) {
  try {
    const { input, rows } = await mapContent(content);
    const questions = input.questions.open.map(({ id }) => id).sort();
    return { leads: rows.map(({ lead }) => flat(lead)), questions };
  } catch (error) {
    if (error instanceof CliError) return { refusal: error.code };
    throw error;
  }
}

const withHeader = (rows: readonly string[][], change: (name: string) => string) => [
  (rows[0] ?? []).map(change),
  ...rows.slice(1),
];
/** Words that only their capitals keep apart are one word without them. */
const isSpaced = (name: string) => !/[a-z][A-Z]/.test(name);
const withoutCells = (row: readonly string[]) => row.map(() => "");

const WAYS: Readonly<Record<string, (rows: string[][]) => string | Buffer>> = {
  "between tabs": (rows) => stringify(rows, { delimiter: "\t" }),
  "with all cells quoted, and lines as Windows ends them": (rows) =>
    stringify(rows, { quoted: true, record_delimiter: "windows" }),
  "in UTF-16": (rows) => Buffer.from(`\ufeff${stringify(rows)}`, "utf16le"),
  "with a mark before it": (rows) => `\ufeff${stringify(rows)}`,
  "with headers in capitals": (rows) =>
    stringify(withHeader(rows, (name) => (isSpaced(name) ? name.toUpperCase() : name))),
  "with headers in small letters": (rows) =>
    stringify(withHeader(rows, (name) => (isSpaced(name) ? name.toLowerCase() : name))),
  "with spaces around its headers": (rows) => stringify(withHeader(rows, (name) => ` ${name} `)),
  "with empty columns": (rows) =>
    stringify(rows.map((row) => [...row.slice(0, 1), "", ...row.slice(1), "", ""])),
  "with empty rows": (rows) => stringify(rows.flatMap((row) => [row, withoutCells(row)])),
};

const asTheyAre = new Map<string, object>();
beforeAll(async () => {
  for (const { name, rows } of SHEETS) asTheyAre.set(name, await readLeads(stringify(rows)));
});

describe.each(Object.entries(WAYS))("a sheet written %s", (_, write) => {
  it("has the same leads and questions", async () => {
    expect(SHEETS.length).toBeGreaterThan(30);
    for (const { name, rows } of SHEETS)
      expect({ name, ...(await readLeads(write(rows))) }).toEqual({ name, ...asTheyAre.get(name) });
  });
});
