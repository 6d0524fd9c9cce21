import { BitSet } from "../base/growable.ts";
import type { Issue } from "../lead/issue.ts";
import { emptySummary, type Summary } from "../outcome/status.ts";
import { ReasonTally } from "../report/model/reason-tally.ts";
import type { ShownReading } from "../report/text/reading-text.ts";
import type { PlanTally } from "../run/plan/judge-rows.ts";
import { isHeld, type PlannedRow } from "../run/plan/plan-record.ts";
import type { PlanChanges } from "../run/plan/write-plan.ts";
import { OpenQuestions } from "../sheet/mapping/open-questions.ts";

/** What there is to say of the rows of a check as a whole, gathered while they stream past. */
export class CheckTally {
  readonly reasons = new ReasonTally();
  readonly warnings = new ReasonTally();
  /** The first row that is ready, to show what its columns hold. */
  shown: Pick<ShownReading, "sample"> = {};
  /** Rows that are held back for nothing but a question of their own. */
  heldCount = 0;
  /** Rows that `--strict` refuses for nothing but words that are asked about. */
  refusedWordsCount = 0;

  /** Rows that are ready but for an answer, and those of them that are doubtful. */
  readonly waiting = { count: 0, doubtful: 0 };
  readonly #waiting = new BitSet();
  readonly #doubtful = new BitSet();
  readonly #acceptsReading: boolean;

  /** @param acceptsReading Whether open questions are passed over, so that nothing but a warning tells of their words. */
  constructor(acceptsReading = false) {
    this.#acceptsReading = acceptsReading;
  }

  /** Rows that may be somebody twice stay behind, or go with a warning. */
  keepBack({ issues }: PlanChanges, tally: PlanTally): void {
    for (const [row, issue] of issues) {
      (issue.harm ? this.warnings : this.reasons).add(issue, row);
      if (issue.harm) continue;
      tally.ready -= 1;
      this.heldCount += 1;
      if (this.#doubtful.has(row)) tally.doubtful -= 1;
      if (this.#waiting.has(row)) this.#countWaiting(row, -1);
    }
  }

  /** How many of some rows that are ready are doubtful, how many wait for an answer, and how many are both. */
  countsOf(rows: readonly number[]): { doubtful: number; waiting: number; doubtfulWaiting: number } {
    const doubtful = rows.filter((row) => this.#doubtful.has(row));
    const waiting = rows.filter((row) => this.#waiting.has(row));
    const doubtfulWaiting = doubtful.filter((row) => this.#waiting.has(row));
    return {
      doubtful: doubtful.length,
      waiting: waiting.length,
      doubtfulWaiting: doubtfulWaiting.length,
    };
  }

  async *count(rows: AsyncIterable<PlannedRow>): AsyncGenerator<PlannedRow> {
    for await (const planned of rows) {
      const { row, lead, cells, issues, warnings } = planned;
      if (planned.isDoubtful) this.#doubtful.add(row);
      if (planned.ready && planned.asked && !this.#acceptsReading) {
        this.#waiting.add(row);
        this.#countWaiting(row, 1);
      }
      if (isHeld(planned)) this.heldCount += 1;
      const isTold = (issue: Issue): boolean => this.#acceptsReading || !isAsked(issue, planned);
      if (issues.length > 0 && !issues.some(isTold)) this.refusedWordsCount += 1;
      for (const issue of issues.filter(isTold)) this.reasons.add(issue, row);
      for (const warning of warnings.filter(isTold)) this.warnings.add(warning, row);
      if (planned.ready && !this.shown.sample) this.shown = { sample: { row, lead, cells } };
      yield planned;
    }
  }

  #countWaiting(row: number, step: 1 | -1): void {
    this.waiting.count += step;
    if (this.#doubtful.has(row)) this.waiting.doubtful += step;
  }
}

/** Whether a question asks about the word that an issue is about, which `--strict` makes of a warning. */
export function isAsked({ finding, column, cell }: Issue, { asked = [] }: PlannedRow): boolean {
  return (
    finding === "value-unknown" &&
    asked.some(({ question, sample }) => question.column === column && sample.cell === cell)
  );
}

/** Rows that are ready to go count as pending: nothing was sent. */
export function checkSummary({ total, ready, doubtful }: Readonly<PlanTally>): Summary {
  return { ...emptySummary(), total, invalid: total - ready, pending: ready, doubtful };
}

/** The questions that some work leaves open; undefined if it leaves none. */
export function questionsLeftBy(work: () => void): OpenQuestions | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof OpenQuestions) return error;
    throw error;
  }
}
