import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { askQuestions, canAsk } from "../job/ask-questions.ts";
import type { CommandOutput } from "../job/command-output.ts";
import { openQuestionsError } from "../job/question-text.ts";
import { usageError } from "../settings/option-values.ts";
import type { InputValues } from "../settings/options.ts";
import { inputError } from "../sheet/input-error.ts";
import type { KeptAnswers } from "../sheet/kept-answers.ts";
import type { MappedInput } from "../sheet/mapped-input.ts";
import { answersOnly, isSheetName, type Mapping } from "../sheet/mapping.ts";
import { type OpenQuestions, requireAnswers, subjectOf } from "../sheet/open-questions.ts";
import type { Question } from "../sheet/question.ts";
import { optionNamed } from "../sheet/question-log.ts";
import type { Column, Notice } from "../sheet/table.ts";
import { sentenceLines } from "../terminal/layout.ts";
import { commandText } from "../terminal/shell-command.ts";

/** Options of a command that reads an input. */
export type ReadingOptions = InputValues & { mapping?: string; acceptReading: boolean };

/** An input whose rows are leads, and the mapping that helped: a file's, answers, or both. */
export interface ReadInput {
  mapped: MappedInput;
  mapping?: Mapping;
}

/**
 * An input that is read as often as its questions need. Answers come from the mapping file, from those that are kept for
 * a sheet with the same headers, and, where one is there, from a person.
 */
export class InputReader {
  readonly #input: string;
  readonly #options: ReadingOptions;
  readonly #output: CommandOutput;
  readonly #context: Context;
  /** Of the mapping file, and where they stand in it. */
  #stated: ReadonlyMap<string, string> = new Map();
  #places: ReadonlyMap<string, string> = new Map();
  #kept: KeptAnswers | undefined;
  /** By a person, to this process. */
  readonly #given = new Map<string, string>();
  /** What there is to say of kept answers. */
  readonly #notices: Notice[] = [];
  /** Of the input as it was read last. */
  #columns: readonly Column[] = [];
  #hasLookedUp = false;

  /** @param input A path, or `-` for stdin. */
  constructor(input: string, options: ReadingOptions, output: CommandOutput, context: Context) {
    this.#input = input;
    this.#options = options;
    this.#output = output;
    this.#context = context;
  }

