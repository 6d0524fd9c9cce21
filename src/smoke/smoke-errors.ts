import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/** Why there is no service to check; of the same parameters, `preflight` knows what came. */
export const PREFLIGHT_ERRORS = {
  "tls-refused": says(
    "No trusted connection: <cause><waited>",
    "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
  ),
  "host-unknown": says(
    "The host name cannot be resolved: <cause><waited>",
    "Check <address>, and that this machine can resolve names.",
  ),
  "no-answer": says(
    "The service does not answer: <cause><waited>",
    "Check that it runs and can be reached from here; --timeout says how long to wait for an answer.",
  ),
  "key-refused": says(
    "The service refused the key (401)",
    "Check <keyVariable>, and that it belongs to this environment and partner.",
  ),
  "wrong-target/redirect": wrongTarget("redirects (<status>) to <place>; redirects are not followed"),
  "wrong-target/status": wrongTarget("answers a lead with status <status>"),
  "wrong-target/page": wrongTarget("answers a lead with <page> (status <status>)"),
  unavailable: says(
    "The service is not available: it answers with status <status><waited>",
    "Try again later. If it stays like this, ask the service's owner.",
  ),
} satisfies ErrorTexts;

function wrongTarget<const W extends string>(what: W) {
  return says(
    `This is not the address of the service, or the partner has no access: it ${what}<waited>`,
    "Check <settings>.",
  );
}

const MAKE_BASELINE = "Make one with: leadctl smoke --discover --output <path>";
const AS_IN_EMAIL = "As in --email <example>; each lead has a tag of its own.";

/** Why an environment is not checked as it was asked. */
export const SMOKE_ERRORS = {
  "check-unknown": (it: {
    flag: string;
    word: string;
    near: string | undefined;
    takesGroups: boolean;
    names: readonly string[];
    first: undefined | string;
  }) => ({
    message: `${it.flag} does not know "${it.word}"`,
    hint: `${it.near === undefined ? "" : `Did you mean ${it.near}? `}${it.takesGroups ? `The groups are ${it.names.join(", ")}; a check is` : "It takes a check,"} as in ${it.first}.`,
  }),
  "nothing-to-check": ({ reason }: { reason: string | null | undefined }) => ({
    message: "There is nothing left to check",
    hint: reason
      ? `None of the chosen checks can be made here (${reason}).`
      : "Leave out --only or --skip, or name others.",
  }),
  "baseline-malformed": says("<path> is not a baseline that leadctl smoke wrote", MAKE_BASELINE),
  "baseline-empty": says("<path> holds no answer to compare with", MAKE_BASELINE),
  "email-template/tag": says('--email needs {tag} in it, not "<template>"', AS_IN_EMAIL),
  "email-template": says(
    '--email must make addresses that every validator accepts, of up to 64 characters before the @; "<template>" does not',
    AS_IN_EMAIL,
  ),
} satisfies ErrorTexts;

/** The end of a check that was asked for in a way that cannot be. */
export const smokeError = errorsOf({ ...SMOKE_ERRORS, ...PREFLIGHT_ERRORS }, EXIT.usage);
