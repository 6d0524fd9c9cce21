import { ACCEPTED_STEPS, isSuccess } from "../checks/acceptances.ts";
import { hopelessLead } from "../checks/guarded-lead.ts";
import { type HttpAnswer, type HttpRequest, isObject, jsonBody } from "../http-client.ts";
import { smokeLead } from "../sample-lead.ts";
import { post, type Step, type StepContext } from "../step.ts";
import { describeAnswer } from "./describe-answer.ts";
import type { Question } from "./question.ts";

const SHOWN = ["success", "quoteId", "loginUrl"];
const [FIRST] = ACCEPTED_STEPS;
/** The label of the first lead's address. */
const FIRST_LABEL = "single-family";

/** What only a created quote can tell. Under `--no-create` they are not asked. */
export const SUCCESS_QUESTIONS: readonly Question[] = FIRST
  ? [
      told("success.status", "4.1", "Status of a success", FIRST, ({ httpStatus }) => String(httpStatus)),
      told("success.further", "2.2", "Further fields of a success", FIRST, furtherFields),
      again("duplicate.other-case", "Its address again, in capitals", "perhaps", (context) =>
        post(context, smokeLead(context.email(FIRST_LABEL).toUpperCase())),
      ),
      again("duplicate.or-rules", "Its address again, with rule V1 broken", 0, (context) =>
        post(context, hopelessLead({ "contactInfo.email": context.email(FIRST_LABEL) })),
      ),
    ]
  : [];

function told(
  id: string,
  section: string,
  question: string,
  step: Step,
  describe: (answer: HttpAnswer) => string,
): Question {
  return {
    id,
    section,
    question,
    steps: [step],
    read: ([exchange]) =>
      exchange && isSuccess(exchange.answer) ? describe(exchange.answer) : "no lead was taken",
  };
}

function again(
  id: string,
  question: string,
  creates: Step["creates"],
  request: (context: StepContext) => HttpRequest,
): Question {
  const step: Step = { name: `question ${id}`, creates, ...(FIRST && { after: FIRST }), request };
  const describe = (answer: HttpAnswer): string => (isSuccess(answer) ? "taken" : describeAnswer(answer));
  return {
    id,
    section: "7",
    question,
    steps: [step],
    read: ([exchange]) => (exchange ? describe(exchange.answer) : ""),
  };
}

function furtherFields(answer: HttpAnswer): string {
  const body = jsonBody(answer);
  if (!isObject(body)) return "no JSON object";
  return (
    Object.keys(body)
      .filter((name) => !SHOWN.includes(name))
      .sort()
      .join(", ") || "none"
  );
}
