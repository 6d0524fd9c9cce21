import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { capital } from "../base/sentence.ts";
import { type Answer, type AnswerKind, isDnsFailure } from "../outcome/answer.ts";
import type { Exchange } from "../outcome/exchange.ts";
import { doubtsTarget, provesTarget } from "../outcome/outcome-table.ts";
import { LIMITS } from "../settings/policy.ts";
import { utcText } from "../terminal/time-text.ts";
import { STOP_TEXTS, type StopCode } from "./stop-texts.ts";

/** Why a run ends before all its leads are settled. */
export interface StopReason {
  /** A stable kebab-case name for scripts. */
  code: string;
  /** What happened, as a sentence without its full stop. */
  message: string;
  /** What to do before the next step of the run, as sentences; empty where there is nothing. */
  hint: string;
  /** 3 for a refused key or a wrong target, else 4. */
  exitCode: ExitCode;
}

/**
 * Answers that stop a run at once, in words. Undefined when the answer is of another kind.
 *
 * @param isProven Whether the service has taken or judged a lead at this address before.
 */
export function stopFromAnswer(
  answer: Answer,
  exchange: Exchange,
  isProven: boolean,
): StopReason | undefined {
  const status = exchange.httpStatus;
  const since = isProven ? "Three leads in a row, at an address that took leads before," : "The first lead";
  switch (answer.kind) {
    case "unauthorized":
      return refused("unauthorized");
    case "redirected":
    case "moved":
      return refused(
        "redirected",
        `${since} got a redirect (${status}), which is never followed`,
        isProven
          ? ASK_WHAT_CHANGED
          : "Submit the sheet again with the address that the service itself has as --base-url; or ask its owner to take the redirect away.",
      );
    case "wrong-target":
      return refused(
        "wrong-target",
        `The address does not take leads: ${since.charAt(0).toLowerCase()}${since.slice(1)} got ${status}`,
        isProven
          ? ASK_WHAT_CHANGED
          : "Check --base-url and --partner. If one is wrong, submit the sheet again with the right one. If both are right, ask the service's owner.",
      );
    case "tls-refused":
      return refused("tls-refused", `The server's certificate was refused (${exchange.error?.code})`);
    default:
      return undefined;
  }
}

const ASK_WHAT_CHANGED = "Ask the service's owner what changed there.";
/** A run stays with its address. */
const OTHER_ADDRESS = "If it is wrong, submit the sheet again with the right one.";

/**
 * The first lead of a round could not be sent, as often as it was tried.
 *
 * @param isProven Whether an earlier round reached the service: then it is an outage, and no wrong address.
 * @param address Of the service, as a person gave it.
 */
export function stopFromUnsent(
  { error }: Exchange,
  isProven: boolean,
  address = "the service's address",
): StopReason {
  const code = error?.code ?? "";
  const why = error?.message ?? "no connection";
  const nothing = (what: string): string => (isProven ? capital(what) : `Nothing was sent: ${what}`);
  if (isOutOfFiles(code)) return incomplete("files-exhausted", nothing(OUT_OF_FILES));
  if (code === PROXY_UNREACHABLE) return incomplete("proxy-unreachable", nothing(why));
  if (code === PROXY_REFUSED) return incomplete("proxy-refused", nothing(why));
  if (isDnsFailure(code))
    return refused(
      "host-not-found",
      isProven
        ? "The service's host name cannot be found any more, though an earlier round reached it"
        : `Nothing was sent: the host name cannot be found (${address})`,
      isProven
        ? "Check that this machine is online."
        : `Check --base-url. ${OTHER_ADDRESS} If it is right, see that this machine is online.`,
    );
  const check = isProven
    ? "Check that the service is running."
    : `Check --base-url. ${OTHER_ADDRESS} If it is right, see that the service is running.`;
  if (code === "ECONNREFUSED")
    return incomplete(
      "nothing-listens",
      nothing(`nothing answered at ${address} (connection refused)`),
      check,
    );
  return incomplete(
    "not-sent",
    nothing(`there was no connection to ${address} (${why})`),
    `${check} Check that this network lets you reach it.`,
  );
}

/** Whether a connection failed here, because the process may open no more files: the service has no part in it. */
export function isOutOfFiles(errorCode: string | undefined): boolean {
  return errorCode === "EMFILE" || errorCode === "ENFILE";
}

export const OUT_OF_FILES = "this computer lets leadctl open no more files and connections";

/** Errors that the client gives when it is the proxy that fails. */
export const PROXY_UNREACHABLE = "PROXY_UNREACHABLE";
export const PROXY_REFUSED = "PROXY_REFUSED";

/** What was observed of the leads that went first, at an address that nothing has proven yet. */
export type CanaryEnd =
  | { kind: "unanswered"; answer: Answer; exchange: Exchange }
  | { kind: "open"; exchange: Exchange | null };

