import { join } from "node:path";
import { type Clock, timestamp } from "../base/clock.ts";
import { removeFile } from "../base/files.ts";
import type { Target } from "../settings/target.ts";
import type { MappedInput } from "../sheet/rows/mapped-input.ts";
import type { InputTable } from "../sheet/table.ts";
import { type FixOrder, type WrittenCorrections, writeCorrections } from "./corrections/write-corrections.ts";
import { folderNumber, lockRun, type RunLock } from "./folder/lock.ts";
import { claimRunFolder } from "./folder/run-folder.ts";
import { listPlanned } from "./folder/run-logs.ts";
import type {
  DismissedRecord,
  ElsewhereRecord,
  JournalRecord,
  LinksElsewhere,
  PlanBinding,
  ResolvedRecord,
  ResultRecord,
  RoundRecord,
  RoundStop,
  RunRecord,
} from "./journal/journal-record.ts";
import { type JournalWriter, openJournal } from "./journal/journal-writer.ts";
import { takeBackJournal } from "./journal/rescue.ts";
import type { PlanTally } from "./plan/judge-rows.ts";
import type { PeopleRegister } from "./plan/people-register.ts";
import type { PlannedRow } from "./plan/plan-record.ts";
import {
  changePlan,
  draftPlan,
  type PlanChanges,
  type PlanDraft,
  type PlanOrigin,
  placePlan,
} from "./plan/write-plan.ts";
import { markJournal, recoverRun } from "./recover-run.ts";
import { orRemoved, Run, requireRun } from "./run.ts";
import { PEOPLE_INDEX, type RunPaths, runPaths } from "./run-paths.ts";
import { writePeopleIndex } from "./search/people-index.ts";

/** How a round begins. */
export interface RoundStart extends Pick<RoundRecord, "command" | "concurrency" | "attemptsMax"> {
  /** What a run is bound to that has not sent anything yet. */
  target: Target;
  /** Where other runs have login links of its rows. */
  elsewhere?: LinksElsewhere;
}

/** How a round ended. */
export interface RoundResult {
  /** Null when every lead of the round was settled. */
  stop: RoundStop | null;
}

/** What a person said, without when it is written down. */
type PersonsRecord = Omit<ResolvedRecord, "at" | "by"> | Omit<DismissedRecord, "at" | "by">;

/** Without what else is known of the reason. */
function stopRecord({ code, message, hint }: RoundStop): RoundStop {
  return { code, message, ...(hint !== undefined && { hint }) };
}

/** How a run is opened. */
interface Opening {
  /** The person has made sure that another host is no longer running it. */
  takeOver?: boolean;
  /** The person says to go on although the journal is behind its mark. */
  olderJournal?: boolean;
  /** Nothing of it is mended: its reports are to be written, and nothing else. */
  isAsItIs?: boolean;
}

/**
 * A run's folder in the hands of this process: locked, recovered and verified.
 * The code that opened it closes it, whatever happens.
 */
export class RunStore {
  readonly run: Run;
  readonly #lock: RunLock;
  /** Corrections that the next round is to name. */
  #correction: PlanBinding | null = null;

  private constructor(run: Run, lock: RunLock) {
    this.run = run;
    this.#lock = lock;
  }

  /**
   * Opens a run to go on with it: locks it, mends what a crash left, and makes sure that its plan is the one it began
   * with.
   *
   * @throws CliError with exit code 2 when there is no run; 6 when another process works on it, or its record is
   *   damaged or behind its mark.
   */
  static async open(dir: string, at: Date, opening: Opening = {}): Promise<RunStore> {
    await requireRun(dir);
    return orRemoved(dir, async () => {
      const lock = await lockRun(dir, at, opening.takeOver === true);
      try {
        await takeBackJournal(runPaths(dir));
        return await RunStore.openLocked(dir, at, lock, opening);
      } catch (error) {
        lock.release();
        throw error;
      }
    });
  }

