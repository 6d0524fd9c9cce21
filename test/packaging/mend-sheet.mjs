/**
 * Corrects the fix file of the demo sheet as a person who reads its messages would.
 *
 * Run as `node mend-sheet.mjs <fix.csv> <mended.csv>`; both may be the same file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** By the words of an issue: which column gets what. */
const MENDINGS = [
  [/^Unit Number .*Required for condo/, "Unit Number", () => "12"],
  [/^Property Units .*Required for multi-unit/, "Property Units", () => "3"],
  [/^Rental Occupancy .*Required for investment/, "Rental Occupancy", () => "vacant"],
  [/^Monthly Rental Income .*Required for non-vacant/, "Monthly Rental Income", () => "1500"],
  [/^Email .*(?:Invalid email|Same e-mail)/, "Email", (row) => `mended-${row}@example.com`],
];

const [from, to] = process.argv.slice(2);
const rows = parse(readFileSync(from, "utf8"), { bom: true, columns: true });
for (const row of rows) {
  // Between issues, and not within the place of one: "Unit Number (O2; in your sheet O14): …".
  for (const issue of row.leadctl_issues.split(/; (?![^(]*\):)/)) {
    if (issue.startsWith("Warning: ")) continue;
    const mending = MENDINGS.find(([words]) => words.test(issue));
    if (!mending) throw new Error(`Row ${row.leadctl_row}: nobody knows how to mend "${issue}"`);
    const [, column, value] = mending;
    row[column] = value(row.leadctl_row);
  }
}
writeFileSync(to, stringify(rows, { header: true }));
