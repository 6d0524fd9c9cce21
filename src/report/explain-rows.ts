import type { Pieces } from "../outcome/answer.ts";
import {
  afterAnswer,
  afterCrash,
  afterWord,
  type LeadState,
  REFUSED_LOCALLY,
  UNSENT,
} from "../outcome/lead-state.ts";
import type {
  IntentRecord,
  JournalRecord,
  ResolvedRecord,
  ResultRecord,
  RoundRecord,
} from "../run/journal-record.ts";
import type { RowVersion } from "../run/plan.ts";
import type { PlannedRow } from "../run/plan-record.ts";
import type { Run } from "../run/run.ts";
import { reportRow } from "./build-report.ts";
import type { ReportRow } from "./report-model.ts";

/** One HTTP exchange of a row. */
export interface ExplainedAttempt {
  intent: IntentRecord;
  /** Null when the program died before the answer was written down, or is still waiting for it. */
  result: ResultRecord | null;
  /** It waits for its answer, in a process that is alive. */
  isInFlight: boolean;
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
}

/** Everything that a run knows of one row. */
export interface ExplainedRow {
  facts: ReportRow;
  state: LeadState;
  /** Null before the first answer, and when the program died during the last attempt. */
  last: ResultRecord | null;
  /** What arrived of a quote that no answer proves. */
  pieces: Pieces | null;
  rounds: ExplainedRound[];
  /** What persons wrote down of it, oldest first, also what was taken back. */
  said: ResolvedRecord[];
}

/**
 * All that happened to some rows of a run, from its plan, corrections and journal.
 *
 * @param rows Row numbers that the run has.
 * @param isUnderWay Another process is at the run now.
 */
export async function explainRows(
  run: Run,
  rows: readonly number[],
  isUnderWay: boolean,
): Promise<ExplainedRow[]> {
  const wanted = new Set(rows);
  const versions = await run.versions(wanted);
  const explainers = new Map(
    rows.map((row) => [row, new RowExplainer(versions.get(row) ?? [], run, isUnderWay)]),
  );
  for (const record of await run.recordsOf(wanted)) {
    if (!("row" in record)) for (const explainer of explainers.values()) explainer.takeOfRun(record);
    else if (record.type === "resolved") explainers.get(record.row)?.takeWord(record);
    else explainers.get(record.row)?.take(record);
  }
  return [...explainers.values()].flatMap((explainer) => explainer.explained() ?? []);
}

/** Folds the records of one row. */
class RowExplainer {
  readonly #run: Run;
  readonly #isUnderWay: boolean;
  /** Oldest first: as planned, then as each correction has it. */
  readonly #versions: RowVersion[];
  readonly #rounds: ExplainedRound[] = [];
  /** Corrections of rounds whose records are lost. */
  readonly #lostFiles = new Set<string>();
  readonly #said: ResolvedRecord[] = [];
  /** What was known before a person said something. */
  #observed: LeadState | undefined;
  #state: LeadState = UNSENT;
  #last: ResultRecord | undefined;

  constructor(versions: RowVersion[], run: Run, isUnderWay: boolean) {
    this.#versions = versions;
    this.#run = run;
    this.#isUnderWay = isUnderWay;
    const first = versions[0]?.planned;
    if (first) this.#begin(first);
  }

  takeOfRun(record: Exclude<JournalRecord, IntentRecord | ResultRecord | ResolvedRecord>): void {
    const round = this.#rounds.at(-1);
    if (record.type === "round") this.#takeRound(record);
    if (record.type === "recovered" || record.type === "restored") this.#closeOpen();
    if (record.type === "restored") for (const { file } of record.plans) this.#lostFiles.add(file);
    if (record.type === "end" && round) {
      round.endedAt = record.at;
      round.stopReason = record.stop?.message ?? null;
    }
  }

  takeWord(record: ResolvedRecord): void {
    if (this.#said.length === 0 || this.#observed === undefined) this.#observed = this.#state;
    this.#state = record.word
      ? afterWord(this.#observed, record.word, record.loginUrl !== undefined)
      : this.#observed;
    this.#said.push(record);
  }

  take(record: IntentRecord | ResultRecord): void {
    this.#observed = undefined;
    const attempts = this.#rounds.at(-1)?.attempts ?? [];
    if (record.type === "intent") {
      attempts.push({
        intent: record,
        result: null,
        isInFlight: false,
        before: this.#state,
        after: this.#state,
      });
      return;
    }
    if (this.#state.status !== "created") this.#last = record;
    this.#state = afterAnswer(this.#state, record.answer.kind, record.decision);
    const attempt = attempts.at(-1);
    if (!attempt || attempt.intent.attempt !== record.attempt) return;
    attempt.result = record;
    attempt.after = this.#state;
  }

  /** Undefined when the run has no such row. */
  explained(): ExplainedRow | undefined {
    const planned = this.#versions.findLast(({ file }) => file === null || this.#isApplied(file))?.planned;
    if (!planned) return undefined;
    const attempt = this.#rounds.at(-1)?.attempts.at(-1);
    if (!this.#isUnderWay) this.#closeOpen();
    else if (attempt?.result === null) attempt.isInFlight = true;
    const isAnswered = this.#run.state.lastResultAt(planned.row) !== undefined;
    const isSaid = this.#run.state.saidAt(planned.row) !== undefined;
    const row = this.#run.rowOf(planned, {
      last: isAnswered ? this.#last : undefined,
      pieces: this.#pieces(),
      said: isSaid ? this.#said.at(-1) : undefined,
    });
    return {
      facts: reportRow(row, this.#run.plan),
      state: row.state,
      last: row.last ?? null,
      pieces: row.pieces,
      rounds: this.#rounds,
      said: this.#said,
    };
  }

  /** What arrived of a quote that no answer proves. */
  #pieces(): Pieces | null {
    if (this.#state.status === "created") return null;
    const results = this.#rounds.flatMap(({ attempts }) => attempts.flatMap(({ result }) => result ?? []));
    const all = results.flatMap(({ answer }) => (answer.kind === "created" ? [] : (answer.pieces ?? [])));
    return all.length === 0 ? null : Object.assign({}, ...all);
  }

  #takeRound(record: RoundRecord): void {
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
    });
    if (planned && file !== null) this.#begin(planned);
  }

  #begin(planned: PlannedRow): void {
    this.#state = planned.ready ? UNSENT : REFUSED_LOCALLY;
    this.#last = undefined;
  }

  /** The program died while an attempt was under way. */
  #closeOpen(): void {
    const attempt = this.#rounds.at(-1)?.attempts.at(-1);
    if (!attempt || attempt.result) return;
    this.#state = afterCrash();
    this.#last = undefined;
    attempt.after = this.#state;
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