/** Sent leads had no definite answer. Undefined while another may be tried. */
export function stopFromCanary(end: CanaryEnd, triedCount: number): StopReason | undefined {
  const { exchange } = end;
  if (end.kind === "unanswered" && end.answer.kind === "unreadable" && end.answer.reason === "not-json")
    return refused(
      "not-the-service",
      `The address answered ${exchange?.httpStatus} with something that is no JSON, so no other lead was sent`,
      "Check --base-url: a web page or a login page of the network may answer there. Ask the service's owner what became of that lead.",
    );
  if (triedCount < LIMITS.canaryLeadsMax) return undefined;
  if (exchange === null || exchange.httpStatus === null) return STOPS.unanswered;
  return incomplete(
    "no-definite-answer",
    `The first ${LIMITS.canaryLeadsMax} leads got no definite answer, the last one ${exchange.httpStatus}, so no other was sent`,
    `The address answers, but the service does not work: tell its owner that it answers ${exchange.httpStatus}.`,
  );
}

export const STOPS = {
  unanswered: incomplete(
    "unanswered",
    `The first ${LIMITS.canaryLeadsMax} leads were sent and not answered, so no other was sent`,
  ),
  noProgress: incomplete("no-progress"),
  sameAnswer: refused("same-answer"),
  interrupted: incomplete("interrupted"),
} as const;

/**
 * The service stopped answering, and did not recover.
 *
 * @param probe The last look at whether it is there.
 */
export function stopFromOutage(probe: Exchange): StopReason {
  const { httpStatus, sent, error } = probe;
  if (isOutOfFiles(error?.code))
    return incomplete("files-exhausted", `Sending stopped, since ${OUT_OF_FILES} (${error?.code})`);
  const what =
    httpStatus === null
      ? `${sent ? "it does not answer" : "it cannot be reached"} (${error?.message ?? "no connection"})`
      : httpStatus >= 500
        ? `it answers ${httpStatus}`
        : "it is there, but no lead gets a definite answer";
  const isProxy = error?.code === PROXY_UNREACHABLE || error?.code === PROXY_REFUSED;
  return incomplete(
    "service-unwell",
    `The service stopped taking leads, and did not recover within some minutes: ${what}`,
    STOP_TEXTS[isProxy ? "proxy-unreachable" : "service-unwell"][1],
  );
}

/** Far enough for any pause that is meant; a date beyond it may not even be one. */
const RESUME_MS_MAX = 366 * 24 * 3_600_000;

/** The service asks for a longer pause than a run waits. */
export function stopFromRetryAfter(now: Date, retryAfterMs: number): StopReason {
  if (retryAfterMs > RESUME_MS_MAX) {
    return incomplete("retry-after", "The service asks to wait for more than a year");
  }
  const at = new Date(Math.ceil((now.getTime() + retryAfterMs) / 1_000) * 1_000).toISOString();
  return incomplete(
    "retry-after",
    `The service asks to wait until ${utcText(at, "second")}`,
    "Wait until then.",
  );
}

/** Stops that need no more than their code say what the catalogue says. */
function refused(code: StopCode, message?: string, hint?: string): StopReason {
  return stopFor(code, EXIT.refusedTarget, message, hint);
}

function incomplete(code: StopCode, message?: string, hint?: string): StopReason {
  return stopFor(code, EXIT.incomplete, message, hint);
}

export function stopFor(code: StopCode, exitCode: ExitCode, message?: string, hint?: string): StopReason {
  const [what, advice] = STOP_TEXTS[code];
  return { code, message: message ?? what, hint: hint ?? advice, exitCode };
}

/**
 * Whether an answer such as 404 or a redirect is about the address or about one odd lead. While no lead has had an
 * accepted or field-level answer, or when three different leads in a row get one, it is the address, and
 * stays so for the rest of the round.
 */
export class WrongTargetDetector {
  #isProven: boolean;
  #isWrong = false;
  readonly #oddRows = new Set<number>();

  /** @param isProven Whether an earlier round of the run had an accepted or field-level answer. */
  constructor(isProven: boolean) {
    this.#isProven = isProven;
  }

  /** Whether the service has taken or judged a lead at this address. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** Notes an answer. Returns whether the run must stop for a wrong address. */
  note(row: number, kind: AnswerKind): boolean {
    if (doubtsTarget(kind)) {
      this.#oddRows.add(row);
      this.#isWrong ||= !this.#isProven || this.#oddRows.size >= LIMITS.wrongTargetsMax;
      return this.#isWrong;
    }
    // A lost connection or a busy service says nothing of the address, and does not break the row.
    if (provesTarget(kind)) {
      this.#isProven = true;
      if (this.#oddRows.size > 0) this.#oddRows.clear();
    }
    return false;
  }
}
