import { BitSet } from "../../base/growable.ts";
import { sentence } from "../../base/sentence.ts";
import { linkFault } from "../../lead/login-link.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import type { Status } from "../../outcome/status.ts";
import { MAYBE_WORDS } from "../../outcome/status-words.ts";
import {
  type CellMark,
  LINKS_MAX,
  type SheetColumn,
  type StyledCell,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import { countText } from "../../terminal/number-text.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import { utcText } from "../../terminal/time-text.ts";
import { resultOf } from "../model/headline.ts";
import { reportGuidance } from "../model/report-guidance.ts";
import type { ReportRow, RunReport } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";
import { shownStatuses } from "../text/shown-status.ts";
import { FixLayout, markedCell } from "./fix-rows.ts";
import { keptColumns } from "./render-csv.ts";

/** What the properties of the workbook call it. */
export const REPORT_TITLE = "leadctl report";

/**
 * `report.xlsx`: every row as it came, and before it what became of it; what that comes to; and the login links on
 * their own. It holds login links. The rows that were created are read twice.
 *
 * @param program As commands name it.
 */
export function renderXlsx(report: RunReport, program = "leadctl"): AsyncGenerator<Buffer> {
  return writeWorkbook([rowsSheet(report), summarySheet(report, program), linksSheet(report)], REPORT_TITLE);
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

const MARKS: Readonly<Record<Status, CellMark>> = {
  created: "good",
  invalid: "error",
  rejected: "error",
  duplicate: "muted",
  unconfirmed: "warning",
  unknown: "warning",
  failed: "warning",
  pending: "muted",
};

/** Chooses the mark for a status by its name. A row that was taken out is done. */
function markOf(name: string): CellMark {
  return Object.hasOwn(MARKS, name) ? MARKS[name as Status] : "muted";
}

function rowsSheet(report: RunReport): WrittenSheet {
  const layout = new FixLayout(report, [], OUR_COLUMNS.length);
  const kept = keptColumns(report);
  async function* rows(): AsyncGenerator<WrittenRow> {
    for await (const batch of report.rows())
      for (const row of batch) {
        const toFix = row.issues.length > 0 ? layout.rowOf(row, row.row).toFix : undefined;
        yield [
          ...ourCells(row, report.run.target),
          ...kept.map(({ index }, at) => markedCell(row.cells.values[index], toFix?.get(at))),
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

function ourCells(row: ReportRow, target: RunReport["run"]["target"]): WrittenRow {
  const { status, maybeCreated, dismissed, quoteId, loginUrl } = row;
  const mark = dismissed ? "muted" : maybeCreated ? "warning" : MARKS[status];
  return [
    row.row,
    { text: status, mark },
    rowText(row),
    loginUrl === null ? "" : linkCell(loginUrl, target),
    quoteId ?? "",
  ];
}

/** Only a link that may be the service's can be clicked. */
function linkCell(link: string, target: RunReport["run"]["target"]): StyledCell {
  const isOdd = linkFault(link, target?.baseUrl ?? "") !== null;
  return isOdd ? { text: link } : { text: link, link };
}

const bold = (text: string): StyledCell => ({ text, isBold: true });

/** What the rows come to, what that means and what to do next, in the words of the other reports. */
function summarySheet(report: RunReport, program: string): WrittenSheet {
  const { summary, run } = report;
  const counts = shownStatuses(report).map(
    ({ name, count, means, next }): WrittenRow => [
      { text: name, mark: markOf(name) },
      count,
      sentence(means),
      sentence(next),
    ],
  );
  const total: WrittenRow = [bold("all rows"), { text: summary.total, isBold: true }];
  const maybe: WrittenRow[] =
    summary.maybeCreated === 0
      ? []
      : [
          [
            { text: "of them may exist", mark: "warning" },
            summary.maybeCreated,
            sentence(MAYBE_WORDS.means),
            sentence(MAYBE_WORDS.next),
          ],
        ];
  const { text, why } = resultOf(report);
  const facts: [string, string][] = [["Result", `${text}.`]];
  if (why !== null) facts.push(["Why", why]);
  facts.push(["Input", run.input], ["Run", run.id]);
  if (run.target) facts.push(["Sent to", `${run.target.baseUrl}, partner ${run.target.partner}`]);
  facts.push(["Started", utcText(run.startedAt, "second")]);
  if (run.endedAt !== null) facts.push(["Ended", utcText(run.endedAt, "second")]);
  facts.push(["Keep safe", "Each login link lets whoever has it sign in as the applicant."]);
  if (summary.created > LINKS_MAX)
    facts.push([
      "Links",
      `A sheet can hold ${countText(LINKS_MAX)} links to click. Those below them are text: copy one into a browser.`,
    ]);
  return {
    name: "Summary",
    columns: [
      { header: "Status", width: 20 },
      { header: "Rows", width: 12 },
      { header: "What it means", width: 58, isWrapped: true },
      { header: "What to do next", width: 58, isWrapped: true },
    ],
    rows: [
      ...counts,
      total,
      ...maybe,
      [],
      ...facts.map(([name, value]): WrittenRow => [bold(name), value]),
      ...nextRows(report, program),
    ],
  };
}

function nextRows(report: RunReport, program: string): WrittenRow[] {
  const { action, nextSteps } = reportGuidance(report);
  const steps = [
    ...(action.length === 0 ? [] : [toldText(action)]),
    ...nextSteps.map(({ argv, does }) => `${does}: ${sharedCommandText(argv, program)}`),
  ];
  return steps.map((step, index) => [index === 0 ? bold("Next") : "", step]);
}

/** The leads that were created, as a mail merge wants them. */
function linksSheet(report: RunReport): WrittenSheet {
  const created = new BitSet();
  for (const { row, state } of report.outcomes()) if (state.status === "created") created.add(row);
  async function* rows(): AsyncGenerator<WrittenRow> {
    for await (const batch of report.rows((row) => created.has(row)))
      for (const { firstName, lastName, email, loginUrl } of batch)
        if (loginUrl !== null) yield [firstName ?? "", lastName ?? "", email ?? "", loginUrl];
  }
  return {
    name: "Links",
    columns: [
      { header: "First Name" },
      { header: "Last Name" },
      { header: "Email" },
      { header: "Login Link", width: 100 },
    ],
    rows: rows(),
    hasFilter: true,
  };
}
