import type { Context } from "../base/context.ts";
import type { CommandOutput } from "../job/command-output.ts";
import { OpenQuestions, openQuestionsError, unansweredOf } from "../job/open-questions.ts";
import { usageError } from "../settings/option-values.ts";
import type { InputValues } from "../settings/options.ts";
import type { MappedInput } from "../sheet/mapped-input.ts";
import type { Mapping } from "../sheet/mapping.ts";
import type { Question } from "../sheet/question.ts";
import { amountText } from "../terminal/number-text.ts";
import { commandText } from "../terminal/shell-command.ts";

/** Options of a command that reads an input. */
export type ReadingOptions = InputValues & { mapping?: string; acceptReading: boolean };

/** An input whose rows are leads, and the mapping file that helped, if there was one. */
export interface ReadInput {
  mapped: MappedInput;
  mapping?: Mapping;
  /** Whether a person is there to answer what its reading asks. */
  canAsk: boolean;
}

/**
 * Opens an input, `-` for stdin, up to its first lead.
 *
 * @throws CliError with exit code 2 when it cannot be read as leads.
 */
export async function readInput(
  input: string,
  options: ReadingOptions,
  context: Context,
): Promise<ReadInput> {
  if (input === "") throw usageError("The input has no name", "Name the file that holds the leads.");
  const [{ openInput }, { mapInput }] = await Promise.all([
    import("../sheet/open-input.ts"),
    import("../sheet/map-input.ts"),
  ]);
  const mapping = await readMapping(options);
  const source = input === "-" ? { stdin: context.stdin, name: "stdin" } : { path: input };
  const table = await openInput(source, {
    ...options,
    ...(mapping && { knownHeaders: [...mapping.columns.keys()] }),
    ...(mapping?.hiddenRows && { hiddenRows: mapping.hiddenRows }),
  });
  return { mapped: mapInput(table, mapping), ...(mapping && { mapping }), canAsk: false };
}

async function readMapping({ mapping }: { mapping?: string }): Promise<Mapping | undefined> {
  if (mapping === undefined) return undefined;
  const { readMappingFile } = await import("../sheet/mapping-file.ts");
  return readMappingFile(mapping);
}

/**
 * Reads an input for a command that needs all of its questions answered.
 *
 * @param work Reads the rows, through `untilAnswered`; what it did is taken back when that throws.
 * @throws CliError with exit code 2 when questions are left.
 */
export async function readAnswered<T>(
  input: string,
  options: ReadingOptions,
  output: CommandOutput,
  context: Context,
  work: (read: ReadInput) => Promise<T>,
): Promise<T> {
  const read = await readInput(input, options, context);
  try {
    return await work(read);
  } catch (error) {
    if (!(error instanceof OpenQuestions)) throw error;
    const { name } = read.mapped;
    const hint = answeringHint(input, options, error.questions, output);
    throw openQuestionsError(error.questions, name, hint, output.style.columns - 2);
  }
}

/**
 * Hands rows on, and ends with OpenQuestions behind the last one where questions are left. What `--accept-reading`
 * passes over is noted.
 */
export async function* untilAnswered<T>(
  rows: AsyncIterable<T>,
  { questions, notices }: MappedInput,
  { acceptReading }: Pick<ReadingOptions, "acceptReading">,
): AsyncGenerator<T> {
  yield* rows;
  const unanswered = unansweredOf(questions.open, acceptReading);
  if (unanswered.length > 0) throw new OpenQuestions(unanswered);
  for (const question of questions.open)
    notices.push({ code: "question-passed", message: passedText(question) });
}

function passedText({ kind, column, letters, word, rowCount }: Question): string {
  const place = letters === undefined ? `"${column}"` : `"${column}" (${letters})`;
  return kind === "word"
    ? `--accept-reading: "${word}" in column ${place} goes as it stands (${amountText(rowCount, "row")})`
    : `--accept-reading: column ${place} is left out`;
}

/** How the questions of an input can be answered, in sentences. */
export function answeringHint(
  input: string,
  { mapping }: ReadingOptions,
  questions: readonly Question[],
  { shell }: CommandOutput,
): string {
  const save = commandText(["map", { folder: input }, "--save", "mapping.json"], shell);
  const where =
    mapping !== undefined
      ? `Put one line for each question into "answers" of ${mapping}.`
      : input === "-"
        ? 'Put one line for each question into a file such as {"answers": {…}}, and give it with --mapping.'
        : `Put one line for each question into "answers" of a mapping file, which ${save} writes, and give it with --mapping.`;
  const passable = questions.filter(({ isAcceptable }) => isAcceptable).length;
  if (passable === 0) return where;
  const which = passable === questions.length ? "" : ` past ${passable} of them`;
  return `${where} Or add --accept-reading, which goes on${which}: columns are left out, words go as they stand.`;
}
