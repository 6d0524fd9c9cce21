import type { HttpResponse } from "../../send/client.ts";
import { checkGroup, ofEach, post, type Step, type StepExchange } from "../check.ts";
import { isSuccess, quoteIdIn, takenText, textDifferences } from "../expectations.ts";
import { smokeLead } from "../smoke-lead.ts";
import { FIRST_LABEL, FIRST_STEP } from "./acceptances.ts";

/** Another lead, so that nothing but the address is the same. */
const AGAIN: Step = {
  name: "lead single-family, its address again",
  creates: 0,
  after: FIRST_STEP,
  request: (context) =>
    post(
      context,
      smokeLead(context.email(FIRST_LABEL), {
        affiliateId: "leadctl-smoke-2",
        "contactInfo.firstName": "Other",
        "address.street": "3 Smoke Test Way",
        "address.county": "Suffolk",
      }),
    ),
};

const EXISTING_USER: Step = {
  name: "an existing user's address",
  creates: 0,
  needsExistingUser: true,
  request: (context) => post(context, smokeLead(context.existingUser ?? undefined)),
};

export const QUOTE_DUPLICATE_STEPS: readonly Step[] = [FIRST_STEP, AGAIN];

/** Interface, section 7: one quote for an address, and none for an account's. */
export const DUPLICATES = checkGroup({
  id: "duplicates",
  title: "Duplicates",
  section: "7",
  checks: [
    {
      id: "quote",
      title: "A second lead with the same e-mail is refused",
      steps: QUOTE_DUPLICATE_STEPS,
      obstacle: (exchanges) =>
        exchanges.some(({ step, answer }) => step !== AGAIN && isSuccess(answer))
          ? null
          : "The first lead was not accepted, so there was no second",
      judge: (exchanges, context) =>
        refusedAs("Email already in use")(
          exchanges.filter(({ step }) => step === AGAIN),
          context,
        ),
    },
    {
      id: "user",
      title: "A lead with an existing user's e-mail is refused",
      steps: [EXISTING_USER],
      judge: refusedAs("User with this email already exists"),
    },
  ],
});

function refusedAs(text: string) {
  return ofEach((answer: HttpResponse) =>
    isSuccess(answer)
      ? [takenText(answer, text)]
      : textDifferences(answer, { httpStatus: 400, key: "error", text }),
  );
}

const race: Step["request"] = (context) => post(context, smokeLead(context.email("race")));
const SECOND: Step = { name: "race second", creates: "perhaps", request: race };
export const RACE_STEPS: readonly Step[] = [
  { name: "race first", creates: 1, beside: SECOND, request: race },
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
        exchanges.some(({ answer }) => isSuccess(answer)) ? null : "Neither of the two leads was accepted",
      judge: (exchanges) => {
        const ids = quoteIds(exchanges);
        return ids.length < 2 ? [] : [`Two quotes were made of one address: ${ids.join(", ")}.`];
      },
    },
  ],
});

/** Quote ids of the successes, each once. A success without an id is a quote of its own. */
export function quoteIds(exchanges: readonly StepExchange[]): string[] {
  const taken = exchanges.filter(({ answer }) => isSuccess(answer));
  return [
    ...new Set(taken.map(({ answer, step }) => quoteIdIn(answer) ?? `one without an id (${step.name})`)),
  ];
}
