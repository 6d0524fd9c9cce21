import { csvLine, escapeFormula } from "../sheet/spreadsheet-text.ts";
import type { ReportRow, RunReport } from "./report-model.ts";
import { rowBatches } from "./rows-report.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** What the service's owner is told of a row. A login link is none of it. */
const TOLD: readonly (readonly [
  name: string,
  textOf: (row: ReportRow, times: readonly string[]) => string,
])[] = [
  ["leadctl_row", ({ row }) => String(row)],
  ["email", ({ email }) => email ?? ""],
  ["affiliate_id", ({ affiliateId }) => affiliateId ?? ""],
  ["leadctl_status", ({ status }) => status],
  ["sent_at", (_row, times) => times.join("; ")],
  ["known_quote_id", ({ quoteId }) => quoteId ?? ""],
];

/** What the owner fills in, and `resolve --from` reads. */
export const ANSWER_COLUMNS = ["result", "quote_id", "login_url", "note"] as const;

/**
 * For the service's owner: every row that may exist though it is not created, with its e-mail, its ids and the times
 * of its requests, and empty columns for the answers. `resolve --from` takes the sheet back.
 */
export async function* renderHandover(report: RunReport): AsyncGenerator<string> {
  const inDoubt = new Set<number>();
  for (const { row, maybeCreated } of report.outcomes()) if (maybeCreated) inDoubt.add(row);
  const times = await report.attemptTimes(inDoubt);
  yield BYTE_ORDER_MARK + csvLine([...TOLD.map(([name]) => name), ...ANSWER_COLUMNS], ",");
  for await (const batch of rowBatches(report, (row) => inDoubt.has(row))) {
    yield batch
      .map((row) => {
        const told = TOLD.map(([, textOf]) => escapeFormula(textOf(row, times.get(row.row) ?? [])));
        return csvLine([...told, ...ANSWER_COLUMNS.map(() => "")], ",");
      })
      .join("");
  }
}
