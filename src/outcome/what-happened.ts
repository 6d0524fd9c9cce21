import type { CodedText, Personal } from "../base/finding.ts";
import type { Issue } from "../lead/issue.ts";
import { issueText } from "../lead/issue-text.ts";
import { answerMessage, type EmailOwner, type Pieces, type UnreadableReason } from "./answer.ts";
import type { LastAnswer } from "./evidence.ts";
import { errorText } from "./exchange.ts";
import {
  answerFinding,
  attemptFinding,
  happenedFinding,
  type Seen,
  seenText,
  type Told,
} from "./happened-texts.ts";
import { isTurnedAway, type LeadState } from "./lead-state.ts";

/**
 * What happened to a row: as much as is known, and no more. Nothing where the status or the issues say it all.
 *
 * @param last The row's last answer; null when it has none, or when the program died during its attempt.
 * @param pieces What arrived of a quote that no answer proves.
 */
export function whatHappened(state: LeadState, last: LastAnswer | null, pieces: Pieces | null = null): Told {
  const hasPieces = pieces && !state.doubted && state.status !== "created";
  return [
    ...(toldOf(state) ?? happened(state, last, pieces?.loginUrl !== undefined)),
    ...(state.dismissed ? [happenedFinding("not-a-lead")] : []),
    ...(hasPieces ? piecesTold(pieces) : []),
  ];
}

/** What a person's word makes of a row. */
function toldOf({ status, word }: LeadState): Told | undefined {
  if (word === "created" && status === "created") return [happenedFinding("told-created-with-link")];
  if (word === "created" && status === "unconfirmed") return [happenedFinding("told-created")];
  if (word === "not-created" && status === "failed") return [happenedFinding("told-not-created")];
  if (word === "not-created" && status === "invalid") return [happenedFinding("told-no-earlier")];
  return undefined;
}

function happened(state: LeadState, last: LastAnswer | null, hasLink: boolean): Told {
  const { status, maybeCreated, linkIn, word } = state;
  // Reading what a body says takes longer than all else here, and a created row needs none of it.
  const seen = (): Seen => seenOf(last);
  const kind = last?.answer.kind;
  switch (status) {
    case "created":
      return [];
    case "invalid":
      return state.unrecorded ? [happenedFinding("correction-lost")] : [];
    case "rejected":
      if (word === "not-created") return [refusal(last), happenedFinding("told-no-earlier")];
      if (maybeCreated) return [happenedFinding("refused-after-attempt")];
      if (isTurnedAway(state)) return [happenedFinding("turned-away", seen())];
      return kind === "issues" ? [] : [refusal(last)];
    case "duplicate": {
      const known = happenedFinding("duplicate", { holder: holderOf(last) });
      return linkIn === undefined ? [known] : [known, happenedFinding("created-by-run", { run: linkIn })];
    }
    case "unconfirmed": {
      const holder = holderOf(last);
      if (kind !== "duplicate") return [happenedFinding("refused-unconfirmed", seen())];
      if (linkIn !== undefined) return [happenedFinding("unconfirmed-linked", { holder, run: linkIn })];
      return [happenedFinding("unconfirmed", { holder, hasLink })];
    }
    case "unknown":
      if (state.doubted) return [happenedFinding("doubted")];
      if (!last) return [happenedFinding(state.unrecorded ? "unrecorded" : "program-ended")];
      if (last.answer.kind === "unreadable") return [happenedFinding("unreadable", unreadableSeen(last))];
      return [happenedFinding(kind === "no-answer" ? "unanswered" : "unclear", seen())];
    case "failed":
      if (!last) return [happenedFinding("not-settled", { maybeCreated })];
      if (kind === "not-sent" || kind === "tls-refused")
        return [happenedFinding("not-sent", { ...seen(), maybeCreated })];
      return [
        happenedFinding(state.resumable ? "waited-for-another-try" : "tried-as-allowed", {
          ...seen(),
          maybeCreated,
        }),
      ];
    case "pending":
      return [last ? happenedFinding("stopped-after-attempt", seen()) : happenedFinding("stopped-before")];
  }
}

