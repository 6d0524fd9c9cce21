import { issueText } from "../lead/issue-text.ts";
import { type Answer, type AnswerKind, answerMessage, type Pieces, type UnreadableReason } from "./answer.ts";
import type { LastAnswer } from "./evidence.ts";
import { errorText } from "./exchange.ts";
import { isTurnedAway, type LeadState, type PersonsWord } from "./lead-state.ts";
import type { Status } from "./status.ts";

const DISMISSED = "A person took it out: it is not a lead.";
const MAYBE = "An earlier attempt may have created it.";

/**
 * What happened to a row, in a sentence or two: as much as is known, and no more. Null where the status or
 * the issues say it all.
 *
 * @param last The row's last answer; null when it has none, or when the program died during its attempt.
 * @param pieces What arrived of a quote that no answer proves.
 */
export function whatHappened(
  state: LeadState,
  last: LastAnswer | null,
  pieces: Pieces | null = null,
): string | null {
  const said = state.word && WORDS[state.status]?.[state.word];
  const known = said ?? statusText(state, last, pieces?.loginUrl !== undefined);
  const text = state.dismissed ? [known, DISMISSED].filter((part) => part !== null).join(" ") : known;
  const more = pieces && !state.doubted && piecesText(pieces);
  return more && state.status !== "created" ? [text, more].filter((part) => part !== null).join(" ") : text;
}

function statusText(state: LeadState, last: LastAnswer | null, hasLink: boolean): string | null {
  switch (state.status) {
    case "created":
      return null;
    case "invalid":
      return state.unrecorded ? LOST_CORRECTION : null;
    case "rejected":
      return rejectedText(state, last);
    case "duplicate":
      return `The service already has ${holder(last)} with this e-mail; this run did not create it.${linkText(state)}`;
    case "unconfirmed":
      return unconfirmedText(state, last, hasLink);
    case "unknown":
      return `${unknownText(state, last)} Whether the lead was created is not known.`;
    case "failed":
      return `${failedText(state, last)}${state.maybeCreated ? ` ${MAYBE}` : " It was not created."}`;
    case "pending":
      return last
        ? `Not settled when the run stopped; the last time ${answerText(last)}.`
        : "The run stopped before it was sent.";
  }
}

/** People of one household may have one e-mail. */
function linkText({ linkIn }: LeadState): string {
  return linkIn === undefined
    ? ""
    : ` The run ${linkIn} did, and has its login link. Give that out only where it is the same person.`;
}

/** What a person's word makes of a row. */
const WORDS: Readonly<Partial<Record<Status, Partial<Record<PersonsWord, string>>>>> = {
  created: { created: "By a person's word it was created: its login link was written down." },
  unconfirmed: { created: "By a person's word it was created; its login link is not available here." },
  failed: { "not-created": "By a person's word it was not created, and may be sent again." },
  invalid: { "not-created": "By a person's word no earlier attempt created it." },
};

const LOST_CORRECTION =
  "It was refused here. An older journal was put back, and corrections are lost: a correction of this row may have been sent.";

function rejectedText(state: LeadState, last: LastAnswer | null): string | null {
  if (state.word === "not-created")
    return `The service refused it: ${refusalText(last)}. By a person's word no earlier attempt created it.`;
  if (state.maybeCreated)
    return "The service refused it, but an earlier attempt may have created it. Ask the service's owner before it is sent again.";
  if (isTurnedAway(state))
    return `The request was refused: ${answerText(last)}. Nothing in the row is known to be wrong.`;
  return last?.answer.kind === "issues" ? null : `The service refused it: ${answerText(last)}.`;
}

function refusalText(last: LastAnswer | null): string {
  return last?.answer.kind === "issues" ? last.answer.issues.map(issueText).join("; ") : answerText(last);
}

function unconfirmedText({ linkIn }: LeadState, last: LastAnswer | null, hasLink: boolean): string {
  if (last?.answer.kind !== "duplicate") {
    return `${MAYBE} The last answer was a refusal: ${answerText(last)}. Ask the service's owner whether the quote exists.`;
  }
  if (linkIn !== undefined)
    return (
      `The service has ${holder(last)} with this e-mail. The run ${linkIn} created a lead with it, and has its login ` +
      "link: where it is the same person, that is this lead. Where it is not, ask the service's owner."
    );
  return (
    `The service has ${holder(last)} with this e-mail. It may be this lead, created by an earlier attempt whose answer ` +
    `was lost, or another one: ask the service's owner.${hasLink ? "" : " The login link is not available here."}`
  );
}

