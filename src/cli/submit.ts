import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { type StopSignal, signalExitCode, withStopHandlers } from "../base/interruption.ts";
import { type CommandOutput, openOutput } from "../job/command-output.ts";
import { isNotConfirmed } from "../job/confirmation.ts";
import { type Connection, openConnection } from "../job/connect.ts";
import { lookAround } from "../job/look-around.ts";
import type { InputReader, LeadSource } from "../job/read-input.ts";
import { sendRound } from "../job/send-round.ts";
import { emptySummary } from "../outcome/status.ts";
import { renderBriefReading } from "../report/reading-text.ts";
import { forgetRun, rememberRun } from "../run/known-runs.ts";
import type { PlannedRow } from "../run/plan-record.ts";
import { emptyTally, type PlanTally, planRows } from "../run/plan-rows.ts";
import { defaultRunFolder } from "../run/run-folder.ts";
import { NewRun } from "../run/run-store.ts";
import { readConfig } from "../settings/config-file.ts";
import { usageError } from "../settings/option-values.ts";
import type { CommandValues } from "../settings/options.ts";
import { OpenQuestions } from "../sheet/open-questions.ts";
import { proseText } from "../terminal/layout.ts";
import { startOwnSandbox } from "./own-sandbox.ts";
import { commandReader, unansweredError } from "./read-input.ts";

/** `leadctl submit <input>`: reads and checks the whole input, then sends what is ready, then reports. */
export async function submit(
  input: string,
  options: CommandValues<"submit">,
  context: Context,
): Promise<ExitCode> {
  if (options.out === "") throw usageError("--out has no name", "Give a folder, as in --out runs/monday.");
  const output = await openOutput(options, context);
  const connection = await openConnection(options, startOwnSandbox, context);
  try {
    const reader = commandReader(input, options, output, context);
    return await planAndSend(reader, input, options, connection, output, context);
  } finally {
    output.progress.stop();
    await connection.close();
  }
}

/** As often as the input's questions need: what has been planned with some open is taken back. */
async function planAndSend(
  reader: LeadSource & Pick<InputReader, "settle">,
  input: string,
  options: CommandValues<"submit">,
  connection: Connection,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  try {
    return await planOnce(reader, options, connection, output, context);
  } catch (error) {
    if (!(error instanceof OpenQuestions)) throw error;
    output.progress.stop();
    if (!(await reader.settle(error))) throw unansweredError(error.questions, input, options, output);
    return planAndSend(reader, input, options, connection, output, context);
  }
}

async function planOnce(
  reader: LeadSource,
  options: CommandValues<"submit">,
  connection: Connection,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const { strict } = options;
  const { mapped, mapping } = await reader.open();
  const at = context.clock.date();
  const newRun = await NewRun.create(options.out ?? defaultRunFolder(mapped.name, at), at);
  try {
    const reading = new Reading(context);
    const tally = emptyTally();
    const afterLast = (): void => reader.requireAnswers(mapped);
    const planned = planRows(mapped, { selection: options, strict, afterLast }, tally);
    const rows = reading.show(planned, tally, output);
    const origin = { createdAt: at, strict, ...(mapping && { mapping }) };
    const store = await reading.untilStopped(
      () => newRun.writePlan(mapped, rows, tally, origin),
      () => newRun.takeBack(),
    );
    if (store === null) {
      output.progress.stop();
      const text = "Stopped while the input was being read: nothing was sent, and nothing is left behind.";
      output.say(proseText(text, output.style));
      return reading.exitCode;
    }
    const notices = mapped.notices.map(({ message }) => message);
    const { readings, changes } = mapped;
    output.say(renderBriefReading({ readings, changes, notices }, output.style));
    // A sandbox that comes along has nothing to do with the configuration, nor with runs of other places.
    const config = options.sandbox ? null : await readConfig(options.config);
    const folders = config?.runs ?? [];
    const around = { folders, again: options.again };
    const elsewhere = await lookAround(store.run, connection.target, around, output).catch(async (error) => {
      await newRun.takeBack();
      throw error;
    });
    await rememberRun(store.run.dir);
    const order = { command: "submit", isWanted: () => true, elsewhere } as const;
    return await sendRound(store, order, connection, output, context).catch(async (error) => {
      // The same command is called again, with the name: this folder must not be in its way.
      if (isNotConfirmed(error)) {
        await newRun.takeBack();
        await forgetRun(store.run.dir);
      }
      throw error;
    });
  } finally {
    await newRun.close();
  }
}

/** The input on its way into the plan. A stop signal ends it between two rows, as a fault in the input would. */
class Reading {
  readonly #context: Context;
  #stoppedBy: StopSignal | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Of a reading that was stopped. */
  get exitCode(): ExitCode {
    return signalExitCode(this.#stoppedBy ?? "SIGINT");
  }

  /**
   * Null when a signal stopped it.
   *
   * @param undo Takes the plan back, when the signal came after its last row.
   */
  async untilStopped<T>(work: () => Promise<T>, undo: () => Promise<void>): Promise<T | null> {
    const onFirst = (signal: StopSignal): void => {
      this.#stoppedBy = signal;
      // A person may have been asked to type, or a pipe may say nothing for long.
      this.#context.stdin.destroy();
    };
    try {
      const result = await withStopHandlers({ onFirst, onSecond: () => undefined }, work);
      if (!this.#stoppedBy) return result;
    } catch (error) {
      if (this.#stoppedBy) return null;
      throw error;
    }
    await undo();
    return null;
  }

  /** Hands rows on, and shows how far it is. */
  async *show(
    rows: AsyncIterable<PlannedRow>,
    tally: Readonly<PlanTally>,
    { progress }: CommandOutput,
  ): AsyncGenerator<PlannedRow> {
    for await (const planned of rows) {
      if (this.#stoppedBy) throw new Error("Stopped");
      if (tally.rowsRead % ROWS_A_UPDATE === 0) progress.update(readingState(tally.rowsRead));
      yield planned;
    }
    if (this.#stoppedBy) throw new Error("Stopped");
  }
}

const ROWS_A_UPDATE = 1_000;

function readingState(rowsRead: number) {
  return {
    phase: "reading",
    rowsRead,
    total: 0,
    summary: emptySummary(),
    inFlight: 0,
    ratePerSecond: 0,
  } as const;
}
