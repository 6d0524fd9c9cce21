import type { Clock } from "../base/clock.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { isDnsFailure, readAnswer } from "../outcome/answer.ts";
import type { HttpResponse } from "../send/client.ts";
import { durationText } from "../terminal/number-text.ts";
import { post, type StepContext } from "./check.ts";
import { isObject, issuesOf, jsonBody } from "./expectations.ts";
import type { PatientSender } from "./patient-send.ts";
import { hopelessLead } from "./smoke-lead.ts";
import { enter, type Ledger } from "./smoke-round.ts";

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
  onWaiting(message: string, leftMs: number): void;
}

const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 10_000;
const PAUSE_GROWTH = 1.5;

/** How often {@link preflight} looks at most; each look sends one lead, which cannot be taken. */
export function looksMax(waitMs: number): number {
  const growing = Math.ceil(Math.log(PAUSE_MS_MAX / PAUSE_MS_MIN) / Math.log(PAUSE_GROWTH));
  return waitMs === 0 ? 1 : 2 + growing + Math.ceil(waitMs / PAUSE_MS_MAX);
}

/**
 * Makes sure that there is a Lead Creation Service that takes the key, before anything is checked.
 * Creates nothing: it sends a lead that breaks two rules.
 *
 * @returns Why there is none, exit code 3 or 4; null when there is one.
 */
export async function preflight(
  sender: PatientSender,
  context: StepContext,
  ledger: Ledger,
  { clock, signal, waitMs, onWaiting }: PreflightOptions,
): Promise<SmokeFailure | null> {
  const endMs = clock.now() + waitMs;
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * PAUSE_GROWTH)) {
    const cause = await causeFor(sender, context, ledger);
    if (cause === null) return null;
    const { isSecondLookWorth: _seen, ...failure } = cause;
    const leftMs = endMs - clock.now();
    // A service that refuses the key is there: no wait makes the key right.
    if (waitMs === 0 || signal.aborted || cause.code === KEY_REFUSED) return failure;
    if (leftMs <= 0)
      return { ...failure, message: `${cause.message} (after ${durationText(waitMs)} of waiting)` };
    onWaiting(cause.message, leftMs);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
  }
}

async function causeFor(sender: PatientSender, context: StepContext, ledger: Ledger): Promise<Cause | null> {
  const request = post(context, hopelessLead());
  const { answer } = await sender.send(request, (tried) =>
    enter(ledger, { request, answer: tried }, "preflight", false),
  );
  if (isServiceAnswer(answer)) return null;
  const cause = causeOf(answer);
  if (!cause?.isSecondLookWorth) return cause;
  // One odd answer is for the checks to judge, as long as the address is that of the service.
  const second = await sender.send(post(context, null, { method: "GET" }));
  return isServiceAnswer(second.answer) ? null : cause;
}

const KEY_REFUSED = "key-refused";

interface Cause extends SmokeFailure {
  /** Whether it may be the answer that is odd, and not the address. */
  isSecondLookWorth?: boolean;
}

/** An answer in a shape that only the service has: issues, or a refused method. */
function isServiceAnswer(answer: HttpResponse): boolean {
  const body = jsonBody(answer);
  if (issuesOf(body)) return true;
  return answer.httpStatus === 405 && isObject(body) && typeof body.message === "string";
}

function causeOf(answer: HttpResponse): Cause | null {
  const { httpStatus } = answer;
  const kind = readAnswer(answer).kind;
  switch (kind) {
    case "tls-refused":
      return tlsRefused(answer);
    case "not-sent":
      return isDnsFailure(answer.error?.code ?? "") ? unknownHost(answer) : unanswered(answer);
    case "no-answer":
      return unanswered(answer);
    case "unauthorized":
      return keyRefused();
    case "redirected":
    case "moved":
      return wrongTarget(
        `redirects (${httpStatus}) to ${hostIn(answer.headers.location)}; redirects are not followed`,
      );
    case "wrong-target":
      return wrongTarget(`answers a lead with status ${httpStatus}`);
    case "throttled":
    case "request-timeout":
      return unavailable(httpStatus ?? 0);
    case "server-error":
    case "gateway-error":
      return { ...unavailable(httpStatus ?? 0), isSecondLookWorth: true };
    default:
      return odd(answer);
  }
}

/** Neither issues nor anything that readAnswer knows by its status. */
function odd(answer: HttpResponse): Cause | null {
  if (!answer.bodyComplete) return unanswered(answer);
  if (jsonBody(answer) !== undefined) return null;
  const kind = isHtml(answer) ? "a web page" : "something that is not JSON";
  return {
    ...wrongTarget(`answers a lead with ${kind} (status ${answer.httpStatus})`),
    isSecondLookWorth: true,
  };
}

function tlsRefused(answer: HttpResponse): Cause {
  return {
    message: `No trusted connection: ${detail(answer)}`,
    code: "tls-refused",
    exitCode: EXIT.refusedTarget,
    hint: "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
  };
}

function unknownHost(answer: HttpResponse): Cause {
  return {
    message: `The host name cannot be resolved: ${detail(answer)}`,
    code: "host-unknown",
    exitCode: EXIT.refusedTarget,
    hint: "Check --base-url (LEADCTL_BASE_URL), and that this machine can resolve names.",
  };
}

function unanswered(answer: HttpResponse): Cause {
  return {
    message: `The service does not answer: ${detail(answer)}`,
    code: "no-answer",
    exitCode: EXIT.incomplete,
    hint: "Check that it runs and can be reached from here; --timeout says how long to wait for an answer.",
  };
}

function keyRefused(): Cause {
  return {
    message: "The service refused the key (401)",
    code: KEY_REFUSED,
    exitCode: EXIT.refusedTarget,
    hint: "Check LEADCTL_API_KEY, and that it belongs to this environment.",
  };
}

function wrongTarget(what: string): Cause {
  return {
    message: `This is not the address of the service, or the partner has no access: it ${what}`,
    code: "wrong-target",
    exitCode: EXIT.refusedTarget,
    hint: "Check --base-url (LEADCTL_BASE_URL) and --partner (LEADCTL_PARTNER).",
  };
}

function unavailable(httpStatus: number): Cause {
  return {
    message: `The service is not available: it answers with status ${httpStatus}`,
    code: "unavailable",
    exitCode: EXIT.incomplete,
    hint: "Try again later; where it lasts, ask the service's owner.",
  };
}

function detail({ error, httpStatus }: HttpResponse): string {
  if (error) return `${error.message} (${error.code})`;
  return httpStatus === null ? "nothing came back" : `the answer was cut off (status ${httpStatus})`;
}

function isHtml({ headers, body }: HttpResponse): boolean {
  return /html/i.test(headers["content-type"] ?? "") || /^\s*<(?:!doctype|html)/i.test(body ?? "");
}

function hostIn(location: string | undefined): string {
  if (location === undefined) return "nowhere";
  return URL.canParse(location) ? new URL(location).origin : "another path";
}
