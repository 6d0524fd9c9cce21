import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Answer, type AnswerKind, isDnsFailure } from "../outcome/answer.ts";
import type { Exchange } from "../outcome/exchange.ts";
import { LIMITS } from "../settings/policy.ts";

/** Why a run ends before all its leads are settled. */
export interface StopReason {
  /** A stable kebab-case name for scripts. */
  code: string;
  /** What happened, as a sentence without its full stop. */
  message: string;
  /** What to do next, as a sentence. */
  hint: string;
  /** 3 for a refused key or a wrong target, else 4. */
  exitCode: ExitCode;
}

/** Answers that stop a run at once, in words. Undefined when the answer is of another kind. */
export function stopFromAnswer(answer: Answer, exchange: Exchange): StopReason | undefined {
  const status = exchange.httpStatus;
  switch (answer.kind) {
    case "unauthorized":
      return refused(
        "unauthorized",
        "The service refused the key (401)",
        "Check LEADCTL_API_KEY, and that it belongs to this environment and partner.",
      );
    case "redirected":
      return refused(
        "redirected",
        `The service answered with a redirect (${status}), which is never followed`,
        "Give the address that the service itself has as --base-url.",
      );
    case "wrong-target":
      return refused(
        "wrong-target",
        `The address does not take leads: the answer was ${status}`,
        "Check --base-url and --partner; the lead goes to {base URL}/api/{partner}/lead/create.",
      );
    case "tls-refused":
      return refused(
        "tls-refused",
        `The server's certificate was refused (${exchange.error?.code})`,
        "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
      );
    default:
      return undefined;
  }
}

/** The first lead's attempts ended without a definite answer. */
export function stopFromCanary(exchange: Exchange): StopReason {
  const error = exchange.error;
  if (exchange.httpStatus === null && !exchange.sent && isDnsFailure(error?.code ?? "")) {
    return refused(
      "host-not-found",
      "The service's host name cannot be found",
      "Check --base-url, and that this machine is online.",
    );
  }
  const what =
    exchange.httpStatus === null
      ? `no answer (${error?.message ?? "unknown error"})`
      : `only ${exchange.httpStatus}`;
  return incomplete(
    "no-definite-answer",
    `Before any definite answer, a lead got ${what}, so no other was sent`,
    "Check that the service is running.",
  );
}

export const STOPS = {
  unanswered: incomplete(
    "unanswered",
    "The first two leads were sent and not answered, so no other was sent",
    "Ask the service's owner what happened to them; then go on with resume.",
  ),
  breaker: incomplete(
    "service-unwell",
    "The service stopped answering, and did not recover within some minutes",
    "Check that the service is running.",
  ),
  noProgress: incomplete(
    "no-progress",
    "No lead was settled for ten minutes",
    "Check that the service is running.",
  ),
  interrupted: incomplete("interrupted", "Stopped by hand", "Go on with resume."),
} as const;

/** Far enough for any pause that is meant; a date beyond it may not even be one. */
const RESUME_MS_MAX = 366 * 24 * 3_600_000;

/** The service asks for a longer pause than a run waits. */
export function stopFromRetryAfter(now: Date, retryAfterMs: number): StopReason {
  if (retryAfterMs > RESUME_MS_MAX) {
    return incomplete(
      "retry-after",
      "The service asks to wait for more than a year",
      "Ask the service's owner when it takes leads again; then go on with resume.",
    );
  }
  const at = new Date(now.getTime() + retryAfterMs).toISOString();
  return incomplete("retry-after", `The service asks to wait until ${at}`, `Go on with resume after ${at}.`);
}

function refused(code: string, message: string, hint: string): StopReason {
  return { code, message, hint, exitCode: EXIT.refusedTarget };
}

function incomplete(code: string, message: string, hint: string): StopReason {
  return { code, message, hint, exitCode: EXIT.incomplete };
}

const FIELD_LEVEL: ReadonlySet<AnswerKind> = new Set(["created", "issues", "duplicate"]);

/**
 * Whether an answer such as 404 is about the address or about one odd lead. While no lead has had an
 * accepted or field-level answer, or when three different leads in a row get one, it is the address.
 */
export class WrongTargetDetector {
  #isProven: boolean;
  readonly #oddRows = new Set<number>();

  /** @param isProven Whether an earlier round of the run had an accepted or field-level answer. */
  constructor(isProven: boolean) {
    this.#isProven = isProven;
  }

  /** Notes an answer. Returns whether the run must stop for a wrong address. */
  note(row: number, kind: AnswerKind): boolean {
    if (kind === "wrong-target") {
      this.#oddRows.add(row);
      return !this.#isProven || this.#oddRows.size >= LIMITS.wrongTargetsMax;
    }
    // A lost connection or a busy service says nothing of the address, and does not break the row.
    if (FIELD_LEVEL.has(kind)) {
      this.#isProven = true;
      if (this.#oddRows.size > 0) this.#oddRows.clear();
    }
    return false;
  }
}
