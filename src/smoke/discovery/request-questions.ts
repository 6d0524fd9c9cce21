import { UNAUTHORIZED_STEPS } from "../checks/authentication.ts";
import { hopelessLead } from "../checks/guarded-lead.ts";
import { METHOD_STEPS } from "../checks/methods.ts";
import { COMBINATION_STEPS } from "../checks/rules.ts";
import { type PostOptions, post, type Step } from "../step.ts";
import { asked } from "./asked.ts";
import { describeAnswer, describeOrder } from "./describe-answer.ts";
import type { Question } from "./question.ts";

/** How the environment reads a request as a whole: key, path, type, body. */
export const REQUEST_QUESTIONS: readonly Question[] = [
  asked("auth.lower-case", "5", "The scheme in lower case", (context) =>
    post(context, hopelessLead(), { authorization: context.authorization.replace("Bearer", "bearer") }),
  ),
  header("auth.challenge", "5", "WWW-Authenticate of a 401", UNAUTHORIZED_STEPS[0], "www-authenticate"),
  header("method.allow", "7", "Allow of a 405", METHOD_STEPS[0], "allow"),
  asked("order.method-or-key", "7", "GET without a key", (context) =>
    post(context, null, { method: "GET", authorization: null }),
  ),
  asked("order.key-or-body", "7", "No key, and a body that is not JSON", (context) =>
    post(context, "{", { authorization: null }),
  ),
  ...COMBINATION_STEPS.map(
    (step): Question => ({
      id: `order.${step.name.replace("together ", "")}`,
      section: "7",
      question: `Order of the issues of ${step.name.replace("together ", "").toUpperCase()}`,
      steps: [step],
      read: ([exchange]) => (exchange ? describeOrder(exchange.answer) : ""),
    }),
  ),
  asked("partner.unknown", "4.1", "A partner that does not exist", (context) =>
    post(context, hopelessLead(), {
      path: context.createPath.replace(`/${context.partner}/`, "/leadctl-smoke-nobody/"),
    }),
  ),
  asked("path.slash", "4.1", "A slash after the path", (context) =>
    post(context, hopelessLead(), { path: `${context.createPath}/` }),
  ),
  body("body.cut-off", "JSON that is cut off", () => '{"buildingType":"condo"'),
  body("body.text", "A text that is not JSON", () => "hello"),
  body("body.empty", "An empty body", () => ""),
  body("body.null", "The body null", () => "null"),
  body("body.list", "A list of leads", () => JSON.stringify([hopelessLead()])),
  body("body.object", "An empty object", () => "{}"),
  asked("body.mark", "7", "A byte order mark before the JSON", (context) =>
    post(context, `\uFEFF${JSON.stringify(hopelessLead())}`),
  ),
  typed("type.absent", "No content type", null),
  typed("type.text", "Content type text/plain", "text/plain"),
  typed("type.form", "Content type of a form", "application/x-www-form-urlencoded"),
  typed("type.charset", "Content type with a charset", "application/json; charset=utf-8"),
];

function body(id: string, question: string, text: () => string): Question {
  return asked(id, "7", question, (context) => post(context, text()), describeAnswer);
}

function typed(id: string, question: string, contentType: PostOptions["contentType"]): Question {
  return asked(id, "4.1", question, (context) =>
    post(context, hopelessLead(), {
      ...(contentType !== undefined && { contentType }),
    }),
  );
}

function header(
  id: string,
  section: string,
  question: string,
  step: Step | undefined,
  name: string,
): Question {
  return {
    id,
    section,
    question,
    steps: step ? [step] : [],
    read: ([exchange]) => exchange?.answer.headers[name] ?? "none",
  };
}
