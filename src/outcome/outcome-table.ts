import type { AnswerKind } from "./answer.ts";
import type { Status } from "./status.ts";

/** What the next step is after an answer, before the state of the run has its say. */
export type Disposition =
  /** The answer settles the lead for this round. */
  | "settle"
  /** Another attempt follows after a backoff, while attempts are left. */
  | "retry"
  /** Another attempt follows; the answer used none up. */
  | "wait"
  /** Nothing about this lead: the whole run stops. */
  | "stop"
  /** Stops the run while the address may be wrong, else settles the lead. */
  | "settle-or-stop";

/** One line of the outcome table. */
export interface OutcomeLine {
  /** The status when the answer settles a lead that no earlier attempt may have created. */
  clear: Status;
  /** The status when an earlier attempt may have created it. */
  maybe: Status;
  /** Whether this very attempt may have created the lead. */
  mayCreate: boolean;
  disposition: Disposition;
  /** Whether the service decided about the lead, so that it is known to be there and to work. */
  definite: boolean;
}

/** From answer to outcome: `docs/outcomes.md` explains each line. */
export const OUTCOME_TABLE: Readonly<Record<AnswerKind, OutcomeLine>> = {
  created: line("created", "created", "settle", { definite: true }),
  unreadable: line("unknown", "unknown", "settle", { mayCreate: true }),
  issues: line("rejected", "rejected", "settle", { definite: true }),
  duplicate: line("duplicate", "unconfirmed", "settle", { definite: true }),
  refused: line("rejected", "unconfirmed", "settle", { definite: true }),
  unauthorized: line("pending", "failed", "stop"),
  redirected: line("unknown", "unknown", "settle-or-stop", { mayCreate: true }),
  moved: line("failed", "failed", "settle-or-stop"),
  "wrong-target": line("rejected", "unconfirmed", "settle-or-stop"),
  throttled: line("failed", "failed", "wait"),
  "request-timeout": line("failed", "failed", "retry"),
  "server-error": line("failed", "failed", "retry", { mayCreate: true }),
  "gateway-error": line("unknown", "unknown", "settle", { mayCreate: true }),
  "tls-refused": line("pending", "failed", "stop"),
  "not-sent": line("failed", "failed", "retry"),
  "no-answer": line("unknown", "unknown", "settle", { mayCreate: true }),
};

/** Answers that only the service itself gives: accepted, or refused for what the lead says. They prove the address. */
export function provesTarget(kind: AnswerKind): boolean {
  return kind === "created" || kind === "issues" || kind === "duplicate";
}

/** Answers that are about the address while that is not proven, and otherwise about one odd lead. */
export function doubtsTarget(kind: AnswerKind): boolean {
  return OUTCOME_TABLE[kind].disposition === "settle-or-stop";
}

function line(
  clear: Status,
  maybe: Status,
  disposition: Disposition,
  facts: { mayCreate?: boolean; definite?: boolean } = {},
): OutcomeLine {
  return {
    clear,
    maybe,
    disposition,
    mayCreate: facts.mayCreate ?? false,
    definite: facts.definite ?? false,
  };
}
