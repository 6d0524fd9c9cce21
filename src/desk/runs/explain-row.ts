import { emailKey } from "../../lead/email.ts";
import { statusText } from "../../outcome/guidance-texts.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { type Explanation, explainFound, redactionFor, rowDocument } from "../../report/model/explanation.ts";
import { Run } from "../../run/run.ts";
import { safeLines, safeText } from "../../terminal/safe-text.ts";
import { pageSteps } from "./page-steps.ts";

/** A row's whole story, as `explain --json` tells it, and what to do. It holds no login link. */
export type RowStory = ReturnType<typeof storyOf>;

/**
 * Explains one row of a run.
 *
 * @returns Undefined where the run has no such row.
 * @throws CliError where it cannot be read.
 */
export async function rowStory(dir: string, row: number): Promise<RowStory | undefined> {
  const found = await Run.inspect(dir, [row]);
  if (found.problem) throw found.problem;
  const [explanation] = found.run?.state.has(row) ? explainFound(found) : [];
  return explanation && storyOf(explanation);
}

function storyOf(explanation: Explanation) {
  const { guidance, row } = explanation;
  const redaction = { reveal: false, known: new Set([emailKey(row.applicant.email ?? "")]) };
  const { meaning, action, nextSteps } = guidance;
  const { firstName, lastName } = row.applicant;
  const story = rowDocument(explanation, redaction);
  const told = {
    /** What happened, in a few words. */
    headline: statusText(row.state),
    meaning: toldText(meaning),
    // Where the link of a created lead is: beside it.
    action: row.state.status === "created" ? null : toldText(action) || null,
    steps: pageSteps(nextSteps),
    name: [firstName, lastName].filter((part) => part !== null).join(" "),
    /** There is a login link, to be asked for. */
    hasLink: story.loginUrlWithheld,
    story,
  };
  return inert(told, redactionFor([explanation], redaction));
}

/** The same with every text redacted, inert and visible, whoever wrote it; what the service said keeps its lines. */
function inert<T>(value: T, redact: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    if (typeof part !== "string") return part;
    const text = redact(part);
    return key === "body" ? safeLines(text).join("\n") : safeText(text);
  });
}
