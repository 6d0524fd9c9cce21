import type { StatusWords } from "../../outcome/guidance.ts";
import { STATUSES, type Status } from "../../outcome/status.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import { countText } from "../../terminal/number-text.ts";
import { statusWordsOf } from "../model/report-guidance.ts";
import type { RunReport } from "../model/report-model.ts";
import { STATUS_SIGNS } from "../text/status-mark.ts";
import { html, type Markup } from "./markup.ts";
import type { PageStatus } from "./page-data.ts";

/** A status that occurs, and what is to be said of it. */
interface ShownStatus extends PageStatus, StatusWords {
  count: number;
}

export function shownStatuses(report: RunReport): ShownStatus[] {
  const isCheck = report.run.isCheck === true;
  const wordsOf = statusWordsOf(report);
  const counts = shownCounts(report);
  return SHOWN_NAMES.flatMap((status) => {
    const count = counts[status];
    if (count === 0) return [];
    const words =
      status === NOT_A_LEAD || (isCheck && status === "pending") ? OTHER_WORDS[status] : wordsOf(status);
    return { ...shownStatus(status, isCheck), ...words, count };
  });
}

/** A row that was taken out counts as such, and not by its status. Most runs have none, and need no look at their rows. */
function shownCounts({ summary, outcomes }: RunReport): Record<ShownName, number> {
  const counts = { ...summary, [NOT_A_LEAD]: summary.dismissed };
  if (summary.dismissed > 0)
    for (const { status, dismissed } of outcomes()) if (dismissed) counts[status] -= 1;
  return counts;
}

type ShownName = Status | typeof NOT_A_LEAD;

/** Every status that the page knows; its rows refer to them by number. */
export const SHOWN_NAMES: readonly ShownName[] = [...STATUSES, NOT_A_LEAD];

const OTHER_WORDS: Readonly<Record<"pending" | typeof NOT_A_LEAD, StatusWords>> = {
  pending: { means: "nothing is wrong with it", next: "send it" },
  [NOT_A_LEAD]: { means: "a person took it out", next: "nothing to send" },
};

/** What a status is called on the page, its sign, and where its rows are. */
export function shownStatus(status: ShownName, isCheck: boolean): PageStatus {
  if (status === NOT_A_LEAD) return { name: NOT_A_LEAD, sign: "–", tab: null };
  if (isCheck && status === "pending") return { name: "ready", sign: STATUS_SIGNS.created, tab: "done" };
  return { name: status, sign: STATUS_SIGNS[status], tab: status === "created" ? "done" : "attention" };
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What each status that occurs means, and what to do about it. */
export function statusSection(report: RunReport): Markup {
  const lines = shownStatuses(report).map(
    ({ name, sign, count, means, next }) =>
      html`<tr><th scope="row"><span class="sign s-${name}" aria-hidden="true">${sign}</span> ${name}</th><td>${countText(count)}</td><td>${sentence(means)} <span class="note">${sentence(next)}</span></td></tr>\n`,
  );
  return html`<section aria-labelledby="statuses-title"><h2 id="statuses-title">What the statuses mean</h2>
<table class="small statuses"><thead class="unseen"><tr><th scope="col">Status</th><th scope="col">Rows</th><th scope="col">What it means</th></tr></thead><tbody>${lines}</tbody></table></section>`;
}
