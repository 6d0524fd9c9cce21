import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { judgeEmail } from "../lead/email.ts";

/** Reserved for examples: nobody gets mail there. */
export const DEFAULT_EMAIL_TEMPLATE = "leadctl+{tag}@example.com";

/** As long as the longest tag that a run makes. */
const LONGEST_TAG = `${"x".repeat(10)}-r1000-optional-absent`;

/**
 * Checks a template of e-mail addresses, and gives what fills it in.
 *
 * @throws CliError with exit code 2: without `{tag}` all leads would have one address, and an address that
 *   some validators refuse would be held against the environment.
 */
export function parseEmailTemplate(template: string): (tag: string) => string {
  const fill = (tag: string): string => template.replaceAll("{tag}", tag);
  if (!template.includes("{tag}")) {
    throw refusal(`--email needs {tag} in it, not "${template}"`);
  }
  if (judgeEmail(fill(LONGEST_TAG)) !== "valid") {
    throw refusal(
      `--email must make addresses that every validator takes, of up to 64 characters before the @; "${template}" does not`,
    );
  }
  return fill;
}

function refusal(message: string): CliError {
  return new CliError(message, {
    code: "email-template",
    exitCode: EXIT.usage,
    hint: `As in --email ${DEFAULT_EMAIL_TEMPLATE}; each lead has a tag of its own.`,
  });
}
