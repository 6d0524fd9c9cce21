import { type ErrorTexts, errorsOf } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/** Why an environment is not checked as it was asked. */
export const SMOKE_ERRORS = {
  "check-unknown": ({
    flag,
    word,
    near,
    takesGroups,
    names,
    first,
  }: {
    flag: string;
    word: string;
    near: string | undefined;
    takesGroups: boolean;
    names: readonly string[];
    first: undefined | string;
  }) => ({
    message: `${flag} does not know "${word}"`,
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}${takesGroups ? `The groups are ${names.join(", ")}; a check is` : "It takes a check,"} as in ${first}.`,
  }),
  "nothing-to-check": ({ reason }: { reason: string | null | undefined }) => ({
    message: "There is nothing left to check",
    hint: reason ? `What was chosen is left out: ${reason}.` : "Leave --only or --skip away, or name others.",
  }),
  "baseline-malformed": ({ path }: { path: string }) => ({
    message: `${path} is no baseline of leadctl smoke`,
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
export const smokeError = errorsOf(SMOKE_ERRORS, EXIT.usage);
