import type { CodedText } from "../base/finding.ts";
import { issueText } from "../lead/issue-text.ts";
import { type Answer, answerMessage, type Pieces } from "./answer.ts";
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
import { OUTCOME_TABLE } from "./outcome-table.ts";

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
  const kind = last?.answer.kind;
  switch (status) {
    case "created":
      return [];
    case "invalid":
      if (state.unrecorded) return [happenedFinding("correction-lost")];
      return maybeCreated ? [happenedFinding("ask-about-earlier")] : [];
    case "rejected":
      if (maybeCreated && word !== "not-created") return [happenedFinding("ask-about-earlier")];
      if (isTurnedAway(state)) return [...answered(last), happenedFinding("nothing-wrong")];
      return [
        ...(kind === "issues" ? [] : answered(last)),
        ...(word === "not-created" ? [happenedFinding("told-no-earlier")] : []),
      ];
    case "duplicate":
      return [
        ...answered(last),
        linkIn === undefined
          ? happenedFinding("not-by-this-run")
          : happenedFinding("created-by-run", { run: linkIn }),
      ];
    case "unconfirmed":
      return [...answered(last), unconfirmed(state, kind === "duplicate", hasLink)];
    case "unknown":
      if (state.doubted && last) return [happenedFinding("doubted"), happenedFinding("may-exist")];
      if (last) return [...answered(last), mayExist(last)];
      return [
        happenedFinding(state.unrecorded ? "unrecorded" : "program-ended"),
        happenedFinding("may-exist"),
      ];
    case "failed":
      return [
        happenedFinding(
          !last ? "no-result" : state.resumable ? "waited-for-another-try" : "tried-as-allowed",
        ),
        // An answer after which nothing can exist says so itself.
        ...answered(last),
        ...(maybeCreated ? [mayExist(last)] : []),
      ];
    case "pending":
      return [happenedFinding(last ? "stopped-after-attempt" : "stopped-before"), ...answered(last)];
  }
}

function unconfirmed({ linkIn }: LeadState, isKnown: boolean, hasLink: boolean): CodedText {
  if (!isKnown) return happenedFinding("ask-about-earlier");
  return linkIn === undefined
    ? happenedFinding("unconfirmed", { hasLink })
    : happenedFinding("unconfirmed-linked", { run: linkIn });
}

/** Says that a lead may exist, because of its last attempt or an earlier one. */
function mayExist(last: LastAnswer | null): CodedText {
  const isByLast = last !== null && OUTCOME_TABLE[last.answer.kind].mayCreate;
  return happenedFinding(isByLast ? "may-exist" : "may-exist-since-earlier");
}

/** What an answer says, and nothing of what it means for the lead. */
function answered(last: LastAnswer | null): Told {
  if (!last) return [];
  const { answer } = last;
  const issues = answer.kind === "issues" && answer.issues.map((issue) => ({ personal: issueText(issue) }));
  return [
    answerFinding(answer.kind, {
      ...seenIn(last),
      ...(answer.kind === "created" && { quoteId: { personal: answer.quoteId } }),
      ...(answer.kind === "duplicate" && { holder: answer.holder }),
      ...(issues && { issues }),
      ...(answer.kind === "unreadable" && answer.reason && { reason: answer.reason }),
    }),
  ];
}

/** What was seen of an exchange. Reading what a body says takes longer than all else here. */
function seenIn({ answer, httpStatus, error, body }: LastAnswer): Seen {
  const hasAnswer = httpStatus !== null && answer.kind !== "not-sent";
  const said = hasAnswer ? saidIn(answer, body) : error ? errorText(error) : null;
  return {
    ...(hasAnswer && { status: httpStatus }),
    ...(said !== null && { said: { personal: said } }),
  };
}

/** A body that proves no quote is repeated only as far as it says so. */
function saidIn(answer: Answer, body: string | null): string | null {
  const isRepeated =
    answer.kind !== "created" && (answer.kind !== "unreadable" || answer.reason === "no-success");
  return isRepeated ? answerMessage(body) : null;
}

/** What was seen in words, as in `the service answered 500, "boom"`. */
export function answerText(last: LastAnswer): string {
  return seenText(seenIn(last));
}

/** What one answer says about the lead. */
export function attemptTold(result: LastAnswer): Told {
  const { answer } = result;
  if (answer.kind === "created") return answered(result);
  const mayCreate = OUTCOME_TABLE[answer.kind].mayCreate ? [happenedFinding("may-exist")] : [];
  return [...answered(result), ...mayCreate, ...piecesTold(answer.pieces ?? {})];
}

/** What arrived of a quote that no answer proves. */
function piecesTold({ quoteId, loginUrl }: Pieces): Told {
  if (quoteId === undefined && loginUrl === undefined) return [];
  const hasLink = loginUrl !== undefined;
  const id = quoteId === undefined ? {} : { quoteId: { personal: quoteId } };
  return [happenedFinding("pieces", { ...id, hasLink })];
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

/**
 * What is known of an attempt without an answer.
 *
 * @param attempt `isUnrecorded`: the journal is an older one, and the answer may have been in the newer.
 */
export function openAttemptTold(attempt: { isInFlight: boolean; isUnrecorded: boolean }): CodedText {
  if (attempt.isInFlight) return attemptFinding("in-flight");
  return attemptFinding(attempt.isUnrecorded ? "answer-unrecorded" : "answer-lost");
}
