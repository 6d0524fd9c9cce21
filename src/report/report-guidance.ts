import { fixFileName } from "../outcome/evidence.ts";
import { checkGuidance, type Guidance, headline, runGuidance } from "../outcome/guidance.ts";
import type { RunReport } from "./report-model.ts";

/** Guidance for what a report tells; its headline is of the rows that are told. */
export function reportGuidance({ run, summary, format, evidence }: RunReport): Guidance {
  return run.isCheck
    ? checkGuidance(summary, fixFileName(format))
    : { ...runGuidance(evidence()), headline: headline(summary) };
}
