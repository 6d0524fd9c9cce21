import { answerMessage } from "../outcome/answer.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import type { ResultRecord } from "../run/journal-record.ts";

const MAYBE = "An earlier attempt may have created it.";

/**
 * What happened to a row, in a sentence or two: as much as is known, and no more. Null where the status or
 * the issues say it all.
 *
 * @param last The row's last result; undefined when it has none, or when the program died during its attempt.
 */
export function outcomeText(state: LeadState, last: ResultRecord | undefined): string | null {
  switch (state.status) {
    case "created":
    case "invalid":
      return null;
    case "rejected":
      return rejectedText(state, last);
    case "duplicate":
      return `The service already has ${holder(last)} with this e-mail; this run did not create it.`;
    case "unconfirmed":
      return unconfirmedText(last);
    case "unknown":
      return `${unknownText(last)} Whether the lead was created is not known.`;
    case "failed":
      return `${failedText(state, last)}${state.maybeCreated ? ` ${MAYBE}` : " It was not created."}`;
    case "pending":
      return last
        ? `Not settled when the run stopped; the last time ${answerText(last)}.`
        : "The run stopped before it was sent.";
  }
}

function rejectedText(state: LeadState, last: ResultRecord | undefined): string | null {
  if (state.maybeCreated)
    return "The service refused it, but an earlier attempt may have created it. Ask the service's owner before it is sent again.";
  return last?.answer.kind === "issues" ? null : `The service refused it: ${answerText(last)}.`;
}

function unconfirmedText(last: ResultRecord | undefined): string {
  if (last?.answer.kind !== "duplicate") {
    return `${MAYBE} The last answer was a refusal: ${answerText(last)}. Ask the service's owner whether the quote exists.`;
  }
  return (
    `The service has ${holder(last)} with this e-mail. It may be this lead, created by an earlier attempt whose answer ` +
    "was lost, or another one: ask the service's owner. The login link cannot be had here."
  );
}

function unknownText(last: ResultRecord | undefined): string {
  if (!last) return "The program ended while the lead was being sent.";
  if (last.answer.kind === "unreadable")
    return `It was sent, and the service answered ${last.httpStatus} with a body that could not be read.`;
  if (last.answer.kind === "no-answer")
    return `It was sent, but no answer came: ${last.error?.message ?? "the connection ended"}.`;
  return `It was sent, and the last time ${answerText(last)}.`;
}

function failedText(state: LeadState, last: ResultRecord | undefined): string {
  if (!last) return "It was not settled.";
  if (last.answer.kind === "not-sent" || last.answer.kind === "tls-refused")
    return `It could not be sent: ${last.error?.message ?? "no connection"}.`;
  const tries = state.resumable
    ? "It waited for another try when the run stopped"
    : "It was tried as often as allowed";
  return `${tries}; the last time ${answerText(last)}.`;
}

function holder(last: ResultRecord | undefined): string {
  return last?.answer.kind === "duplicate" && last.answer.holder === "account" ? "a user account" : "a quote";
}

/** As in `the service answered 500, "boom"`. */
function answerText(last: ResultRecord | undefined): string {
  if (!last || last.httpStatus === null) return last?.error?.message ?? "there was no answer";
  const message = answerMessage(last.body);
  return `the service answered ${last.httpStatus}${message === null ? "" : `, "${message}"`}`;
}