  /** The same in a folder that this process has locked. */
  static async openLocked(
    dir: string,
    at: Date,
    lock: RunLock,
    { isAsItIs = false, olderJournal }: Opening = {},
  ): Promise<RunStore> {
    const run = isAsItIs ? await Run.read(dir, { isOurs: true }) : await recoverRun(dir, at, olderJournal);
    await run.verify();
    return new RunStore(run, lock);
  }

  /** Changes the plan of a run that has sent nothing yet. */
  async replan(changes: PlanChanges, at: Date): Promise<RunStore> {
    const { dir, paths } = this.run;
    if (changes.issues.size === 0) return this;
    await changePlan(paths.plan, changes);
    return RunStore.openLocked(dir, at, this.#lock);
  }

  /**
   * Takes the corrected rows of a sheet into the run. They count once a round names them: the next one does.
   *
   * @throws CliError with exit code 2 when a row cannot be matched with its original: nothing is written.
   * @throws OpenQuestions where corrected rows ask something that is not answered: nothing is written either.
   */
  async correct(table: InputTable, order: FixOrder, at: Date): Promise<WrittenCorrections> {
    const { run } = this;
    const written = await writeCorrections(run, table, order, at);
    const { correction } = written;
    if (!correction) return written;
    this.#correction = run.correct(correction);
    await writePeopleIndex(run.dir).catch(() => undefined);
    return written;
  }

  /**
   * Writes one round into the journal, from its record to its end. The journal is closed after it, so that the room it
   * holds free is there for the reports.
   *
   * @param work Sends the round's leads, and writes down each attempt.
   * @param onRescueFile Called with the path of a file that answers went to which did not fit into the journal.
   * @throws CliError with exit code 6 when the journal cannot be written: nothing more was sent.
   */
  async writeRound<T extends RoundResult>(
    start: RoundStart,
    clock: Clock,
    onRescueFile: (path: string) => void,
    work: (journal: JournalWriter) => Promise<T>,
  ): Promise<T> {
    return this.#inJournal(start.target, clock, onRescueFile, async (journal) => {
      const record = this.#roundRecord(start, clock);
      const elsewhere = (start.elsewhere ?? []).map(
        (each): ElsewhereRecord => ({ type: "elsewhere", ...each, at: record.at }),
      );
      // Behind the round, whose corrections make an end of what was seen of a row before.
      await this.#write(journal, [record, ...elsewhere]);
      // From here on a journal without this round is known to be an older one.
      await markJournal(this.run, clock.date(), record.round === 1);
      const result = await work(journal);
      const stop = result.stop && stopRecord(result.stop);
      await this.#write(journal, [{ type: "end", round: record.round, at: timestamp(clock), stop }]);
      return result;
    });
  }

  /**
   * Writes down what a person said of rows: durable before it counts.
   *
   * @param said Of rows that the run has; nothing is written where nothing was said.
   * @throws CliError with exit code 6 when the journal cannot be written: then none of it counts for this process.
   */
  async writeDown(
    said: readonly PersonsRecord[],
    clock: Clock,
    onRescueFile: (path: string) => void,
  ): Promise<void> {
    const { record } = this.run;
    if (said.length === 0) return;
    if (!record) throw new Error("the run's journal has not begun");
    const at = timestamp(clock);
    const records = said.map((each) => ({ ...each, at, by: "a person" }) as const);
    await this.#inJournal(record, clock, onRescueFile, (journal) => this.#write(journal, records));
  }

  /** Appends records together, and takes them in once all of them are durable. */
  async #write(
    journal: JournalWriter,
    records: readonly Exclude<JournalRecord, ResultRecord>[],
  ): Promise<void> {
    const appended = records.map((record) => ({ record, ...journal.append(record) }));
    await Promise.all(appended.map(({ durable }) => durable));
    for (const { record, offset } of appended) this.run.take(record, offset);
  }

  /** Lets the folder go. */
  async close(): Promise<void> {
    this.#lock.release();
  }

  /** Does something with the open journal, closes it, and marks how far it is written. */
  async #inJournal<T>(
    target: Target,
    clock: Clock,
    onRescueFile: (path: string) => void,
    work: (journal: JournalWriter) => Promise<T>,
  ): Promise<T> {
    const { run } = this;
    const record: RunRecord = run.record ?? {
      type: "run",
      version: 1,
      id: run.id,
      ...target,
      planSha256: run.plan.sha256,
      at: timestamp(clock),
    };
    const journal = await openJournal(run, record, onRescueFile);
    run.record = record;
    let result: T;
    try {
      result = await work(journal);
    } catch (error) {
      await journal.close();
      // Now the journal knows whether it kept the answers that came after the first failure.
      throw journal.failure ?? error;
    }
    await journal.close();
    await markJournal(run, clock.date());
    return result;
  }

  #roundRecord({ command, concurrency, attemptsMax }: RoundStart, clock: Clock): RoundRecord {
    const plan = this.#correction;
    this.#correction = null;
    const rows = this.run.state.chosenRows();
    return {
      type: "round",
      round: this.run.rounds.length + 1,
      command,
      at: timestamp(clock),
      folder: folderNumber(this.run.dir),
      concurrency,
      attemptsMax,
      ...(rows !== null && { rows }),
      ...(plan && { plan }),
    };
  }
}

