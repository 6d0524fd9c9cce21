import { type CodedText, finder, type Personal } from "../base/finding.ts";
import type { AnswerKind, EmailOwner, UnreadableReason } from "./answer.ts";

/** What was seen of an exchange. */
export interface Seen {
  /** Absent where no answer came. */
  status?: number;
  /** What the answer says; where none came, what went wrong on the connection. */
  said?: Personal;
  /** Nothing went out. */
  isUnsent?: boolean;
}

/** An answer with a body that proves no quote. */
type SeenUnreadable = Seen & { reason?: UnreadableReason };

/** As in `the service answered 500, "boom"`. */
export function seenText({ status, said, isUnsent }: Seen): string {
  if (isUnsent) return `it could not be sent: ${said?.personal ?? "no connection"}`;
  if (status === undefined) return said?.personal ?? "there was no answer";
  return `the service answered ${status}${quoted(said)}`;
}

function quoted(said: Personal | undefined): string {
  return said === undefined ? "" : `, "${said.personal}"`;
}

/** As in `the service answered 200 with something that is not JSON, such as a web page`. */
function unreadableText({ status, said, reason }: SeenUnreadable): string {
  const what = reason === undefined ? "a body that could not be read" : UNREADABLE_WORDS[reason];
  return `the service answered ${status} with ${what}${quoted(said)}`;
}

const UNREADABLE_WORDS: Readonly<Record<UnreadableReason, string>> = {
  "not-json": "something other than JSON, such as a web page",
  "cut-off": "an answer that was cut off",
  "too-large": "an answer that is too large",
  encoded: "an answer in an encoding that could not be undone",
  "no-success": "an answer that does not say success",
  "odd-ids": "success, but with a quote id or a login link that is too long, or has lost characters",
  "no-ids": "success, but without both a quote id and a login link",
};

const HOLDERS: Readonly<Record<EmailOwner, string>> = { quote: "a quote", account: "a user account" };
const MAYBE = "An earlier attempt may have created it.";
const NOT_KNOWN = "The lead may exist.";

function failed(what: string, maybeCreated: boolean): string {
  return `${what} ${maybeCreated ? MAYBE : "It was not created."}`;
}

interface SeenFailure extends Seen {
  maybeCreated: boolean;
}

/** What happened to a row, where neither its status nor its issues say it all. */
export const HAPPENED_TEXTS = {
  "told-created-with-link": () => "Somebody recorded that it was created, with its login link.",
  "told-created": () => "Somebody recorded that it was created. Its login link is not available here.",
  "told-not-created": () => "Somebody recorded that it was not created. It may be sent again.",
  "told-no-earlier": () => "Somebody recorded that no earlier attempt created it.",
  "not-a-lead": () => "Somebody took it out as not a lead.",
  "correction-lost": () =>
    "It was held back here. An older journal was put back, and corrections are lost: a correction of this row may have been sent.",

  refused: (seen: Seen) => `The service refused it: ${seenText(seen)}.`,
  "refused-for": ({ issues }: { issues: readonly Personal[] }) =>
    `The service refused it: ${issues.map(({ personal }) => personal).join("; ")}.`,
  "refused-after-attempt": () =>
    "The service refused it, but an earlier attempt may have created it. Ask the service's owner before it is sent again.",
  "turned-away": (seen: Seen) =>
    `The request was refused: ${seenText(seen)}. Nothing in the row is known to be wrong.`,

  duplicate: ({ holder }: { holder: EmailOwner }) =>
    `The service already has ${HOLDERS[holder]} with this e-mail; this run did not create it.`,
  "created-by-run": ({ run }: { run: string }) =>
    `The run ${run} created a lead with it, and has the login link. Give the link out only if it is the same person.`,
  "refused-unconfirmed": (seen: Seen) =>
    `${MAYBE} The last answer was a refusal: ${seenText(seen)}. Ask the service's owner whether a quote exists.`,
  "unconfirmed-linked": ({ holder, run }: { holder: EmailOwner; run: string }) =>
    `The service has ${HOLDERS[holder]} with this e-mail. The run ${run} created a lead with it, and has the login link. If it is the same person, that is this lead. If not, ask the service's owner.`,
  unconfirmed: ({ holder, hasLink }: { holder: EmailOwner; hasLink: boolean }) =>
    `The service has ${HOLDERS[holder]} with this e-mail. An earlier attempt, whose answer was lost, may have created it, or it may be somebody else's: ask the service's owner.${hasLink ? "" : " The login link is not available here."}`,

  doubted: () =>
    `An answer came that may belong to another row: explain says which one, and shows the answer. ${NOT_KNOWN}`,
  unrecorded: () =>
    `An older journal was put back: it does not say whether this row was sent since then. ${NOT_KNOWN}`,
  "program-ended": () => `The program ended while the lead was being sent. ${NOT_KNOWN}`,
  unreadable: (seen: SeenUnreadable) => `It was sent, and ${unreadableText(seen)}. ${NOT_KNOWN}`,
  unanswered: ({ said }: Seen) =>
    `It was sent, but no answer came: ${said?.personal ?? "the connection ended"}. ${NOT_KNOWN}`,
  unclear: (seen: Seen) => `It was sent at least once; the last time ${seenText(seen)}. ${NOT_KNOWN}`,

  "not-settled": ({ maybeCreated }: { maybeCreated: boolean }) =>
    failed("It has no result yet.", maybeCreated),
  "not-sent": ({ said, maybeCreated }: SeenFailure) =>
    failed(`It could not be sent: ${said?.personal ?? "no connection"}.`, maybeCreated),
  "waited-for-another-try": ({ maybeCreated, ...seen }: SeenFailure) =>
    failed(
      `It was waiting for another attempt when the run stopped; the last time ${seenText(seen)}.`,
      maybeCreated,
    ),
  "tried-as-allowed": ({ maybeCreated, ...seen }: SeenFailure) =>
    failed(`All attempts failed; the last time ${seenText(seen)}.`, maybeCreated),
  "stopped-after-attempt": (seen: Seen) =>
    `Not settled when the run stopped; the last time ${seenText(seen)}.`,
  "stopped-before": () => "The run stopped before it was sent.",

  /** An answer brought something of a quote, and proves none. */
  pieces: ({ quoteId, hasLink }: { quoteId?: string; hasLink: boolean }) => {
    const arrived = [
      quoteId === undefined ? [] : `quote id ${quoteId}`,
      hasLink ? "a login link" : [],
    ].flat();
    return `But an answer brought ${arrived.join(" and ")}: ${arrived.length === 1 ? "it is" : "both are"} kept, and may not be valid.`;
  },
};

