import type { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { requestStop, withStopRequests } from "../../base/interruption.ts";
import { type CommandOutput, openOutput } from "../../job/command-output.ts";
import { failureOf } from "../../job/failure.ts";
import type { CommandEvent } from "../../job/progress/event-schema.ts";
import { createEventProgress, type EventFields } from "../../job/progress/events.ts";
import { systemProgressClock } from "../../job/progress/progress-state.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { styleFor } from "../../terminal/style.ts";
import { deskError, hintOnPage } from "../desk-errors.ts";

type EventOf<Name extends CommandEvent["event"]> = Extract<EventFields, { event: Name }>;

/** Where a round stands, as the page shows it. */
export interface RoundState {
  /** The run's folder, by its name. */
  run: string;
  /** What it is about to send; null while the input is read, and until it is confirmed. */
  start: EventOf<"start"> | null;
  /** Null before the first row. */
  progress: EventOf<"progress"> | null;
  /** What a person would be told meanwhile, oldest first. */
  notes: readonly string[];
  /** Somebody asked for its end: what is under way is waited for. */
  isStopping: boolean;
  /** It has ended, with all its reports, or for this reason; the time as ISO 8601. */
  end: { at: string; error: Pick<CliError, "code" | "message" | "hint"> | null } | null;
}

/** A round is another than before, as all tabs are told. */
export interface RoundEvent {
  type: "round";
  round: RoundState;
}

/** So often at most is the page told how far a round is. */
const PROGRESS_INTERVAL_MS = 250;

/** What a desk sends: one round of one run at a time, whatever tabs come and go. */
export class Rounds {
  readonly #listener: { send(event: RoundEvent): void };
  readonly #context: Context;
  #state: RoundState | null = null;
  #done: Promise<unknown> = Promise.resolve();

  /** @param listener Told of each change of a round. */
  constructor(listener: { send(event: RoundEvent): void }, context: Context) {
    this.#listener = listener;
    this.#context = context;
  }

  /** The round under way. */
  get current(): RoundState | null {
    return this.#state?.end ? null : this.#state;
  }

  /** The last round of a run in this desk, also one that has ended. */
  lastOf(run: string): RoundState | null {
    return this.#state?.run === run ? this.#state : null;
  }

  /**
   * Begins a round, which goes on whether or not anybody looks at it.
   *
   * @param run The run's folder, by its name.
   * @param work Sends it, as the commands do. Nothing in it asks anybody.
   * @returns Resolves once it begins to send, or has ended without. Rejects with the CliError of what failed before that.
   * @throws CliError with exit code 6 while another round is under way.
   */
  begin(run: string, work: (output: CommandOutput) => Promise<unknown>): Promise<void> {
    if (this.current)
      throw deskError("round-under-way", { run: this.current.run }, { exitCode: EXIT.journal });
    this.#change({ run, start: null, progress: null, notes: [], isStopping: false, end: null });
    return new Promise((resolve, reject) => {
      const event = (told: EventFields): void => {
        this.#take(told);
        if (told.event === "start") resolve();
      };
      const progress = createEventProgress(event, systemProgressClock, PROGRESS_INTERVAL_MS);
      const send = async (): Promise<unknown> => {
        const output = await silentOutput(this.#context);
        // Notes tell how to abort with the keyboard: a page has buttons.
        return work({ ...output, event, progress: { ...progress, note: () => undefined } });
      };
      this.#done = withStopRequests(send).then(
        () => {
          this.#end(null);
          resolve();
        },
        (error: unknown) => {
          const failure = failureOf(error, this.#context);
          if (failure.exitCode === EXIT.bug) this.#tellBug(error);
          this.#end(failure);
          reject(failure);
        },
      );
    });
  }

  /** Asks the round under way of a run to end, as the first Ctrl-C does: what is under way is waited for. */
  stop(run: string): void {
    if (this.current?.run !== run) return;
    this.#change({ ...this.current, isStopping: true });
    requestStop();
  }

  /** Resolves when no round is under way. */
  async idle(): Promise<void> {
    await this.#done;
  }

  #take(event: EventFields): void {
    const state = this.current;
    if (!state) return;
    if (event.event === "start") {
      const input = { ...event.input, name: safeText(event.input.name) };
      this.#change({ ...state, start: { ...event, input } });
    }
    if (event.event === "progress") this.#change({ ...state, progress: event });
    if (event.event === "note") this.#change({ ...state, notes: [...state.notes, safeText(event.text)] });
  }

  #end(failure: CliError | null): void {
    if (!this.current) return;
    const error = failure && { code: failure.code, message: failure.message, hint: hintOnPage(failure) };
    this.#change({ ...this.current, end: { at: this.#context.clock.date().toISOString(), error } });
  }

  #change(state: RoundState): void {
    this.#state = state;
    this.#listener.send({ type: "round", round: state });
  }

  #tellBug(error: unknown): void {
    const { stderr, scrub } = this.#context;
    stderr.write(`${scrub(String((error as Error)?.stack ?? error))}\n`);
  }
}

/** An output of a job that says nothing anywhere, and asks nobody: the page shows what comes of it. */
export async function silentOutput(context: Context): Promise<CommandOutput> {
  const output = await openOutput(
    "desk",
    { json: false, all: false, quiet: true, progress: "none" },
    context,
  );
  return { ...output, isForPeople: false, style: styleFor({}, { ...context.env, NO_COLOR: "1" }) };
}