/** A folder that is this process's alone, with no run in it until its plan is written. Whoever made it closes it. */
export class NewRun {
  readonly #paths: RunPaths;
  readonly #lock: RunLock;
  #draft: PlanDraft | undefined;

  private constructor(dir: string, lock: RunLock) {
    this.#paths = runPaths(dir);
    this.#lock = lock;
  }

  /**
   * Makes and locks the folder of a new run.
   *
   * @throws CliError with exit code 2 when the folder holds a run or something else; 6 when another process uses it.
   */
  static async create(dir: string, at: Date): Promise<NewRun> {
    return new NewRun(dir, await claimRunFolder(dir, at));
  }

  get dir(): string {
    return this.#paths.dir;
  }

  /** Writes down the rows of the input, of which some may still be kept back. */
  async draftPlan(
    input: MappedInput,
    rows: AsyncIterable<PlannedRow>,
    tally: PlanTally,
    origin: PlanOrigin,
  ): Promise<PlanDraft> {
    this.#draft = await draftPlan(this.#paths.plan, input, rows, tally, origin);
    return this.#draft;
  }

  /**
   * Freezes the rows into the run's plan.
   *
   * @param people Those in its rows, where all of them are in the plan.
   * @param later What others that were planned at the same time change in it; absent where it concerns nobody else.
   */
  async begin(
    draft: PlanDraft,
    changes: PlanChanges,
    people?: PeopleRegister,
    later?: () => Promise<PlanChanges>,
  ): Promise<RunStore> {
    const { dir, plan } = this.#paths;
    const { createdAt } = draft.facts.header;
    let leftOutCount = changes.leftOut.size;
    const laterChanges =
      later &&
      (async () => {
        await listPlanned(dir, createdAt);
        const more = await later();
        leftOutCount += more.leftOut.size;
        return more;
      });
    await placePlan(plan, draft, async () => changes, laterChanges);
    // A search for people makes it otherwise.
    await writePeopleIndex(dir, leftOutCount === 0 ? people : undefined).catch(() => undefined);
    return RunStore.openLocked(dir, new Date(createdAt), this.#lock);
  }

  /** Takes the plan back: nothing was sent, and the folder holds no run. */
  async takeBack(): Promise<void> {
    const { dir, plan } = this.#paths;
    await this.#draft?.file.discard();
    for (const path of [plan, join(dir, PEOPLE_INDEX)]) await removeFile(path);
  }

  /** Lets the folder go; one that was made for the run and is still empty vanishes. */
  async close(): Promise<void> {
    this.#lock.release();
  }
}
