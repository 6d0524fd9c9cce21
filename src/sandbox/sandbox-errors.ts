import { type ErrorTexts, errorsOf, says } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

const FAULTS_EXAMPLE =
  'Write it as {"jane@example.com": ["500-after", null, {"kind": "429", "retryAfter": 2}]}.';

/** Errors of a sandbox that cannot start, or that refuses a setting. */
export const SANDBOX_ERRORS = {
  "sandbox-address": (it: { host: string; port: number; why: string; isTaken: boolean }) => ({
    message: `The sandbox cannot listen on ${it.host}, port ${it.port} (${it.why})`,
    hint: it.isTaken
      ? "Another program listens there: choose another port, or 0 to have one picked."
      : "Choose an address of this machine, and a port from 1024 to 65535 or 0.",
  }),
  "quote-exists": says(
    "Two quotes would have one e-mail address, or one quoteId",
    "Forget the earlier quotes first, or name others.",
  ),
  "sandbox-faults": (problems: Problems) => ({
    message: problemsText(problems),
    hint: FAULTS_EXAMPLE,
  }),
  "sandbox-faults/flags": (problems: Problems) => ({
    message: problemsText(problems),
    hint: "Write it as --fault 500-before=0.1; all probabilities together are at most 1.",
  }),
  "sandbox-faults/unreadable": says("<file> cannot be read (<why>)", FAULTS_EXAMPLE),
} satisfies ErrorTexts;

interface Problems {
  /** The name of the source of the faults. */
  source: string;
  problems: readonly { place: string; message: string }[];
  /** Those that are not told. */
  moreCount: number;
}

function problemsText({ source, problems, moreCount }: Problems): string {
  const lines = problems.map(({ place, message }) => `  ${place}: ${message}`);
  const more = moreCount > 0 ? [`  and ${moreCount} more`] : [];
  return [`${source} cannot be used:`, ...lines, ...more].join("\n");
}

/** Refuses a setting of a sandbox. */
export const sandboxError = errorsOf(SANDBOX_ERRORS, EXIT.usage);
