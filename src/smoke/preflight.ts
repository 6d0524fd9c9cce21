import type { Clock } from "../base/clock.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { isObject } from "../base/json-value.ts";
import { type AnswerKind, isDnsFailure, readAnswer } from "../outcome/answer.ts";
import type { HttpResponse } from "../send/client.ts";
import { durationText } from "../terminal/number-text.ts";
import { post, type Step } from "./check.ts";
import { GUARD_STEP } from "./checks/rules.ts";
import { issuesOf, jsonBody } from "./expectations.ts";
import type { SmokeRound } from "./smoke-round.ts";

/** Why there is nothing to check, as a person is told. */
export interface SmokeFailure {
  message: string;
  code: string;
  exitCode: ExitCode;
  hint: string;
}

export interface PreflightOptions {
  clock: Clock;
  signal: AbortSignal;
  /** How long to look again where the service is not there yet. */
  waitMs: number;
  /** Told what is waited for, whenever that changes. */
  onWaiting(failure: SmokeFailure, leftMs: number): void;
}

const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 10_000;
const PAUSE_GROWTH = 1.5;

/** How often {@link preflight} looks at most; each look sends one lead, which cannot be taken. */
export function looksMax(waitMs: number): number {
  const growing = Math.ceil(Math.log(PAUSE_MS_MAX / PAUSE_MS_MIN) / Math.log(PAUSE_GROWTH));
  return waitMs === 0 ? 1 : 2 + growing + Math.ceil(waitMs / PAUSE_MS_MAX);
}

/** Decides where the answer to a lead is odd. */
const SECOND_LOOK: Step = {
  name: "second look",
  creates: 0,
  request: (context) => post(context, null, { method: "GET" }),
};

/**
 * Makes sure that there is a Lead Creation Service that takes the key, before anything is checked. It sends the lead
 * that breaks V1 and V5; the checks judge the last answer to it.
 *
 * @returns Why there is none, exit code 3 or 4; null when there is one.
 */
export async function preflight(
  round: SmokeRound,
  { clock, signal, waitMs, onWaiting }: PreflightOptions,
): Promise<SmokeFailure | null> {
  const endMs = clock.now() + waitMs;
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * PAUSE_GROWTH)) {
    const failure = await failureFor(round);
    if (failure === null) return null;
    const leftMs = endMs - clock.now();
    // A service that refuses the key is there: no wait makes the key right.
    if (waitMs === 0 || signal.aborted || failure.code === "key-refused") return failure;
    if (leftMs <= 0)
      return { ...failure, message: `${failure.message} (after ${durationText(waitMs)} of waiting)` };
    onWaiting(failure, leftMs);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
  }
}

async function failureFor(round: SmokeRound): Promise<SmokeFailure | null> {
  const { answer } = await round.look(GUARD_STEP);
  if (isServiceAnswer(answer)) return null;
  const { kind } = readAnswer(answer);
  const cause = causeOf(kind, answer);
  if (!cause) return null;
  // One odd answer is for the checks to judge, as long as the address is that of the service.
  const isOdd = cause === "web-page" || kind === "server-error" || kind === "gateway-error";
  if (isOdd && isServiceAnswer((await round.look(SECOND_LOOK)).answer)) return null;
  const { message, ...failure } = FAILURES[cause];
  return { ...failure, message: message(answer) };
}

/** An answer in a shape that only the service has: issues, or a refused method. */
function isServiceAnswer(answer: HttpResponse): boolean {
  const body = jsonBody(answer);
  if (issuesOf(body)) return true;
  return answer.httpStatus === 405 && isObject(body) && typeof body.message === "string";
}

type Cause = keyof typeof FAILURES;

/** Null: neither issues nor anything that is known by its status, and JSON, so that the checks tell. */
function causeOf(kind: AnswerKind, answer: HttpResponse): Cause | null {
  switch (kind) {
    case "tls-refused":
    case "no-answer":
    case "unauthorized":
    case "redirected":
    case "moved":
    case "wrong-target":
      return kind;
    case "not-sent":
      return isDnsFailure(answer.error?.code ?? "") ? "host-unknown" : "no-answer";
    case "throttled":
    case "request-timeout":
    case "server-error":
    case "gateway-error":
      return "unavailable";
    default:
      if (!answer.bodyComplete) return "no-answer";
      return jsonBody(answer) === undefined ? "web-page" : null;
  }
}

const CHECK_KEY = "Check LEADCTL_API_KEY, and that it belongs to this environment.";
const CHECK_TARGET = "Check --base-url (LEADCTL_BASE_URL) and --partner (LEADCTL_PARTNER).";

const FAILURES = {
  "tls-refused": {
    code: "tls-refused",
    exitCode: EXIT.refusedTarget,
    message: (answer) => `No trusted connection: ${detail(answer)}`,
    hint: "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
  },
  "host-unknown": {
    code: "host-unknown",
    exitCode: EXIT.refusedTarget,
    message: (answer) => `The host name cannot be resolved: ${detail(answer)}`,
    hint: "Check --base-url (LEADCTL_BASE_URL), and that this machine can resolve names.",
  },
  "no-answer": {
    code: "no-answer",
    exitCode: EXIT.incomplete,
    message: (answer) => `The service does not answer: ${detail(answer)}`,
    hint: "Check that it runs and can be reached from here; --timeout says how long to wait for an answer.",
  },
  unauthorized: {
    code: "key-refused",
    exitCode: EXIT.refusedTarget,
    message: () => "The service refused the key (401)",
    hint: CHECK_KEY,
  },
  redirected: wrongTarget(redirectText),
  moved: wrongTarget(redirectText),
  "wrong-target": wrongTarget(({ httpStatus }) => `answers a lead with status ${httpStatus}`),
  "web-page": wrongTarget((answer) => {
    const kind = isHtml(answer) ? "a web page" : "something that is not JSON";
    return `answers a lead with ${kind} (status ${answer.httpStatus})`;
  }),
  unavailable: {
    code: "unavailable",
    exitCode: EXIT.incomplete,
    message: ({ httpStatus }) => `The service is not available: it answers with status ${httpStatus}`,
    hint: "Try again later. If it stays like this, ask the service's owner.",
  },
} satisfies Record<string, FailureKind>;

type FailureKind = Omit<SmokeFailure, "message"> & { message(answer: HttpResponse): string };

function wrongTarget(what: (answer: HttpResponse) => string): FailureKind {
  return {
    code: "wrong-target",
    exitCode: EXIT.refusedTarget,
    message: (answer) =>
      `This is not the address of the service, or the partner has no access: it ${what(answer)}`,
    hint: CHECK_TARGET,
  };
}

function redirectText({ httpStatus, headers: { location } }: HttpResponse): string {
  const host =
    location === undefined ? "nowhere" : URL.canParse(location) ? new URL(location).origin : "another path";
  return `redirects (${httpStatus}) to ${host}; redirects are not followed`;
}

function detail({ error, httpStatus }: HttpResponse): string {
  if (error) return `${error.message} (${error.code})`;
  return httpStatus === null ? "nothing came back" : `the answer was cut off (status ${httpStatus})`;
}

function isHtml({ headers, body }: HttpResponse): boolean {
  return /html/i.test(headers["content-type"] ?? "") || /^\s*<(?:!doctype|html)/i.test(body ?? "");
}
