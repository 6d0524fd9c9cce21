import { isObject } from "../../base/json-value.ts";
import type { CheckGroup, SmokeCheck, StepContext, StepExchange } from "../check.ts";
import { isSuccess, jsonBody } from "../expectations.ts";
import { ACCEPTED_STEPS } from "./acceptances.ts";

const LOGIN_PATH = "/api/auth/callback/credentials";

type SuccessBody = Readonly<Record<string, unknown>>;

/** Interface, section 2.2: what a success says. */
export const SUCCESS: CheckGroup = {
  id: "success",
  title: "The success body",
  section: "2.2",
  checks: [
    check("flag", "success is true", ({ success }) =>
      success === true ? null : `success: expected true, came ${shown(success)}`,
    ),
    check("quote-id", "quoteId is a text that is not empty", ({ quoteId }) =>
      isFilled(quoteId) ? null : `quoteId: expected a text, came ${shown(quoteId)}`,
    ),
    {
      ...check("quote-id-own", "Every quote has a quoteId of its own", () => null),
      judge: (exchanges) => shared(exchanges, "quoteId", ({ quoteId }) => quoteId),
    },
    check("login-url", "loginUrl is under the base URL, at its path", ({ loginUrl }, { baseUrl }) =>
      loginUrlFault(loginUrl, baseUrl),
    ),
    check("login-token", "loginUrl holds a token", ({ loginUrl }) => tokenFault(loginUrl)),
    {
      ...check("login-token-own", "Every quote has a login token of its own", () => null),
      judge: (exchanges) => shared(exchanges, "token", ({ loginUrl }) => tokenIn(loginUrl)),
    },
  ],
};

type Fault = (body: SuccessBody, context: StepContext) => string | null;

function check(id: string, title: string, fault: Fault): SmokeCheck {
  return {
    id: `success.${id}`,
    section: "2.2",
    title,
    steps: ACCEPTED_STEPS,
    obstacle: (exchanges) =>
      exchanges.some(({ answer }) => isSuccess(answer)) ? null : "No lead was taken, so there is no success",
    judge: (exchanges, context) => byReason(exchanges, (body) => fault(body, context)),
  };
}

/** One sentence for each reason, with the leads that it holds for. */
function byReason(exchanges: readonly StepExchange[], fault: (body: SuccessBody) => string | null): string[] {
  const stepsByReason = new Map<string, string[]>();
  for (const { step, answer } of exchanges.filter((exchange) => isSuccess(exchange.answer))) {
    const body = jsonBody(answer);
    const reason = isObject(body) ? fault(body) : "Body: expected a JSON object, came something else";
    if (reason !== null) stepsByReason.set(reason, [...(stepsByReason.get(reason) ?? []), step.name]);
  }
  return [...stepsByReason].map(([reason, steps]) =>
    steps.length === exchanges.length ? `${reason}.` : `${reason} (${steps.join(", ")}).`,
  );
}

/** One sentence for each value that several leads got: who has another's token signs in as them. */
function shared(
  exchanges: readonly StepExchange[],
  name: string,
  read: (body: SuccessBody) => unknown,
): string[] {
  const stepsByValue = new Map<string, string[]>();
  for (const { step, answer } of exchanges.filter((exchange) => isSuccess(exchange.answer))) {
    const body = jsonBody(answer);
    const value = isObject(body) ? read(body) : undefined;
    if (isFilled(value)) stepsByValue.set(value, [...(stepsByValue.get(value) ?? []), step.name]);
  }
  return [...stepsByValue]
    .filter(([, steps]) => steps.length > 1)
    .map(([value, steps]) => {
      const what = name === "token" ? "One login token" : `${name} ${shown(value)}`;
      return `${what} was given to ${steps.length} leads: ${steps.join(", ")}.`;
    });
}

function loginUrlFault(loginUrl: unknown, baseUrl: string): string | null {
  const url = parseUrl(loginUrl);
  if (!url) return `loginUrl: expected a URL, came ${shown(loginUrl)}`;
  const expected = new URL(`${baseUrl}${LOGIN_PATH}`);
  if (url.origin !== expected.origin)
    return `loginUrl: expected to be at ${expected.origin}, is at ${url.origin}`;
  return url.pathname === expected.pathname
    ? null
    : `loginUrl: expected the path ${expected.pathname}, came ${url.pathname}`;
}

/** A loginUrl that is none is told of by its own check. */
function tokenFault(loginUrl: unknown): string | null {
  const url = parseUrl(loginUrl);
  if (!url || tokenIn(loginUrl)) return null;
  const names = [...new Set(url.searchParams.keys())].join(", ") || "none";
  return `loginUrl: expected a query parameter token with a value; its parameters: ${names}`;
}

function tokenIn(loginUrl: unknown): string | undefined {
  return parseUrl(loginUrl)?.searchParams.get("token")?.trim();
}

function parseUrl(value: unknown): URL | undefined {
  return typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function shown(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
