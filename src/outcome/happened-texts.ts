import { type CodedText, finder, type Personal } from "../base/finding.ts";
import type { AnswerKind, EmailOwner, UnreadableReason } from "./answer.ts";

/** What was seen of an exchange. */
export interface Seen {
  /** Absent where no answer came. */
  status?: number;
  /** What the answer says; where none came, what went wrong on the connection. */
  said?: Personal;
}

/** As in `the service answered 500, "boom"`. */
export function seenText({ status, said }: Seen): string {
  if (status === undefined) return said?.personal ?? "there was no answer";
  return `the service answered ${status}${quoted(said)}`;
}

function quoted(said: Personal | undefined): string {
  return said === undefined ? "" : `, "${said.personal}"`;
}

/** As in ` (500, "boom")`. */
function inBrackets({ status, said }: Seen): string {
  if (status !== undefined) return ` (${status}${quoted(said)})`;
  return said === undefined ? "" : ` (${said.personal})`;
}

export const UNREADABLE_WORDS: Readonly<Record<UnreadableReason, string>> = {
  "not-json": "something other than one JSON object, such as a web page",
  "cut-off": "an answer that was cut off",
  "too-large": "an answer that is too large",
  encoded: "an answer in an encoding that could not be undone",
  "no-success": "an answer that does not say success",
  "odd-ids": "success, but with a quote id or a login link that is too long, or has lost characters",
  "no-ids": "success, but without both a quote id and a login link",
};

const HOLDERS: Readonly<Record<EmailOwner, string>> = { quote: "a quote", account: "a user account" };

/** What happened to a row, beside what its last answer says. */
export const HAPPENED_TEXTS = {
  "told-created-with-link": () => "Somebody recorded that it was created, with its login link.",
  "told-created": () => "Somebody recorded that it was created. Its login link is not available here.",
  "told-not-created": () => "Somebody recorded that it was not created. It may be sent again.",
  "told-no-earlier": () => "Somebody recorded that no earlier attempt created it.",
  "not-a-lead": () => "Somebody took it out as not a lead.",
  "correction-lost": () =>
    "It was held back here. An older journal was put back, and corrections are lost: a correction of this row may have been sent.",

  "under-way": () => "The run is in progress, and has not settled it yet.",
  "may-exist": () => "The lead may exist.",
  "may-exist-since-earlier": () => "An earlier attempt may have created it.",
  "ask-about-earlier": () =>
    "An earlier attempt may have created it: ask the service's owner whether a quote exists.",
  "nothing-wrong": () => "Nothing in the row is known to be wrong.",

  "not-by-this-run": () => "This run did not create it.",
  "created-by-run": ({ run }: { run: string }) =>
    `A lead with this e-mail is in ${run}, with its login link. Give the link out only if it is the same person.`,
  "unconfirmed-linked": ({ run }: { run: string }) =>
    `A lead with this e-mail is in ${run}, with its login link. If it is the same person, that is this lead. If not, ask the service's owner.`,
  unconfirmed: ({ hasLink }: { hasLink: boolean }) =>
    `An earlier attempt may have created it, or it may be somebody else's: ask the service's owner.${hasLink ? "" : " The login link is not available here."}`,

  doubted: () =>
    "An answer came that may belong to another row: explain says which one, and shows the answer.",
  unrecorded: () => "An older journal was put back: it does not say whether this row was sent since then.",
  "program-ended": () => "The program ended while the lead was being sent.",
  "no-result": () => "It has no result yet.",
  "waited-for-another-try": () => "It was waiting for another attempt when the run stopped.",
  "tried-as-allowed": () => "All attempts failed.",
  "stopped-after-attempt": () => "It was not settled when the run stopped.",
  "stopped-before": () => "The run stopped before it was sent.",

  /** An answer brought something of a quote, and proves none. */
  pieces: ({ quoteId, hasLink }: { quoteId?: Personal; hasLink: boolean }) => {
    const arrived = [
      quoteId === undefined ? [] : `quote id ${quoteId.personal}`,
      hasLink ? "a login link" : [],
    ].flat();
    return `But an answer brought ${arrived.join(" and ")}: ${arrived.length === 1 ? "it is" : "both are"} kept, and may not be valid.`;
  },
};

export const happenedFinding = finder(HAPPENED_TEXTS);

/** What an answer brought, as its sentence needs it. */
interface AnswerParams extends Seen {
  reason?: UnreadableReason;
  quoteId?: Personal;
  holder?: EmailOwner;
  issues?: readonly Personal[];
}

/** What one answer says, by its kind; whether the lead may exist is said beside it. */
export const ANSWERED_TEXTS: Readonly<Record<AnswerKind, (params: AnswerParams) => string>> = {
  created: ({ quoteId }) => `The service created quote ${quoteId?.personal}.`,
  unreadable: ({ status, said, reason }) =>
    `It was sent, and the service answered ${status} with ${reason === undefined ? "a body that could not be read" : UNREADABLE_WORDS[reason]}${quoted(said)}.`,
  issues: ({ issues = [] }) =>
    `The service refused it: ${issues.map(({ personal }) => personal).join("; ")}.`,
  duplicate: ({ holder = "quote" }) => `The service has ${HOLDERS[holder]} with this e-mail already.`,
  refused: (seen) => `The service refused it${inBrackets(seen)}.`,
  unauthorized: () => "The service refused the key, and the run stopped. This says nothing about the lead.",
  redirected: ({ status }) => `The address answered with a redirect (${status}), which is never followed.`,
  moved: ({ status }) =>
    `The address answered with a redirect (${status}), which is never followed. It did not accept the lead.`,
  "wrong-target": (seen) => `The request was refused${inBrackets(seen)}.`,
  throttled: (seen) => `The service asked to slow down${inBrackets(seen)}. It did not accept the lead.`,
  "request-timeout": (seen) =>
    `The service ${seen.status === 425 ? "said that it is too early" : "gave up waiting for the request"}${inBrackets(seen)}. It did not accept the lead.`,
  "server-error": (seen) => `The service failed after the lead was sent${inBrackets(seen)}.`,
  "gateway-error": (seen) =>
    `The service, or a gateway before it, failed after the lead was sent${inBrackets(seen)}.`,
  "tls-refused": (seen) => `Nothing was sent: the server's certificate was refused${inBrackets(seen)}.`,
  "not-sent": ({ said }) => `It could not be sent: ${said?.personal ?? "no connection"}.`,
  "no-answer": (seen) => `It was sent, and no readable answer came${inBrackets(seen)}.`,
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
  "answer-unrecorded": () =>
    "The journal is an older one, which holds no answer to this attempt: the lead may exist.",
  "answer-lost": () =>
    "The program ended during this attempt, before an answer was recorded: the lead may exist.",
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
