import { type PersonKeys, personKeys } from "../../lead/person-keys.ts";
import type { RowAttempt } from "../../outcome/exchange.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { AnswerDoubt } from "../../outcome/what-happened.ts";
import type {
  DismissedRecord,
  DoubtedRecord,
  IntentRecord,
  ResolvedRecord,
  ResultRecord,
  RoundRecord,
} from "../../run/journal/journal-record.ts";
import type { RowEvent } from "../../run/journal/row-history.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import type { RowVersion } from "../../run/plan/read-plan.ts";
import type { Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";

/** One HTTP exchange of a row. */
export interface ExplainedAttempt {
  intent: IntentRecord;
  /** Null when the program died before the answer was written down, or is still waiting for it. */
  result: ResultRecord | null;
  /** It waits for its answer, in a process that is alive. */
  isInFlight: boolean;
  /** Its answer, if there was one, is missing from a journal that was put back. */
  isUnrecorded: boolean;
  /** A later answer undid what this one made of the row: the address turned out to be wrong. */
  isTakenBack: boolean;
  /** Its answer may be that of another row. */
  doubts: AnswerDoubt[];
  /** What was known of the lead before and after. */
  before: LeadState;
  after: LeadState;
}

/** A round of the run, as far as one row was in it. */
export interface ExplainedRound {
  record: RoundRecord;
  endedAt: string | null;
  /** Why the round stopped early, as a sentence. */
  stopReason: string | null;
  /** The row's text and verdict, where this round brought a new one: the first, and every correction. */
  planned: PlannedRow | null;
  /** Headers of the cells that a correction changed. */
  changedColumns: string[];
  attempts: ExplainedAttempt[];
  /** What was known of the lead when the next round began, by what persons had said until then, too. */
  after: LeadState;
}

/** Everything that a run knows of one row. */
export interface ExplainedRow {
  row: RunRow;
  rounds: ExplainedRound[];
  /** Whose it is. */
  keys: PersonKeys;
  /** What persons wrote down of it, oldest first, also what was taken back. */
  said: (ResolvedRecord | DismissedRecord)[];
}

/**
 * All that happened to the rows of a run that were followed, from its plan, corrections and journal.
 *
 * @param isUnderWay Another process is at the run now.
 */
export function explainRows(run: Run, isUnderWay: boolean): ExplainedRow[] {
  const rows = run.openRows();
  try {
    return [...run.history()].flatMap(([row, events]) => {
      const explainer = new RowExplainer(row, run);
      for (const event of events) explainer.take(event);
      return explainer.explained(isUnderWay, rows.rowOf) ?? [];
    });
  } finally {
    rows.close();
  }
}

function doubtAt({ because, attempts }: DoubtedRecord, at: number): AnswerDoubt {
  const rowsOf = (some: readonly RowAttempt[]): number[] => some.map(({ row }) => row);
  return {
    because,
    before: rowsOf(attempts.slice(0, at)).reverse(),
    after: rowsOf(attempts.slice(at + 1)),
  };
}

/** Puts the records of one row into rounds and attempts. */
class RowExplainer {
  readonly #row: number;
  readonly #run: Run;
  /** Oldest first: as planned, then as each correction has it. */
  readonly #versions: RowVersion[];
  readonly #rounds: ExplainedRound[] = [];
  /** Corrections of rounds whose records are lost. */
  readonly #lostFiles = new Set<string>();
  readonly #said: ExplainedRow["said"] = [];

  constructor(row: number, run: Run) {
    this.#row = row;
    this.#versions = run.versionsOf(row);
    this.#run = run;
  }

  take({ record, before, after, isTakenBack }: RowEvent): void {
    const round = this.#rounds.at(-1);
    const attempt = round?.attempts.at(-1);
    switch (record.type) {
      case "round":
        this.#takeRound(record, after);
        break;
      case "end":
        if (!round) break;
        round.endedAt = record.at;
        round.stopReason = record.stop?.message ?? null;
        break;
      case "intent":
        round?.attempts.push({
          intent: record,
          result: null,
          isInFlight: false,
          isUnrecorded: false,
          isTakenBack,
          doubts: [],
          before,
          after,
        });
        break;
      case "result":
        if (attempt?.intent.attempt === record.attempt)
          Object.assign(attempt, { result: record, isTakenBack, after });
        break;
      case "doubted":
        for (const [at, { row, attempt }] of record.attempts.entries())
          if (row === this.#row) this.#takeDoubt(attempt, doubtAt(record, at), after);
        break;
      case "recovered":
        if (attempt?.result === null) attempt.after = after;
        break;
      case "restored":
        if (attempt?.result === null) Object.assign(attempt, { isUnrecorded: true, after });
        for (const { file } of record.plans) this.#lostFiles.add(file);
        break;
      case "resolved":
      case "dismissed":
        this.#said.push(record);
        break;
    }
    if (round && record.type !== "round") round.after = after;
  }

  /** Undefined when the run has no such row. */
  explained(isUnderWay: boolean, rowOf: (planned: PlannedRow) => RunRow): ExplainedRow | undefined {
    const planned = this.#versions.findLast(({ file }) => file === null || this.#isApplied(file))?.planned;
    if (!planned) return undefined;
    const attempt = this.#rounds.at(-1)?.attempts.at(-1);
    if (isUnderWay && attempt?.result === null) attempt.isInFlight = true;
    const row = rowOf(planned);
    const { quoteId = null, loginUrl = null } = row.pieces ?? {};
    return {
      // Here it stands beside whose it may be.
      row: row.state.doubted && row.loginUrl === null ? { ...row, quoteId, loginUrl } : row,
      rounds: this.#rounds,
      keys: personKeys(planned.lead),
      said: this.#said,
    };
  }

  #takeDoubt(attempt: number, doubt: AnswerDoubt, after: LeadState): void {
    for (const each of this.#rounds.flatMap(({ attempts }) => attempts)) {
      if (each.intent.attempt !== attempt) continue;
      each.doubts.push(doubt);
      each.after = after;
    }
  }

  #takeRound(record: RoundRecord, after: LeadState): void {
    const file = record.plan?.file ?? null;
    const isFirst = this.#rounds.length === 0;
    const index = this.#versions.findIndex((version) => version.file === file);
    const planned = isFirst || file !== null ? (this.#versions[index]?.planned ?? null) : null;
    const before = this.#versions[index - 1]?.planned;
    this.#rounds.push({
      record,
      endedAt: null,
      stopReason: null,
      planned,
      changedColumns: planned && before ? this.#changedColumns(before, planned) : [],
      attempts: [],
      after,
    });
  }

  #isApplied(file: string): boolean {
    return this.#lostFiles.has(file) || this.#rounds.some(({ record }) => record.plan?.file === file);
  }

  #changedColumns(before: PlannedRow, after: PlannedRow): string[] {
    return this.#run.plan.columns.flatMap(({ name }, index) => {
      const [one, other] = [before.cells[index] ?? "", after.cells[index] ?? ""];
      return JSON.stringify(one) === JSON.stringify(other) ? [] : [name];
    });
  }
}
