import type { HttpAnswer, HttpRequest } from "../http-client.ts";
import type { Step, StepContext } from "../step.ts";
import { describePeculiarity } from "./describe-answer.ts";
import type { Question } from "./question.ts";

/** A question that takes one request, which creates nothing. */
export function asked(
  id: string,
  section: string,
  question: string,
  request: (context: StepContext) => HttpRequest,
  describe: (answer: HttpAnswer) => string = describePeculiarity,
): Question {
  const step: Step = { name: `question ${id}`, creates: 0, request };
  return {
    id,
    section,
    question,
    steps: [step],
    read: ([exchange]) => (exchange ? describe(exchange.answer) : ""),
  };
}
