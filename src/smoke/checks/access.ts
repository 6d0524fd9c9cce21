import { isDeepStrictEqual } from "node:util";
import { checkGroup, ofEach, post, type Step, type StepContext } from "../check.ts";
import { isWhole, jsonBody, statusDifferences, textDifferences } from "../expectations.ts";
import { hopelessLead, smokeLead } from "../smoke-lead.ts";

/** What has to be answered 401. */
const KEYS: Readonly<Record<string, [what: string, authorization: (context: StepContext) => string | null]>> =
  {
    missing: ["No Authorization header", () => null],
    wrong: ["A wrong key", ({ wrongKey }) => `Bearer ${wrongKey}`],
    empty: ["The scheme without a key", () => "Bearer "],
    blank: ["An empty Authorization header", () => ""],
    scheme: ["The key under another scheme", (context) => `Basic ${keyOf(context)}`],
    bare: ["The key without a scheme", keyOf],
  };

function keyOf({ authorization }: StepContext): string {
  return authorization.replace(/^Bearer /, "");
}

/**
 * They ask with a lead that cannot be created. Whether the key or the body is looked at first is not shown: only
 * a lead without fault decides, where the environment answered anything but 401.
 */
export const UNAUTHORIZED_STEPS: readonly Step[] = Object.entries(KEYS).map(([id, [, authorization]]) => ({
  name: `auth ${id}`,
  creates: 0,
  request: (context) => post(context, hopelessLead(), { authorization: authorization(context) }),
  again: (answer, context) =>
    isWhole(answer) && answer.httpStatus === 400 && context.mayCreate
      ? post(context, smokeLead(context.email(`auth-${id}`)), { authorization: authorization(context) })
      : null,
}));

const [MISSING, WRONG] = UNAUTHORIZED_STEPS as [Step, Step];

export { MISSING };

/** Interface, section 5: who has no key is answered 401, always alike. */
export const AUTHENTICATION = checkGroup({
  id: "auth",
  title: "Authentication",
  section: "5",
  checks: [
    ...Object.entries(KEYS).map(([id, [what]], index) => ({
      id,
      section: "5, 7",
      title: `${what} is answered 401`,
      steps: UNAUTHORIZED_STEPS.slice(index, index + 1),
      judge: ofEach((answer) =>
        textDifferences(answer, { httpStatus: 401, key: "message", text: "Unauthorized" }),
      ),
    })),
    {
      id: "same-body",
      section: "5.4",
      title: "A missing header and a wrong key get the same body",
      steps: [MISSING, WRONG],
      judge: (exchanges) => {
        const bodies = exchanges.map(({ answer }) => jsonBody(answer) ?? answer.body);
        const [missing, wrong] = bodies.map((body) => JSON.stringify(body));
        if (exchanges.length < 2 || isDeepStrictEqual(bodies[0], bodies[1])) return [];
        return [`The bodies differ: without a header ${missing}, with a wrong key ${wrong}.`];
      },
    },
  ],
});

const WITH_BODY = ["PUT", "PATCH", "DELETE"];
const METHOD_NAMES = ["GET", ...WITH_BODY, "OPTIONS", "HEAD"];

export const METHOD_STEPS: readonly Step[] = METHOD_NAMES.map((method) => ({
  name: method,
  creates: 0,
  request: (context) => post(context, WITH_BODY.includes(method) ? hopelessLead() : null, { method }),
}));
export const GET_STEP = METHOD_STEPS[0] as Step;

/** Interface, sections 4.1 and 7: the create path takes POST and nothing else. */
export const METHODS = checkGroup({
  id: "methods",
  title: "Methods",
  section: "4.1",
  checks: METHOD_STEPS.map((step) => ({
    id: step.name.toLowerCase(),
    section: "4.1, 7",
    title: `${step.name} is answered 405`,
    steps: [step],
    judge: ofEach((answer) =>
      // An answer to HEAD has no body to look at.
      step.name === "HEAD"
        ? statusDifferences(answer, 405)
        : textDifferences(answer, { httpStatus: 405, key: "message", text: "Method not allowed" }),
    ),
  })),
});
