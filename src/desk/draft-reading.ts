import { CliError } from "../base/cli-error.ts";
import { CheckTally } from "../job/check-tally.ts";
import type { ReadInput } from "../job/read-input.ts";
import type { PlannedRow } from "../run/plan-record.ts";
import { emptyTally, type PlanTally, planRows } from "../run/plan-rows.ts";
import { ColumnSamples } from "../sheet/shown-columns.ts";
import type { Draft } from "./draft-store.ts";

/** A draft's sheet, read from its first row to its last. */
export interface DraftReading extends ReadInput {
  tally: PlanTally;
  check: CheckTally;
  samples: ColumnSamples;
  /** The first rows, for what their cells became. */
  head: readonly PlannedRow[];
  /** Why its columns cannot make leads yet; undefined where they can. */
  refusal: CliError | undefined;
}

const HEAD_ROWS = 50;
/** Of all cells of the head: an item of JSON may hold a page. */
const HEAD_CHARACTERS_MAX = 200_000;
/** So many rows are read before others may use the processor: some five milliseconds. */
const ROWS_A_TURN = 100;

/** Columns that can be looked at all the same, so that a person can say what they are. */
const REFUSALS_OF_COLUMNS: ReadonlySet<string> = new Set(["no-email-column", "no-known-column"]);

/**
 * Reads a draft as often as it changes, and once for all who ask meanwhile. A reading that is overtaken by a change is
 * given up.
 */
export class DraftReader {
  readonly #draft: Draft;
  readonly #strict: boolean;
  readonly #onProgress: (rowsRead: number) => void;
  #current: { revision: number; reading: Promise<DraftReading> } | undefined;
  #rowsRead = 0;

  /** @param onProgress Called every few rows. */
  constructor(draft: Draft, strict: boolean, onProgress: (rowsRead: number) => void) {
    this.#draft = draft;
    this.#strict = strict;
    this.#onProgress = onProgress;
  }

  /** Of the reading under way. */
  get rowsRead(): number {
    return this.#rowsRead;
  }

  /**
   * The draft as it is now.
   *
   * @throws CliError with exit code 2 when the file cannot be read.
   */
  async read(): Promise<DraftReading> {
    for (;;) {
      const { revision } = this.#draft;
      if (this.#current?.revision !== revision) {
        const reading = this.#readAll(revision);
        this.#current = { revision, reading };
        reading.catch(() => undefined);
      }
      try {
        return await this.#current.reading;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
  }

  async #readAll(revision: number): Promise<DraftReading> {
    try {
      return await this.#readOnce(revision, undefined);
    } catch (error) {
      if (!(error instanceof CliError && REFUSALS_OF_COLUMNS.has(error.code))) throw error;
      return await this.#readOnce(revision, error);
    }
  }

  async #readOnce(revision: number, refusal: CliError | undefined): Promise<DraftReading> {
    const reader = this.#draft.reader();
    const read = await reader.open(refusal !== undefined);
    const { mapped } = read;
    const [tally, check, samples] = [emptyTally(), new CheckTally(), new ColumnSamples()];
    const head: PlannedRow[] = [];
    let headCharacters = 0;
    this.#rowsRead = 0;
    try {
      const rows = planRows(mapped, { selection: {}, strict: this.#strict }, tally);
      for await (const planned of check.count(rows)) {
        samples.take(planned.cells);
        if (head.length < HEAD_ROWS && headCharacters < HEAD_CHARACTERS_MAX) {
          headCharacters += JSON.stringify(planned.cells).length;
          head.push(planned);
        }
        if (tally.rowsRead % ROWS_A_TURN !== 0) continue;
        this.#rowsRead = tally.rowsRead;
        this.#onProgress(tally.rowsRead);
        await new Promise(setImmediate);
        if (this.#draft.revision !== revision) throw new Overtaken();
      }
    } catch (error) {
      // A sheet that has only its headers yet can be looked at as well.
      if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
      refusal = error;
    }
    reader.noteAnswers(mapped);
    return { ...read, tally, check, samples, head, refusal };
  }
}

/** The draft was changed while it was read. */
class Overtaken extends Error {}
