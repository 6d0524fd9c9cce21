import { readFileSync, writeFileSync } from "node:fs";
import { zipOf } from "../sheet/formats/workbook.ts";
import { partsOf } from "../sheet/formats/workbook-parts.ts";

const FIRST_SHEET = "xl/worksheets/sheet1.xml";

/**
 * Types into cells of a workbook's first sheet and saves it, as somebody does who touches nothing else: notes, styles,
 * drop-downs and other sheets stay. Numbers are saved as numbers, as spreadsheet programs save them in cells that are not text.
 *
 * @param typed By the cell's address, as in `H12`.
 */
export async function typeInto(
  path: string,
  typed: Readonly<Record<string, string | number>>,
): Promise<void> {
  const parts = Object.fromEntries(await partsOf(readFileSync(path)));
  let sheet = parts[FIRST_SHEET] ?? "";
  for (const [address, value] of Object.entries(typed)) sheet = withCell(sheet, address, value);
  writeFileSync(path, zipOf({ ...parts, [FIRST_SHEET]: sheet }));
}

function withCell(sheet: string, address: string, value: string | number): string {
  const [, letters = "", row = ""] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  const rowXml = new RegExp(`(<row r="${row}"[^>]*>)(.*?)(</row>)`, "s").exec(sheet);
  if (!rowXml)
    return sheet.replace("</sheetData>", `<row r="${row}">${cellXml(address, "", value)}</row></sheetData>`);
  const [whole, start = "", cells = "", end = ""] = rowXml;
  const all = [...cells.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>.*?<\/c>)/gs)].map(
    ([xml, at = "", rest = ""]) => ({
      at,
      xml: at === letters ? cellXml(address, /s="\d+"/.exec(rest)?.[0] ?? "", value) : xml,
    }),
  );
  if (!all.some(({ at }) => at === letters)) all.push({ at: letters, xml: cellXml(address, "", value) });
  all.sort((one, other) => one.at.length - other.at.length || (one.at < other.at ? -1 : 1));
  return sheet.replace(whole, () => start + all.map(({ xml }) => xml).join("") + end);
}

function cellXml(address: string, style: string, value: string | number): string {
  const start = `<c r="${address}" ${style}`;
  return typeof value === "number"
    ? `${start}><v>${value}</v></c>`
    : `${start} t="inlineStr"><is><t>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
}
