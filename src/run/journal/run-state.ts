import { NumberColumn } from "../../base/growable.ts";
import type { AnswerKind, Pieces } from "../../outcome/answer.ts";
import {
  AFTER_CRASH,
  AFTER_RESTORE,
  afterAnswer,
  afterDismissal,
  afterDoubt,
  afterLostCorrection,
  afterReaddressing,
  afterWord,
  type Decision,
  isFixable,
  isTurnedAway,
  type LeadState,
  type PersonsWord,
  stillDoubted,
  UNSENT,
} from "../../outcome/lead-state.ts";
import { doubtsTarget, OUTCOME_TABLE, provesTarget } from "../../outcome/outcome-table.ts";
import { countRow, emptySummary, type Summary } from "../../outcome/status.ts";
import { parseRows, rangesOf, rowsText } from "../../settings/selection.ts";
import type {
  DoubtedRecord,
  IntentRecord,
  JournalRecord,
  ResolvedRecord,
  ResultRecord,
  RoundRecord,
} from "./journal-record.ts";

/** Flags of a row: an attempt is under way; this round is to settle it. */
const FLAG = { open: 1, due: 2 } as const;
const NO_RESULT = -1;
const EVERY_PIECE: Pieces = { quoteId: "", loginUrl: "" };
const FRUITLESS_MAX = 0xffff;

/** What a person said of a row. */
interface Said {
  word: PersonsWord;
  /** Place of its record in the journal, in bytes. */
  offset: number;
  /** What is known of the row without that. */
  observed: LeadState;
}

/** Rows that are in one state. */
export interface StateGroup {
  readonly state: LeadState;
  count: number;
  /** How many of them are due. */
  dueCount: number;
}

/** State of a row that is not selected. */
const NOT_PLANNED: LeadState = { status: "pending", maybeCreated: false, resumable: false };

/** Takes in a row as it was planned: with the state that it has before anything is sent. */
export type TakePlanned = (row: number, planned: LeadState) => void;

/**
 * What is known of every row of a run: a fold of its plan and its journal, 17 bytes a row, indexed by row number. Rows in one state
 * share it. The live run and its reports fold with the same code.
 */
export class RunState {
  /** By number from 1 on. */
  readonly #groups: StateGroup[] = [];
  /** The numbers of states, by what they say. Few of them are made anew: those that are known are found as they are. */
  readonly #numbers = new Map<string | LeadState, number>();
  /** Number of each row's state; 0 where the row is not selected. */
  readonly #stateNumbers = new NumberColumn(Uint16Array);
  readonly #flags = new NumberColumn(Uint8Array);
  readonly #attempts = new NumberColumn(Uint32Array);
  readonly #fruitless = new NumberColumn(Uint16Array);
  readonly #lastResultAt = new NumberColumn(Float64Array);
  /** Places of the last results that brought a piece of a quote; empty until one does. */
  readonly #piecesAt = { quoteId: new NumberColumn(Float64Array), loginUrl: new NumberColumn(Float64Array) };
  /** Rows judged by answers that doubt the address, since the last one that proved it, as they were before. */
  #doubted: { row: number; before: LeadState; said: Said | undefined }[] = [];
  #isTargetProven = false;
  #hasDoubts = false;
  /** What a person said of few rows, and what was known of each without that. */
  readonly #said = new Map<number, Said>();
  #rowMax = 0;

  /** The states that occur, with how many rows each has. */
  get groups(): readonly StateGroup[] {
    return this.#groups;
  }

