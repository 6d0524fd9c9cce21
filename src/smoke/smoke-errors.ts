import { type ErrorTexts, errorsOf } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { addressSetting, targetSettings } from "../send/stop-texts.ts";
import { durationText } from "../terminal/number-text.ts";

/** What came of the lead that asks whether the service is there. */
interface Came {
  httpStatus: number | null;
  error: { code: string; message: string } | null;
  /** Where a redirect points. */
  location: string | null;
  isHtml: boolean;
  /** How long it was waited for; null: not at all, or not to the end. */
  waitedMs: number | null;
  /** The configuration's environment that is checked; null: the address was given by itself. */
  environment: string | null;
  /** The variable that holds the key. */
  keyVariable: string;
}

/** Why there is no service to check. */
export const PREFLIGHT_ERRORS = {
  "tls-refused": (came: Came) => ({
    message: `No trusted connection: ${causeText(came)}`,
    hint: "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
  }),
  "host-unknown": (came: Came) => ({
    message: `The host name cannot be resolved: ${causeText(came)}`,
    hint: `Check ${addressSetting(came.environment)}, and that this machine can resolve names.`,
  }),
  "no-answer": (came: Came) => ({
    message: `The service does not answer: ${causeText(came)}`,
    hint: "Check that it runs and can be reached from here; --timeout says how long to wait for an answer.",
  }),
  "key-refused": ({ keyVariable }: Came) => ({
    message: "The service refused the key (401)",
    hint: `Check ${keyVariable}, and that it belongs to this environment and partner.`,
  }),
  "wrong-target/redirect": (came: Came) => ({
    message: wrongTarget(
      `redirects (${came.httpStatus}) to ${placeText(came)}; redirects are not followed`,
      came,
    ),
    hint: `Check ${targetSettings(came.environment)}.`,
  }),
  "wrong-target/status": (came: Came) => ({
    message: wrongTarget(`answers a lead with status ${came.httpStatus}`, came),
    hint: `Check ${targetSettings(came.environment)}.`,
  }),
  "wrong-target/page": (came: Came) => ({
    message: wrongTarget(
      `answers a lead with ${came.isHtml ? "a web page" : "something that is not JSON"} (status ${came.httpStatus})`,
      came,
    ),
    hint: `Check ${targetSettings(came.environment)}.`,
  }),
  unavailable: (came: Came) => ({
    message: `The service is not available: it answers with status ${came.httpStatus}${waitText(came)}`,
    hint: "Try again later. If it stays like this, ask the service's owner.",
  }),
} satisfies ErrorTexts;

function wrongTarget(what: string, came: Came): string {
  return `This is not the address of the service, or the partner has no access: it ${what}${waitText(came)}`;
}

function causeText({ error, httpStatus, ...came }: Came): string {
  const nothing = httpStatus === null ? "nothing came back" : `the answer was cut off (status ${httpStatus})`;
  return `${error ? `${error.message} (${error.code})` : nothing}${waitText(came)}`;
}

function waitText({ waitedMs }: Pick<Came, "waitedMs">): string {
  return waitedMs === null ? "" : ` (after ${durationText(waitedMs)} of waiting)`;
}

function placeText({ location }: Came): string {
  if (location === null) return "nowhere";
  return URL.canParse(location) ? new URL(location).origin : "another path";
}

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
  "baseline-malformed": ({ path }: { path: string }) => ({
    message: `${path} is not a baseline that leadctl smoke wrote`,
    hint: makeBaseline(path),
  }),
  "baseline-empty": ({ path }: { path: string }) => ({
    message: `${path} holds no answer to compare with`,
    hint: makeBaseline(path),
  }),
  "email-template/tag": ({ template, example }: { template: string; example: string }) => ({
    message: `--email needs {tag} in it, not "${template}"`,
    hint: asInEmail(example),
  }),
  "email-template": ({ template, example }: { template: string; example: string }) => ({
    message: `--email must make addresses that every validator takes, of up to 64 characters before the @; "${template}" does not`,
    hint: asInEmail(example),
  }),
} satisfies ErrorTexts;

function makeBaseline(path: string): string {
  return `Make one with: leadctl smoke --discover --output ${path}`;
}

function asInEmail(example: string): string {
  return `As in --email ${example}; each lead has a tag of its own.`;
}

/** The end of a check that was asked for in a way that cannot be. */
export const smokeError = errorsOf({ ...SMOKE_ERRORS, ...PREFLIGHT_ERRORS }, EXIT.usage);
