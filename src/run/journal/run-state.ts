import { withRoom } from "../../base/growable.ts";
import type { Pieces } from "../../outcome/answer.ts";
import {
  afterAnswer,
  afterCrash,
  afterDismissal,
  afterDoubt,
  afterLostCorrection,
  afterRestore,
  afterWord,
  isFixable,
  type LeadState,
  type PersonsWord,
  REFUSED_LOCALLY,
  UNSENT,
} from "../../outcome/lead-state.ts";
import { doubtsTarget, OUTCOME_TABLE, provesTarget } from "../../outcome/outcome-table.ts";
import { emptySummary, STATUSES, type Status, type Summary } from "../../outcome/status.ts";
import { parseRows, rangesOf, rowsText } from "../../settings/selection.ts";
import type {
  DoubtedRecord,
  ElsewhereRecord,
  IntentRecord,
  RecordHead,
  ResolvedRecord,
  ResultHead,
  RoundRecord,
} from "./journal-record.ts";

const FLAG = {
  selected: 1,
  maybeCreated: 2,
  resumable: 4,
  open: 8,
  due: 16,
  unfixable: 32,
  unrecorded: 64,
  dismissed: 128,
  doubted: 256,
} as const;
const NO_RESULT = -1;
const EVERY_PIECE: Pieces = { quoteId: "", loginUrl: "" };
const FRUITLESS_MAX = 0xffff;

/** What a person said of a row. */
interface Said {
  word: PersonsWord;
  /** Of its record in the journal, in bytes. */
  offset: number;
  /** What is known of the row without that. */
  observed: LeadState;
}

/** Whether a row was ready to be sent when it was planned. */
export interface PlannedVerdict {
  row: number;
  ready: boolean;
}

/**
 * What is known of every row of a run: a fold of its plan and its journal, 17 bytes a row and 4 more where other runs have links of it, indexed by
 * row number. The live run and its reports fold with the same code.
 */
export class RunState {
  readonly #summary: Summary = emptySummary();
  /** Of the rows that are due. */
  readonly #due: Summary = emptySummary();
  #status = new Uint8Array(0);
  #flags = new Uint16Array(0);
  #attempts = new Uint32Array(0);
  #fruitless = new Uint16Array(0);
  #lastResultAt = new Float64Array(0);
  /** Of the last results that brought a piece of a quote; without room until one does. */
  readonly #piecesAt = { quoteId: new Float64Array(0), loginUrl: new Float64Array(0) };
  /** Rows judged by answers that doubt the address, since the last one that proved it, as they were before. */
  #doubted: { row: number; before: LeadState; said: Said | undefined }[] = [];
  #isTargetProven = false;
  #hasDoubts = false;
  /** What a person said of few rows, and what was known of each without that. */
  readonly #said = new Map<number, Said>();
  /** Folders of other runs, and beside each row the place of the one that has its login link, from 1; without room until one has. */
  readonly #linkDirs: string[] = [];
  #linkIn = new Uint32Array(0);
  #rowMax = 0;
  #openCount = 0;
  #changeCount = 0;

  /** Grows with every change of what `get` says of a row: what was counted of all rows holds as long as it stays. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Counts per status, of selected rows. */
  get summary(): Readonly<Summary> {
    return this.#summary;
  }

