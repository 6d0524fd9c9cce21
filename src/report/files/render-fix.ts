import { type Field, valueLabels } from "../../lead/field-catalogue.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { occurring } from "../../outcome/status.ts";
import type { RunRow } from "../../run/run-row.ts";
import {
  type SheetColumn,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import type { CellValue, Column } from "../../sheet/table.ts";
import { inertJson } from "../../terminal/safe-text.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import { rowsWhere } from "../model/build-report.ts";
import type { RunReport } from "../model/report-model.ts";
import { FixLayout, fixTexts, markedCell } from "./fix-rows.ts";
import { sheetHead, sheetLine } from "./render-csv.ts";

/**
 * `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is.
 *
 * @param absent Fields that the rows need and the sheet has no column for.
 */
export async function* renderFixCsv(report: RunReport, absent: readonly Field[]): AsyncGenerator<string> {
  const { delimiter } = report;
  const layout = new FixLayout(report, absent, 0);
  const headers = layout.columns.map(({ header }) => header);
  yield sheetHead([...headers, "leadctl_row", "leadctl_status", "leadctl_issues"], delimiter);
  for await (const batch of layout.batches()) {
    const lines = batch.map(({ row, cells, texts }) =>
      sheetLine([...cells, row.row, row.state.status, texts.join("; ")], delimiter),
    );
    yield lines.join("");
  }
}

/** An object to be written, its values JSON text: a Map, so that no key of the input can reach a prototype. */
type JsonTree = Map<string, JsonTree | string>;

/**
 * `fix.json`: the items of a JSON input that a person can fix, as they came, and what is wrong with each, as a
 * list that can be sent again as it is. What was null or absent is left out.
 */
export async function* renderFixJson(report: RunReport): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const batch of report.rows(rowsWhere(report, isFixable))) {
    const items = batch.map((row) => jsonText(itemOf(row, report.columns), ""));
    yield separator + inertJson(items.join(",\n"));
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function itemOf(row: RunRow, columns: readonly Column[]): JsonTree {
  const item: JsonTree = new Map();
  for (const [index, { keys, name }] of columns.entries()) {
    const text = cellJson(row.cells[index]);
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

const OWN_COLUMN_COUNT = 3;
const ISSUES_WIDTH = 56;
const GUIDE_WIDTH = 100;

/**
 * `fix.xlsx`: for a workbook, the rows that a person can fix, as they came. What is wrong stands in front and stays in sight;
 * cells to correct are red and those to look at amber, each with its reason as a note. Every cell is text, so that ZIP
 * codes, phones and long numbers stay what they are, and no formula is one.
 *
 * @param absent Fields that the rows need and the sheet has no column for.
 */
export function renderFixXlsx(
  report: RunReport,
  absent: readonly Field[],
  program = "leadctl",
): AsyncGenerator<Buffer> {
  const layout = new FixLayout(report, absent, OWN_COLUMN_COUNT);
  const sheet: WrittenSheet = {
    name: "Fix",
    columns: [...ownColumns(report), ...layout.columns.map(sheetColumn)],
    rows: sheetRows(layout),
    frozenColumns: OWN_COLUMN_COUNT,
    hasFilter: true,
  };
  return writeWorkbook([sheet, guideSheet(report, program)]);
}

function ownColumns({ summary }: RunReport): SheetColumn[] {
  const statuses = occurring(summary).flatMap(({ status }) =>
    status === "invalid" || status === "rejected" ? [status] : [],
  );
  return [
    { header: "leadctl_row", isOurs: true },
    { header: "leadctl_status", isOurs: true, choices: [...statuses, NOT_A_LEAD, SEND] },
    { header: "leadctl_issues", isOurs: true, width: ISSUES_WIDTH, isWrapped: true },
  ];
}

function sheetColumn({ header, source, field }: FixLayout["columns"][number]): SheetColumn {
  const choices = field ? valueLabels(field) : [];
  return {
    header,
    ...(choices.length > 0 && { choices }),
    ...(source === null && field && { note: field.note, isOurs: true }),
  };
}

async function* sheetRows(layout: FixLayout): AsyncGenerator<WrittenRow> {
  for await (const batch of layout.batches())
    for (const { row, cells, toFix, texts } of batch)
      yield [
        row.row,
        row.state.status,
        texts.join("\n"),
        ...cells.map((cell, index) => markedCell(cell, toFix.get(index))),
      ];
}

/** How the file is used, for anybody who opens it without having read anything. */
function guideSheet({ run }: RunReport, program: string): WrittenSheet {
  const lines = [
    "Correct the red cells. leadctl_issues says what is wrong, and so does a note at the cell itself.",
    "Check the amber cells. They are doubtful, or will be needed once the red ones are right: their notes say which. If you leave a doubtful cell, it is sent as it is.",
    "A cell may offer words to choose from. You may type others.",
    "Leave leadctl_row as it is: it says which row of your sheet a line is. You may sort and filter, and add, move or delete columns and lines. What you do not change stays as it is.",
    `If a line is not a lead at all, such as a test, choose “${NOT_A_LEAD}” in leadctl_status. It is taken out.`,
    `If a line was held back and is to be sent, choose “${SEND}” there.`,
  ];
  return {
    name: "How to",
    columns: [{ header: "How to send these rows again", width: GUIDE_WIDTH, isWrapped: true }],
    rows: [...lines, ...returnLines(run, program)].map((line) => [line]),
  };
}

/** How the file goes back: what was only checked has no run that it could go back to. */
function returnLines({ dir, isCheck }: RunReport["run"], program: string): WrittenRow[0][] {
  const file = "fix.xlsx";
  if (isCheck || dir === null)
    return ["Then save the file, and submit it like any other sheet: leadctl knows its own columns."];
  const argv = ["replay", { folder: dir }, "--with", { folder: dir, file }];
  return [
    "Then save the file, and type this in the folder where leadctl was run:",
    { text: sharedCommandText(argv, program), isBold: true },
    `If you saved it under another name or in another folder, type that in place of ${file}.`,
  ];
}