export const happenedFinding = finder(HAPPENED_TEXTS);

/** What an answer brought, as its sentence needs it. */
interface AnswerParams extends SeenUnreadable {
  /** What went wrong on the connection, as the system says it. */
  why?: Personal;
  quoteId?: string;
  holder?: EmailOwner;
  issues?: readonly Personal[];
}

function because({ why }: AnswerParams): string {
  return why === undefined ? "" : ` (${why.personal})`;
}

const OPEN = "the lead may exist.";

/** What one answer says about the lead, by its kind. */
export const ANSWERED_TEXTS: Readonly<Record<AnswerKind, (params: AnswerParams) => string>> = {
  created: ({ quoteId }) => `The service created quote ${quoteId}.`,
  unreadable: (seen) => `It was sent, and ${unreadableText(seen)}${because(seen)}: ${OPEN}`,
  issues: ({ issues = [] }) =>
    `The service refused it: ${issues.map(({ personal }) => personal).join("; ")}.`,
  duplicate: ({ holder = "quote" }) => `The service has ${HOLDERS[holder]} with this e-mail already.`,
  refused: ({ said }) => `The service refused it${said === undefined ? "" : `: "${said.personal}"`}.`,
  unauthorized: () => "The service refused the key, and the run stopped. This says nothing about the lead.",
  redirected: ({ status }) =>
    `The address answered with a redirect (${status}), which is never followed: ${OPEN}`,
  moved: ({ status }) =>
    `The address answered with a redirect (${status}), which is never followed. It did not take the lead.`,
  "wrong-target": () => "The address does not take leads, or not this one.",
  throttled: () => "The service asked to slow down. It did not take the lead.",
  "request-timeout": ({ status }) =>
    status === 425
      ? "The service said that it is too early (425), and did not take the lead."
      : "The service gave up waiting for the request. It did not take the lead.",
  "server-error": () => `The service failed after the lead was sent: ${OPEN}`,
  "gateway-error": () => `A gateway answered in the service's place: ${OPEN}`,
  "tls-refused": (seen) => `Nothing was sent: the server's certificate was refused${because(seen)}.`,
  "not-sent": (seen) => `Nothing was sent: no connection${because(seen)}.`,
  "no-answer": (seen) => `It was sent, and no answer came${because(seen)}: ${OPEN}`,
};

export const answerFinding = finder(ANSWERED_TEXTS);

/** A connection serves a hundred. */
const ROWS_SHOWN_MAX = 100;

function rowsText(rows: readonly number[]): string {
  const shown = rows.slice(0, ROWS_SHOWN_MAX).join(", ");
  return `row${rows.length === 1 ? "" : "s"} ${shown}${rows.length > ROWS_SHOWN_MAX ? " and others" : ""}`;
}

/** What else is to be said of an attempt: that it has no answer on record, or that its answer is in doubt. */
export const ATTEMPT_TEXTS = {
  "in-flight": () => "It is under way right now.",
  "answer-unrecorded": () => `The journal is an older one, which holds no answer to this attempt: ${OPEN}`,
  "answer-lost": () => `The program ended during this attempt, before an answer was recorded: ${OPEN}`,
  "same-answer": ({ rows }: { rows: readonly number[] }) =>
    `The same quote id or login token also came for ${rowsText(rows)}: nobody can tell whose it is.`,
  "out-of-step": ({ before, after }: { before: readonly number[]; after: readonly number[] }) => {
    const theirs =
      before.length === 0
        ? "The answer probably belongs to this row"
        : `The answer, with its login link, may belong to ${rowsText(before)}`;
    const own = after.length === 0 ? "" : `; this row's own answer may have come for ${rowsText(after)}`;
    return `The answers on its connection were out of order: something came when no answer was due. ${theirs}${own}.`;
  },
};

export const attemptFinding = finder(ATTEMPT_TEXTS);

/** What is told, sentence by sentence. */
export type Told = readonly CodedText[];

export function toldText(told: Told): string {
  return told.map(({ message }) => message).join(" ");
}