  /**
   * Opens the input up to its first lead.
   *
   * @param isLenient Whether columns that cannot make leads are no reason to refuse it.
   * @throws CliError with exit code 2 when it cannot be read as leads.
   */
  async open(isLenient = false): Promise<ReadInput> {
    const input = this.#input;
    if (input === "") throw usageError("The input has no name", "Name the file that holds the leads.");
    const [{ openInput }, { mapInput }] = await Promise.all([
      import("../sheet/open-input.ts"),
      import("../sheet/map-input.ts"),
    ]);
    const file = await readMapping(this.#options);
    const source = input === "-" ? { stdin: this.#context.stdin, name: "stdin" } : { path: input };
    const table = await openInput(source, {
      ...(file?.hiddenRows && { hiddenRows: file.hiddenRows }),
      ...this.#options,
      ...(file && { knownHeaders: [...file.columns.keys()] }),
    });
    this.#stated = file?.answers ?? new Map();
    this.#places = file?.places ?? new Map();
    this.#columns = table.columns;
    // The columns of JSON turn up with its rows.
    if (table.format !== "json" && table.format !== "jsonl") await this.#lookUp();
    const answers = new Map([...(this.#kept?.answers ?? []), ...this.#stated, ...this.#given]);
    const mapping =
      file || answers.size > 0
        ? { ...(file ?? answersOnly(this.#kept?.path ?? "answers", answers)), answers }
        : undefined;
    const mapped = mapInput(table, mapping, isLenient);
    mapped.notices.push(...this.#notices);
    return { mapped, ...(mapping && { mapping }) };
  }

  /**
   * For after the last row. Answers that are used again, and questions that `--accept-reading` passes over, are noted.
   *
   * @throws OpenQuestions where questions are left.
   * @throws CliError with exit code 2 when the mapping file has an answer that is none.
   */
  requireAnswers(mapped: MappedInput): void {
    this.noteAnswers(mapped);
    requireAnswers(mapped, this.#options.acceptReading);
  }

  /**
   * For after the last row: notes kept answers that are used again, and answers of the mapping file that nothing asks.
   *
   * @throws CliError with exit code 2 when the mapping file has an answer that is none.
   */
  noteAnswers({ questions, notices }: Pick<MappedInput, "questions" | "notices">): void {
    this.#refuseWrongAnswers(questions.open);
    const asked = new Set(questions.answered.map(({ question }) => question.id));
    // A word need not be there each time.
    const unasked = [...this.#stated.keys()].filter((id) => !asked.has(id) && !id.startsWith("word:"));
    if (unasked.length > 0) {
      const name = basename(this.#options.mapping ?? "");
      const places = unasked.map((id) => this.#places.get(id) ?? id);
      const message = `${name} answers what is not asked here: ${places.join(", ")}`;
      notices.push({ code: "answers-unasked", message });
    }
    const kept = this.#kept;
    const used = questions.answered.filter(
      ({ question: { id } }) => kept?.answers.has(id) && !this.#stated.has(id) && !this.#given.has(id),
    );
    if (kept && used.length > 0) {
      const texts = used.map(({ question, option }) => `${subjectOf(question)}: ${option.label}`);
      const of = kept.day === undefined ? "Earlier answers" : `Answers of ${kept.day}`;
      notices.push({ code: "answers-used", message: `${of} used (${kept.path}): ${texts.join("; ")}` });
    }
  }

  /**
   * Gets answers to open questions where there may be any: from those that are kept, else from a person, whose answers
   * are kept.
   *
   * @returns Whether the input should be opened again, with the answers.
   * @throws CliError with exit code 130 when the person wants to stop.
   */
  async settle({ questions }: Pick<OpenQuestions, "questions">): Promise<boolean> {
    if (!(await isFile(this.#input))) return false;
    if (!this.#hasLookedUp) {
      await this.#lookUp();
      if (questions.some((question) => isAnswered(question, this.#kept?.answers))) return true;
    }
    this.#sayStale(questions);
    if (!canAsk(this.#output, this.#context)) return false;
    const [output, context] = [this.#output, this.#context];
    const answers = await askQuestions(questions, this.#name, this.#columns, output, context);
    for (const [id, answer] of answers) this.#given.set(id, answer);
    return true;
  }

  /** An answer that was kept, and is none any longer, is asked for again: nobody should wonder why. */
  #sayStale(questions: readonly Question[]): void {
    const kept = this.#kept;
    const stale = questions.filter(({ id }) => kept?.answers.has(id) && !this.#stated.has(id));
    if (!kept || stale.length === 0) return;
    const texts = stale.map((question) => `${subjectOf(question)}: ${kept.answers.get(question.id)}`);
    const message = `Asked again, since what was answered before cannot be chosen any longer (${kept.path}): ${texts.join("; ")}`;
    this.#output.say(`${sentenceLines("Note", message, this.#output.style).join("\n")}\n`);
  }

  /** The refusal of an input with questions that nobody answers. */
  refusal({ questions }: OpenQuestions): CliError {
    const { style } = this.#output;
    return openQuestionsError(questions, this.#name, this.hint(questions), style.columns - 2);
  }

  /** How open questions can be answered, in sentences. */
  hint(questions: readonly Question[]): string {
    const { acceptReading } = this.#options;
    const where = this.#whereToAnswer();
    const passable = questions.filter(({ isAcceptable }) => isAcceptable);
    if (passable.length === 0 || acceptReading) return where;
    const which = passable.length === questions.length ? "" : ` past ${passable.length} of them`;
    const how = [
      passable.some(({ kind }) => kind !== "word") ? "columns are left out" : [],
      passable.some(({ kind }) => kind === "word") ? "words go as they stand" : [],
    ].flat();
    return `${where} Or add --accept-reading, which goes on${which}: ${how.join(", ")}.`;
  }

  #whereToAnswer(): string {
    const { mapping, format } = this.#options;
    if (mapping !== undefined && !isSheetName(mapping))
      return `Put one line for each question into "answers" of ${mapping}.`;
    if (this.#input === "-")
      return 'Put one line for each question into a file such as {"answers": {…}}, and give it with --mapping.';
    const isOfJson =
      mapping === undefined && (this.#output.isJson || mappingNameFor(this.#input, format) === JSON_NAME);
    const given = mapping === undefined ? [] : ["--mapping", { folder: mapping }];
    const name = isOfJson ? JSON_NAME : mapping === undefined ? WORKBOOK_NAME : "mapping-2.xlsx";
    const save = commandText(["map", { folder: this.#input }, ...given, "--save", name], this.#output.shell);
    if (isOfJson)
      return `${save} writes a mapping file with a "?" for each answer: fill them in, and give it with --mapping.`;
    return mapping === undefined
      ? `${save} writes a workbook with an amber cell for each answer: fill them in, save it, and give it with --mapping.`
      : `Fill in the amber cells of ${mapping}. ${save} writes it again, with what it does not ask yet.`;
  }

  get #name(): string {
    return this.#input === "-" ? "stdin" : basename(this.#input);
  }

  async #lookUp(): Promise<void> {
    if (this.#hasLookedUp) return;
    this.#hasLookedUp = true;
    const { MAPPINGS_FOLDER, readKeptAnswers } = await import("../sheet/kept-answers.ts");
    this.#kept = await readKeptAnswers(this.#columns, MAPPINGS_FOLDER);
    const { path, trouble } = this.#kept ?? {};
    if (trouble === undefined) return;
    const message = `The answers in ${path} could not be read, and are not used: ${trouble}`;
    this.#notices.push({ code: "answers-unreadable", message });
  }

  #refuseWrongAnswers(open: readonly Question[]): void {
    const wrong = open.filter(({ id }) => this.#stated.has(id) && !this.#given.has(id));
    if (wrong.length === 0) return;
    const texts = wrong.map(({ id, options }) => {
      const place = this.#places.get(id);
      const known = options
        .map(({ answer, label }) => `"${place === undefined ? answer : label}"`)
        .join(", ");
      return `${place ?? `answers.${id}`}: "${this.#stated.get(id)}" is none of ${known}`;
    });
    throw inputError(
      "mapping-invalid",
      `The mapping file ${basename(this.#options.mapping ?? "")} cannot be used: ${texts.join("; ")}`,
      "Write one of these answers, or delete the line to be asked again.",
    );
  }
}

function isAnswered(question: Question, answers: ReadonlyMap<string, string> | undefined): boolean {
  const answer = answers?.get(question.id);
  return answer !== undefined && optionNamed(question, answer) !== undefined;
}

const JSON_NAME = "mapping.json";
const WORKBOOK_NAME = "mapping.xlsx";

/** The mapping file to offer: a workbook to whoever has one or CSV, JSON to who writes JSON. */
export function mappingNameFor(input: string, format?: string): string {
  const isJson = format === undefined ? /\.(?:json|jsonl|ndjson)$/i.test(input) : /^json/.test(format);
  return isJson ? JSON_NAME : WORKBOOK_NAME;
}

/** Only a file can be read again. */
async function isFile(input: string): Promise<boolean> {
  return input !== "-" && (await stat(input).catch(() => undefined))?.isFile() === true;
}

async function readMapping({ mapping }: { mapping?: string }): Promise<Mapping | undefined> {
  if (mapping === undefined) return undefined;
  const { readMappingFile } = await import("../sheet/mapping-file.ts");
  return readMappingFile(mapping);
}
