import { fixFileName } from "../../outcome/evidence.ts";
import { checkGuidance, type Guidance, runGuidance } from "../../outcome/guidance.ts";
import type { NextStep } from "../../outcome/next-step.ts";
import type { Summary } from "../../outcome/status.ts";
import type { RenderedRun } from "./report-model.ts";

/** What to do after what a report tells; see `resultOf` for what happened. */
export function reportGuidance({ run, summary, format, evidence }: RenderedRun): Guidance {
  if (run.isCheck) return checkGuidance(summary, fixFileName(format));
  const guidance = runGuidance(evidence());
  const [first, ...others] = guidance.nextSteps;
  if (!first) return guidance;
  return { ...guidance, nextSteps: [run.stopHint ? after(run.stopHint, first) : first, ...others] };
}

/** What to do about a stop comes before what goes on. */
function after(hint: string, step: NextStep): NextStep {
  return { ...step, first: hint, does: thenText(hint, step.does) };
}

/** @param does As a sentence without its full stop. */
export function thenText(hint: string, does: string): string {
  return `${hint} Then ${does.charAt(0).toLowerCase()}${does.slice(1)}`;
}

/** Nobody knows who created them: perhaps no run of this program did, and an account need not have a quote. */
const KNOWN_BEFORE =
  "The service knew these e-mails before. If a run here has the login link, its row names that run";

/** What is said where no step is left; where rows were created and their links are in a file, its name follows. */
export function doneText({ created, duplicate }: Readonly<Summary>, hasLinks: boolean): string {
  if (created > 0 && hasLinks)
    return `Nothing is left to do. The login ${created === 1 ? "link is" : "links are"} in`;
  return duplicate > 0 ? `Nothing is left to send. ${KNOWN_BEFORE}` : "Nothing is left to do";
}
