import { type Field, valueLabels } from "../../lead/field-catalogue.ts";
import { occurring } from "../../outcome/status.ts";
import {
  type SheetColumn,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import type { RunReport } from "../model/report-model.ts";
import { FixLayout, type FixRow, fixableRows, markedCell } from "./fix-rows.ts";

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
    rows: sheetRows(report, layout),
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

async function* sheetRows(report: RunReport, layout: FixLayout): AsyncGenerator<WrittenRow> {
  let place = 1;
  for await (const batch of report.rows(fixableRows(report)))
    for (const row of batch) yield writtenRow(layout.rowOf(row, ++place));
}

function writtenRow({ row, cells, toFix, texts }: FixRow): WrittenRow {
  return [
    row.row,
    row.state.status,
    texts.join("\n"),
    ...cells.map((cell, index) => markedCell(cell, toFix.get(index))),
  ];
}

/** How the file is used, for anybody who opens it without having read anything. */
function guideSheet({ run }: RunReport, program: string): WrittenSheet {
  const lines = [
    "Correct the red cells. What is wrong is said in leadctl_issues, and in a note at the cell itself.",
    "Amber cells are doubtful, or will be needed once the red ones are right: their notes say which. What is only doubtful is sent as it is if you leave it.",
    "Where a cell offers words to choose from, others may still be typed.",
    "Leave leadctl_row as it is: it says which row of your sheet a line is. You may sort and filter, and add, move or delete columns and lines. What you do not change stays as it is.",
    `A line that is not a lead at all, such as a test: choose “${NOT_A_LEAD}” in leadctl_status. It is taken out.`,
    `A line that was held back because it looks like a test, and is meant to go: choose “${SEND}” there.`,
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
    return ["Then save the file, and submit it like any other sheet: leadctl's own columns are known."];
  const argv = ["replay", { folder: dir }, "--with", { folder: dir, file }];
  return [
    "Then save the file, and type this in the folder where leadctl was run:",
    { text: sharedCommandText(argv, program), isBold: true },
    `If you have saved it under another name or elsewhere, say so in place of ${file}.`,
  ];
}
