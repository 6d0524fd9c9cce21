import { emptySummary, type Summary } from "../outcome/status.ts";
import { ReasonTally } from "../report/model/reason-tally.ts";
import type { ShownReading } from "../report/text/reading-text.ts";
import type { PlannedRow } from "../run/plan/plan-record.ts";
import type { PlanTally } from "../run/plan/plan-rows.ts";
import { OpenQuestions } from "../sheet/mapping/open-questions.ts";

/** What there is to say of the rows of a check as a whole, gathered while they stream past. */
export class CheckTally {
  readonly reasons = new ReasonTally();
  readonly warnings = new ReasonTally();
  /** The first row that is ready, to show what its columns hold. */
  shown: Pick<ShownReading, "sample"> = {};

  async *count(rows: AsyncIterable<PlannedRow>): AsyncGenerator<PlannedRow> {
    for await (const planned of rows) {
      const { row, lead, cells, issues, warnings } = planned;
      for (const issue of issues) this.reasons.add(issue, row);
      for (const warning of warnings) this.warnings.add(warning, row);
      if (planned.ready && !this.shown.sample) this.shown = { sample: { row, lead, cells } };
      yield planned;
    }
  }
}

/** Rows that are ready to go count as pending: nothing was sent. */
export function checkSummary({ total, ready, doubtful }: Readonly<PlanTally>): Summary {
  return { ...emptySummary(), total, invalid: total - ready, pending: ready, doubtful };
}

/** What some work says is open; undefined where nothing is. */
export function questionsLeftBy(work: () => void): OpenQuestions | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof OpenQuestions) return error;
    throw error;
  }
}
