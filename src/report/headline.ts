import { STATUSES, type Status, type Summary } from "../outcome/status.ts";
import { amountText, countText } from "../terminal/number-text.ts";
import type { RunReport } from "./report-model.ts";

/** What happened, in one sentence. */
export function headline({ run, summary }: RunReport): string {
  const { total, created, pending, invalid } = summary;
  const rows = amountText(total, "row");
  if (total === 0) return "There were no rows to send.";
  if (run.isCheck) {
    if (invalid === 0) return total === 1 ? "The row is ready to go." : `All ${rows} are ready to go.`;
    return `${countText(pending)} of ${rows} ${pending === 1 ? "is" : "are"} ready to go; ${countText(invalid)} to fix.`;
  }
  if (created === total) return total === 1 ? "The row was created." : `All ${rows} were created.`;
  const others = STATUSES.filter((status) => status !== "created" && summary[status] > 0);
  const list = others.map((status) => `${countText(summary[status])} ${status}`).join(", ");
  return `${countText(created)} of ${rows} ${created === 1 ? "was" : "were"} created; ${list}.`;
}

/** What each status means, and what next, in a few words. */
export const STATUS_WORDS: Readonly<Record<Status, { means: string; next: string }>> = {
  created: { means: "the service created a quote", next: "nothing: it is done" },
  invalid: { means: "refused here, never sent", next: "fix the sheet" },
  rejected: { means: "the service refused it", next: "fix the sheet" },
  duplicate: { means: "the service had this e-mail before", next: "nothing to send" },
  unconfirmed: {
    means: "refused after an attempt that may have created it",
    next: "ask the service's owner",
  },
  unknown: { means: "sent, and no readable answer came", next: "send again when the service is quiet" },
  failed: { means: "tried as often as allowed, or never sent", next: "send again" },
  pending: { means: "not settled: the run stopped first", next: "go on with the run" },
};

/** Counts by status that occur, in the order in which people read them. */
export function occurring(summary: Summary): { status: Status; count: number }[] {
  return STATUSES.map((status) => ({ status, count: summary[status] })).filter(({ count }) => count > 0);
}
