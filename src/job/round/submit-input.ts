import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { type StopSignal, signalExitCode, withStopHandlers } from "../../base/interruption.ts";
import { emptySummary } from "../../outcome/status.ts";
import type { EarlierNote } from "../../report/text/earlier-runs.ts";
import { renderBriefReading } from "../../report/text/reading-text.ts";
import { defaultRunFolder } from "../../run/folder/run-folder.ts";
import { emptyTally, type PlanTally, planRows } from "../../run/plan/judge-rows.ts";
import type { PeopleFound } from "../../run/plan/match-people.ts";
import { SheetPeople } from "../../run/plan/people-register.ts";
import type { PlanChanges } from "../../run/plan/write-plan.ts";
import { NewRun, type RunStore } from "../../run/run-store.ts";
import type { CommandValues, Selection } from "../../settings/options.ts";
import { isOwnSandbox, type Target } from "../../settings/target.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { proseText } from "../../terminal/layout.ts";
import { isNotConfirmed } from "../ask/confirmation.ts";
import { type Around, lookAround, RunsAround } from "../ask/look-around.ts";
import type { LeadSource } from "../ask/read-input.ts";
import { type PeopleOrder, settlePeople } from "../ask/settle-people.ts";
import { type CommandOutput, runDocument } from "../command-output.ts";
import type { Connection } from "./connect.ts";
import { sendRound } from "./send-round.ts";

/** What is planned, and where it lies. */
export interface SubmissionOrder
  extends Pick<CommandValues<"submit">, "strict" | "again" | "config" | "out">,
    PeopleOrder,
    Selection {
  /**
   * Called before anything is sent where earlier runs sent some of the same leads. Absent where saying so is enough.
   *
   * @throws to send nothing: the plan is taken back.
   */
  mindEarlier?(notes: readonly EarlierNote[]): void;
}

/**
 * Reads and checks a whole input, freezes it as a run's plan, looks at what earlier runs sent, and sends it as the run's first
 * round. Where it ends before anything was sent, nothing of the run is left behind.
 *
 * @throws OpenQuestions where the reading leaves questions open: nothing is planned then.
 * @throws CliError with exit code 2 when nobody confirms a protected environment; 6 when another process sends the same rows.
 */
export async function submitInput(
  source: LeadSource,
  order: SubmissionOrder,
  connection: Connection,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const { mapped } = await source.open();
  const at = context.clock.date();
  const newRun = await NewRun.create(order.out ?? defaultRunFolder(mapped.name, at), at);
  let isKept = false;
  try {
    const begun = await beginRun(newRun, { source, mapped, at }, order, connection.target, output, context);
    if (typeof begun === "number") return begun;
    isKept = true;
    const { store, elsewhere, leftOut } = begun;
    const round = { command: "submit", isWanted: () => true, elsewhere } as const;
    const told: CommandOutput = {
      ...output,
      document: (fields) => output.document({ ...fields, ...leftOut }),
    };
    return await sendRound(store, round, connection, told, context).catch((error) => {
      // The same command is called again, with the name: this folder must not be in its way.
      isKept = !isNotConfirmed(error);
      throw error;
    });
  } finally {
    if (!isKept) await newRun.takeBack();
    await newRun.close();
  }
}

/** A run whose plan is frozen. It holds nothing else of the sheet and its people, so that their memory is free while leads go. */
interface BegunRun {
  store: RunStore;
  /** Where other runs have login links of its rows. */
  elsewhere: Around["elsewhere"];
  /** For the document, with `--only-new`. */
  leftOut: { leftOut?: ReturnType<typeof leftOutDocument> };
}

