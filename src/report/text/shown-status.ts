import type { Status } from "../../outcome/status.ts";
import type { StatusWords } from "../../outcome/status-words.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import { statusWordsOf } from "../model/report-guidance.ts";
import type { RenderedRow, RenderedRun } from "../model/report-model.ts";
import { SHOWN_SIGNS, type ShownName } from "./status-mark.ts";

/** A status that occurs, and what is to be said of it. */
export interface ShownStatus extends StatusWords {
  name: ShownName;
  count: number;
}

export function shownStatuses(report: RenderedRun): ShownStatus[] {
  const wordsOf = statusWordsOf(report);
  const counts = shownCounts(report);
  return SHOWN_NAMES.flatMap((name) => {
    const count = counts[name];
    if (count === 0) return [];
    return { name, count, ...(isStatus(name) ? wordsOf(name) : OTHER_WORDS[name]) };
  });
}

const SHOWN_NAMES = Object.keys(SHOWN_SIGNS) as ShownName[];

/** A row that was taken out counts as such, and not by its status. Most runs have none, and need no look at their rows. */
function shownCounts({ summary, outcomes, run }: RenderedRun): Record<ShownName, number> {
  const { doubtful = 0 } = summary;
  const certain = summary.pending - doubtful;
  const counts = {
    ...summary,
    pending: run.isCheck ? 0 : certain,
    ready: run.isCheck ? certain : 0,
    doubtful,
    [NOT_A_LEAD]: summary.dismissed,
  };
  if (summary.dismissed > 0)
    for (const { state } of outcomes()) if (state.dismissed) counts[state.status] -= 1;
  return counts;
}

/** What a row is called. @param isCheck Nothing was sent: what is pending is ready. */
export function shownName({ dismissed, isDoubtful, status }: RenderedRow, isCheck: boolean): ShownName {
  if (dismissed) return NOT_A_LEAD;
  if (isDoubtful) return "doubtful";
  return isCheck && status === "pending" ? "ready" : status;
}

/** What is said of rows that a status does not tell, here and in Markdown. */
export const OTHER_WORDS: Readonly<Record<Exclude<ShownName, Status>, StatusWords>> = {
  [NOT_A_LEAD]: { means: "a person took it out", next: "nothing to send" },
  ready: { means: "nothing is wrong with it", next: "send it" },
  doubtful: {
    means: "it is ready, and lacks something that the service may want, or has a word that nobody knows",
    next: "complete it, or send it as it is",
  },
};

function isStatus(name: ShownName): name is Status {
  return !Object.hasOwn(OTHER_WORDS, name);
}
