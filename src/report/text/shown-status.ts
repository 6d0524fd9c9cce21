import { isFixable, isTurnedAway } from "../../outcome/lead-state.ts";
import type { Status } from "../../outcome/status.ts";
import { type StatusCounts, type StatusWords, statusWords } from "../../outcome/status-words.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import type { RenderedRow, RenderedRun } from "../model/report-model.ts";
import { SHOWN_SIGNS, type ShownName } from "./status-mark.ts";

/** A status that occurs, and what is to be said of it. */
export interface ShownStatus extends StatusWords {
  name: ShownName;
  count: number;
}

/** What each status means in a report, and what next: of rows that may exist, something else than of others. */
export function shownStatuses({ summary, groups, run, evidence }: RenderedRun): ShownStatus[] {
  const counts = Object.fromEntries(
    SHOWN_NAMES.map((name) => [name, { count: 0, maybeCreated: 0, turnedAway: 0 }]),
  ) as Record<ShownName, StatusCounts>;
  for (const { state, count } of groups()) {
    const own = counts[shownName({ state }, run.isCheck === true)];
    own.count += count;
    // One that may be corrected anyway, by a person's word, is not a row to ask about.
    if (state.maybeCreated && !isFixable(state)) own.maybeCreated += count;
    else if (isTurnedAway(state)) own.turnedAway += count;
  }
  const { doubtful = 0 } = summary;
  counts.ready.count -= doubtful;
  counts.doubtful.count += doubtful;
  const isUnderWay = evidence().some(
    ({ condition }) => condition === "in progress" || condition === "in doubt",
  );
  return SHOWN_NAMES.filter((name) => counts[name].count > 0).map((name) => ({
    name,
    count: counts[name].count,
    ...(isStatus(name) ? statusWords(name, counts[name], isUnderWay) : OTHER_WORDS[name]),
  }));
}

const SHOWN_NAMES = Object.keys(SHOWN_SIGNS) as ShownName[];

/** What a row is called: one that was taken out, as such. @param isCheck Nothing was sent: what is pending is ready. */
export function shownName(
  { state: { dismissed, status }, isDoubtful }: Pick<RenderedRow, "state" | "isDoubtful">,
  isCheck: boolean,
): ShownName {
  if (dismissed) return NOT_A_LEAD;
  if (isDoubtful) return "doubtful";
  return isCheck && status === "pending" ? "ready" : status;
}

/** What is said of rows that a status does not tell. */
const OTHER_WORDS: Readonly<Record<Exclude<ShownName, Status>, StatusWords>> = {
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
