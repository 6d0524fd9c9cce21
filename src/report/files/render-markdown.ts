import { toldText } from "../../outcome/happened-texts.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import { utcText } from "../../terminal/time-text.ts";
import { reportGuidance, resultOf, stopReason } from "../model/headline.ts";
import { type Reason, RowTally } from "../model/reason-tally.ts";
import type { RenderedReport, RenderedRow } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";
import { MAYBE_WORDS, shownName, shownStatuses } from "../text/shown-status.ts";

const REASONS_MAX = 20;
const ROWS_MAX = 50;
const TEXT_LENGTH_MAX = 300;

/**
 * The run for a ticket or a job summary: what happened, why, the first rows that need a person, what next.
 * Its length is bounded, whatever the run holds.
 */
export async function* renderMarkdown(report: RenderedReport): AsyncGenerator<string> {
  const tally = new RowTally();
  const listed: RenderedRow[] = [];
  for await (const batch of report.rows())
    for (const row of batch) {
      tally.add(row);
      const needsPerson =
        row.state.status !== "created" && !(report.run.isCheck && row.state.status === "pending");
      if (needsPerson && listed.length < ROWS_MAX) listed.push(row);
    }
  yield `<!-- leadctl report -->\n## ${plain(report.run.input)}: ${plain(resultOf(report).text)}\n\n`;
  yield `${factsText(report)}\n\n${countsTable(report)}`;
  yield reasonsTable("Top reasons", tally.reasons.reasons());
  yield reasonsTable("Warnings", tally.warnings.reasons());
  yield rowsTable(report, listed);
  yield nextList(report);
}

function factsText(report: RenderedReport): string {
  const { run } = report;
  const facts = [`Run ${code(run.id)}`];
  if (run.target) facts.push(`sent to ${code(run.target.baseUrl)}, partner ${code(run.target.partner)}`);
  facts.push(`started ${utcText(run.startedAt, "second")}`);
  if (run.endedAt !== null) facts.push(`ended ${utcText(run.endedAt, "second")}`);
  const reason = stopReason(run);
  const { why } = resultOf(report);
  const stop = reason === null ? why && plain(why) : `**It stopped early:** ${plain(reason)}`;
  return `${facts.join(", ")}.${stop ? `\n\n${stop}` : ""}`;
}

function countsTable(report: RenderedReport): string {
  const { summary } = report;
  const lines = shownStatuses(report).map(({ name, count, means, next }) =>
    tableRow([name, countText(count), means, next]),
  );
  lines.push(tableRow(["**total**", countText(summary.total), "", ""]));
  if (summary.maybeCreated > 0) {
    const { means, next } = MAYBE_WORDS;
    lines.push(tableRow(["*of them may exist*", countText(summary.maybeCreated), means, next]));
  }
  return `${tableHead(["Status", ">Rows", "Means", "What next"])}${lines.join("")}`;
}

function reasonsTable(title: string, kinds: readonly Reason[]): string {
  if (kinds.length === 0) return "";
  const lines = kinds
    .slice(0, REASONS_MAX)
    .map(({ count: rows, column, message, examples }) =>
      tableRow([countText(rows), cell(column ?? ""), cell(message), cell(examples.join(", "))]),
    );
  const rest = kinds.slice(REASONS_MAX).reduce((sum, kind) => sum + kind.count, 0);
  const more = rest === 0 ? "" : `\n${amountText(rest, "issue")} of other kinds.\n`;
  return `\n### ${title}\n\n${tableHead([">Times", "Where", "What", "For example"])}${lines.join("")}${more}`;
}

function rowsTable(report: RenderedReport, listed: readonly RenderedRow[]): string {
  if (listed.length === 0) return "";
  const { summary, run } = report;
  const all = summary.total - summary.created - (run.isCheck ? summary.pending : 0);
  const rest = all - listed.length;
  const lines = listed.map((row) =>
    tableRow([
      String(row.row),
      shownName(row, run.isCheck === true),
      cell(rowText(row)),
      isFixable(row.state) ? "yes" : "",
    ]),
  );
  const more = rest > 0 ? `\n${amountText(rest, "further row")} in the report files of the run.\n` : "";
  return `\n### Rows that were not ${run.isCheck ? "ready" : "created"}\n\n${tableHead([">Row", "Status", "What", "To fix"])}${lines.join("")}${more}`;
}

function nextList(report: RenderedReport): string {
  const { action, nextSteps } = reportGuidance(report);
  const lines = nextSteps.map(({ argv, does }) => `- ${plain(does)}: ${code(sharedCommandText(argv))}\n`);
  if (action.length > 0) lines.push(`- ${plain(toldText(action))}\n`);
  if (lines.length === 0) return "";
  return `\n### Next\n\n${lines.join("")}`;
}

/**
 * The head of a table.
 *
 * @param names A name that begins with `>` makes a column of numbers.
 */
function tableHead(names: readonly string[]): string {
  const rules = names.map((name) => (name.startsWith(">") ? "---:" : "---"));
  return tableRow(names.map((name) => name.replace(/^>/, ""))) + tableRow(rules);
}

/** Cells that are Markdown already. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

/** Text of a sheet or of the service for a cell, cut to size. */
function cell(text: string): string {
  return plain(text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}...`);
}

/** A command, an id or an address, inert. */
function code(text: string): string {
  return `<code>${plain(text)}</code>`;
}

/** What begins markup, a mention, a reference or a link by itself, in Markdown as in HTML. */
const ACTIVE =
  /[&<>"`*_~[\]\\|#@$]|:(?=\/\/|[\w+-]+:)|(?<=mailto|xmpp):|www\.|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/giu;
const NAMED: Readonly<Record<string, string>> = { '"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text of a sheet or of the service, inert and on one line. */
function plain(text: string): string {
  return text.replace(ACTIVE, (found) => {
    if (/^www/i.test(found)) return `${found.slice(0, -1)}&#46;`;
    const isInvisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(found);
    return isInvisible ? " " : (NAMED[found] ?? `&#${found.codePointAt(0)};`);
  });
}
