import { BitSet } from "../base/growable.ts";
import { isFixable } from "../outcome/lead-state.ts";
import { isOwnColumn } from "../sheet/header-meaning.ts";
import { type CellValue, type Column, cellText } from "../sheet/table.ts";
import { writeWorkbook } from "../sheet/xlsx-writer.ts";
import { rowText } from "./mask.ts";
import { type AddedColumn, keptColumns, sheetReport } from "./render-csv.ts";
import type { ReportRow, RowFilter, RunReport } from "./report-model.ts";
import { renderRows, rowBatches } from "./rows-report.ts";

/** What a fix file says of each row, beside the row's own cells. */
const FIX_COLUMNS: readonly AddedColumn[] = [
  { name: "leadctl_row", textOf: ({ row }) => String(row) },
  { name: "leadctl_status", textOf: ({ status }) => status },
  { name: "leadctl_issues", textOf: rowText },
];

/** `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is. */
export function renderFixCsv(report: RunReport): AsyncIterable<string> {
  const sheet = sheetReport(report, { delimiter: report.delimiter ?? ",", added: FIX_COLUMNS });
  return renderRows(report, sheet, fixableRows(report));
}

/** An object to be written, its values JSON text: a Map, so that no key of the input can reach a prototype. */
type JsonTree = Map<string, JsonTree | string>;

/**
 * `fix.json`: the items of a JSON input that a person can fix, as they came, and what is wrong with each, as a
 * list that can be sent again as it is. What was null or absent is left out.
 */
export async function* renderFixJson(report: RunReport): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const batch of rowBatches(report, fixableRows(report))) {
    yield separator + batch.map((row) => jsonText(itemOf(row, report.columns), "")).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function itemOf(row: ReportRow, columns: readonly Column[]): JsonTree {
  const item: JsonTree = new Map();
  for (const [index, { keys, name }] of columns.entries()) {
    const text = cellJson(row.cells[index]);
    const path = keys ?? [name];
    const [outermost = "", ...inner] = path;
    if (text === undefined || (inner.length === 0 && isOwnColumn(outermost))) continue;
    place(item, path, text);
  }
  item.set("leadctl_row", String(row.row));
  item.set("leadctl_status", JSON.stringify(row.status));
  item.set("leadctl_issues", JSON.stringify(rowText(row)));
  return item;
}

/** Puts a value where its keys say; one that stood there already under a shorter path has to give way. */
function place(item: JsonTree, path: readonly string[], text: string): void {
  let node = item;
  for (const key of path.slice(0, -1)) {
    const next = node.get(key);
    const child: JsonTree = next instanceof Map ? next : new Map();
    node.set(key, child);
    node = child;
  }
  node.set(path.at(-1) ?? "", text);
}

function cellJson(cell: CellValue | undefined): string | undefined {
  if (cell === null || cell === undefined) return undefined;
  return typeof cell === "object" ? cell.json : JSON.stringify(cell);
}

function jsonText(node: JsonTree | string, indent: string): string {
  if (typeof node === "string") return node;
  const deeper = `${indent}  `;
  const members = [...node].map(
    ([key, value]) => `${deeper}${JSON.stringify(key)}: ${jsonText(value, deeper)}`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}

/**
 * `fix.xlsx`: for a workbook, the rows that a person can fix, as they came, and what is wrong with each. Every
 * cell is text, so that ZIP codes, phones and long numbers stay what they are, and no formula is one.
 */
export function renderFixXlsx(report: RunReport): AsyncGenerator<Buffer> {
  const headers = [...keptColumns(report).map(({ name }) => name), ...FIX_COLUMNS.map(({ name }) => name)];
  const columns = headers.map((header) => ({ header }));
  return writeWorkbook([{ name: "Fix", columns, rows: fixRows(report) }]);
}

async function* fixRows(report: RunReport): AsyncGenerator<string[]> {
  const kept = keptColumns(report);
  for await (const row of report.rows(fixableRows(report))) {
    yield [
      ...kept.map(({ index }) => cellText(row.cells[index])),
      ...FIX_COLUMNS.map(({ textOf }) => textOf(row)),
    ];
  }
}

/** Which rows of a run stand in its fix file. */
function fixableRows(report: RunReport): RowFilter {
  const rows = new BitSet();
  for (const outcome of report.outcomes()) if (isFixable(outcome)) rows.add(outcome.row);
  return (row) => rows.has(row);
}