  /** Counts per status, of selected rows. */
  get summary(): Summary {
    const summary = emptySummary();
    for (const { state, count } of this.#groups) countRow(summary, state, count);
    return summary;
  }

  /** The same while a round goes: a row that is due counts as pending, whatever was known of it last. */
  get progress(): Summary {
    const progress = this.summary;
    for (const { state, dueCount } of this.#groups) {
      progress[state.status] -= dueCount;
      progress.pending += dueCount;
    }
    return progress;
  }

  /** Rows that the round has yet to settle. */
  get dueCount(): number {
    return this.#groups.reduce((sum, { dueCount }) => sum + dueCount, 0);
  }

  isDue(row: number): boolean {
    return (this.#flags.get(row) & FLAG.due) !== 0;
  }

  /** A round is to settle a row: it is due until its last attempt is. */
  markDue(row: number): void {
    if (this.isDue(row)) return;
    this.#flags.set(row, this.#flags.get(row) | FLAG.due);
    const group = this.#groupOf(row);
    if (group) group.dueCount += 1;
  }

  /** Whether any lead of any round had an answer that only the service itself gives. */
  get isTargetProven(): boolean {
    return this.#isTargetProven;
  }

  /** Whether an answer of any round turned out to be that of another row, perhaps. */
  get hasDoubts(): boolean {
    return this.#hasDoubts;
  }

  /** The rows that are due, as in `5,7-10`; null when an earlier round left all of them. */
  chosenRows(): string | null {
    if (!this.#groups.some(({ state, dueCount }) => dueCount > 0 && !state.resumable)) return null;
    return rowsText(rangesOf([...this.rows()].filter((row) => this.isDue(row))));
  }

  /** A round begins: the rows that it chose are left for `resume` until it has settled them. */
  round({ rows }: Pick<RoundRecord, "rows">): void {
    this.#doubted = [];
    for (const row of rows === undefined ? [] : this.#among(rows)) this.#choose(row);
  }

  #choose(row: number): void {
    const said = this.#said.get(row);
    if (said) said.observed = { ...said.observed, resumable: true };
    this.#set(row, { ...this.get(row), resumable: true }, this.#flags.get(row) & FLAG.open);
  }

  /** Takes a row of the plan in. A row that is planned again (corrected) starts anew. */
  plan(row: number, verdict: LeadState): void {
    this.#rowMax = Math.max(this.#rowMax, row);
    const { maybeCreated, former, doubted } = this.get(row);
    this.#lastResultAt.set(row, NO_RESULT);
    // Its new state is in no doubt: what arrived for another row, perhaps, may not stand beside it.
    if (doubted) this.forgetPieces(row);
    // It may only be corrected where a person says that it was not created, and people err.
    const planned = maybeCreated ? { ...verdict, maybeCreated, ...(former && { former }) } : verdict;
    const said = this.#said.get(row);
    if (said) said.observed = planned;
    // Where its link is was seen of the address which it had before.
    this.#set(row, planned, 0, null);
  }

  has(row: number): boolean {
    return this.#stateNumbers.get(row) > 0;
  }

  get(row: number): LeadState {
    return this.#groupOf(row)?.state ?? NOT_PLANNED;
  }

  /** HTTP exchanges so far, over all rounds. */
  attempts(row: number): number {
    return this.#attempts.get(row);
  }

  /** Attempts since the service last decided about the lead. */
  fruitlessAttempts(row: number): number {
    return this.#fruitless.get(row);
  }

  /**
   * Byte offsets in the journal of the last results that brought a quote id or a login link and proved no quote; 0 for
   * none, which is where the run's record stands. Null when none brought any.
   */
  piecesAt(row: number): { quoteId: number; loginUrl: number } | null {
    const quoteId = this.#piecesAt.quoteId.get(row);
    const loginUrl = this.#piecesAt.loginUrl.get(row);
    return quoteId + loginUrl === 0 ? null : { quoteId, loginUrl };
  }

  /**
   * A correction gives a row another address: what arrived of a quote was for somebody else.
   *
   * @param isNew Whether it never had this one.
   */
  readdress(row: number, isNew: boolean): void {
    this.forgetPieces(row);
    this.#set(row, afterReaddressing(this.get(row), isNew), this.#flags.get(row) & FLAG.open);
  }

  /** What arrived of a quote for a row was for somebody else. */
  forgetPieces(row: number): void {
    for (const offsets of Object.values(this.#piecesAt)) if (offsets.get(row) > 0) offsets.set(row, 0);
  }

  /** Byte offset in the journal of the row's last result; undefined before the first. */
  lastResultAt(row: number): number | undefined {
    const offset = this.#lastResultAt.get(row);
    return offset === NO_RESULT ? undefined : offset;
  }

  /**
   * Folds a record of the journal in.
   *
   * @param offset Where its line begins in the journal, in bytes.
   * @param corrected Gives out the rows of a file of corrections that the journal names.
   */
  take(record: JournalRecord, offset: number, corrected: (file: string, take: TakePlanned) => void): void {
    switch (record.type) {
      case "round":
        if (record.plan) corrected(record.plan.file, (row, planned) => this.plan(row, planned));
        this.round(record);
        break;
      case "intent":
        this.intent(record);
        break;
      case "result":
        this.result(record, offset);
        break;
      case "doubted":
        this.doubted(record);
        break;
      case "recovered":
        this.crash();
        break;
      case "restored":
        this.crash();
        this.#forget(record.missingRounds > 0);
        for (const { file } of record.plans)
          corrected(file, (row, planned) => {
            this.plan(row, planned);
            if (planned === UNSENT) this.#lose(row, AFTER_RESTORE);
          });
        if (record.lost !== undefined) this.#doubtRefused();
        break;
      case "resolved":
        this.resolved(record, offset);
        break;
      case "dismissed":
        this.#set(record.row, afterDismissal(this.get(record.row)));
        break;
      case "elsewhere":
        for (const row of this.#among(record.rows))
          this.#set(row, this.get(row), this.#flags.get(row) & FLAG.open, record.dir);
        break;
    }
  }

  /** @param rows As in `5,7-10`. */
  *#among(rows: string): Generator<number> {
    for (const { from, to } of parseRows(rows))
      for (let row = from; row <= Math.min(to, this.#rowMax); row++) if (this.has(row)) yield row;
  }

  intent(record: Pick<IntentRecord, "row" | "attempt">): void {
    const flags = this.#flags.get(record.row);
    this.#attempts.set(record.row, record.attempt);
    this.#flags.set(record.row, flags | FLAG.open);
  }

  result(
    record: Pick<ResultRecord, "row" | "decision"> & { answer: { kind: AnswerKind; pieces?: Pieces } },
    offset: number,
  ): void {
    const { row, answer, decision } = record;
    const before = this.get(row);
    // An older version may have sent it again: what is known of a quote stays known.
    if (before.status === "created") {
      this.#set(row, before);
      return;
    }
    this.#countFruitless(row, answer.kind, decision);
    if (answer.pieces) this.#notePieces(row, answer.pieces, offset);
    const said = this.#said.get(row);
    const observed = said?.observed ?? before;
    if (provesTarget(answer.kind)) {
      this.#isTargetProven = true;
      if (this.#doubted.length > 0) this.#doubted = [];
    } else if (doubtsTarget(answer.kind)) {
      if (decision === "stopped") this.#takeBackDoubted();
      else this.#doubted.push({ row, before, said: said && { ...said } });
    }
    const observedNow = afterAnswer(observed, answer.kind, decision);
    // What a person said of the attempts before says nothing of one that may have created it.
    const isOvertaken =
      answer.kind === "created" ||
      // The service itself contradicts who said that it has none.
      (answer.kind === "duplicate" && said?.word === "not-created" && !observed.former) ||
      (OUTCOME_TABLE[answer.kind].mayCreate && decision !== "stopped");
    if (said && isOvertaken) this.#said.delete(row);
    else if (said) said.observed = observedNow;
    this.#set(row, said && !isOvertaken ? afterAnswer(before, answer.kind, decision) : observedNow);
    this.#lastResultAt.set(row, offset);
  }

  /** Answers may be those of other rows. What they brought is pieces from now on. */
  doubted({ attempts }: Pick<DoubtedRecord, "attempts">): void {
    this.#hasDoubts = true;
    for (const { row, attempt } of attempts) {
      const said = this.#said.get(row);
      const known = said?.observed ?? this.get(row);
      const isCreated = known.status === "created";
      // A later attempt created it, on another connection.
      if (!this.has(row) || known.dismissed || (isCreated && attempt !== this.attempts(row))) continue;
      if (isCreated) this.#notePieces(row, EVERY_PIECE, this.lastResultAt(row) ?? 0);
      if (said) said.observed = afterDoubt(known);
      else this.#set(row, afterDoubt(known), this.#flags.get(row) & FLAG.open);
      // A wrong address gives it nothing back: the answer that says so may be another's, too.
      this.#doubted = this.#doubted.filter((judged) => judged.row !== row);
    }
  }

  /** A person's word, or its end: what was observed stands again. */
  resolved({ row, word, loginUrl }: Omit<ResolvedRecord, "type">, offset: number): void {
    const observed = this.#said.get(row)?.observed ?? this.get(row);
    if (word === null) this.#said.delete(row);
    else this.#said.set(row, { word, offset, observed });
    this.#set(row, word === null ? observed : afterWord(observed, word, loginUrl !== undefined));
  }

  /** Byte offset in the journal of what a person said last of a row; undefined where it does not count. */
  saidAt(row: number): number | undefined {
    return this.#said.get(row)?.offset;
  }

  /** The program died here: every attempt under way becomes unknown. Returns how many there were. */
  crash(): number {
    let openCount = 0;
    for (const row of this.rows()) {
      if ((this.#flags.get(row) & FLAG.open) === 0) continue;
      openCount += 1;
      const state = this.get(row);
      if (state.status === "created") this.#set(row, state);
      else {
        this.#lose(row, AFTER_CRASH);
        this.#addFruitless(row);
      }
    }
    return openCount;
  }

  /**
   * The records of what was sent later are lost: every row that they may have sent becomes unknown.
   *
   * @param isRoundMissing Whole rounds are among them, which may have sent again what had failed or was turned away.
   */
  #forget(isRoundMissing: boolean): void {
    for (const row of this.rows()) {
      const state = this.get(row);
      const { status, resumable } = state;
      if (status === "created") continue;
      const isOpen = resumable || status === "pending" || status === "unknown";
      const isSentAgain = status === "failed" || isTurnedAway(state);
      if (isOpen || (isSentAgain && isRoundMissing)) this.#lose(row, AFTER_RESTORE);
    }
  }

  /** Nobody knows which of them a lost plan corrected. */
  #doubtRefused(): void {
    for (const row of this.rows()) {
      const state = this.get(row);
      if (isFixable(state)) this.#set(row, afterLostCorrection(state));
    }
  }

  #lose(row: number, state: LeadState): void {
    const before = this.get(row);
    this.#said.delete(row);
    this.#set(row, { ...state, ...stillDoubted(before) });
    this.#lastResultAt.set(row, NO_RESULT);
  }

  /** Selected rows in ascending order. */
  *rows(): Generator<number> {
    for (let row = 0; row <= this.#rowMax; row++) if (this.has(row)) yield row;
  }

  /** Rows that an interrupted round left behind. */
  resumableCount(): number {
    return this.#groups.reduce((sum, { state, count }) => sum + (state.resumable ? count : 0), 0);
  }

  /** The address is wrong: what it made of the rows before says nothing of them, and they are due again. */
  #takeBackDoubted(): void {
    for (const { row, before, said } of this.#doubted) {
      if (said) this.#said.set(row, { ...said, observed: { ...said.observed, resumable: true } });
      this.#set(row, { ...before, resumable: true });
    }
    this.#doubted = [];
  }

  #countFruitless(row: number, kind: AnswerKind, decision: Decision): void {
    if (OUTCOME_TABLE[kind].definite) this.#fruitless.set(row, 0);
    // One that came too late for its round was never sent.
    else if (kind !== "not-sent" || decision !== "stopped") this.#addFruitless(row);
  }

  #addFruitless(row: number): void {
    this.#fruitless.set(row, Math.min(FRUITLESS_MAX, this.fruitlessAttempts(row) + 1));
  }

  #notePieces(row: number, pieces: Pieces, offset: number): void {
    for (const name of ["quoteId", "loginUrl"] as const) {
      if (pieces[name] !== undefined) this.#piecesAt[name].set(row, offset);
    }
  }

  /**
   * @param open The flag of an attempt that is under way still.
   * @param linkIn What else is known stays: where another run has its link.
   */
  #set(row: number, state: LeadState, open = 0, linkIn: string | null = this.get(row).linkIn ?? null): void {
    const number = this.#numberOf(state, this.#said.get(row)?.word ?? null, linkIn);
    const flags = this.#flags.get(row);
    const isDue = (flags & FLAG.due) !== 0;
    const isStillDue = isDue && state.resumable;
    const [before, now] = [this.#groupOf(row), this.#groups[number - 1]];
    if (before) this.#count(before, -1, isDue);
    if (now) this.#count(now, 1, isStillDue);
    this.#stateNumbers.set(row, number);
    this.#flags.set(row, open | (isStillDue ? FLAG.due : 0));
  }

  #count(group: StateGroup, change: 1 | -1, isDue: boolean): void {
    group.count += change;
    if (isDue) group.dueCount += change;
  }

  #groupOf(row: number): StateGroup | undefined {
    return this.#groups[this.#stateNumbers.get(row) - 1];
  }

  /** The number of a state, with what is known besides of its row. */
  #numberOf(state: LeadState, word: PersonsWord | null, linkIn: string | null): number {
    if ((state.word ?? null) !== word || (state.linkIn ?? null) !== linkIn) {
      const { word: _word, linkIn: _linkIn, ...rest } = state;
      return this.#numberOf({ ...rest, ...(word && { word }), ...(linkIn && { linkIn }) }, word, linkIn);
    }
    const known = this.#numbers.get(state);
    if (known !== undefined) return known;
    const key = JSON.stringify(state, STATE_KEYS);
    const same = this.#numbers.get(key);
    if (same !== undefined) return same;
    const number = this.#groups.push({ state, count: 0, dueCount: 0 });
    this.#numbers.set(state, number).set(key, number);
    return number;
  }
}

/** All that a state may say, in this order. */
const STATE_KEYS: (keyof LeadState)[] = [
  ...(["status", "maybeCreated", "resumable", "word", "linkIn"] as const),
  ...(["unfixable", "unrecorded", "doubted", "dismissed", "held", "former"] as const),
];