  /** The same while a round goes: a row that is due counts as pending, whatever was known of it last. */
  get progress(): Summary {
    const progress = { ...this.#summary };
    for (const status of STATUSES) progress[status] -= this.#due[status];
    progress.pending += this.#due.total;
    return progress;
  }

  /** Rows that the round has yet to settle. */
  get dueCount(): number {
    return this.#due.total;
  }

  isDue(row: number): boolean {
    return ((this.#flags[row] ?? 0) & FLAG.due) !== 0;
  }

  /** A round is to settle a row: it is due until its last attempt is. */
  markDue(row: number): void {
    if (this.isDue(row)) return;
    this.#flags[row] = (this.#flags[row] ?? 0) | FLAG.due;
    this.#countDue(this.get(row).status, 1);
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
    const isNews = this.#flags.some((flags) => (flags & FLAG.due) !== 0 && (flags & FLAG.resumable) === 0);
    if (!isNews) return null;
    return rowsText(rangesOf([...this.rows()].filter((row) => this.isDue(row))));
  }

  /** A round begins: the rows that it chose are left for `resume` until it has settled them. */
  round({ rows }: Pick<RoundRecord, "rows">): void {
    this.#doubted = [];
    if (rows === undefined) return;
    for (const { from, to } of parseRows(rows)) {
      for (let row = from; row <= Math.min(to, this.#rowMax); row++) if (this.has(row)) this.#choose(row);
    }
  }

  #choose(row: number): void {
    this.#changeCount += 1;
    this.#flags[row] = (this.#flags[row] ?? 0) | FLAG.resumable;
    const said = this.#said.size === 0 ? undefined : this.#said.get(row);
    if (said) said.observed = { ...said.observed, resumable: true };
  }

  /** Takes a row of the plan in. A row that is planned again (corrected) starts from its new verdict. */
  plan(row: number, ready: boolean): void {
    this.#reserve(row);
    if (!this.has(row)) {
      this.#flags[row] = FLAG.selected;
      this.#summary.total += 1;
      this.#summary.pending += 1;
      this.#status[row] = STATUSES.indexOf("pending");
    }
    this.#lastResultAt[row] = NO_RESULT;
    // That was seen of the address which it had before.
    if (this.#linkIn[row]) this.#linkIn[row] = 0;
    const verdict = ready ? UNSENT : REFUSED_LOCALLY;
    // It may only be corrected where a person says that it was not created, and people err.
    const maybeCreated = ((this.#flags[row] ?? 0) & FLAG.maybeCreated) !== 0;
    this.#observe(row, maybeCreated ? { ...verdict, maybeCreated } : verdict);
  }

  has(row: number): boolean {
    return ((this.#flags[row] ?? 0) & FLAG.selected) !== 0;
  }

  get(row: number): LeadState {
    const flags = this.#flags[row] ?? 0;
    const state: LeadState = {
      status: STATUSES[this.#status[row] ?? 0] ?? "pending",
      maybeCreated: (flags & FLAG.maybeCreated) !== 0,
      resumable: (flags & FLAG.resumable) !== 0,
    };
    // One by one: this is done twice for every record, and of nearly every row there is no more to say.
    if ((flags & FLAG.unfixable) !== 0) state.unfixable = true;
    if ((flags & FLAG.unrecorded) !== 0) state.unrecorded = true;
    if ((flags & FLAG.doubted) !== 0) state.doubted = true;
    const said = this.#said.size === 0 ? undefined : this.#said.get(row);
    if (said) state.word = said.word;
    if ((flags & FLAG.dismissed) !== 0) state.dismissed = true;
    const linkIn = this.#linkDirs[(this.#linkIn[row] ?? 0) - 1];
    if (linkIn !== undefined) state.linkIn = linkIn;
    return state;
  }

  /** HTTP exchanges so far, over all rounds. */
  attempts(row: number): number {
    return this.#attempts[row] ?? 0;
  }

  /** Attempts since the service last decided about the lead. */
  fruitlessAttempts(row: number): number {
    return this.#fruitless[row] ?? 0;
  }

  /**
   * Byte offsets in the journal of the last results that brought a quote id or a login link and proved no quote; 0 for
   * none, which is where the run's record stands. Null when none brought any.
   */
  piecesAt(row: number): { quoteId: number; loginUrl: number } | null {
    const quoteId = this.#piecesAt.quoteId[row] ?? 0;
    const loginUrl = this.#piecesAt.loginUrl[row] ?? 0;
    return quoteId + loginUrl === 0 ? null : { quoteId, loginUrl };
  }

  /** Byte offset in the journal of the row's last result; undefined before the first. */
  lastResultAt(row: number): number | undefined {
    const offset = this.#lastResultAt[row];
    return offset === undefined || offset === NO_RESULT ? undefined : offset;
  }

  /**
   * Folds a record of the journal in.
   *
   * @param offset Where its line begins in the journal, in bytes.
   * @param corrected The rows of a file of corrections that the journal names.
   */
  take(record: RecordHead, offset: number, corrected: (file: string) => Iterable<PlannedVerdict>): void {
    switch (record.type) {
      case "round":
        if (record.plan) for (const { row, ready } of corrected(record.plan.file)) this.plan(row, ready);
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
          for (const { row, ready } of corrected(file)) {
            this.plan(row, ready);
            if (ready) this.#lose(row, afterRestore());
          }
        if (record.lost !== undefined) this.#doubtRefused();
        break;
      case "resolved":
        this.resolved(record, offset);
        break;
      case "dismissed":
        this.dismissed(record.row);
        break;
      case "elsewhere":
        this.elsewhere(record);
        break;
    }
  }

  /** Another run has the login links of some rows. */
  elsewhere({ dir, rows }: Pick<ElsewhereRecord, "dir" | "rows">): void {
    this.#changeCount += 1;
    if (this.#linkIn.length === 0) this.#linkIn = new Uint32Array(this.#rowMax + 1);
    const place = this.#linkDirs.indexOf(dir) + 1 || this.#linkDirs.push(dir);
    for (const { from, to } of parseRows(rows)) this.#linkIn.fill(place, from, to + 1);
  }

  intent(record: Pick<IntentRecord, "row" | "attempt">): void {
    const flags = this.#flags[record.row] ?? 0;
    if ((flags & FLAG.open) === 0) this.#openCount += 1;
    this.#attempts[record.row] = record.attempt;
    this.#flags[record.row] = flags | FLAG.open;
  }

  result(record: Pick<ResultHead, "row" | "answer" | "decision">, offset: number): void {
    const { row, answer, decision } = record;
    const before = this.get(row);
    // An older version may have sent it again: what is known of a quote stays known.
    if (before.status === "created") {
      this.#set(row, before);
      return;
    }
    this.#countFruitless(row, answer.kind, decision);
    if (answer.pieces) this.#notePieces(row, answer.pieces, offset);
    const said = this.#said.size === 0 ? undefined : this.#said.get(row);
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
      (answer.kind === "duplicate" && said?.word === "not-created") ||
      (OUTCOME_TABLE[answer.kind].mayCreate && decision !== "stopped");
    if (said && isOvertaken) this.#said.delete(row);
    else if (said) said.observed = observedNow;
    this.#set(row, said && !isOvertaken ? afterAnswer(before, answer.kind, decision) : observedNow);
    this.#lastResultAt[row] = offset;
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
      else this.#set(row, afterDoubt(known), (this.#flags[row] ?? 0) & FLAG.open);
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

  /** A person took a row out for good. */
  dismissed(row: number): void {
    this.#set(row, afterDismissal(this.get(row)));
  }

  /** Byte offset in the journal of what a person said last of a row; undefined where it does not count. */
  saidAt(row: number): number | undefined {
    return this.#said.size === 0 ? undefined : this.#said.get(row)?.offset;
  }

  /** The program died here: every attempt under way becomes unknown. Returns how many there were. */
  crash(): number {
    const openCount = this.#openCount;
    for (let row = 0; this.#openCount > 0; row++) {
      if (((this.#flags[row] ?? 0) & FLAG.open) === 0) continue;
      if (this.get(row).status === "created") {
        this.#set(row, this.get(row));
        continue;
      }
      this.#lose(row, afterCrash());
      this.#addFruitless(row);
    }
    return openCount;
  }

  /**
   * The records of what was sent later are lost: every row that they may have sent becomes unknown.
   *
   * @param isRoundMissing Whole rounds are among them, which may have sent again what had failed.
   */
  #forget(isRoundMissing: boolean): void {
    for (const row of this.rows()) {
      const { status, resumable } = this.get(row);
      if (status === "created") continue;
      const isOpen = resumable || status === "pending" || status === "unknown";
      if (isOpen || (status === "failed" && isRoundMissing)) this.#lose(row, afterRestore());
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
    this.#said.delete(row);
    this.#set(row, state);
    this.#lastResultAt[row] = NO_RESULT;
  }

  /** Selected rows in ascending order. */
  *rows(): Generator<number> {
    for (let row = 0; row <= this.#rowMax; row++) if (this.has(row)) yield row;
  }

  /** Attempts under way. */
  get openCount(): number {
    return this.#openCount;
  }

  /** Rows that an interrupted round left behind. */
  resumableCount(): number {
    let count = 0;
    for (const flags of this.#flags) if ((flags & FLAG.resumable) !== 0) count += 1;
    return count;
  }

  /** The address is wrong: what it made of the rows before says nothing of them, and they are due again. */
  #takeBackDoubted(): void {
    for (const { row, before, said } of this.#doubted) {
      this.#set(row, { ...before, resumable: true });
      if (said) this.#said.set(row, { ...said, observed: { ...said.observed, resumable: true } });
    }
    this.#doubted = [];
  }

  #countFruitless(row: number, kind: ResultHead["answer"]["kind"], decision: ResultHead["decision"]): void {
    if (OUTCOME_TABLE[kind].definite) this.#fruitless[row] = 0;
    // One that came too late for its round was never sent.
    else if (kind !== "not-sent" || decision !== "stopped") this.#addFruitless(row);
  }

  #addFruitless(row: number): void {
    this.#fruitless[row] = Math.min(FRUITLESS_MAX, this.fruitlessAttempts(row) + 1);
  }

  #notePieces(row: number, pieces: Pieces, offset: number): void {
    for (const name of ["quoteId", "loginUrl"] as const) {
      if (pieces[name] === undefined) continue;
      this.#piecesAt[name] = withRoom(this.#piecesAt[name], row + 1);
      this.#piecesAt[name][row] = offset;
    }
  }

  /** Something was observed of a row, of which a person may have said something before. */
  #observe(row: number, state: LeadState): void {
    const said = this.#said.size === 0 ? undefined : this.#said.get(row);
    if (said) said.observed = state;
    this.#set(row, state);
  }

  /** @param open The flag of an attempt that is under way still. */
  #set(row: number, state: LeadState, open = 0): void {
    this.#changeCount += 1;
    const before = STATUSES[this.#status[row] ?? 0] ?? "pending";
    const flags = this.#flags[row] ?? 0;
    const isDue = this.isDue(row) && state.resumable;
    if (this.isDue(row)) this.#countDue(before, -1);
    if (isDue) this.#countDue(state.status, 1);
    if ((flags & FLAG.open) !== open) this.#openCount -= 1;
    this.#summary[before] -= 1;
    this.#summary[state.status] += 1;
    this.#summary.maybeCreated += Number(state.maybeCreated) - Number((flags & FLAG.maybeCreated) !== 0);
    this.#summary.dismissed += Number(state.dismissed === true) - Number((flags & FLAG.dismissed) !== 0);
    this.#status[row] = STATUSES.indexOf(state.status);
    this.#flags[row] =
      FLAG.selected |
      open |
      (state.maybeCreated ? FLAG.maybeCreated : 0) |
      (state.resumable ? FLAG.resumable : 0) |
      (state.unfixable ? FLAG.unfixable : 0) |
      (state.unrecorded ? FLAG.unrecorded : 0) |
      (state.doubted ? FLAG.doubted : 0) |
      (state.dismissed ? FLAG.dismissed : 0) |
      (isDue ? FLAG.due : 0);
  }

  #countDue(status: Status, change: 1 | -1): void {
    this.#due[status] += change;
    this.#due.total += change;
  }

  #reserve(row: number): void {
    this.#rowMax = Math.max(this.#rowMax, row);
    if (row < this.#status.length) return;
    this.#status = withRoom(this.#status, row + 1);
    this.#flags = withRoom(this.#flags, row + 1);
    this.#attempts = withRoom(this.#attempts, row + 1);
    this.#fruitless = withRoom(this.#fruitless, row + 1);
    this.#lastResultAt = withRoom(this.#lastResultAt, row + 1);
  }
}
