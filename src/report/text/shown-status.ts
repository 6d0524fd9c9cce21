import { type DetailedStatus, detailedStatusOf, type LeadState } from "../../outcome/lead-state.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import { countText } from "../../terminal/number-text.ts";
import type { RenderedReport, RenderedRow } from "../model/report-model.ts";
import { SHOWN_SIGNS, type ShownName } from "./status-mark.ts";

/** What a status means, and what next, in a few words. */
interface StatusWords {
  means: string;
  next: string;
}

/** A status that occurs, and what is to be said of it. */
export interface ShownStatus extends StatusWords {
  name: ShownName;
  count: number;
}

/** What each status means in a report, and what next: of rows that may exist, something else than of others. */
export function shownStatuses({ summary, groups, run, evidence }: RenderedReport): ShownStatus[] {
  const conditions = new Set(evidence().map(({ condition }) => condition));
  const pending =
    conditions.has("in progress") || conditions.has("in doubt")
      ? PENDING_UNDER_WAY
      : conditions.has("older journal")
        ? PENDING_UNRECORDED
        : undefined;
  const shown = new Map<ShownName, Map<StatusWords, number>>();
  const take = (name: ShownName, words: StatusWords, count: number): void => {
    const own = shown.get(name) ?? new Map<StatusWords, number>();
    shown.set(name, own.set(words, (own.get(words) ?? 0) + count));
  };
  const { doubtful = 0 } = summary;
  for (const { state, count } of groups()) {
    const name = shownName({ state }, run.isCheck === true);
    take(name, (name === "pending" && pending) || wordsOf(state, name), count);
  }
  take("ready", WORDS.ready, -doubtful);
  take("doubtful", WORDS.doubtful, doubtful);
  return SHOWN_NAMES.flatMap((name) => {
    const all = [...(shown.get(name) ?? [])].filter(([, count]) => count > 0);
    if (all.length === 0) return [];
    const count = all.reduce((sum, [, count]) => sum + count, 0);
    return { name, count, means: allOf(all, "means"), next: allOf(all, "next") };
  });
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

/** For rows of any status that may exist. */
export const MAYBE_WORDS: StatusWords = {
  means: "not known to be created, but an attempt may have created them",
  next: "do not send them by hand",
};

/** While a process works on the run, or may do. */
const PENDING_UNDER_WAY: StatusWords = { means: "not settled yet", next: "wait until the run has ended" };

/** The newest answers are missing from the journal. */
const PENDING_UNRECORDED: StatusWords = {
  means: "no result on record: they may have been sent",
  next: "put the newest journal back",
};

/** An attempt failed, and the run stopped before the next one. */
const FAILED_SO_FAR: StatusWords = {
  means: "failed so far: the run stopped first",
  next: "continue the run",
};

const FOR_OWNER: StatusWords = {
  means: "refused, after an attempt that may have created it",
  next: "ask the service's owner",
};

const HELD_FOR_OWNER: StatusWords = {
  means: "held back here, though an earlier attempt may have created it",
  next: FOR_OWNER.next,
};

const WORDS: Readonly<Record<ShownName, StatusWords>> = {
  created: { means: "the service created a quote", next: "nothing: it is done" },
  invalid: { means: "held back here, never sent", next: "fix the sheet" },
  rejected: { means: "the service refused it", next: "fix the sheet" },
  duplicate: { means: "the service had this e-mail before", next: "nothing to send" },
  unconfirmed: FOR_OWNER,
  unknown: {
    means: "sent, and no answer shows whether it was created",
    next: "send again a few minutes later",
  },
  failed: { means: "all attempts failed, or never sent", next: "send again" },
  pending: { means: "not settled: the run stopped first", next: "continue the run" },
  [NOT_A_LEAD]: { means: "a person took it out", next: "nothing to send" },
  ready: { means: "nothing is wrong with it", next: "send it" },
  doubtful: {
    means:
      "it is ready, and lacks something that the service may want, or has an unknown word or an unusual e-mail address",
    next: "complete it, or send it as it is",
  },
};

function wordsOf(state: LeadState, name: ShownName): StatusWords {
  const detailed = detailedStatusOf(state);
  if (detailed === "for-owner" && name === "invalid") return HELD_FOR_OWNER;
  if (name === "failed" && state.resumable) return FAILED_SO_FAR;
  return DETAILED_WORDS[detailed] ?? WORDS[name];
}

/** Says one part of the words for rows of one status: once if all rows share it, else with the count of each. */
function allOf(all: readonly (readonly [StatusWords, number])[], part: keyof StatusWords): string {
  const texts = new Set(all.map(([words]) => words[part]));
  if (texts.size === 1) return [...texts].join();
  return all.map(([words, count]) => `${countText(count)}: ${words[part]}`).join("; ");
}

/** Where the status does not tell it. */
const DETAILED_WORDS: { readonly [S in DetailedStatus]?: StatusWords } = {
  "turned-away": {
    means: "the request was refused; nothing in the row is known to be wrong",
    next: "ask the service's owner why, then send again",
  },
  "for-owner": FOR_OWNER,
  held: { means: WORDS.invalid.means, next: "say in the fix file whether it goes" },
  confirmed: { means: "exists, says the service's owner; no login link is here", next: "nothing" },
};
