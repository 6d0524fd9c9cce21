import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { hashFile } from "../base/durable-file.ts";
import { isAbsent, refusedBy } from "../base/file-error.ts";
import { emailKey } from "../lead/email.ts";
import { type Answer, arrivedIn, type Pieces } from "../outcome/answer.ts";
import { countRows, type RowCounts } from "../outcome/evidence.ts";
import type { RowAttempt } from "../outcome/exchange.ts";
import { isOwnSandbox } from "../settings/target.ts";
import { isAnotherFolder, readLockOwner, wasCopiedAtWork } from "./folder/lock.ts";
import { isReported, type ReportHead, readReportHeads, runId } from "./folder/run-folder.ts";
import { findPurged, type PurgedRun, readListedMark } from "./folder/run-logs.ts";
import {
  JournalDigest,
  type JournalMark,
  MarkCheck,
  type MissingRecords,
  readMark,
} from "./journal/journal-mark.ts";
import type {
  EndRecord,
  JournalRecord,
  PlanBinding,
  RoundRecord,
  RunRecord,
} from "./journal/journal-record.ts";
import { JournalLookup, readJournal, type Scan } from "./journal/read-journal.ts";
import { wholeJournalsIn } from "./journal/rescue.ts";
import { type RowEvent, RowFollower } from "./journal/row-history.ts";
import type { RunState, TakePlanned } from "./journal/run-state.ts";
import { readSentRequests, type SentRequest } from "./journal/sent-requests.ts";
import type { Judging } from "./plan/judge-rows.ts";
import { decodeRow, type PlanFacts, type PlannedRow } from "./plan/plan-record.ts";
import {
  correctionsIn,
  indexPlan,
  Plan,
  type PlanFile,
  type RowVersion,
  readCorrections,
  readPlanFacts,
} from "./plan/read-plan.ts";
import { journalError, type LockOwner, runError } from "./run-errors.ts";
import { type RunPaths, runPaths } from "./run-paths.ts";
import { type RunRow, runRow } from "./run-row.ts";

/** How a run is read. */
export interface RunReading {
  /** Rows whose history is wanted; see `history`. */
  rows?: readonly number[];
  /** This process holds its lock. */
  isOurs?: boolean;
  /** Makes sure that plan and corrections are those that were sent; see `verify`. */
  isVerified?: boolean;
}

/** A folder with a run in it, or with what is left of one. */
export interface FoundRun {
  dir: string;
  /** The process that works on it just now. */
  owner: LockOwner | undefined;
  /** Null when it cannot be read, for the reason that follows. */
  run: Run | null;
  problem: CliError | null;
}

/**
 * Everything that the files of a run say. Reading changes nothing, and needs no lock; `RunStore` is for those who
 * change it. The plan and the journal are read once; rows are read anew by each call that gives them out.
 */
export class Run {
  readonly paths: RunPaths;
  /** The rows as the corrections of later rounds left them. */
  readonly plan: Plan;
  /** What is known of each row. */
  readonly state: RunState;
  readonly rounds: RoundRecord[] = [];
  /** What the run is bound to; null when it stopped before its journal began: nothing was sent. */
  record: RunRecord | null = null;
  /** End of the last round; null when the program died in it, or is still running it. */
  end: EndRecord | null = null;
  scan: Scan = { endBytes: 0, tornBytes: 0 };
  /** Digest of the journal; it grows with each record that is appended. */
  digest = new JournalDigest();
  /** How far the journal was once written; null where nothing says so. */
  mark: JournalMark | null = null;
  /** What the journal is short of its mark, as one from a backup is; null when it holds all of it. */
  missing: MissingRecords | null = null;
  /** Ends of all rounds, as ISO times. */
  readonly #endTimes = new Set<string>();
  /** Its last round went in another folder: this one is a copy, or was moved. */
  isCopied = false;
  /** The file system's id of its folder when the last round began, if nobody wrote down how that round ended. */
  #openIn: string | undefined;
  /** When a person last said to go on without what is missing, as an ISO time; empty where nobody did. */
  #restoredAt = "";
  /** All corrected rows that count, oldest first. */
  readonly bindings: PlanBinding[] = [];
  /** The process that worked on the run when it was read, if it was another one. */
  readonly owner: LockOwner | undefined;
  /** Attempts under way when the last round broke off. */
  openIntents = 0;
  /** When a person last said something of a row, as an ISO time. */
  lastSaidAt = "";
  readonly #follower: RowFollower;