function unknownText({ unrecorded, doubted }: LeadState, last: LastAnswer | null): string {
  if (doubted) return DOUBTED;
  if (!last)
    return unrecorded
      ? "An older journal was put back: what was sent of this row since then, if anything, is not on record."
      : "The program ended while the lead was being sent.";
  if (last.answer.kind === "unreadable") return `It was sent, and ${unreadableText(last.answer, last)}.`;
  if (last.answer.kind === "no-answer")
    return `It was sent, but no answer came: ${errorText(last.error, "the connection ended")}.`;
  return `It was sent, and the last time ${answerText(last)}.`;
}

const DOUBTED =
  "An answer came, which may be that of another row: explain says of which, and shows what it brought.";

/** Why the answer to an attempt is in doubt, and between which rows. */
export interface AnswerDoubt {
  /** One answer came for all of these rows, or the connection of all of them was out of step. */
  because: "out-of-step" | "same-answer";
  /** Rows that were answered before it, the last one first, and after it. */
  before: readonly number[];
  after: readonly number[];
}

/** Whose the answer may be, and its login link with it. */
export function doubtText({ because, before, after }: AnswerDoubt): string {
  const rows = (numbers: readonly number[]): string =>
    `row${numbers.length === 1 ? "" : "s"} ${numbers.slice(0, ROWS_SHOWN_MAX).join(", ")}${numbers.length > ROWS_SHOWN_MAX ? " and others" : ""}`;
  if (because === "same-answer")
    return `The same quote id or login token came for ${rows([...before, ...after])}, too: nobody can tell whose it is.`;
  const theirs =
    before.length === 0
      ? "It is probably its own"
      : `It may be that of ${rows(before)}, and its login link, too`;
  const own = after.length === 0 ? "" : `; its own may have come for ${rows(after)}`;
  return `Its connection was out of step: bytes came when no answer was due. ${theirs}${own}.`;
}

/** A connection serves a hundred. */
const ROWS_SHOWN_MAX = 100;

function failedText(state: LeadState, last: LastAnswer | null): string {
  if (!last) return "It was not settled.";
  if (last.answer.kind === "not-sent" || last.answer.kind === "tls-refused")
    return `It could not be sent: ${errorText(last.error, "no connection")}.`;
  const tries = state.resumable
    ? "It waited for another try when the run stopped"
    : "It was tried as often as allowed";
  return `${tries}; the last time ${answerText(last)}.`;
}

function holder(last: LastAnswer | null): string {
  return last?.answer.kind === "duplicate" && last.answer.holder === "account" ? "a user account" : "a quote";
}

/** What was seen, and nothing of what it means, as in `the service answered 500, "boom"`. */
export function answerText(last: LastAnswer | null): string {
  if (last?.answer.kind === "not-sent")
    return `it could not be sent: ${errorText(last.error, "no connection")}`;
  if (!last || last.httpStatus === null) return errorText(last?.error, "there was no answer");
  const message = answerMessage(last.body);
  return `the service answered ${last.httpStatus}${message === null ? "" : `, "${message}"`}`;
}

/** What one answer says about the lead, as a sentence or two. */
export function attemptText(result: LastAnswer): string {
  const { answer } = result;
  const pieces = answer.kind === "created" ? null : piecesText(answer.pieces ?? {});
  return pieces === null ? answerMeaning(result) : `${answerMeaning(result)} ${pieces}`;
}

