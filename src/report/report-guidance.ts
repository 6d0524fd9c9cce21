import { fixFileName } from "../outcome/evidence.ts";
import {
  checkGuidance,
  type Guidance,
  headline,
  runGuidance,
  type StatusWords,
  statusWords,
} from "../outcome/guidance.ts";
import { countRow, emptySummary, type Status } from "../outcome/status.ts";
import type { RunReport } from "./report-model.ts";

/** Guidance for what a report tells; its headline is of the rows that are told. */
export function reportGuidance({ run, summary, format, evidence }: RunReport): Guidance {
  return run.isCheck
    ? checkGuidance(summary, fixFileName(format))
    : { ...runGuidance(evidence()), headline: headline(summary) };
}

/** What each status means in a report, and what next: of rows that may exist, something else than of others. */
export function statusWordsOf({ summary, outcomes }: RunReport): (status: Status) => StatusWords {
  const maybe = emptySummary();
  if (summary.maybeCreated > 0)
    for (const outcome of outcomes()) if (outcome.maybeCreated) countRow(maybe, outcome);
  return (status) => statusWords(status, summary[status], maybe[status]);
}
