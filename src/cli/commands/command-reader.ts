import { basename } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { askQuestions, canAsk, openQuestionsShown } from "../../job/ask/ask-questions.ts";
import { InputReader } from "../../job/ask/read-input.ts";
import type { CommandOutput } from "../../job/command-output.ts";
import { jobError } from "../../job/job-errors.ts";
import type { InputValues } from "../../settings/options.ts";
import { isSheetName, MAPPINGS_FOLDER, type Mapping } from "../../sheet/columns/mapping.ts";
import { AS_IT_STANDS, passedOver, type Question } from "../../sheet/question.ts";
import { sentenceLines } from "../../terminal/layout.ts";
import { commandText } from "../../terminal/shell-command.ts";
import { commandError } from "../command-errors.ts";

/** Options of a command that reads an input. */
export type ReadingOptions = InputValues & { mapping?: string; acceptReading: boolean };

/**
 * The reader of a command's input. It asks whoever sits at the terminal.
 *
 * @param input A path, or `-` for stdin.
 * @throws CliError with exit code 2 when the input has no name.
 */
export function commandReader(
  input: string,
  options: ReadingOptions,
  output: CommandOutput,
  context: Context,
): InputReader {
  if (input === "") throw commandError("usage/input-name");
  return new InputReader({
    source: input === "-" ? { stdin: context.stdin, name: nameOf(input) } : { path: input },
    options,
    acceptReading: options.acceptReading,
    mappingsFolder: MAPPINGS_FOLDER,
    readMapping: () => readMapping(options),
    ...(canAsk(output, context) && {
      ask: (questions, columns) => askQuestions(questions, nameOf(input), columns, output, context),
    }),
    say: (message) => output.say(`${sentenceLines("Note", message, output.style).join("\n")}\n`),
  });
}

/** The refusal of an input with questions that nobody answers. */
export function unansweredError(
  questions: readonly Question[],
  input: string,
  options: ReadingOptions,
  output: CommandOutput,
): CliError {
  const hint = answerHint(questions, input, options, output);
  const params = { name: nameOf(input), count: questions.length, hint };
  return jobError("open_questions", params, openQuestionsShown(questions, output.style.columns - 2));
}

/** How open questions can be answered, in sentences. */
export function answerHint(
  questions: readonly Question[],
  input: string,
  options: ReadingOptions,
  output: CommandOutput,
): string {
  const where = whereToAnswer(input, options, output);
  const passable = questions.filter(({ isAcceptable }) => isAcceptable);
  // With the flag, only questions that it never skips are left.
  if (options.acceptReading)
    return `${where} --accept-reading does not skip these questions: nobody but you can answer them.`;
  if (passable.length === 0) return where;
  const which = passable.length === questions.length ? "" : ` past ${passable.length} of them`;
  const words = passable.filter(({ kind }) => kind === "word");
  const isSent = ({ options }: Question): boolean => passedOver(options) === AS_IT_STANDS;
  const how = [
    words.length < passable.length ? "columns are left out" : [],
    words.some(isSent) ? "words are sent as they are" : [],
    words.every(isSent) ? [] : "values that are not certain are left out",
  ].flat();
  return `${where} Or add --accept-reading to continue${which}: ${how.join(", ")}.`;
}

function whereToAnswer(input: string, { mapping, format }: ReadingOptions, output: CommandOutput): string {
  if (mapping !== undefined && !isSheetName(mapping))
    return `Put one line for each question into "answers" of ${mapping}.`;
  if (isPassing(input))
    return 'Put one line for each question into a file such as {"answers": {…}}, and give it with --mapping.';
  const isOfJson = mapping === undefined && (output.isJson || mappingNameFor(input, format) === JSON_NAME);
  const given = mapping === undefined ? [] : ["--mapping", { folder: mapping }];
  const name = isOfJson ? JSON_NAME : mapping === undefined ? WORKBOOK_NAME : "mapping-2.xlsx";
  const save = commandText(["map", { folder: input }, ...given, "--save", name], output.shell);
  if (isOfJson)
    return `${save} writes a mapping file with a "?" for each answer: fill them in, and give it with --mapping.`;
  return mapping === undefined
    ? `${save} writes a workbook with an amber cell for each answer: fill them in, save it, and give it with --mapping.`
    : `Fill in the amber cells of ${mapping}. ${save} writes it again, with the questions that it lacks.`;
}

/** A name from a shell's `<(…)`, which is gone when the command ends. */
const PASSING = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/\w+\/fd\/\d+)$/;

/** Whether nobody can name the input again: it came on stdin, or by a name for this command only. */
export function isPassing(input: string): boolean {
  return input === "-" || PASSING.test(input);
}

function nameOf(input: string): string {
  return input === "-" ? "stdin" : basename(input);
}

const JSON_NAME = "mapping.json";
const WORKBOOK_NAME = "mapping.xlsx";

/** The mapping file to offer: a workbook for a workbook or CSV, JSON for JSON. */
export function mappingNameFor(input: string, format?: string): string {
  const isJson = format === undefined ? /\.(?:json|jsonl|ndjson)$/i.test(input) : /^json/.test(format);
  return isJson ? JSON_NAME : WORKBOOK_NAME;
}

async function readMapping({ mapping }: { mapping?: string }): Promise<Mapping | undefined> {
  if (mapping === undefined) return undefined;
  const { readMappingFile } = await import("../../sheet/mapping/mapping-file.ts");
  return readMappingFile(mapping);
}
