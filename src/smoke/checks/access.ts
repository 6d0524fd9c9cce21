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

const UNAUTHORIZED = { httpStatus: 401, key: "message", text: "Unauthorized" } as const;

export const MISSING = refusedStep("missing", () => null);
const WRONG = refusedStep("wrong", ({ wrongKey }) => `Bearer ${wrongKey}`);

/** What has to be answered 401. */
const REFUSED: readonly (readonly [what: string, step: Step])[] = [
  ["No Authorization header", MISSING],
  ["A wrong key", WRONG],
  ["The scheme without a key", refusedStep("empty", () => "Bearer ")],
  ["An empty Authorization header", refusedStep("blank", () => "")],
  [
    "The key under another scheme",
    refusedStep("scheme", ({ authorization }) => `Basic ${keyOf(authorization)}`),
  ],
  ["The key without a scheme", refusedStep("bare", ({ authorization }) => keyOf(authorization))],
];

export const UNAUTHORIZED_STEPS: readonly Step[] = REFUSED.map(([, step]) => step);

/** Interface, section 5: who has no key is answered 401, always alike. */
export const AUTHENTICATION: CheckGroup = {
  id: "auth",
  title: "Authentication",
  section: "5",
  checks: [
    ...REFUSED.map(
      ([what, step]): SmokeCheck => ({
        id: step.name.replace(" ", "."),
        section: "5, 7",
        title: `${what} is answered 401`,
        steps: [step],
        judge: (exchanges) => exchanges.flatMap(({ answer }) => textDifferences(answer, UNAUTHORIZED)),
      }),
    ),
    {
      id: "auth.same-body",
      section: "5.4",
      title: "A missing header and a wrong key get the same body",
      steps: [MISSING, WRONG],
      judge: sameBody,
    },
  ],
};

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

const WITH_BODY = ["PUT", "PATCH", "DELETE"];
const NOT_ALLOWED = { httpStatus: 405, key: "message", text: "Method not allowed" } as const;

export const GET_STEP = methodStep("GET");

/** Those that answer with a body. */
export const METHOD_STEPS: readonly Step[] = [GET_STEP, ...[...WITH_BODY, "OPTIONS"].map(methodStep)];

/** Interface, sections 4.1 and 7: the create path takes POST and nothing else. */
export const METHODS: CheckGroup = {
  id: "methods",
  title: "Methods",
  section: "4.1",
  checks: [...METHOD_STEPS, methodStep("HEAD")].map((step) => ({
    id: `methods.${step.name.toLowerCase()}`,
    section: "4.1, 7",
    title: `${step.name} is answered 405`,
    steps: [step],
    judge: (exchanges) =>
      exchanges.flatMap(({ answer }) =>
        // An answer to HEAD has no body to look at.
        step.name === "HEAD" ? statusDifferences(answer, 405) : textDifferences(answer, NOT_ALLOWED),
      ),
  })),
};

function methodStep(method: string): Step {
  const body = WITH_BODY.includes(method) ? hopelessLead() : null;
  return { name: method, creates: 0, request: (context) => post(context, body, { method }) };
}
