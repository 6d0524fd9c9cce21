import { CliError } from "../../base/cli-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { ReadInput } from "../../job/ask/read-input.ts";
import { CheckTally } from "../../job/check-tally.ts";
import { emptyTally, type PlanTally, planRows } from "../../run/plan/judge-rows.ts";
import { SheetPeople } from "../../run/plan/people-register.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import { ColumnSamples } from "../../sheet/mapping/shown-columns.ts";
import { isJson } from "../../sheet/table.ts";
import { deskError } from "../desk-errors.ts";
import type { Draft } from "./draft-store.ts";

/** A draft's sheet, as it is read from its first row to its last. */
export interface DraftReading extends ReadInput {
  /** Revision of the draft that was read. */
  revision: number;
  /** Whether its last row has been read: until then all of this grows. */
  isWhole: boolean;
  tally: PlanTally;
  check: CheckTally;
  samples: ColumnSamples;
  people: SheetPeople;
  /** The first rows, for what their cells became. */
  head: PlannedRow[];
  /** Why its columns cannot make leads yet; undefined where they can. */
  refusal: CliError | undefined;
}

const HEAD_ROWS = 50;
/** Length of all cells of the head: an item of JSON may hold a page. */
const HEAD_CHARACTERS_MAX = 200_000;
/** So many rows are read before others may use the processor: some two milliseconds. A request takes a dozen turns. */
const ROWS_A_TURN = 25;

/** Columns that can be looked at anyway, so that a person can say what they are. */
const REFUSALS_OF_COLUMNS: ReadonlySet<string> = new Set(["no-email-column", "no-known-column"]);

/** How far the reading of a draft is, as all tabs are told. */
export interface DraftEvent {
  type: "draft";
  draft: string;
  rowsRead: number;
  /** Whether it has ended, in whatever way: what is asked for now is the whole of it. */
  isWhole: boolean;
}

/** What a reading works with. */
interface ReaderTools {
  /** Told of each change of a reading. */
  events: { send(event: DraftEvent): void };
  clock: Clock;
  /** What is known of where drafts go. */
  places: { isPractice(place: string | null): Promise<boolean> };
}

/** One reader for each draft, for all who ask. */
export function draftReaders(tools: ReaderTools): (draft: Draft) => DraftReader {
  const readers = new WeakMap<Draft, DraftReader>();
  return (draft) => {
    const reader = readers.get(draft) ?? new DraftReader(draft, tools);
    readers.set(draft, reader);
    return reader;
  };
}

interface RunningReading {
  revision: number;
  whole: Promise<DraftReading>;
  /** Once its columns are known. */
  soFar?: DraftReading;
}

/** So often at most is the page told how far a reading is. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * Reads a draft as often as it changes, and once for all who ask meanwhile. A reading that is overtaken by a change is
 * given up.
 */
export class DraftReader {
  readonly #draft: Draft;
  readonly #tools: ReaderTools;
  #current: RunningReading | undefined;

  constructor(draft: Draft, tools: ReaderTools) {
    this.#draft = draft;
    this.#tools = tools;
  }

  /**
   * The draft as it is now, whole.
   *
   * @throws CliError with exit code 2 when the file cannot be read.
   */
  async read(): Promise<DraftReading> {
    for (;;) {
      const { revision, whole } = this.#begin();
      try {
        return await whole;
      } catch (error) {
        if (this.#draft.revision === revision) throw error;
      }
    }
  }

  /**
   * The draft as far as it is read after a while, but not before its columns are known: what grows with its rows grows on.
   *
   * @throws CliError as `read`.
   */
  async readFor(durationMs: number): Promise<DraftReading> {
    const wait = new AbortController();
    const whole = this.read();
    try {
      for (;;) {
        const later = this.#tools.clock.sleep(durationMs, wait.signal).then(() => this.#begin().soFar);
        const reading = await Promise.race([whole, later]);
        if (reading) return reading;
      }
    } finally {
      wait.abort();
    }
  }

  #begin(): RunningReading {
    const { revision } = this.#draft;
    if (this.#current?.revision === revision) return this.#current;
    const current: RunningReading = { revision, whole: this.#readAll(revision) };
    this.#current = current;
    current.whole.then(
      ({ tally }) => this.#tell(revision, tally.rowsRead, true),
      () => this.#tell(revision, 0, true),
    );
    return current;
  }

  #tell(revision: number, rowsRead: number, isWhole: boolean): void {
    // A newer reading tells more.
    if (this.#draft.revision !== revision) return;
    this.#tools.events.send({ type: "draft", draft: this.#draft.id, rowsRead, isWhole });
  }

  async #readAll(revision: number): Promise<DraftReading> {
    try {
      return await this.#readOnce(revision);
    } catch (error) {
      if (!(error instanceof CliError && REFUSALS_OF_COLUMNS.has(error.code))) throw error;
      return await this.#readOnce(revision, error);
    }
  }

  async #readOnce(revision: number, refusal?: CliError): Promise<DraftReading> {
    const reader = this.#draft.reader();
    const read = await reader.open(refusal !== undefined);
    const reading: DraftReading = {
      ...read,
      revision,
      isWhole: false,
      tally: emptyTally(),
      check: new CheckTally(),
      samples: new ColumnSamples(),
      people: new SheetPeople(),
      head: [],
      refusal,
    };
    // The columns of JSON turn up with its rows.
    const { format } = read.mapped;
    if (this.#current?.revision === revision && !isJson(format)) this.#current.soFar = reading;
    try {
      await this.#readRows(reading);
    } catch (error) {
      // A sheet that has only its headers yet can be looked at as well.
      if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
      reading.refusal = error;
    }
    reader.noteAnswers(read.mapped);
    reading.isWhole = true;
    return reading;
  }

  async #readRows({ revision, mapped, tally, check, samples, people, head }: DraftReading): Promise<void> {
    let headCharacters = 0;
    let toldAt = this.#tools.clock.now();
    const isSandbox = await this.#tools.places.isPractice(this.#draft.facts.place);
    const rows = planRows(mapped, { selection: {}, strict: false, isSandbox }, tally);
    for await (const planned of people.note(check.count(rows))) {
      samples.take(planned.cells);
      if (head.length < HEAD_ROWS && headCharacters < HEAD_CHARACTERS_MAX) {
        headCharacters += JSON.stringify(planned.cells).length;
        head.push(planned);
      }
      if (tally.rowsRead % ROWS_A_TURN !== 0) continue;
      await new Promise(setImmediate);
      if (this.#draft.revision !== revision) throw deskError("draft-read-anew");
      if (this.#tools.clock.now() - toldAt < PROGRESS_INTERVAL_MS) continue;
      toldAt = this.#tools.clock.now();
      this.#tell(revision, tally.rowsRead, false);
    }
  }
}