/** Plans a run, and looks around; the exit code where there is nothing to send. */
async function beginRun(
  newRun: NewRun,
  { source, mapped, at }: { source: LeadSource; mapped: MappedInput; at: Date },
  order: SubmissionOrder,
  target: Target,
  output: CommandOutput,
  context: Context,
): Promise<BegunRun | ExitCode> {
  const { strict } = order;
  const isSandbox = isOwnSandbox(target);
  const reading = new Reading(context);
  const tally = emptyTally();
  const afterLast = (): void => source.requireAnswers(mapped);
  const onRow = (): void => reading.show(tally, output);
  const people = new SheetPeople();
  const rows = people.note(
    planRows(
      mapped,
      { selection: order, strict, isSandbox, onRow, onOther: people.noteOther, afterLast },
      tally,
    ),
    order.onlyNew,
  );
  const origin = { createdAt: at, strict };
  const draft = await reading.untilStopped(() => newRun.draftPlan(mapped, rows, tally, origin));
  const stopped = async (): Promise<ExitCode> => {
    await newRun.takeBack();
    output.progress.stop();
    const text = "Stopped while the input was being read: nothing was sent, and nothing is left behind.";
    output.say(proseText(text, output.style));
    return reading.exitCode;
  };
  if (draft === null) return stopped();
  const notices = mapped.notices.map(({ message }) => message);
  const { readings, changes } = mapped;
  output.say(renderBriefReading({ readings, changes, notices }, output.style));
  const { facts } = draft;
  const { dir } = newRun;
  const around = new RunsAround(dir, order.config);
  const elsewhere: Around["elsewhere"][number][] = [];
  const known: PeopleFound["known"] = [];
  const settle = async (): Promise<PlanChanges> => {
    const found = await lookAround({ dir, facts, people }, target, around, order, output);
    if (found.notes.length > 0) order.mindEarlier?.(found.notes);
    elsewhere.push(...found.elsewhere);
    known.push(...found.people.known);
    const changes = await settlePeople(found.people, order, mapped.locate, output, context);
    people.settle(changes);
    return changes;
  };
  const kept = await settle();
  const leftOut = (): BegunRun["leftOut"] => (order.onlyNew ? { leftOut: leftOutDocument(known) } : {});
  if (kept.leftOut.size > 0 && kept.leftOut.size === facts.end.total) {
    output.progress.stop();
    output.say(
      proseText("Nothing is left to send: all of them have a quote, or may have one.", output.style),
    );
    const run = { id: null, dir: null, complete: true, rowsRead: facts.end.rowsRead };
    output.document({ ...runDocument(run, emptySummary()), ...leftOut() });
    return EXIT.ok;
  }
  // The people of a shard are gathered with those of the other shards.
  const inPlan = order.shard ? undefined : people.register;
  const later = isSandbox ? undefined : settle;
  const store = await reading.untilStopped(() => newRun.begin(draft, kept, inPlan, later));
  return store === null ? stopped() : { store, elsewhere, leftOut: leftOut() };
}

/** The rows that `--only-new` leaves out, with the run and the row that have the link, or may. */
function leftOutDocument(known: PeopleFound["known"]) {
  return known.map(({ row, dir, theirs }) => ({ row, of: { run: dir, row: theirs } }));
}

/** The input on its way into the plan. A stop signal ends it between two rows, as a fault in the input would. */
class Reading {
  readonly #context: Context;
  #stoppedBy: StopSignal | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The exit code of a reading that was stopped. */
  get exitCode(): ExitCode {
    return signalExitCode(this.#stoppedBy ?? "SIGINT");
  }

  /** Null when a signal stopped it. */
  async untilStopped<T>(work: () => Promise<T>): Promise<T | null> {
    const onFirst = (signal: StopSignal): void => {
      this.#stoppedBy = signal;
      // A person may have been asked to type, or a pipe may say nothing for long.
      this.#context.stdin.destroy();
    };
    try {
      const result = await withStopHandlers({ onFirst, onSecond: () => undefined }, work);
      return this.#stoppedBy ? null : result;
    } catch (error) {
      if (this.#stoppedBy) return null;
      throw error;
    }
  }

  /** To be called with every row: shows how far it is. */
  show({ rowsRead }: Readonly<PlanTally>, { progress }: CommandOutput): void {
    if (this.#stoppedBy) throw new Error("Stopped");
    if (rowsRead % ROWS_A_UPDATE === 0) progress.update(readingState(rowsRead));
  }
}

const ROWS_A_UPDATE = 1_000;

function readingState(rowsRead: number) {
  return {
    phase: "reading",
    rowsRead,
    total: 0,
    inFlight: 0,
    ratePerSecond: 0,
    ...{
      etaMs: null,
      pauseFinding: null,
      pauseReason: null,
      pauseLeftMs: null,
      slowFinding: null,
      slowReason: null,
    },
    summary: emptySummary(),
  } as const;
}
