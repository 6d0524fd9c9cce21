import type { HttpResponse } from "../../send/client.ts";
import { checkGroup, type Step } from "../check.ts";
import { isSuccess } from "../expectations.ts";
import { ACCEPTED_STEPS } from "./acceptances.ts";
import { METHOD_STEPS, UNAUTHORIZED_STEPS } from "./access.ts";
import { QUOTE_DUPLICATE_STEPS } from "./duplicates.ts";
import { RULE_STEPS } from "./rules.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const has = (status: number) => (answer: HttpResponse) => answer.httpStatus === status;

const ANSWERS: Readonly<
  Record<string, { what: string; steps: readonly Step[]; isMeant: (answer: HttpResponse) => boolean }>
> = {
  success: { what: "A success", steps: ACCEPTED_STEPS, isMeant: isSuccess },
  unauthorized: { what: "A 401", steps: UNAUTHORIZED_STEPS, isMeant: has(401) },
  // An answer to HEAD has no body that could have a type.
  method: { what: "A 405", steps: METHOD_STEPS.filter(({ name }) => name !== "HEAD"), isMeant: has(405) },
  issues: { what: "A list of issues", steps: RULE_STEPS, isMeant: has(400) },
  duplicate: { what: "A duplicate's refusal", steps: QUOTE_DUPLICATE_STEPS, isMeant: has(400) },
};

/** Interface, sections 2.2 and 7: every answer is a JSON object, and says so. They cost no request. */
export const CONTENT_TYPES = checkGroup({
  id: "content-type",
  title: "Content types",
  section: "2.2, 7",
  checks: Object.entries(ANSWERS).map(([id, { what, steps, isMeant }]) => ({
    id,
    section: id === "success" ? "2.2" : "7",
    title: `${what} is JSON by its type`,
    steps,
    obstacle: (exchanges) => (exchanges.some(({ answer }) => isMeant(answer)) ? null : "No such answer came"),
    judge: (exchanges) => {
      const types = exchanges
        .filter(({ answer }) => isMeant(answer))
        .map(({ answer }) => answer.headers["content-type"] ?? "none");
      const others = new Set(types.filter((type) => !JSON_TYPE.test(type)));
      return [...others].map((type) => `Content-Type: expected application/json, came ${type}.`);
    },
  })),
});
