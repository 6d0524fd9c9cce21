import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Answer, type AnswerKind, isDnsFailure } from "../outcome/answer.ts";
import type { Exchange } from "../outcome/exchange.ts";
import { doubtsTarget, provesTarget } from "../outcome/outcome-table.ts";
import { LIMITS } from "../settings/policy.ts";
import {
  type Proven,
  type SendingPlace,
  STOP_TEXTS,
  type StopCode,
  type StopKnown,
  type StopText,
} from "./stop-texts.ts";

/** Why a run ends before all its leads are settled. */
export interface StopReason extends StopText {
  code: StopCode;
  /** What is known of the case, where its sentence tells it. */
  params?: StopKnown;
  exitCode: ExitCode;
}

/** The exit codes of stops that are not merely incomplete. */
const EXIT_CODES: { readonly [C in StopCode]?: ExitCode } = {
  unauthorized: EXIT.refusedTarget,
  redirected: EXIT.refusedTarget,
  "wrong-target": EXIT.refusedTarget,
  "tls-refused": EXIT.refusedTarget,
  "host-not-found": EXIT.refusedTarget,
  "not-the-service": EXIT.refusedTarget,
  "same-answer": EXIT.refusedTarget,
  journal: EXIT.journal,
  plan: EXIT.journal,
};

function stopFor(code: StopCode, known?: StopKnown): StopReason {
  const exitCode = EXIT_CODES[code] ?? EXIT.incomplete;
  return { code, ...(known && { params: known }), ...STOP_TEXTS[code](known ?? {}), exitCode };
}

export const STOPS = {
  unanswered: stopFor("unanswered"),
  noProgress: stopFor("no-progress"),
  sameAnswer: stopFor("same-answer"),
  interrupted: stopFor("interrupted"),
  journal: stopFor("journal"),
  plan: stopFor("plan"),
} as const;

const STOPPING: Partial<Record<AnswerKind, StopCode>> = {
  unauthorized: "unauthorized",
  redirected: "redirected",
  moved: "redirected",
  "wrong-target": "wrong-target",
  "tls-refused": "tls-refused",
};

/**
 * Answers that stop a run at once. Undefined when the answer is of another kind.
 *
 * @param known Of the leads before, at this address.
 */
export function stopFromAnswer(
  { kind }: Answer,
  { httpStatus: status, error }: Exchange,
  known: Proven,
  place?: SendingPlace,
): StopReason | undefined {
  const code = STOPPING[kind];
  // A redirect may follow a create.
  const mayExist = known.mayExist || kind === "redirected";
  const errorCode = error && { errorCode: error.code };
  return code && stopFor(code, { ...known, ...place, ...errorCode, status, mayExist });
}

/**
 * The first lead of a round could not be sent, as often as it was tried.
 *
 * @param known Of earlier rounds: where one reached the service, it is an outage, and no wrong address.
 */
export function stopFromUnsent({ error }: Exchange, known: Proven, place?: SendingPlace): StopReason {
  const { code = "", message: why = "no connection" } = error ?? {};
  return stopFor(unsentBecause(code), { ...known, ...place, why });
}

function unsentBecause(errorCode: string): StopCode {
  if (isOutOfFiles(errorCode)) return "files-exhausted";
  if (errorCode === PROXY_UNREACHABLE) return "proxy-unreachable";
  if (errorCode === PROXY_REFUSED) return "proxy-refused";
  if (isDnsFailure(errorCode)) return "host-not-found";
  return errorCode === "ECONNREFUSED" ? "nothing-listens" : "not-sent";
}

/** Whether a connection failed here, because the process may open no more files: the service has no part in it. */
export function isOutOfFiles(errorCode: string | undefined): boolean {
  return errorCode === "EMFILE" || errorCode === "ENFILE";
}

/** Errors that the client gives when it is the proxy that fails. */
export const PROXY_UNREACHABLE = "PROXY_UNREACHABLE";
export const PROXY_REFUSED = "PROXY_REFUSED";

/**
 * Leads that went first, to an address that nothing has proven yet, had no definite answer. Undefined while another may be
 * tried.
 */
export function stopFromCanary(
  last: { answer: Answer; exchange: Exchange } | null,
  triedCount: number,
): StopReason | undefined {
  const { answer, exchange } = last ?? {};
  const status = exchange?.httpStatus ?? null;
  if (answer?.kind === "unreadable" && answer.reason === "not-json")
    return stopFor("not-the-service", { status });
  if (triedCount < LIMITS.canaryLeadsMax) return undefined;
  return status === null ? STOPS.unanswered : stopFor("no-definite-answer", { status });
}

/**
 * The service stopped answering, and did not recover.
 *
 * @param probe The last look at whether it is there.
 */
export function stopFromOutage({ httpStatus: status, sent, error }: Exchange): StopReason {
  if (isOutOfFiles(error?.code)) return stopFor("files-exhausted");
  const unanswered = sent ? "silent" : "unreachable";
  const answered = (status ?? 0) >= 500 ? "failing" : "undecided";
  return stopFor("service-unwell", {
    end: status === null ? unanswered : answered,
    status,
    why: error?.message ?? "no connection",
    isProxy: error?.code === PROXY_UNREACHABLE || error?.code === PROXY_REFUSED,
  });
}

/** Far enough for any pause that is meant; a date beyond it may not even be one. */
const RESUME_MS_MAX = 366 * 24 * 3_600_000;

/** The service asks for a longer pause than a run waits. */
export function stopFromRetryAfter(now: Date, retryAfterMs: number): StopReason {
  if (retryAfterMs > RESUME_MS_MAX) return stopFor("retry-after", { until: null });
  const untilMs = Math.ceil((now.getTime() + retryAfterMs) / 1_000) * 1_000;
  return stopFor("retry-after", { until: new Date(untilMs).toISOString() });
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
