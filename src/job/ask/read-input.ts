import { stat } from "node:fs/promises";
import { type Personal, personal } from "../../base/finding.ts";
import { answersOnly, type Mapping } from "../../sheet/columns/mapping.ts";
import { optionNamed } from "../../sheet/columns/question-log.ts";
import type { InputSource } from "../../sheet/formats/input-source.ts";
import { mapInput } from "../../sheet/map-input.ts";
import { type KeptAnswers, readKeptAnswers } from "../../sheet/mapping/kept-answers.ts";
import { OpenQuestions, requireAnswers, subjectOf } from "../../sheet/mapping/open-questions.ts";
import { sheetNotice } from "../../sheet/notice-texts.ts";
import { openInput } from "../../sheet/open-input.ts";
import type { Question } from "../../sheet/question.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { inputError } from "../../sheet/sheet-errors.ts";
import type { Column, InputOptions, InputTable, Notice } from "../../sheet/table.ts";

/** What to read, and how. */
export interface ReadingOrder {
  source: InputSource;
  /** Where the name and the content do not tell. */
  options: InputOptions;
  /** Whether columns and words that are asked about are passed over. */
  acceptReading: boolean;
  /** Where answers are kept for sheets with the same headers. */
  mappingsFolder: string;
  /** What a person has said before the sheet was read, in a mapping file or on a page; read anew each time. */
  readMapping(): Promise<Mapping | undefined>;
  /** Answers that a person has given since. One that can no longer be chosen is asked for again. */
  given?: ReadonlyMap<string, string>;
  /** Opens it; `openInput` where nobody keeps its rows. */
  open?: typeof openInput;
  /** Understands the columns; `mapInput` where nothing is laid over the rows. */
  map?: (table: InputTable, mapping?: Mapping, isLenient?: boolean) => MappedInput;
  /** Asks a person what is open, and keeps the answers; undefined where nobody can be asked. */
  ask?(questions: readonly Question[], columns: readonly Column[]): Promise<ReadonlyMap<string, string>>;
  /** Tells a person something that cannot wait for the summary, in a sentence without its full stop. */
  say?(message: string): void;
}

/** An input whose rows are leads, and the mapping that helped: a file's, answers, or both. */
export interface ReadInput {
  mapped: MappedInput;
  mapping?: Mapping;
}

/** Where leads come from that are to be planned. */
export type LeadSource = Pick<InputReader, "open" | "requireAnswers">;

/**
 * An input that is read as often as its questions need. Answers come from a mapping, from those that are kept for
 * a sheet with the same headers, and, where one is there, from a person.
 */
export class InputReader {
  readonly #order: ReadingOrder;
  /** What the mapping said when the input was read last. */
  #stated: Mapping | undefined;
  #kept: KeptAnswers | undefined;
  /** By a person, to this process. */
  readonly #given: Map<string, string>;
  /** What there is to say of kept answers. */
  readonly #notices: Notice[] = [];
  /** Columns of the input as it was read last. */
  #columns: readonly Column[] = [];
  #hasLookedUp = false;

  constructor(order: ReadingOrder) {
    this.#order = order;
    this.#given = new Map(order.given);
  }

