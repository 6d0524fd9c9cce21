import { isOwnColumn } from "../sheet/header-meaning.ts";
import type { CellValue, Column } from "../sheet/table.ts";
import { fixableRows } from "./fixable.ts";
import type { ReportRow, RunReport } from "./report-model.ts";
import { rowBatches } from "./row-batches.ts";
import { rowText } from "./row-text.ts";

/** An object to be written, its values JSON text: a Map, so that no key of the input can reach a prototype. */
type JsonTree = Map<string, JsonTree | string>;

/**
 * `fix.json`: the items of a JSON input that a person can fix, as they came, and what is wrong with each, as a
 * list that can be sent again as it is. What was null or absent is left out.
 */
export async function* renderFixJson(story: RunReport): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const batch of rowBatches(story, fixableRows(story))) {
    yield separator + batch.map((row) => jsonText(itemOf(row, story.columns), "")).join(",\n");
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
