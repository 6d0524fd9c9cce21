import { isObject } from "../../base/json-value.ts";
import { checkGroup, post, type Step, type StepExchange } from "../check.ts";
import { isSuccess, jsonBody } from "../expectations.ts";
import { smokeLead } from "../smoke-lead.ts";

const request: Step["request"] = (context) => post(context, smokeLead(context.email("race")));
const SECOND: Step = { name: "race second", creates: "perhaps", request };
export const RACE_STEPS: readonly Step[] = [
  { name: "race first", creates: 1, beside: SECOND, request },
  SECOND,
];

/**
 * Two leads with one address at the same time: a service that looks first and writes then makes two quotes of them.
 * The interface says that a second one is refused where a quote exists, and nothing of two at once.
 */
export const RACE = checkGroup({
  id: "race",
  title: "Two at once",
  section: "7",
  isOnRequest: true,
  checks: [
    {
      id: "one-quote",
      title: "Two leads with one e-mail at once make one quote",
      steps: RACE_STEPS,
      obstacle: (exchanges) =>
        exchanges.some(({ answer }) => isSuccess(answer)) ? null : "Neither of the two leads was taken",
      judge: (exchanges) => {
        const ids = quoteIds(exchanges);
        return ids.length < 2 ? [] : [`Two quotes were made of one address: ${ids.join(", ")}.`];
      },
    },
  ],
});

/** Quote ids of the successes, each once. A success without an id is a quote of its own. */
export function quoteIds(exchanges: readonly StepExchange[]): string[] {
  const ids = exchanges
    .filter(({ answer }) => isSuccess(answer))
    .map(({ answer, step }) => {
      const body = jsonBody(answer);
      return isObject(body) && typeof body.quoteId === "string"
        ? body.quoteId
        : `one without an id (${step.name})`;
    });
  return [...new Set(ids)];
}
