import { addTo } from "../../base/growable.ts";
import { isObject } from "../../base/json-value.ts";
import { checkGroup, type SmokeCheck, type StepContext, type StepExchange } from "../check.ts";
import { isSuccess, jsonBody } from "../expectations.ts";
import { ACCEPTED_STEPS } from "./acceptances.ts";

const LOGIN_PATH = "/api/auth/callback/credentials";

/** Undefined where it is not a JSON object. */
type SuccessBody = Readonly<Record<string, unknown>> | undefined;

/** Interface, section 2.2: what a success says. */
export const SUCCESS = checkGroup({
  id: "success",
  title: "The success body",
  section: "2.2",
  checks: [
    says("flag", "success is true", ({ success }) =>
      success === true ? null : `success: expected true, came ${shown(success)}`,
    ),
    says("quote-id", "quoteId is a text that is not empty", ({ quoteId }) =>
      isFilled(quoteId) ? null : `quoteId: expected a text, came ${shown(quoteId)}`,
    ),
    check(
      "quote-id-own",
      "Every quote has a quoteId of its own",
      (exchanges) =>
        shared(exchanges, (body) => body?.quoteId).map(([id, to]) => `quoteId ${shown(id)} ${to}`),
      { what: "a quoteId that is a text", isIn: (body) => isFilled(body?.quoteId) },
    ),
    says("login-url", "loginUrl is under the base URL, at its path", ({ loginUrl }, { baseUrl }) =>
      loginUrlFault(loginUrl, baseUrl),
    ),
    says("login-token", "loginUrl holds a token", ({ loginUrl }) => tokenFault(loginUrl), {
      what: "a loginUrl that is a link",
      isIn: (body) => body === undefined || parseUrl(body.loginUrl) !== undefined,
    }),
    // A person with another's token signs in as them.
    check(
      "login-token-own",
      "Every quote has a login token of its own",
      (exchanges) =>
        shared(exchanges, (body) => tokenIn(body?.loginUrl)).map(([, to]) => `One login token ${to}`),
      { what: "a login token", isIn: (body) => isFilled(tokenIn(body?.loginUrl)) },
    ),
  ],
});

/** What at least one success must have: a check of what never came has seen nothing. */
interface Needed {
  what: string;
  isIn(body: SuccessBody): boolean;
}

function check(id: string, title: string, judge: SmokeCheck["judge"], needed?: Needed) {
  const obstacle: SmokeCheck["obstacle"] = (exchanges) => {
    const successes = exchanges.filter(({ answer }) => isSuccess(answer));
    if (successes.length === 0) return "No lead was accepted, so there is no success";
    const isThere = !needed || successes.some(({ answer }) => needed.isIn(bodyOf(answer)));
    return isThere ? null : `No success has ${needed.what}`;
  };
  return { id, title, steps: ACCEPTED_STEPS, judge, obstacle };
}

/** One sentence for each reason, with the leads that it holds for. */
function says(
  id: string,
  title: string,
  fault: (body: NonNullable<SuccessBody>, context: StepContext) => string | null,
  needed?: Needed,
) {
  const judge: SmokeCheck["judge"] = (exchanges, context) =>
    leadsBy(exchanges, (body) =>
      body ? fault(body, context) : "Body: expected a JSON object, came something else",
    ).map(([reason, leads]) =>
      leads.length === exchanges.length ? `${reason}.` : `${reason} (${leads.join(", ")}).`,
    );
  return check(id, title, judge, needed);
}

/** Each value that several leads got, and how that is told. */
function shared(
  exchanges: readonly StepExchange[],
  read: (body: SuccessBody) => unknown,
): [value: string, told: string][] {
  return leadsBy(exchanges, read)
    .filter(([, leads]) => leads.length > 1)
    .map(([value, leads]) => [value, `was given to ${leads.length} leads: ${leads.join(", ")}.`]);
}

/** The leads that were taken, by a text that is read in their successes; without those that have none. */
function leadsBy(
  exchanges: readonly StepExchange[],
  read: (body: SuccessBody) => unknown,
): [text: string, leads: string[]][] {
  const leads = new Map<string, string[]>();
  for (const { step, answer } of exchanges.filter((exchange) => isSuccess(exchange.answer))) {
    const text = read(bodyOf(answer));
    if (isFilled(text)) addTo(leads, text, step.name);
  }
  return [...leads];
}

function bodyOf(answer: StepExchange["answer"]): SuccessBody {
  const body = jsonBody(answer);
  return isObject(body) ? body : undefined;
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

/** Another check tells of a loginUrl that is not a link. */
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
