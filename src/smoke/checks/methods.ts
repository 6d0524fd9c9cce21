import type { Check, CheckGroup } from "../check.ts";
import { statusDifferences, textDifferences } from "../expect-text.ts";
import { post, type Step } from "../step.ts";
import { hopelessLead } from "./guarded-lead.ts";

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

function refusedMethod(step: Step): Check {
  return {
    id: `methods.${step.name.toLowerCase()}`,
    section: "4.1, 7",
    title: `${step.name} is answered 405`,
    steps: [step],
    judge: (exchanges) => exchanges.flatMap(({ answer }) => textDifferences(answer, NOT_ALLOWED)),
  };
}

/** An answer to HEAD has no body to look at. */
function refusedHead(): Check {
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
