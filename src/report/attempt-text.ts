import type { ResultRecord } from "../run/journal-record.ts";
import { issueText } from "./issue-text.ts";

/** What one answer says about the lead, as a sentence or two. */
export function attemptText(result: ResultRecord): string {
  const { answer, error, httpStatus } = result;
  const why = error === undefined ? "" : ` (${error.message})`;
  switch (answer.kind) {
    case "created":
      return `The service created quote ${answer.quoteId}.`;
    case "unreadable":
      return `The service accepted it (${httpStatus}), but the answer cannot be read${why}: the lead may be created, and its login link is lost.`;
    case "issues":
      return `The service refused it: ${answer.issues.map(issueText).join("; ")}.`;
    case "duplicate":
      return `The service has ${answer.holder === "account" ? "a user account" : "a quote"} with this e-mail already.`;
    case "refused":
      return `The service refused it${answer.message === null ? "" : `: "${answer.message}"`}.`;
    case "unauthorized":
      return "The service refused the key, and the run stopped. This says nothing about the lead.";
    case "redirected":
      return "The address answered with a redirect, which is never followed. The run stopped.";
    case "wrong-target":
      return "The address does not take leads, or not this one.";
    case "throttled":
      return "The service asked to slow down. It did not take the lead.";
    case "request-timeout":
      return "The service gave up waiting for the request. It did not take the lead.";
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

/** What is to be said of an attempt that has no answer on record. */
export function openAttemptText(isInFlight: boolean): string {
  return isInFlight
    ? "It is under way just now."
    : "The program ended during this attempt, before an answer was written down: the lead may be created, or not.";
}
