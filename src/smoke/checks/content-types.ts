import type { HttpResponse } from "../../send/client.ts";
import type { CheckGroup, SmokeCheck, Step } from "../check.ts";
import { isSuccess } from "../expectations.ts";
import { ACCEPTED_STEPS } from "./acceptances.ts";
import { METHOD_STEPS, UNAUTHORIZED_STEPS } from "./access.ts";
import { QUOTE_DUPLICATE_STEPS } from "./duplicates.ts";
import { RULE_STEPS } from "./rules.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Interface, sections 2.2 and 7: every answer is a JSON object, and says so. They cost no request. */
export const CONTENT_TYPES: CheckGroup = {
  id: "content-type",
  title: "Content types",
  section: "2.2, 7",
  checks: [
    check("success", "2.2", "A success is JSON by its type", ACCEPTED_STEPS, isSuccess),
    check("unauthorized", "7", "A 401 is JSON by its type", UNAUTHORIZED_STEPS, hasStatus(401)),
    check("method", "7", "A 405 is JSON by its type", METHOD_STEPS, hasStatus(405)),
    check("issues", "7", "A list of issues is JSON by its type", RULE_STEPS, hasStatus(400)),
    check(
      "duplicate",
      "7",
      "A duplicate's refusal is JSON by its type",
      QUOTE_DUPLICATE_STEPS,
      hasStatus(400),
    ),
  ],
};

function check(
  id: string,
  section: string,
  title: string,
  steps: readonly Step[],
  isMeant: (answer: HttpResponse) => boolean,
): SmokeCheck {
  return {
    id: `content-type.${id}`,
    section,
    title,
    steps,
    obstacle: (exchanges) => (exchanges.some(({ answer }) => isMeant(answer)) ? null : "No such answer came"),
    judge: (exchanges) => {
      const types = exchanges
        .filter(({ answer }) => isMeant(answer))
        .map(({ answer }) => answer.headers["content-type"] ?? "none");
      const others = new Set(types.filter((type) => !JSON_TYPE.test(type)));
      return [...others].map((type) => `Content-Type: expected application/json, came ${type}.`);
    },
  };
}

function hasStatus(status: number): (answer: HttpResponse) => boolean {
  return ({ httpStatus }) => httpStatus === status;
}
