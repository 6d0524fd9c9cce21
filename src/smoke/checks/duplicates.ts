import { type CheckGroup, post, type SmokeCheck, type Step } from "../check.ts";
import { isSuccess, textDifferences } from "../expectations.ts";
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

const QUOTE: SmokeCheck = {
  id: "duplicates.quote",
  section: "7",
  title: "A second lead with the same e-mail is refused",
  steps: QUOTE_DUPLICATE_STEPS,
  obstacle: (exchanges) =>
    exchanges.some(({ step, answer }) => step !== AGAIN && isSuccess(answer))
      ? null
      : "The first lead was not taken, so there was no second",
  judge: (exchanges) =>
    exchanges
      .filter(({ step }) => step === AGAIN)
      .flatMap(({ answer }) => duplicateDifferences(answer, "Email already in use")),
};

const USER: SmokeCheck = {
  id: "duplicates.user",
  section: "7",
  title: "A lead with an existing user's e-mail is refused",
  steps: [EXISTING_USER],
  judge: ([only]) => (only ? duplicateDifferences(only.answer, "User with this email already exists") : []),
};

/** Interface, section 7: one quote for an address, and none for an account's. */
export const DUPLICATES: CheckGroup = {
  id: "duplicates",
  title: "Duplicates",
  section: "7",
  checks: [QUOTE, USER],
};

function duplicateDifferences(answer: Parameters<typeof isSuccess>[0], text: string): string[] {
  if (isSuccess(answer)) {
    return [`The lead was taken (status ${answer.httpStatus}), though it has to be refused: ${text}.`];
  }
  return textDifferences(answer, { httpStatus: 400, key: "error", text });
}