  private constructor(paths: RunPaths, plan: PlanFile, { rows = [] }: RunReading, owner?: LockOwner) {
    this.paths = paths;
    this.owner = owner;
    this.plan = new Plan(plan);
    this.state = this.plan.unsent();
    const followed = [...new Set(rows)].filter((row) => this.state.has(row));
    this.#follower = new RowFollower(
      this.state,
      followed.sort((one, other) => one - other),
    );
  }

  /**
   * Reads a run from its folder alone. Attempts that were under way when the program died are unknown; where another process
   * works on the run now, attempts without an answer are not a trace of a crash.
   *
   * @throws CliError with exit code 2 when there is no run, 6 when its record is damaged.
   */
  static async read(dir: string, reading: RunReading = {}): Promise<Run> {
    const { isOurs = false, isVerified = false } = reading;
    return orRemoved(dir, async () => {
      // Before anything else: it may be about to end.
      const owner = isOurs ? undefined : await orUnreadable(dir, readLockOwner(dir));
      const paths = runPaths(dir);
      const plan = await indexPlan(paths.plan, await requireRun(dir), isOurs || isVerified);
      const run = new Run(paths, plan, reading, owner);
      await run.#readJournal();
      if (isVerified) await run.verify();
      return run;
    });
  }

  /** Reads a run as it is, also one that another process is sending, and one that is damaged. */
  static async inspect(dir: string, reading: Omit<RunReading, "isOurs"> = {}): Promise<FoundRun> {
    try {
      const run = await Run.read(dir, reading);
      return { dir, owner: run.owner, run, problem: null };
    } catch (error) {
      const isKnown = error instanceof CliError;
      if (!isKnown && !isAbsent(error)) throw error;
      const owner = await readLockOwner(dir).catch(() => undefined);
      return { dir, owner, run: null, problem: isKnown ? error : unreadable(dir, error) };
    }
  }

  async #readJournal(): Promise<void> {
    const { dir, paths, owner } = this;
    // Before the journal, which may be growing.
    const { createdAt } = this.plan.header;
    const [own, listed] = [readMark(dir), readListedMark(dir, createdAt)];
    this.mark = own ?? listed;
    const reports = this.mark ? [] : readReportHeads(dir);
    const check = new MarkCheck([own, listed].filter((mark) => mark !== null));
    if ((await sizeOf(paths.journal)) > 0) {
      const corrections = await readCorrections(dir);
      this.scan = await readJournal(paths.journal, (line) => {
        this.take(line.record, line.offset, corrections);
        check.add(line);
      });
    }
    this.digest = check.digest;
    this.missing = check.missing(this.rounds.length, this.bindings);
    this.isCopied = isAnotherFolder(this.rounds.at(-1)?.folder, dir);
    const isCopy = wasCopiedAtWork(dir) || isAnotherFolder(this.#openIn, dir);
    if (!owner) {
      this.openIntents = this.state.crash();
      this.#follower.crashed();
      if (isCopy && (this.record || this.mark)) this.missing ??= await this.#allMissing("lock");
      if (this.record && wasRemoved(dir, createdAt, this.#restoredAt))
        this.missing ??= await this.#allMissing("purge");
    }
    if (this.record && this.#isBehindReports(reports)) this.missing = await this.#allMissing("report");
    // The plan of a run that is removed goes first: where it is still there, a journal that is not never was, or was lost.
    if (!this.record || this.missing) await requireRun(dir);
    if (!this.record && !this.missing && (isReported(dir) || (!owner && isCopy))) {
      const [copies, path] = [await wholeJournalsIn(paths), paths.journal];
      if (copies.length === 0) throw journalError("journal-missing", { path });
      throw journalError(
        "journal-missing/copied",
        { path, copies },
        { command: ["resume", { folder: dir }] },
      );
    }
  }

  /** Whether reports of this run tell of an end, or of rows that were sent, which are not in the journal. Its mark tells more, if it has one. */
  #isBehindReports(heads: readonly ReportHead[] | null): boolean {
    if (this.mark || this.owner) return false;
    // Nobody knows how much a sheet alone tells: between two rounds, an older journal ends in order, too.
    return heads === null || heads.some((head) => this.#isBehind(head));
  }

  #isBehind({
    run: { startedAt, endedAt, shards },
    summary: { total, pending, invalid },
  }: ReportHead): boolean {
    const isOther = shards !== undefined || (this.rounds.length > 0 && startedAt !== this.startedAt);
    if (isOther) return false;
    if (typeof endedAt === "string") return !this.#endTimes.has(endedAt);
    const known = this.state.summary;
    return total - pending - invalid > known.total - known.pending - known.invalid;
  }

  /** Nobody knows what else was sent, nor which corrected rows: all that are there may have been. */
  async #allMissing(toldBy: MissingRecords["toldBy"]): Promise<MissingRecords> {
    const isOpen = (file: string): boolean => !this.bindings.some((plan) => plan.file === file);
    return { toldBy, bytes: 0, rounds: 1, plans: await this.#hashed(correctionsIn(this.dir).filter(isOpen)) };
  }

  /** Those files of corrected rows that are there, as they are now. */
  async #hashed(files: readonly string[]): Promise<PlanBinding[]> {
    const plans: PlanBinding[] = [];
    for (const file of files) {
      const sha256 = await hashFile(join(this.dir, file)).catch(() => undefined);
      if (sha256 !== undefined) plans.push({ file, sha256 });
    }
    return plans;
  }

  get dir(): string {
    return this.paths.dir;
  }

  get id(): string {
    return runId(this.paths.dir);
  }

  /** Whether no interrupted round has left rows behind. */
  get isComplete(): boolean {
    return this.state.resumableCount() === 0;
  }

  /** Counts of all rows. */
  get counts(): RowCounts {
    const { state } = this;
    return countRows(state.groups, (isWanted) => [...state.rows()].filter((row) => isWanted(state.get(row))));
  }

  /** How its rows were judged, and corrections of them are. */
  get judging(): Judging {
    const isSandbox = this.record !== null && isOwnSandbox(this.record);
    return { strict: this.plan.header.strict === true, isSandbox };
  }

  /** When the run began, as an ISO time. */
  get startedAt(): string {
    return this.rounds[0]?.at ?? this.plan.header.createdAt;
  }

  /** When something last happened in it, as an ISO time: the latest of all that its records tell. */
  get lastAt(): string {
    const times = [this.plan.header.createdAt, ...this.rounds.map(({ at }) => at), ...this.#endTimes];
    return times.reduce((one, other) => (other > one ? other : one), this.lastSaidAt);
  }

  /** Rows in input order, some hundreds at a time, with what happened to each. */
  async *rows(isWanted?: (row: number) => boolean): AsyncGenerator<RunRow[]> {
    let results: JournalLookup | null = null;
    try {
      results = this.record ? new JournalLookup(this.paths.journal) : null;
      for await (const lines of this.plan.lines(isWanted))
        yield lines.map((line) => this.#readRow(decodeRow(line), results));
    } catch (error) {
      throw await whyUnread(this.dir, error);
    } finally {
      results?.close();
    }
  }

  /** What happened to single rows, as some version of each has it, in any order; to be closed. */
  openRows(): { rowOf(planned: PlannedRow): RunRow; close(): void } {
    const results = this.record ? new JournalLookup(this.paths.journal) : null;
    return {
      rowOf: (planned) => this.#readRow(planned, results),
      close: () => results?.close(),
    };
  }

  #readRow(planned: PlannedRow, results: JournalLookup | null): RunRow {
    const { row } = planned;
    const [resultAt, saidAt] = [this.state.lastResultAt(row), this.state.saidAt(row)];
    const facts = {
      state: this.state.get(row),
      attempts: this.state.attempts(row),
      last: (resultAt !== undefined && results?.resultAt(resultAt)) || null,
      pieces: results ? this.#pieces(row, results) : null,
      said: saidAt === undefined ? undefined : results?.resolvedAt(saidAt),
      isUnderWay: this.owner !== undefined,
      isBehind: this.missing !== null,
    };
    return runRow(planned, facts, this.plan);
  }

  #pieces(row: number, results: JournalLookup): Pieces | null {
    const at = this.state.piecesAt(row);
    if (at === null) return null;
    const { status, word } = this.state.get(row);
    if (status === "created" && word === undefined) return null;
    const pieces: Pieces = {};
    for (const name of ["quoteId", "loginUrl"] as const) {
      const piece = at[name] > 0 ? arrivedIn(results.resultAt(at[name]).answer)[name] : undefined;
      if (piece !== undefined) pieces[name] = piece;
    }
    return pieces;
  }

  /** The answers that brought a quote's id or a login link, in order. */
  async answersWithIds(onAnswer: (answer: Answer, attempt: RowAttempt) => void): Promise<void> {
    await readJournal(this.paths.journal, ({ record }) => {
      if (record.type !== "result") return;
      const { answer } = record;
      if (answer.kind === "created" || answer.pieces) onAnswer(answer, record);
    });
  }

  /**
   * The requests of some rows that were sent, or may have been, in order, by row number. Those with an e-mail that a correction replaced do
   * not count, unless they are all that is in doubt.
   */
  async sentRequests(wanted: ReadonlySet<number>): Promise<Map<number, SentRequest[]>> {
    if (!this.record) return new Map();
    const { journal } = this.paths;
    const emails = new Map<number, { file: string | null; email: string }[]>();
    const isMeant = (row: number, corrections: ReadonlySet<string>): boolean => {
      if (this.plan.corrections.length === 0 || this.state.get(row).former) return true;
      const known = emails.get(row) ?? this.#emailsOf(row);
      emails.set(row, known);
      const then = known.findLast(({ file }) => file === null || corrections.has(file));
      return then?.email === known.at(-1)?.email;
    };
    return orRemoved(this.dir, () => readSentRequests(journal, wanted, isMeant));
  }

  /** The e-mail in each version of a row, oldest first. */
  #emailsOf(row: number): { file: string | null; email: string }[] {
    return this.plan
      .versionsOf(row)
      .map(({ file, planned }) => ({ file, email: emailKey(planned.lead.contactInfo?.email ?? "") }));
  }

  /** What the journal has of the rows that were followed, and of the run as a whole, in order, by row number. */
  get history(): ReadonlyMap<number, RowEvent[]> {
    return this.#follower.events;
  }

  /** A row in all its versions, oldest first. */
  versionsOf(row: number): RowVersion[] {
    try {
      return this.plan.versionsOf(row);
    } catch (error) {
      throw error instanceof SyntaxError ? journalError("plan-changed", { path: this.paths.plan }) : error;
    }
  }

  /** Those files of corrected rows that are there as they were sent. */
  async present(plans: readonly PlanBinding[]): Promise<PlanBinding[]> {
    const there = await this.#hashed(plans.map(({ file }) => file));
    return there.filter(({ file, sha256 }) =>
      plans.some((plan) => plan.file === file && plan.sha256 === sha256),
    );
  }

  /** Takes corrected rows in: each starts from its new verdict. */
  correct(correction: PlanFile): PlanBinding {
    const binding = { file: basename(correction.path), sha256: correction.sha256 };
    this.bindings.push(binding);
    this.plan.correct(correction);
    this.#eachCorrected(correction, (row, planned) => this.state.plan(row, planned));
    return binding;
  }

  /** Gives out corrected rows. A row with another e-mail loses what arrived and what was sent under the former one. */
  #eachCorrected(correction: PlanFile, take: TakePlanned): void {
    const { state } = this;
    correction.index.each((row, planned) => {
      if (state.piecesAt(row) || state.get(row).maybeCreated) this.#noteAddress(row, correction);
      take(row, planned);
    });
  }

  #noteAddress(row: number, { path }: PlanFile): void {
    const versions = this.#emailsOf(row);
    const at = versions.findIndex(({ file }) => file === basename(path));
    const emails = versions.map(({ email }) => email);
    const [before, now] = [emails[at - 1], emails[at]];
    if (before !== now) this.state.readdress(row, emails.indexOf(now ?? "") === at);
  }

  #bind({ file, sha256 }: PlanBinding, corrections: ReadonlyMap<string, PlanFile>): void {
    // This process has just written it.
    if (this.bindings.some((known) => known.file === file)) return;
    this.bindings.push({ file, sha256 });
    const correction = corrections.get(file);
    if (!correction) throw journalError("correction-missing", { dir: this.dir, file });
    this.plan.correct(correction);
  }

  /**
   * Makes sure that the plan and its corrections are those that the journal is bound to.
   *
   * @throws CliError with exit code 6 when they are not.
   */
  async verify(): Promise<void> {
    const planSha256 = this.plan.sha256 || (await hashFile(this.paths.plan));
    if (this.record && this.record.planSha256 !== planSha256)
      throw journalError("plan-changed", { path: this.paths.plan });
    const changed = this.plan.corrections.find(({ sha256 }, at) => sha256 !== this.bindings[at]?.sha256);
    if (changed) throw journalError("plan-changed/correction", { path: changed.path });
  }

  /**
   * Takes a record of its journal in.
   *
   * @param corrections Those that are known: one that the record names, and that this run has not taken in yet, is among them.
   */
  take(record: JournalRecord, offset: number, corrections: ReadonlyMap<string, PlanFile> = new Map()): void {
    const path = this.paths.journal;
    if ((record.type === "run") === (this.record !== null)) throw journalError("journal-foreign", { path });
    if ("row" in record && !this.state.has(record.row))
      throw journalError("journal-foreign/row", { path, row: record.row });
    switch (record.type) {
      case "run":
        if (record.version !== 1) throw journalError("journal-too-new", { path });
        this.record = record;
        break;
      case "round":
        this.rounds.push(record);
        this.end = null;
        this.#openIn = record.folder;
        if (record.plan) this.#bind(record.plan, corrections);
        break;
      case "intent":
      case "result":
      case "doubted":
      case "elsewhere":
        break;
      case "recovered":
        this.#openIn = undefined;
        break;
      case "restored":
        this.#restoredAt = record.at;
        for (const plan of record.plans) this.#bind(plan, corrections);
        break;
      case "resolved":
      case "dismissed":
        this.lastSaidAt = record.at;
        break;
      case "end":
        this.end = record;
        this.#openIn = undefined;
        this.#endTimes.add(record.at);
        break;
      default:
        throw journalError("journal-too-new", { path });
    }
    this.#follower.take(record, () =>
      this.state.take(record, offset, (file, take) => {
        const correction = corrections.get(file);
        if (correction) this.#eachCorrected(correction, take);
      }),
    );
  }
}

