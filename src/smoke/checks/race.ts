import { isObject } from "../../base/json-value.ts";
import type { HttpResponse } from "../../send/client.ts";
import { type CheckGroup, post, type Step, type StepExchange } from "../check.ts";
import { isSuccess, jsonBody } from "../expectations.ts";
import { smokeLead } from "../smoke-lead.ts";

const LABEL = "race";

const SECOND: Step = {
  name: "race second",
  creates: "perhaps",
  request: (context) => post(context, smokeLead(context.email(LABEL))),
};

const FIRST: Step = {
  name: "race first",
  creates: 1,
  beside: SECOND,
  request: (context) => post(context, smokeLead(context.email(LABEL))),
};

export const RACE_STEPS: readonly Step[] = [FIRST, SECOND];

/**
 * Two leads with one address at the same time: a service that looks first and writes then makes two quotes of them.
 * The interface says that a second one is refused where a quote exists, and nothing of two at once.
 */
export const RACE: CheckGroup = {
  id: "race",
  title: "Two at once",
  section: "7",
  isOnRequest: true,
  checks: [
    {
      id: "race.one-quote",
      section: "7",
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
};

/**
 * What came of two leads at once.
 *
 * @param describe Says in a few words what an answer is that is no success.
 */
export function describeRace(
  exchanges: readonly StepExchange[],
  describe: (answer: HttpResponse) => string,
): string {
  const refused = exchanges.filter(({ answer }) => !isSuccess(answer)).map(({ answer }) => describe(answer));
  const others = refused.length === 0 ? "" : `; the other: ${refused.join(", ")}`;
  if (refused.length === exchanges.length) return `no quote; ${refused.sort().join(", ")}`;
  return quoteIds(exchanges).length > 1 ? "two quotes" : `one quote${others || ", for both"}`;
}

/** Of the successes, each once. A success without an id is a quote of its own. */
function quoteIds(exchanges: readonly StepExchange[]): string[] {
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
