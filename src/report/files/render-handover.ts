import type { SentRequest } from "../../run/journal/sent-requests.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import { amountText } from "../../terminal/number-text.ts";
import type { ReportRow, RunReport } from "../model/report-model.ts";
import { cell, code, plain, tableHead, tableRow } from "./markdown-text.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** A row that may exist though it is not created, and the requests that may have created it. */
interface DoubtedRow {
  row: ReportRow;
  requests: readonly SentRequest[];
}

/** What the service's owner is told of a row. A login link is none of it. */
const TOLD: readonly (readonly [name: string, textOf: (doubted: DoubtedRow) => string])[] = [
  ["leadctl_row", ({ row }) => String(row.row)],
  ["email", ({ row }) => row.email ?? ""],
  ["affiliate_id", ({ row }) => row.affiliateId ?? ""],
  ["leadctl_status", ({ row }) => row.status],
  ["sent_at", ({ requests }) => requests.map(({ at }) => at).join("; ")],
  ["request_id", ({ requests }) => requests.map(({ requestId }) => requestId ?? "").join("; ")],
  ["service_time", ({ requests }) => requests.map(serviceTime).join("; ")],
  ["answer_headers", ({ requests }) => requests.map(answerHeaders).join("; ")],
  ["seen", ({ requests }) => requests.map(seenText).join(" | ")],
  ["known_quote_id", ({ row }) => row.quoteId ?? ""],
];

/** In a list of several runs: each takes the answers to its own rows. */
const TOLD_OF_RUN: (typeof TOLD)[number] = ["leadctl_run", ({ row }) => row.run ?? ""];

/** What the owner fills in, and `resolve --from` reads. */
export const ANSWER_COLUMNS = ["result", "quote_id", "login_url", "note"] as const;

/**
 * For the service's owner: every row that may exist though it is not created, with its e-mail, its ids, and the times
 * and ids of its requests, and empty columns for the answers. `resolve --from` takes the sheet back.
 */
export async function* renderHandover(report: RunReport): AsyncGenerator<string> {
  const columns = report.run.shards ? [TOLD_OF_RUN, ...TOLD] : TOLD;
  yield BYTE_ORDER_MARK + csvLine([...columns.map(([name]) => name), ...ANSWER_COLUMNS], ",");
  for await (const doubted of doubtedRows(report)) {
    const told = columns.map(([, textOf]) => escapeFormula(textOf(doubted)));
    yield csvLine([...told, ...ANSWER_COLUMNS.map(() => "")], ",");
  }
}

/** The same as a letter in Markdown, to be read. */
export async function* renderHandoverLetter(report: RunReport): AsyncGenerator<string> {
  const { id, target } = report.run;
  const to = target ? ` to ${code(target.baseUrl)} for partner ${code(target.partner)}` : "";
  yield '<!-- leadctl handover: "known_quote_id" -->\n# Leads that may exist\n\n';
  yield `${amountText(report.summary.maybeCreated, "lead")} went${to}, and no answer that arrived says for certain whether a quote was created (run ${code(id)}).\n\n`;
  yield "**For each e-mail below:** does a quote exist that one of these requests created? If so, which quote id and login link does it have?\n";
  for await (const { row, requests } of doubtedRows(report)) {
    yield `\n## ${address(row.email ?? `row ${row.row}`)}\n\n`;
    const ids = [
      `Row ${row.row}, ${row.status}`,
      row.affiliateId === null ? [] : `affiliate id ${plain(row.affiliateId)}`,
      row.quoteId === null ? [] : `quote id that was seen: ${plain(row.quoteId)}`,
    ].flat();
    yield `${ids.join("; ")}\n\n`;
    if (requests.length === 0) yield "No request of it is on record.\n";
    else
      yield tableHead([
        "Sent (UTC, our clock)",
        "Answer (your clock)",
        "X-Request-Id",
        "Headers",
        "What came",
      ]) + requests.map(requestRow).join("");
  }
}

function requestRow(request: SentRequest): string {
  const { at, requestId } = request;
  return tableRow([
    at,
    cell(serviceTime(request)),
    requestId === undefined ? "none" : code(requestId),
    cell(answerHeaders(request)),
    cell(seenText(request)),
  ]);
}

/** In input order. */
async function* doubtedRows(report: RunReport): AsyncGenerator<DoubtedRow> {
  const inDoubt = new Set<number>();
  for (const { row, maybeCreated } of report.outcomes()) if (maybeCreated) inDoubt.add(row);
  const requests = await report.sentRequests(inDoubt);
  for await (const batch of report.rows((row) => inDoubt.has(row)))
    for (const row of batch) yield { row, requests: requests.get(row.row) ?? [] };
}

/** When the service says that it answered, by its own clock. */
function serviceTime({ answer }: SentRequest): string {
  const date = Date.parse(answer?.headers.date ?? "");
  return Number.isNaN(date) ? "" : new Date(date).toISOString();
}

function answerHeaders({ answer }: SentRequest): string {
  const named = Object.entries(answer?.headers ?? {}).filter(([name]) => name !== "date");
  return named.map(([name, value]) => `${name}: ${value}`).join(", ");
}

function seenText({ answer }: SentRequest): string {
  return answer?.text ?? "No answer was written down.";
}

/** Nothing in a plain address can be taken for markup, and it is there to be copied. */
function address(email: string): string {
  return /^[a-z0-9.+-]+@[a-z0-9.-]+$/i.test(email) ? email : plain(email);
}
