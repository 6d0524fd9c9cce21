import {
  type CheckGroup,
  post,
  type SmokeCheck,
  type Step,
  type StepContext,
  type StepExchange,
} from "../check.ts";
import { isWhole, jsonBody, statusDifferences, textDifferences } from "../expectations.ts";
import { hopelessLead, smokeLead } from "../smoke-lead.ts";

const SECTION = "5, 7";
const UNAUTHORIZED = { httpStatus: 401, key: "message", text: "Unauthorized" } as const;

const MISSING = refusedStep("missing", () => null);
const WRONG = refusedStep("wrong", ({ wrongKey }) => `Bearer ${wrongKey}`);
const EMPTY = refusedStep("empty", () => "Bearer ");
const BLANK = refusedStep("blank", () => "");
const SCHEME = refusedStep("scheme", ({ authorization }) => `Basic ${keyOf(authorization)}`);
const BARE = refusedStep("bare", ({ authorization }) => keyOf(authorization));

export const UNAUTHORIZED_STEPS: readonly Step[] = [MISSING, WRONG, EMPTY, BLANK, SCHEME, BARE];

/** Interface, section 5: who has no key is answered 401, always alike. */
export const AUTHENTICATION: CheckGroup = {
  id: "auth",
  title: "Authentication",
  section: "5",
  checks: [
    refused("missing", "No Authorization header is answered 401", MISSING),
    refused("wrong", "A wrong key is answered 401", WRONG),
    refused("empty", "The scheme without a key is answered 401", EMPTY),
    refused("blank", "An empty Authorization header is answered 401", BLANK),
    refused("scheme", "The key under another scheme is answered 401", SCHEME),
    refused("bare", "The key without a scheme is answered 401", BARE),
    {
      id: "auth.same-body",
      section: "5.4",
      title: "A missing header and a wrong key get the same body",
      steps: [MISSING, WRONG],
      judge: sameBody,
    },
  ],
};

function refused(id: string, title: string, step: Step): SmokeCheck {
  return {
    id: `auth.${id}`,
    section: SECTION,
    title,
    steps: [step],
    judge: (exchanges) => exchanges.flatMap(({ answer }) => textDifferences(answer, UNAUTHORIZED)),
  };
}

/**
 * Asks with a lead that cannot be created. Whether the key or the body is looked at first is not shown: only
 * a lead without fault decides, where the environment answered anything but 401.
 */
function refusedStep(id: string, authorization: (context: StepContext) => string | null): Step {
  return {
    name: `auth ${id}`,
    creates: 0,
    request: (context) => post(context, hopelessLead(), { authorization: authorization(context) }),
    again: (answer, context) =>
      isWhole(answer) && answer.httpStatus === 400 && context.mayCreate
        ? post(context, smokeLead(context.email(`auth-${id}`)), { authorization: authorization(context) })
        : null,
  };
}

function keyOf(authorization: string): string {
  return authorization.replace(/^Bearer /, "");
}

function sameBody(exchanges: readonly StepExchange[]): string[] {
  const [missing, wrong] = [MISSING, WRONG].map((step) => exchanges.find((one) => one.step === step));
  if (!missing || !wrong) return [];
  const [one, other] = [missing.answer, wrong.answer].map(
    (answer) => canonical(jsonBody(answer)) ?? answer.body,
  );
  return one === other ? [] : [`The bodies differ: without a header ${one}, with a wrong key ${other}.`];
}

/** JSON text in which the order of keys does not count. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === "object" && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}

const WITHOUT_BODY = ["GET", "OPTIONS"];
const WITH_BODY = ["PUT", "PATCH", "DELETE"];
const NOT_ALLOWED = { httpStatus: 405, key: "message", text: "Method not allowed" } as const;

const GET_STEP = methodStep("GET");
const HEAD_STEP = methodStep("HEAD");
const OTHER_STEPS = [...WITH_BODY, ...WITHOUT_BODY.slice(1)].map(methodStep);

/** Those that answer with a body. */
export const METHOD_STEPS: readonly Step[] = [GET_STEP, ...OTHER_STEPS];

/** Interface, sections 4.1 and 7: the create path takes POST and nothing else. */
export const METHODS: CheckGroup = {
  id: "methods",
  title: "Methods",
  section: "4.1",
  checks: [...METHOD_STEPS.map(refusedMethod), refusedHead()],
};

function refusedMethod(step: Step): SmokeCheck {
  return {
    id: `methods.${step.name.toLowerCase()}`,
    section: "4.1, 7",
    title: `${step.name} is answered 405`,
    steps: [step],
    judge: (exchanges) => exchanges.flatMap(({ answer }) => textDifferences(answer, NOT_ALLOWED)),
  };
}

/** An answer to HEAD has no body to look at. */
function refusedHead(): SmokeCheck {
  return {
    id: "methods.head",
    section: "4.1, 7",
    title: "HEAD is answered 405",
    steps: [HEAD_STEP],
    judge: (exchanges) => exchanges.flatMap(({ answer }) => statusDifferences(answer, 405)),
  };
}

function methodStep(method: string): Step {
  const body = WITH_BODY.includes(method) ? hopelessLead() : null;
  return { name: method, creates: 0, request: (context) => post(context, body, { method }) };
}
