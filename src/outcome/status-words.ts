import { countText } from "../terminal/number-text.ts";
import type { Status } from "./status.ts";

/** What a status means, and what next, in a few words. */
export interface StatusWords {
  means: string;
  next: string;
}

/** For rows of any status that may exist. */
export const MAYBE_WORDS: StatusWords = {
  means: "not known to be created, but an attempt may have created them",
  next: "do not send them by hand",
};

/** While a process works on the run, or may do. */
const PENDING_UNDER_WAY: StatusWords = { means: "not settled yet", next: "wait until the run has ended" };

/** Refused after an attempt that may have created it, until the service's owner said that it did. */
const CONFIRMED: StatusWords = {
  means: "exists, says the service's owner; no login link is here",
  next: "nothing",
};

/** How many rows have a status, and how many of them are not to be corrected as the others are. */
export interface StatusCounts {
  count: number;
  /** They may exist. */
  maybeCreated: number;
  /** Their request was refused, but not because of their cells. */
  turnedAway: number;
}

/** @param isUnderWay A process works on the run, or may do: nothing has stopped. */
export function statusWords(
  status: Status,
  { count, maybeCreated, turnedAway }: StatusCounts,
  isUnderWay: boolean,
): StatusWords {
  if (status === "pending" && isUnderWay) return PENDING_UNDER_WAY;
  const words = STATUS_WORDS[status];
  if (status === "unconfirmed" && maybeCreated < count)
    return maybeCreated === 0
      ? CONFIRMED
      : { ...words, next: `${words.next} about ${countText(maybeCreated)}` };
  const others = maybeCreated + turnedAway;
  if (others === 0 || (status !== "rejected" && status !== "invalid")) return words;
  if (maybeCreated === count)
    return { means: `${words.means}, after an attempt that may have created it`, next: ASK_OWNER };
  if (turnedAway === count)
    return { means: "the request was refused; nothing in the row is known to be wrong", next: ASK_WHY };
  const parts = [
    ...(count > others ? [words.next] : []),
    ...(maybeCreated > 0 ? [`${countText(maybeCreated)} may exist: ${ASK_OWNER}`] : []),
    ...(turnedAway > 0 ? [`${countText(turnedAway)} had the request refused: ${ASK_WHY}`] : []),
  ];
  return { ...words, next: parts.join("; ") };
}

const ASK_OWNER = "ask the service's owner";
const ASK_WHY = "ask the service's owner why, then send again";

const STATUS_WORDS: Readonly<Record<Status, StatusWords>> = {
  created: { means: "the service created a quote", next: "nothing: it is done" },
  invalid: { means: "held back here, never sent", next: "fix the sheet" },
  rejected: { means: "the service refused it", next: "fix the sheet" },
  duplicate: { means: "the service had this e-mail before", next: "nothing to send" },
  unconfirmed: {
    means: "refused after an attempt that may have created it",
    next: "ask the service's owner",
  },
  unknown: { means: "sent, and no readable answer came", next: "send again a few minutes later" },
  failed: { means: "all attempts failed, or never sent", next: "send again" },
  pending: { means: "not settled: the run stopped first", next: "continue the run" },
};
