import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { truncate, wrap } from "../../base/text-width.ts";
import { questionDocuments, questionLines } from "../../job/ask/ask-questions.ts";
import type { InputReader } from "../../job/ask/read-input.ts";
import { openOutput } from "../../job/command-output.ts";
import type { CommandValues } from "../../settings/options.ts";
import { labelOf } from "../../sheet/columns/column-reading.ts";
import { isSheetName, type Mapping } from "../../sheet/columns/mapping.ts";
import { writeWorkbook } from "../../sheet/formats/write/xlsx-writer.ts";
import { mappingDraft } from "../../sheet/mapping/mapping-file.ts";
import { mappingSheets } from "../../sheet/mapping/mapping-sheets.ts";
import { type ShownColumns, showColumns } from "../../sheet/mapping/shown-columns.ts";
import { tableLines } from "../../terminal/layout.ts";
import { documentLine, safeLines, safeText } from "../../terminal/safe-text.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";
import { type Style, styleFor } from "../../terminal/style.ts";
import { commandError } from "../command-errors.ts";
import type { MapDocument } from "../document-schemas.ts";
import { commandReader, isPassing, mappingNameFor } from "./command-reader.ts";
import { writeNew } from "./write-text.ts";

type MapOptions = CommandValues<"map">;

const HEADER_COLUMNS_MAX = 32;
const SAMPLE_COLUMNS_MAX = 24;

/**
 * `leadctl map <input>`: how columns are understood, with sample values; `--save` writes it down to be edited. A person
 * is asked what is open. Ends with 0 when the sheet would be taken as it is, else with 1.
 */
export async function map(input: string, options: MapOptions, context: Context): Promise<ExitCode> {
  const output = await openOutput("map", { ...options, quiet: false, all: false }, context);
  // Hidden rows stop a sheet that is to be sent. They do not matter for its columns.
  const reading = { hiddenRows: "include", ...options, acceptReading: false } as const;
  const { shown, mapping } = await show(commandReader(input, reading, output, context));
  if (options.save !== undefined) await save(options.save, shown, mapping);
  if (options.json) context.stdout.write(documentLine("map", documentOf(shown)));
  else context.stdout.write(renderColumns(shown, styleFor(context.stdout, context.env)));
  for (const { code, message } of shown.notices)
    if (code.startsWith("answers-")) output.say(`\n${inert(message)}\n`);
  const hasQuestions = shown.questions.open.length > 0;
  output.say(inert(nextStep(input, options, { isTaken: isTaken(shown), hasQuestions }, output.shell)));
  return isTaken(shown) ? EXIT.ok : EXIT.notAllCreated;
}

/** Reads the input as often as there are answers to what it asks. */
async function show(reader: InputReader): Promise<{ shown: ShownColumns; mapping: Mapping | undefined }> {
  for (;;) {
    const { mapped, mapping } = await reader.open(true);
    const shown = await showColumns(mapped, mapping);
    reader.noteAnswers(mapped);
    const questions = shown.questions.open;
    if (questions.length === 0 || !(await reader.settle({ questions }))) return { shown, mapping };
  }
}

const WORKBOOK = /\.xlsx$/i;

/** As a workbook for people, or as JSON, by the name's ending. */
async function save(path: string, shown: ShownColumns, mapping: Mapping | undefined): Promise<void> {
  const isWorkbook = WORKBOOK.test(path);
  if (isSheetName(path) && !isWorkbook) throw commandError("usage/save-name", { path });
  const content = isWorkbook
    ? writeWorkbook(mappingSheets(shown, mapping))
    : [`${JSON.stringify(mappingDraft(shown, mapping), null, 2)}\n`];
  // It holds samples of the sheet: only its owner may read it.
  await writeNew("--save", path, content, 0o600);
}

function isTaken({ questions, missing }: ShownColumns): boolean {
  return questions.open.length === 0 && !missing.some(({ path }) => path === "contactInfo.email");
}

/** A file's name may hold what a terminal acts on. */
function inert(text: string): string {
  return safeLines(text).join("\n");
}

function nextStep(
  input: string,
  { save: path, mapping, format }: MapOptions,
  { isTaken, hasQuestions }: { isTaken: boolean; hasQuestions: boolean },
  shell: Shell,
): string {
  const file = path ?? mapping;
  const sheet = isPassing(input) ? "-" : { folder: input };
  const check = commandText(
    ["validate", sheet, ...(file === undefined ? [] : ["--mapping", { folder: file }])],
    shell,
  );
  if (path !== undefined && hasQuestions) {
    const how = WORKBOOK.test(path)
      ? "Open it, choose an answer in each amber cell, and save it."
      : 'Write an answer for each "?" in it.';
    return `\nSaved as ${path}. ${how} Next: ${check}\n`;
  }
  if (path !== undefined) return `\nSaved as ${path}. Edit it as you like. Next: ${check}\n`;
  if (isTaken) return `\nNext: ${check}\n`;
  const save = commandText(["map", sheet, "--save", mappingNameFor(input, format)], shell);
  return `\nNext: ${save}  saves this in a file that you can edit\n`;
}

function documentOf({ columns, questions, missing }: ShownColumns): MapDocument {
  return {
    columns: columns.map(({ reading: { column, target, reason, remark }, samples }) => ({
      header: column.name,
      letters: column.letters ?? null,
      field: target ?? null,
      settled: reason !== "open",
      reason,
      finding: remark?.finding ?? null,
      remark: remark?.message ?? null,
      samples,
    })),
    questions: questionDocuments(questions.open),
    missing: missing.map(({ path }) => path),
  };
}

/** How columns are understood, a line each, what is asked about them, and which fields have none. */
function renderColumns(
  { columns, questions, missing }: ShownColumns,
  { chalk, signs, columns: width }: Style,
): string {
  const lines = tableLines(
    columns.map((shown) => {
      const { column, target, reason } = shown.reading;
      return [
        reason === "open" ? "!" : " ",
        column.letters ?? "",
        truncate(safeText(column.name) || "(no header)", HEADER_COLUMNS_MAX, signs.ellipsis),
        target ? labelOf(target) : reason === "open" ? "?" : "left out",
        shown.samples
          .map((sample) => truncate(safeText(sample), SAMPLE_COLUMNS_MAX, signs.ellipsis))
          .join(" · "),
      ];
    }),
  );
  const rows = columns.map(({ reading: { reason, remark } }, index) => {
    const line = truncate(lines[index] ?? "", width, signs.ellipsis);
    const told = remark === undefined ? "" : `\n${" ".repeat(6)}${safeText(remark.message)}`;
    return (reason === "open" ? chalk.yellow(line) : line) + told;
  });
  const asked = questionLines(questions.open, width);
  const absent = missing.map(({ label }) => label).join(", ");
  const rest = absent === "" ? [] : ["", ...wrap(`No column for: ${absent}`, width)];
  return `${[...rows, ...asked, ...rest].join("\n")}\n`;
}