/**
 * Makes sure that a folder holds a run at all.
 *
 * @throws CliError with exit code 2 when it does not, 6 when there is one that cannot be read.
 */
export async function requireRun(dir: string): Promise<PlanFacts> {
  const paths = runPaths(dir);
  const plan = await orUnreadable(paths.plan, readPlanFacts(paths.plan));
  if (plan) return plan;
  const hasJournal = (await sizeOf(paths.journal)) > 0 || (await sizeOf(paths.mark)) > 0;
  const purged = findPurged(dir);
  // Nobody works on a run without a plan but who removes it just now.
  if (purged && (!hasJournal || (await readLockOwner(dir)))) throw wasPurged(dir, purged);
  if (hasJournal) throw journalError("plan-missing", { path: paths.plan, toldBy: "journal" });
  if (isReported(dir)) throw journalError("plan-missing", { path: paths.plan, toldBy: "reports" });
  const isCutOff = (await sizeOf(join(dir, ".plan.ndjson.tmp"))) >= 0;
  throw runError(isCutOff ? "no-run/cut-off" : "no-run", { dir });
}

/**
 * Does something with the files of a run.
 *
 * @throws CliError that says so where the run was removed meanwhile; else what `work` throws.
 */
export async function orRemoved<T>(dir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await whyUnread(dir, error);
  }
}

