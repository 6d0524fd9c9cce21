import { STATUSES, type Status } from "../../outcome/status.ts";
import type { StatusWords } from "../../outcome/status-words.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import { statusWordsOf } from "../model/report-guidance.ts";
import type { RenderedRun } from "../model/report-model.ts";
import { STATUS_SIGNS } from "./status-mark.ts";

/** What a status is called. */
interface StatusLabel {
  name: string;
  sign: string;
  /** Which tab of a page its rows are in beside "All"; null for neither. */
  tab: "attention" | "done" | null;
}

/** A status that occurs, and what is to be said of it. */
interface ShownStatus extends StatusLabel, StatusWords {
  count: number;
}

export function shownStatuses(report: RenderedRun): ShownStatus[] {
  const isCheck = report.run.isCheck === true;
  const wordsOf = statusWordsOf(report);
  const counts = shownCounts(report);
  return SHOWN_NAMES.flatMap((status) => {
    const count = counts[status];
    if (count === 0) return [];
    const words =
      status === NOT_A_LEAD || status === "doubtful" || (isCheck && status === "pending")
        ? OTHER_WORDS[status]
        : wordsOf(status);
    return { ...shownStatus(status, isCheck), ...words, count };
  });
}

/** A row that was taken out counts as such, and not by its status. Most runs have none, and need no look at their rows. */
function shownCounts({ summary, outcomes }: RenderedRun): Record<ShownName, number> {
  const { doubtful = 0 } = summary;
  const counts = {
    ...summary,
    pending: summary.pending - doubtful,
    doubtful,
    [NOT_A_LEAD]: summary.dismissed,
  };
  if (summary.dismissed > 0)
    for (const { status, dismissed } of outcomes()) if (dismissed) counts[status] -= 1;
  return counts;
}

type ShownName = Status | typeof NOT_A_LEAD | "doubtful";

/** Every status that a page knows; its rows refer to them by number. */
export const SHOWN_NAMES: readonly ShownName[] = [...STATUSES, NOT_A_LEAD, "doubtful"];

/** What is said of rows of a check that are ready, here and in Markdown. */
export const CHECK_WORDS: Readonly<Record<"pending" | "doubtful", StatusWords>> = {
  pending: { means: "nothing is wrong with it", next: "send it" },
  doubtful: {
    means: "it is ready, and lacks something that the service may want, or has a word that nobody knows",
    next: "complete it, or send it as it is",
  },
};

const OTHER_WORDS: Readonly<Record<"pending" | "doubtful" | typeof NOT_A_LEAD, StatusWords>> = {
  ...CHECK_WORDS,
  [NOT_A_LEAD]: { means: "a person took it out", next: "nothing to send" },
};

export function shownStatus(status: ShownName, isCheck: boolean): StatusLabel {
  if (status === NOT_A_LEAD) return { name: NOT_A_LEAD, sign: "–", tab: null };
  if (status === "doubtful") return { name: status, sign: STATUS_SIGNS.invalid, tab: "done" };
  if (isCheck && status === "pending") return { name: "ready", sign: STATUS_SIGNS.created, tab: "done" };
  return { name: status, sign: STATUS_SIGNS[status], tab: status === "created" ? "done" : "attention" };
}
