import type { Field } from "../../lead/field-catalogue.ts";
import type { RunRow } from "../../run/run-row.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import type { CellValue, Column } from "../../sheet/table.ts";
import { csvLine } from "../../sheet/text/spreadsheet-text.ts";
import { inertJson } from "../../terminal/safe-text.ts";
import type { RunReport } from "../model/report-model.ts";
import { FixLayout, fixableRows, fixTexts } from "./fix-rows.ts";
import { delimitedReport, sheetText } from "./render-csv.ts";
import { renderRows } from "./rows-report.ts";

/**
 * `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is.
 *
 * @param absent Fields that the rows need and the sheet has no column for.
 */
export function renderFixCsv(report: RunReport, absent: readonly Field[]): AsyncIterable<string> {
  const { delimiter = "," } = report;
  const layout = new FixLayout(report, absent, 0);
  const headers = [
    ...layout.columns.map(({ header }) => header),
    "leadctl_row",
    "leadctl_status",
    "leadctl_issues",
  ];
  let place = 1;
  const sheet = delimitedReport(headers, delimiter, (row) => {
    const { cells, texts } = layout.rowOf(row, ++place);
    return csvLine([...cells, row.row, row.state.status, texts.join("; ")].map(sheetText), delimiter);
  });
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
  for await (const batch of report.rows(fixableRows(report))) {
    const items = batch.map((row) => jsonText(itemOf(row, report.columns), ""));
    yield separator + inertJson(items.join(",\n"));
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function itemOf(row: RunRow, columns: readonly Column[]): JsonTree {
  const item: JsonTree = new Map();
  for (const [index, { keys, name }] of columns.entries()) {
    const text = cellJson(row.cells.values[index]);
    const path = keys ?? [name];
    const [outermost = "", ...inner] = path;
    if (text === undefined || (inner.length === 0 && isOwnColumn(outermost))) continue;
    place(item, path, text);
  }
  item.set("leadctl_row", String(row.row));
  item.set("leadctl_status", JSON.stringify(row.state.status));
  item.set("leadctl_issues", JSON.stringify(fixTexts(row).join("; ")));
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
