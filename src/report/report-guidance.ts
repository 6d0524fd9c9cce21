import { fixFileName } from "../outcome/evidence.ts";
import {
  checkGuidance,
  type RunGuidance,
  runGuidance,
  type StatusWords,
  statusWords,
} from "../outcome/guidance.ts";
import { isFixable, isTurnedAway } from "../outcome/lead-state.ts";
import { countRow, emptySummary, type Status } from "../outcome/status.ts";
import type { RunReport } from "./report-model.ts";

/** What to do after what a report tells; see `resultOf` for what happened. */
export function reportGuidance({ run, summary, format, evidence }: RunReport): RunGuidance {
  return run.isCheck ? checkGuidance(summary, fixFileName(format)) : runGuidance(evidence());
}

/** What each status means in a report, and what next: of rows that may exist, something else than of others. */
export function statusWordsOf({ summary, outcomes, evidence }: RunReport): (status: Status) => StatusWords {
  const isUnderWay = evidence().some(
    ({ condition }) => condition === "in progress" || condition === "in doubt",
  );
  const maybe = emptySummary();
  const dismissed = emptySummary();
  let turnedAway = 0;
  if (summary.maybeCreated + summary.rejected + summary.dismissed > 0)
    for (const outcome of outcomes()) {
      if (outcome.dismissed) countRow(dismissed, outcome);
      // One that may be corrected all the same, by a person's word, is no row to ask about.
      if (outcome.maybeCreated && !isFixable(outcome)) countRow(maybe, outcome);
      else if (isTurnedAway(outcome)) turnedAway += 1;
    }
  return (status) =>
    statusWords(status, summary[status], {
      maybeCreated: maybe[status],
      turnedAway: status === "rejected" ? turnedAway : 0,
      dismissed: dismissed[status],
      isUnderWay,
    });
}