  /**
   * Opens the input up to its first lead.
   *
   * @param isLenient Whether columns that cannot make leads are not a reason to refuse it.
   * @throws CliError with exit code 2 when it cannot be read as leads.
   */
  async open(isLenient = false): Promise<ReadInput> {
    const { source, options, readMapping, open = openInput } = this.#order;
    const stated = await readMapping();
    const table = await open(source, {
      ...(stated?.hiddenRows && { hiddenRows: stated.hiddenRows }),
      ...options,
      ...(stated && { knownHeaders: [...stated.columns.keys()] }),
    });
    this.#stated = stated;
    this.#columns = table.columns;
    // The columns of JSON turn up with its rows.
    if (table.format !== "json" && table.format !== "jsonl") await this.#lookUp();
    const answers = new Map([...(this.#kept?.answers ?? []), ...(stated?.answers ?? []), ...this.#given]);
    const mapping =
      stated || answers.size > 0
        ? { ...(stated ?? answersOnly(this.#kept?.path ?? "answers", answers)), answers }
        : undefined;
    const map = this.#order.map ?? mapInput;
    const mapped = map(table, mapping, isLenient);
    mapped.notices.push(...this.#notices);
    return { mapped, ...(mapping && { mapping }) };
  }

  /**
   * For after the last row. Answers that are used again, and questions that are passed over, are noted.
   *
   * @throws OpenQuestions where questions are left.
   * @throws CliError with exit code 2 when the mapping has an answer that cannot be chosen.
   */
  requireAnswers(mapped: MappedInput): void {
    this.noteAnswers(mapped);
    requireAnswers(mapped, this.#order.acceptReading);
  }

  /**
   * For after the last row: notes kept answers that are used again, and answers of the mapping that nothing asks.
   *
   * @throws CliError with exit code 2 when the mapping has an answer that cannot be chosen.
   */
  noteAnswers({ questions, notices }: Pick<MappedInput, "questions" | "notices">): void {
    const stated = this.#stated;
    if (stated) this.#refuseWrongAnswers(stated, questions.open);
    const asked = new Set(questions.answered.map(({ question }) => question.id));
    // A word need not be there each time.
    const unasked = [...(stated?.answers.keys() ?? [])].filter(
      (id) => !asked.has(id) && !id.startsWith("word:"),
    );
    if (stated && unasked.length > 0) {
      const places = unasked.map((id) => stated.places?.get(id) ?? id);
      notices.push(sheetNotice("answers-unasked", { mapping: stated.name, places: places.map(personal) }));
    }
    const kept = this.#kept;
    const used = questions.answered.filter(
      ({ question: { id } }) => kept?.answers.has(id) && !stated?.answers.has(id) && !this.#given.has(id),
    );
    if (kept && used.length > 0) {
      const { path, day } = kept;
      const answers = used.map(({ question, option }) => answered(question, option.label));
      notices.push(sheetNotice("answers-used", { path, ...(day !== undefined && { day }), answers }));
    }
  }

  /**
   * Gets answers to open questions where there may be any: from those that are kept, else from a person.
   *
   * @returns Whether the input should be opened again, with the answers.
   * @throws CliError with exit code 130 when the person wants to stop.
   */
  async settle({ questions }: Pick<OpenQuestions, "questions">): Promise<boolean> {
    const { source, ask } = this.#order;
    if (!(await canBeReadAgain(source))) return false;
    if (!this.#hasLookedUp) {
      await this.#lookUp();
      if (questions.some((question) => isAnswered(question, this.#kept?.answers))) return true;
    }
    this.#sayStale(questions);
    if (!ask) return false;
    for (const [id, answer] of await ask(questions, this.#columns)) this.#given.set(id, answer);
    return true;
  }

  /**
   * Does something with the input, again as often as its questions get answers.
   *
   * @throws OpenQuestions where they get none.
   */
  async answered<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OpenQuestions && (await this.settle(error)))) throw error;
      return this.answered(work);
    }
  }

  /** Says which kept answers can no longer be chosen, and so are asked for again. */
  #sayStale(questions: readonly Question[]): void {
    const kept = this.#kept;
    const stale = questions.filter(({ id }) => kept?.answers.has(id) && !this.#stated?.answers.has(id));
    if (!kept || stale.length === 0) return;
    const answers = stale.map((question) => answered(question, kept.answers.get(question.id)));
    this.#order.say?.(sheetNotice("answers-stale", { path: kept.path, answers }).message);
  }

  async #lookUp(): Promise<void> {
    if (this.#hasLookedUp) return;
    this.#hasLookedUp = true;
    this.#kept = await readKeptAnswers(this.#columns, this.#order.mappingsFolder);
    const { path = "", trouble: why } = this.#kept ?? {};
    if (why !== undefined) this.#notices.push(sheetNotice("answers-unreadable", { path, why }));
  }

  #refuseWrongAnswers({ name, answers, places }: Mapping, open: readonly Question[]): void {
    const wrong = open.filter(({ id }) => answers.has(id) && !this.#given.has(id));
    if (wrong.length === 0) return;
    const texts = wrong.map(({ id, options }) => {
      const place = places?.get(id);
      const known = options
        .map(({ answer, label }) => `"${place === undefined ? answer : label}"`)
        .join(", ");
      return `${place ?? `answers.${id}`}: "${answers.get(id)}" is none of ${known}`;
    });
    throw inputError("mapping-invalid/answers", { name, problem: texts.join("; ") });
  }
}

function answered(question: Question, answer: string | undefined): Personal {
  return personal(`${subjectOf(question)}: ${answer}`);
}

function isAnswered(question: Question, answers: ReadonlyMap<string, string> | undefined): boolean {
  const answer = answers?.get(question.id);
  return answer !== undefined && optionNamed(question, answer) !== undefined;
}

/** Only a file can be. */
async function canBeReadAgain(source: InputSource): Promise<boolean> {
  return "path" in source && (await stat(source.path).catch(() => undefined))?.isFile() === true;
}
