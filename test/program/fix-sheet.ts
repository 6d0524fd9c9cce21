import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { openInput } from "../../src/sheet/open-input.ts";
import type { CellValue } from "../../src/sheet/table.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";

/** A fix file as a person sees it: cells by header. */
export type FixRow = Record<string, string>;

/** The rows of a fix file as a spreadsheet program shows them, in order. */
export function readFix(path: string): FixRow[] {
  const rows: FixRow[] = parse(readFileSync(path), { bom: true, columns: true });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([header, cell]) => [header, cell.replace(/^'(?=[=+\-@])/, "")]),
    ),
  );
}

/** Saves rows as a spreadsheet program does: no byte order mark, quotes only where they have to be. */
export function saveFix(path: string, rows: readonly FixRow[], headers = Object.keys(rows[0] ?? {})): void {
  writeFileSync(path, stringify([headers, ...rows.map((row) => headers.map((header) => row[header] ?? ""))]));
}

/**
 * Corrects a run's fix file into another file beside the run.
 *
 * @param changes Cells to change, by original row and header.
 * @returns The path of the corrected file.
 */
export function correctFix(
  dir: string,
  changes: Readonly<Record<number, FixRow>>,
  name = "corrected.csv",
): string {
  const rows = readFix(join(dir, "fix.csv")).map((row) => ({ ...row, ...changes[Number(row.leadctl_row)] }));
  const path = join(dir, "..", name);
  saveFix(path, rows);
  return path;
}

/** Every cell of a workbook's only sheet as text, headers first. Typed cells would tell that one was no text. */
export async function workbookCells(path: string): Promise<CellValue[][]> {
  const { columns, rows } = await openInput({ path }, {});
  const cells: CellValue[][] = [columns.map(({ name }) => name)];
  for await (const row of rows) cells.push(columns.map((_, index) => row.cells[index] ?? ""));
  return cells;
}

/** Corrects a workbook's `fix.xlsx` into another workbook beside the run. @returns The path of that one. */
export async function correctFixWorkbook(
  dir: string,
  changes: Readonly<Record<number, FixRow>>,
  name = "corrected.xlsx",
): Promise<string> {
  const [headers = [], ...rows] = await workbookCells(join(dir, "fix.xlsx"));
  const ownRow = headers.indexOf("leadctl_row");
  const changed = rows.map((cells) =>
    cells.map((cell, index) => changes[Number(cells[ownRow])]?.[String(headers[index])] ?? String(cell)),
  );
  const path = join(dir, "..", name);
  writeFileSync(path, workbookOf({ sheets: [{ name: "Fix", rows: [headers.map(String), ...changed] }] }));
  return path;
}
