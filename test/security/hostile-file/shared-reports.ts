import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { unescapeFormula } from "../../../src/sheet/text/spreadsheet-text.ts";
import type { Report } from "./examine.ts";

/** A name or an address that cannot stand in a page by chance. */
const TELLING = /^[\p{L}\p{N}@.+-]{6,}$/u;

/** What is wrong with the report that is shared, and with the one that a spreadsheet program opens. */
export function reportBreaches(dir: string, { leads }: Report): string[] {
  const breaches: string[] = [];
  const page = readFileSync(join(dir, "report.html"), "utf8");
  if (page.split(/<script/i).length !== 3) breaches.push("writes a page with a script of somebody else's");
  // A domain alone is no address: the mask of another one shows it, as in `a***@example.com`.
  const words = leads
    .flatMap(({ email }) => email ?? [])
    .filter((text) => TELLING.test(text) && /.@./.test(text));
  const told = words.find((word) => page.includes(word));
  if (told !== undefined) breaches.push(`tells ${told} in a page that is shared`);
  for (const name of ["report.csv"]) {
    const cells: string[] = (parse(readFileSync(join(dir, name)), { bom: true }) as string[][]).flat();
    const active = cells.find(
      (cell) => /^[\s\0]*[=@＝＠]|^[\t\r\n]/.test(cell) && unescapeFormula(cell) === cell,
    );
    if (active !== undefined) breaches.push(`writes a formula into ${name}: ${JSON.stringify(active)}`);
  }
  return breaches;
}
