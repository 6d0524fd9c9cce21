import type { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { isObject } from "../base/json-value.ts";
import { type AnswerKind, isDnsFailure, readAnswer } from "../outcome/answer.ts";
import type { HttpResponse } from "../send/client.ts";
import { addressSetting, targetSettings } from "../send/stop-texts.ts";
import { durationText } from "../terminal/number-text.ts";
import { post, type Step } from "./check.ts";
import { GUARD_STEP } from "./checks/rules.ts";
import { issuesOf, jsonBody, lossCause } from "./expectations.ts";
import { type PREFLIGHT_ERRORS, smokeError } from "./smoke-errors.ts";
import type { SmokeRound } from "./smoke-round.ts";

/** Why there is nothing to check, as a person is told. */
export type SmokeFailure = Pick<CliError, "message" | "code" | "finding" | "exitCode" | "hint">;

/** What the settings are called that may be wrong. */
interface Place {
  environment: string | null;
  keyVariable: string;
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
 * @param place With how long to look again where it is not there yet.
 * @param onWaiting Told what is waited for, at each look.
 * @returns Why there is no such service, exit code 3 or 4; null when there is one.
 */
export async function preflight(
  round: SmokeRound,
  place: Place & { waitMs: number },
  onWaiting?: (failure: SmokeFailure, leftMs: number) => void,
): Promise<SmokeFailure | null> {
  const { waitMs } = place;
  const { clock, signal } = round.tools;
  const endMs = clock.now() + waitMs;
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * PAUSE_GROWTH)) {
    const came = await lookFor(round);
    if (came === null) return null;
    const leftMs = endMs - clock.now();
    const failure = failureOf(came, place, waitMs > 0 && leftMs <= 0 ? waitMs : null);
    // A service that refuses the key is there: no wait makes the key right.
    if (leftMs <= 0 || signal.aborted || failure.code === "key-refused") return failure;
    onWaiting?.(failure, leftMs);
    await clock.sleep(Math.min(pauseMs, leftMs), signal);
  }
}

interface Look {
  answer: HttpResponse;
  finding: Finding;
}

/** @returns Null where the service is there. */
async function lookFor(round: SmokeRound): Promise<Look | null> {
  const { answer } = await round.look(GUARD_STEP);
  const { kind } = readAnswer(answer);
  const finding = isServiceAnswer(answer) ? null : findingOf(kind, answer);
  if (finding === null) return null;
  // One odd answer is for the checks to judge, as long as the address is that of the service.
  const isOdd = finding === "wrong-target/page" || kind === "server-error" || kind === "gateway-error";
  const isThere = isOdd && isServiceAnswer((await round.look(SECOND_LOOK)).answer);
  return isThere ? null : { answer, finding };
}

/** An answer in a shape that only the service has: issues, or a refused method. */
function isServiceAnswer(answer: HttpResponse): boolean {
  const body = jsonBody(answer);
  if (issuesOf(body)) return true;
  return answer.httpStatus === 405 && isObject(body) && typeof body.message === "string";
}

type Finding = keyof typeof PREFLIGHT_ERRORS;

/** What a kind of answer says of the service; of the others, their body decides. */
const FINDINGS: Partial<Readonly<Record<AnswerKind, Finding>>> = {
  "tls-refused": "tls-refused",
  "no-answer": "no-answer",
  unauthorized: "key-refused",
  redirected: "wrong-target/redirect",
  moved: "wrong-target/redirect",
  "wrong-target": "wrong-target/status",
  throttled: "unavailable",
  "request-timeout": "unavailable",
  "server-error": "unavailable",
  "gateway-error": "unavailable",
};

/** Null: neither issues nor anything that is known by its status, and JSON, so that the checks tell. */
function findingOf(kind: AnswerKind, answer: HttpResponse): Finding | null {
  if (kind === "not-sent") return isDnsFailure(answer.error?.code ?? "") ? "host-unknown" : "no-answer";
  const finding = FINDINGS[kind] ?? (answer.bodyComplete ? undefined : "no-answer");
  return finding ?? (jsonBody(answer) === undefined ? "wrong-target/page" : null);
}

/** A service that is away may come back; else the key or the address is wrong. */
const AWAY: ReadonlySet<Finding> = new Set(["no-answer", "unavailable"]);

/** @param waitedMs How long it was waited for; null: not at all, or not to the end. */
function failureOf(
  { answer, finding }: Look,
  { environment, keyVariable }: Place,
  waitedMs: number | null,
): SmokeFailure {
  const { httpStatus, error, headers } = answer;
  const params = {
    status: httpStatus ?? "",
    cause: error || httpStatus === null ? lossCause(answer) : `${lossCause(answer)} (status ${httpStatus})`,
    place: redirectedTo(headers.location),
    page: isHtml(answer) ? "a web page" : "something that is not JSON",
    waited: waitedMs === null ? "" : ` (after ${durationText(waitedMs)} of waiting)`,
    address: addressSetting(environment),
    settings: targetSettings(environment),
    keyVariable,
  };
  return smokeError(finding, params, { exitCode: AWAY.has(finding) ? EXIT.incomplete : EXIT.refusedTarget });
}

function redirectedTo(location: string | undefined): string {
  if (location === undefined) return "nowhere";
  return URL.canParse(location) ? new URL(location).origin : "another path";
}

function isHtml({ headers, body }: HttpResponse): boolean {
  return /html/i.test(headers["content-type"] ?? "") || /^\s*<(?:!doctype|html)/i.test(body ?? "");
}
