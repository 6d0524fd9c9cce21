import { isInDoubt } from "../../outcome/lead-state.ts";
import { distinctNames } from "../../run/folder/run-folder.ts";
import type { SentRequest } from "../../run/journal/sent-requests.ts";
import type { RunRow } from "../../run/run-row.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { RunReport } from "../model/report-model.ts";
import { sheetHead, sheetLine } from "./render-csv.ts";

/** A row that may exist though it is not created, and the requests that may have created it. */
interface DoubtedRow {
  /** For several runs: what tells this run from the others. */
  run: string;
  row: RunRow;
  requests: readonly SentRequest[];
}

const NO_ANSWER = "No answer was recorded.";

/** What the service's owner is told of a row, by the column of the sheet and by the words of the letter. A login link is none of it. */
const TOLD: readonly (readonly [name: string, words: string, textOf: (doubted: DoubtedRow) => string])[] = [
  ["leadctl_row", "Row", ({ row }) => String(row.row)],
  ["email", "E-mail", ({ row }) => row.applicant.email ?? ""],
  ["affiliate_id", "Affiliate id", ({ row }) => row.applicant.affiliateId ?? ""],
  ["leadctl_status", "Status", ({ row }) => row.state.status],
  ["sent_at", "Sent, by our clock", ({ requests }) => requests.map(({ at }) => at).join("; ")],
  [
    "request_id",
    "X-Request-Id",
    ({ requests }) => requests.map(({ requestId }) => requestId ?? "").join("; "),
  ],
  ["service_time", "Answered, by your clock", ({ requests }) => requests.map(serviceTime).join("; ")],
  ["answer_headers", "Headers of the answer", ({ requests }) => requests.map(answerHeaders).join("; ")],
  [
    "seen",
    "What came",
    ({ requests }) => requests.map(({ answer }) => answer?.text ?? NO_ANSWER).join(" | "),
  ],
  ["known_quote_id", "Quote id that was seen", ({ row }) => row.quoteId ?? ""],
];

/** In a list of several runs: each takes the answers to its own rows. */
const TOLD_OF_RUN: (typeof TOLD)[number] = ["leadctl_run", "Run", ({ run }) => run];

/** What the owner fills in, and `resolve --from` reads. */
export const ANSWER_COLUMNS = ["result", "quote_id", "login_url", "note"] as const;

/**
 * For the service's owner: every row that may exist though it is not created, with its e-mail, its ids, and the times
 * and ids of its requests, and empty columns for the answers. `resolve --from` takes the sheet back.
 */
export async function* renderHandover(reports: readonly RunReport[]): AsyncGenerator<string> {
  const columns = toldOf(reports);
  yield sheetHead([...columns.map(([name]) => name), ...ANSWER_COLUMNS]);
  for await (const doubted of doubtedRows(reports))
    yield sheetLine([...columns.map(([, , textOf]) => textOf(doubted)), ...ANSWER_COLUMNS.map(() => "")]);
}

function toldOf(reports: readonly RunReport[]): typeof TOLD {
  return reports.length > 1 ? [TOLD_OF_RUN, ...TOLD] : TOLD;
}

/** How the letter begins. */
export const LETTER_TITLE = "Leads that may exist";

/** The same as a letter: plain text, to be read anywhere, and to be pasted into a mail. */
export async function* renderHandoverLetter(reports: readonly RunReport[]): AsyncGenerator<string> {
  const target = reports[0]?.run.target;
  const ids = reports.map(({ run }) => run.id);
  const count = doubtedCount(reports);
  const to = target ? ` to ${safeText(target.baseUrl)} for partner ${safeText(target.partner)}` : "";
  yield `${LETTER_TITLE}\n\n`;
  yield `${amountText(count, "lead")} went${to}. No answer that arrived says for certain whether a quote was created (${ids.length > 1 ? "runs" : "run"} ${safeText(ids.join(", "))}).\n\n`;
  yield "For each e-mail below: does a quote exist that one of these requests created? If so, which quote id and login link does it have?\n";
  for await (const doubted of doubtedRows(reports)) {
    const lines = toldOf(reports).flatMap(([, words, textOf]) => {
      const text = textOf(doubted);
      // Between texts that are missing, there are only separators.
      return /[^; ]/.test(text) ? `${words}: ${safeText(text)}\n` : [];
    });
    yield `\n${lines.join("")}`;
  }
}

/** How many rows there are to ask about. */
export function doubtedCount(reports: readonly Pick<RunReport, "groups">[]): number {
  const groups = reports.flatMap((report) => [...report.groups()]);
  return groups.reduce((sum, { state, count }) => sum + (isInDoubt(state) ? count : 0), 0);
}

/** Run by run, in input order. */
async function* doubtedRows(reports: readonly RunReport[]): AsyncGenerator<DoubtedRow> {
  const names = distinctNames(reports.map(({ run }) => run.dir ?? run.id));
  for (const [at, report] of reports.entries()) {
    const run = names[at] ?? report.run.id;
    const inDoubt = new Set<number>();
    for (const { row, state } of report.outcomes()) if (isInDoubt(state)) inDoubt.add(row);
    const requests = await report.sentRequests(inDoubt);
    for await (const batch of report.rows((row) => inDoubt.has(row)))
      for (const row of batch) yield { run, row, requests: requests.get(row.row) ?? [] };
  }
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