function answerMeaning(result: LastAnswer): string {
  const { answer, error, httpStatus } = result;
  const why = error === undefined ? "" : ` (${error.message})`;
  switch (answer.kind) {
    case "created":
      return `The service created quote ${answer.quoteId}.`;
    case "unreadable":
      return `It was sent, and ${unreadableText(answer, result)}${why}: the lead may be created, or not.`;
    case "issues":
      return `The service refused it: ${answer.issues.map(issueText).join("; ")}.`;
    case "duplicate":
      return `The service has ${answer.holder === "account" ? "a user account" : "a quote"} with this e-mail already.`;
    case "refused":
      return `The service refused it${answer.message === null ? "" : `: "${answer.message}"`}.`;
    case "unauthorized":
      return "The service refused the key, and the run stopped. This says nothing about the lead.";
    case "redirected":
      return `The address answered with a redirect (${httpStatus}), which is never followed: the lead may be created, or not.`;
    case "moved":
      return `The address sent the lead elsewhere (${httpStatus}), which is never followed. It did not take it.`;
    case "wrong-target":
      return "The address does not take leads, or not this one.";
    case "throttled":
      return "The service asked to slow down. It did not take the lead.";
    case "request-timeout":
      return httpStatus === 425
        ? "The service said that it is too early (425), and did not take the lead."
        : "The service gave up waiting for the request. It did not take the lead.";
    case "server-error":
      return "The service failed while it had the lead: it may have created it all the same.";
    case "gateway-error":
      return "A gateway answered in the service's place: the lead may be created, or not.";
    case "tls-refused":
      return `Nothing was sent: the server's certificate was refused${why}.`;
    case "not-sent":
      return `Nothing was sent: no connection${why}.`;
    case "no-answer":
      return `It was sent, and no answer came${why}: the lead may be created, or not.`;
  }
}

/** As in `the service answered 200 with something that is no JSON, such as a web page`. */
function unreadableText(
  { reason }: Extract<Answer, { kind: "unreadable" }>,
  { httpStatus, body }: LastAnswer,
): string {
  const message = reason === "no-success" ? answerMessage(body) : null;
  const what = reason === undefined ? "a body that could not be read" : UNREADABLE_WORDS[reason];
  return `the service answered ${httpStatus} with ${what}${message === null ? "" : `, "${message}"`}`;
}

const UNREADABLE_WORDS: Readonly<Record<UnreadableReason, string>> = {
  "not-json": "something that is no JSON, such as a web page",
  "cut-off": "an answer that was cut off",
  "too-large": "an answer that is too large to be one",
  encoded: "an answer in an encoding that could not be undone",
  "no-success": "an answer that does not say success",
  "odd-ids": "success, with a quote id or a login link that is too long, or has lost characters",
  "no-ids": "success, but without both a quote id and a login link",
};

/** What arrived of a quote that no answer proves, as a sentence; null when nothing did. */
export function piecesText({ quoteId, loginUrl }: Pieces): string | null {
  const arrived = [
    ...(quoteId === undefined ? [] : [`quote id ${quoteId}`]),
    ...(loginUrl === undefined ? [] : ["a login link"]),
  ];
  if (arrived.length === 0) return null;
  return `An answer brought ${arrived.join(" and ")} all the same: kept, and not known to be good.`;
}

/** What is known of an attempt without an answer. */
interface OpenAttempt {
  isInFlight: boolean;
  /** The journal is an older one: the answer may have been in the newer. */
  isUnrecorded: boolean;
}

/** What is to be said of an attempt that has no answer on record. */
export function openAttemptText({ isInFlight, isUnrecorded }: OpenAttempt): string {
  if (isInFlight) return "It is under way just now.";
  return isUnrecorded
    ? "The journal is an older one, which holds no answer to this attempt: the lead may be created, or not."
    : "The program ended during this attempt, before an answer was written down: the lead may be created, or not.";
}

/** What an attempt's answer was, in a few words. */
export const ANSWER_WORDS: Readonly<Record<AnswerKind, string>> = {
  created: "created",
  unreadable: "accepted, but the answer proves no quote",
  issues: "refused, with issues",
  duplicate: "refused: the e-mail is known already",
  refused: "refused",
  unauthorized: "the key was refused",
  redirected: "a redirect, not followed; the lead may be created",
  moved: "sent elsewhere, not followed",
  "wrong-target": "the address does not take leads",
  throttled: "asked to slow down",
  "request-timeout": "the service did not take the request in time",
  "server-error": "the service failed; it may have created the lead",
  "gateway-error": "a gateway answered instead; the lead may be created",
  "tls-refused": "not sent: the certificate was refused",
  "not-sent": "not sent: no connection",
  "no-answer": "sent, and no answer came",
};