/** Removed, if it was; else what came in the way. */
async function whyUnread(dir: string, error: unknown): Promise<unknown> {
  return requireRun(dir).then(
    () => error,
    (why) => why,
  );
}

function wasPurged(dir: string, { purgedAt, input, summary, sandbox }: PurgedRun): CliError {
  const links = summary?.created ?? null;
  return runError("run-purged", { dir, purgedAt, input, links, isSandbox: sandbox === true });
}

/** Length of a file in bytes; -1 when there is none. */
async function sizeOf(path: string): Promise<number> {
  return (await orUnreadable(path, stat(path)))?.size ?? -1;
}

/** Undefined where nothing is there. */
async function orUnreadable<T>(path: string, read: Promise<T>): Promise<T | undefined> {
  return read.catch((error) => {
    if (isAbsent(error)) return undefined;
    throw unreadable(path, error);
  });
}

function unreadable(path: string, cause: unknown): CliError {
  return journalError("run-unreadable", { path, ...refusedBy(cause) }, { cause });
}

/** Whether the run was removed by a purge, and nobody has said since that this copy of it goes on. */
function wasRemoved(dir: string, createdAt: string, restoredAt: string): boolean {
  const purged = findPurged(dir, createdAt);
  return purged?.createdAt === createdAt && purged.purgedAt > restoredAt;
}
