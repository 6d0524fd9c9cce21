import { linkFault } from "../../lead/login-link.ts";
import type { RunRow } from "../../run/run-row.ts";
import {
  type SheetColumn,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import { rowsWhere } from "../model/build-report.ts";
import type { RunReport } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";
import { STATUS_LOOKS } from "../text/status-mark.ts";
import { FixLayout, markedCell } from "./fix-rows.ts";
import { keptColumns } from "./render-csv.ts";

/** What the properties of the workbook call it. */
export const REPORT_TITLE = "leadctl report";

/**
 * `report.xlsx`: every row as it came, and before it what became of it; and the login links on their own. It holds login
 * links. The rows that were created are read twice.
 */
export function renderXlsx(report: RunReport): AsyncGenerator<Buffer> {
  return writeWorkbook([rowsSheet(report), linksSheet(report)], REPORT_TITLE);
}

/** As in `report.csv`, so that a copy that was corrected goes back like one of that. */
const OUR_COLUMNS: readonly SheetColumn[] = [
  { header: "leadctl_row", width: 12 },
  { header: "leadctl_status", width: 15 },
  { header: "leadctl_issues", width: 48, isWrapped: true },
  { header: "leadctl_login_url", width: 24 },
  { header: "leadctl_quote_id", width: 38 },
].map((column) => ({ ...column, isOurs: true }));

/** More would leave a small screen no room for the sheet itself. */
const FROZEN_COLUMNS = 2;

function rowsSheet(report: RunReport): WrittenSheet {
  const layout = new FixLayout(report, [], OUR_COLUMNS.length);
  const kept = keptColumns(report);
  async function* rows(): AsyncGenerator<WrittenRow> {
    for await (const batch of report.rows())
      for (const row of batch) {
        const toFix = row.issues.length > 0 ? layout.rowOf(row, row.row).toFix : undefined;
        yield [
          ...ourCells(row, report.run.target),
          ...kept.map(({ index }, at) => markedCell(row.cells[index], toFix?.get(at))),
        ];
      }
  }
  return {
    name: "Report",
    columns: [...OUR_COLUMNS, ...kept.map(({ name }) => ({ header: name }))],
    rows: rows(),
    frozenColumns: FROZEN_COLUMNS,
    hasFilter: true,
  };
}

function ourCells(row: RunRow, target: RunReport["run"]["target"]): WrittenRow {
  const { quoteId, loginUrl: link } = row;
  const { status, maybeCreated, dismissed } = row.state;
  const mark = dismissed ? "muted" : maybeCreated ? "warning" : STATUS_LOOKS[status].mark;
  // Only a link that may be the service's can be clicked.
  const isOdd = link === null || linkFault(link, target?.baseUrl ?? "") !== null;
  const linkCell = isOdd ? (link ?? "") : { text: link, link };
  return [row.row, { text: status, mark }, rowText(row), linkCell, quoteId ?? ""];
}

/** The leads that were created, as a mail merge wants them. */
function linksSheet(report: RunReport): WrittenSheet {
  async function* rows(): AsyncGenerator<WrittenRow> {
    const isCreated = rowsWhere(report, ({ status }) => status === "created");
    for await (const batch of report.rows(isCreated))
      for (const { applicant, loginUrl } of batch) {
        const { firstName, lastName, email } = applicant;
        if (loginUrl !== null) yield [firstName ?? "", lastName ?? "", email ?? "", loginUrl];
      }
  }
  return {
    name: "Links",
    columns: [
      ...["First Name", "Last Name", "Email"].map((header) => ({ header })),
      { header: "Login Link", width: 100 },
    ],
    rows: rows(),
    hasFilter: true,
  };
}
