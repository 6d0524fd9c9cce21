import { CliError } from "../base/cli-error.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { isDnsFailure, readAnswer } from "../outcome/answer.ts";
import type { HttpResponse } from "../send/client.ts";
import { post, type StepContext } from "./check.ts";
import { isObject, issuesOf, jsonBody } from "./expectations.ts";
import { hopelessLead } from "./smoke-lead.ts";
import { enter, type Ledger, type Send } from "./smoke-round.ts";

/**
 * Makes sure that there is a Lead Creation Service that takes the key, before anything is checked.
 * Creates nothing: it sends a lead that breaks two rules.
 *
 * @throws CliError with exit code 3: the key, the certificate, the host's name or the address is wrong; with
 *   exit code 4: no answer, or one that says to try later.
 */
export async function preflight(send: Send, context: StepContext, ledger: Ledger): Promise<void> {
  const request = post(context, hopelessLead());
  const answer = await send(request);
  enter(ledger, { request, answer }, "preflight", false);
  if (isServiceAnswer(answer)) return;
  const cause = causeOf(answer);
  if (!cause) return;
  // One odd answer is for the checks to judge, as long as the address is that of the service.
  if (cause.isSecondLookWorth && isServiceAnswer(await send(post(context, null, { method: "GET" })))) return;
  throw new CliError(cause.message, cause);
}

interface Cause {
  message: string;
  code: string;
  exitCode: ExitCode;
  hint: string;
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
    code: "key-refused",
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