function refusal(last: LastAnswer | null): CodedText {
  return last?.answer.kind === "issues"
    ? happenedFinding("refused-for", { issues: issuesOf(last.answer.issues) })
    : happenedFinding("refused", seenOf(last));
}

function holderOf(last: LastAnswer | null): EmailOwner {
  return last?.answer.kind === "duplicate" ? last.answer.holder : "quote";
}

function issuesOf(issues: readonly Issue[]): Personal[] {
  return issues.map((issue) => ({ personal: issueText(issue) }));
}

/** A body that proves no quote is repeated only as far as it says so. */
function unreadableSeen(last: LastAnswer): Seen & { reason?: UnreadableReason } {
  const reason = last.answer.kind === "unreadable" ? last.answer.reason : undefined;
  const said = reason === "no-success" ? answerMessage(last.body) : null;
  return {
    ...(last.httpStatus !== null && { status: last.httpStatus }),
    ...(reason !== undefined && { reason }),
    ...saidOf(said),
  };
}

function saidOf(text: string | null): Pick<Seen, "said"> {
  return text === null ? {} : { said: { personal: text } };
}

/** What was seen, and nothing of what it means. */
function seenOf(last: LastAnswer | null): Seen {
  const isUnsent = last?.answer.kind === "not-sent";
  if (last && last.httpStatus !== null && !isUnsent)
    return { status: last.httpStatus, ...saidOf(answerMessage(last.body)) };
  return { ...saidOf(last?.error ? errorText(last.error) : null), ...(isUnsent && { isUnsent }) };
}

/** The same in words, as in `the service answered 500, "boom"`. */
export function answerText(last: LastAnswer): string {
  return seenText(seenOf(last));
}

/** What one answer says about the lead. */
export function attemptTold(result: LastAnswer): Told {
  const { answer, error, httpStatus } = result;
  const params = {
    ...(httpStatus !== null && { status: httpStatus }),
    ...(error && { why: { personal: error.message } }),
    ...(answer.kind === "created" && { quoteId: answer.quoteId }),
    ...(answer.kind === "duplicate" && { holder: answer.holder }),
    ...(answer.kind === "issues" && { issues: issuesOf(answer.issues) }),
    ...(answer.kind === "refused" && saidOf(answer.message)),
    ...(answer.kind === "unreadable" && unreadableSeen(result)),
  };
  const told = answerFinding(answer.kind, params);
  return answer.kind === "created" ? [told] : [told, ...piecesTold(answer.pieces ?? {})];
}

/** What arrived of a quote that no answer proves. */
function piecesTold({ quoteId, loginUrl }: Pieces): Told {
  if (quoteId === undefined && loginUrl === undefined) return [];
  const hasLink = loginUrl !== undefined;
  return [happenedFinding("pieces", { ...(quoteId !== undefined && { quoteId }), hasLink })];
}

/** Why the answer to an attempt is in doubt, and between which rows. */
export interface AnswerDoubt {
  /** One answer came for all of these rows, or the connection of all of them was out of step. */
  because: "out-of-step" | "same-answer";
  /** Rows that were answered before it, the last one first, and after it. */
  before: readonly number[];
  after: readonly number[];
}

/** Whose the answer may be, and its login link with it. */
export function doubtTold({ because, before, after }: AnswerDoubt): CodedText {
  return because === "same-answer"
    ? attemptFinding("same-answer", { rows: [...before, ...after] })
    : attemptFinding("out-of-step", { before, after });
}

/** What is known of an attempt without an answer. */
interface OpenAttempt {
  isInFlight: boolean;
  /** The journal is an older one: the answer may have been in the newer. */
  isUnrecorded: boolean;
}

export function openAttemptTold({ isInFlight, isUnrecorded }: OpenAttempt): CodedText {
  return attemptFinding(isInFlight ? "in-flight" : isUnrecorded ? "answer-unrecorded" : "answer-lost");
}
