import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { questionDocuments, questionLines } from "../../job/ask/ask-questions.ts";
import type { InputReader } from "../../job/ask/read-input.ts";
import { peopleChanges, personQuestion } from "../../job/ask/settle-people.ts";
import { CheckTally, checkSummary, questionsLeftBy } from "../../job/check-tally.ts";
import { type CommandOutput, openOutput, runDocument } from "../../job/command-output.ts";
import type { ValidateDocument } from "../../job/round-schemas.ts";
import { checkExitCode } from "../../outcome/exit-code.ts";
import type { Summary } from "../../outcome/status.ts";
import { checkResult } from "../../report/model/headline.ts";
import { changeReasons } from "../../report/text/reading-text.ts";
import { renderSummary, type ShownStep } from "../../report/text/summary-text.ts";
import { emptyTally, planRows } from "../../run/plan/judge-rows.ts";
import { type DuePeople, matchPeople, type PeopleFound } from "../../run/plan/match-people.ts";
import { SheetPeople } from "../../run/plan/people-register.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import type { PlanChanges } from "../../run/plan/write-plan.ts";
import { RUNS_FOLDER } from "../../run/run-paths.ts";
import { CONFIG_FILE } from "../../settings/config-file.ts";
import { wordsFor } from "../../settings/option-values.ts";
import { type CommandValues, INPUT, READING, SELECTION, STRICT } from "../../settings/options.ts";
import type { OpenQuestions } from "../../sheet/mapping/open-questions.ts";
import type { Question } from "../../sheet/question.ts";
import { proseLines } from "../../terminal/layout.ts";
import { countText } from "../../terminal/number-text.ts";
import { type CommandWord, commandText, type Shell } from "../../terminal/shell-command.ts";
import type { Check, SettledQuestions } from "./check-folder.ts";
import { answerHint, commandReader, isPassing } from "./command-reader.ts";

type ValidateOptions = CommandValues<"validate">;

/** `leadctl validate <input>`: everything that submit does before it sends, and nothing after it. */
export async function validate(input: string, options: ValidateOptions, context: Context): Promise<ExitCode> {
  const output = await openOutput("validate", options, context);
  try {
    const reader = commandReader(input, options, output, context);
    return await check(reader, input, options, output, context);
  } finally {
    output.progress.stop();
  }
}

async function check(
  reader: InputReader,
  input: string,
  options: ValidateOptions,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const { strict, out } = options;
  const { mapped } = await reader.open();
  const tally = emptyTally();
  const rowTally = new CheckTally(options.acceptReading);
  let open: OpenQuestions | undefined;
  const afterLast = (): void => {
    open = questionsLeftBy(() => reader.requireAnswers(mapped));
  };
  const settle = async (): Promise<SettledQuestions> => {
    output.progress.stop();
    if (open === undefined) return [];
    return (await reader.settle(open)) ? "again" : open.questions;
  };
  const people = new SheetPeople();
  const rows = people.note(
    rowTally.count(
      planRows(mapped, { selection: options, strict, onOther: people.noteOther, afterLast }, tally),
    ),
  );
  let personal: Question | undefined;
  const settlePeople = async (): Promise<PlanChanges> => {
    const found = await peopleAround(people);
    personal = options.acceptPeople ? undefined : personQuestion(found);
    const changes = peopleChanges(found, { acceptPeople: options.acceptPeople }, mapped.locate);
    rowTally.keepBack(changes, tally);
    return changes;
  };
  const files = await readOrWrite(
    rows,
    out === undefined ? undefined : { dir: out, input },
    { mapped, tally, strict, settle, settlePeople },
    context,
  );
  if (files === undefined) return check(reader, input, options, output, context);
  const questions = open?.questions ?? [];
  const summary = checkSummary(tally);
  const carried = carriedWords(input, options);
  output.say(
    renderSummary(
      {
        result: checkResult(summary, {
          questionCount: questions.length,
          heldCount: rowTally.heldCount,
          refusedWordsCount: rowTally.refusedWordsCount,
        }),
        steps: [nextStep(input, carried, questions.length, summary, output.shell)],
        reading: { readings: mapped.readings, ...rowTally.shown },
        reasons: rowTally.reasons.reasons(),
        warnings: rowTally.warnings.reasonsByValue(),
        changes: changeReasons(mapped.changes, output.style),
        notices: mapped.notices.map(({ message }) => message),
        files,
        ...(!output.isAll &&
          (input === "-" || !isPassing(input)) && {
            listAll: commandText(["validate", ...carried, "--all"], output.shell),
          }),
      },
      output.style,
    ),
  );
  if (questions.length > 0) output.say(questionsText(input, options, questions, output));
  const dir = files.length > 0 && questions.length === 0 ? out : undefined;
  const run = { id: null, dir: dir ?? null, complete: true, rowsRead: tally.rowsRead };
  const listed = files.map(({ label, path }) => ({ label, path }));
  output.event({ event: "end", run, summary, stop: null, files: listed });
  const document: ValidateDocument = {
    ...runDocument(run, summary),
    questions: questionDocuments([...questions, ...(personal ? [personal] : [])]),
  };
  output.document(document);
  return questions.length > 0 ? EXIT.notAllCreated : checkExitCode(summary);
}

/** Where no run is known here, only the people of the sheet itself count, and what reads runs is not loaded. */
async function peopleAround(people: DuePeople): Promise<PeopleFound> {
  if (!existsSync(RUNS_FOLDER) && !existsSync(CONFIG_FILE)) return matchPeople(people, []);
  const { knownIn } = await import("../../job/ask/look-around.ts");
  const { findPeople } = await import("../../run/search/people-elsewhere.ts");
  // Commands that need the configuration report that it is unusable.
  const known = await knownIn(RUNS_FOLDER, undefined).catch(() => null);
  return findPeople(people, { target: null, known, own: null });
}

/** The open questions, and how to answer them. Until then nothing is sent, and no report may look ready. */
function questionsText(
  input: string,
  options: ValidateOptions,
  questions: readonly Question[],
  output: CommandOutput,
): string {
  const { columns } = output.style;
  const unwritten =
    options.out === undefined ? "" : `Until then, only reading.xlsx is written to ${options.out}. `;
  const hint = `${unwritten}${answerHint(questions, input, options, output)}`;
  return [...questionLines(questions, columns), "", ...proseLines(hint, columns), ""].join("\n");
}

/**
 * Reads all rows, and writes the reports where they are wanted.
 *
 * @returns The summary's part about them; undefined if the sheet must be read again, with answers.
 */
async function readOrWrite(
  rows: AsyncIterable<PlannedRow>,
  out: { dir: string; input: string } | undefined,
  check: Omit<Check, "rows" | "at">,
  context: Context,
): Promise<{ label: string; path: string; note?: string }[] | undefined> {
  if (out === undefined) {
    for await (const _ of rows);
    if ((await check.settle()) === "again") return undefined;
    await check.settlePeople();
    return [];
  }
  // A check without reports starts in two thirds of the time.
  const { makeCheckFolder, writeCheck } = await import("./check-folder.ts");
  const at = context.clock.date();
  const folder = await makeCheckFolder(out.dir, out.input, at);
  const checked = { ...check, rows, at };
  const files = await writeCheck(folder, checked).finally(() => folder.release());
  return files
    ?.filter(({ path }) => !path.endsWith(".json") || path.endsWith("fix.json"))
    .map(({ label, path }) => {
      if (label === "Reading") return { label, path, note: READING_NOTE };
      return { label, path, ...(path.endsWith(".html") && { note: "to look at; safe to share" }) };
    });
}

const READING_NOTE = "every row as it would be sent, with what was changed";

/** Options that `submit` also needs to take the same rows of the same reading. */
const CARRIED = { ...SELECTION, ...READING, ...INPUT, ...STRICT };

/** Names the same rows of the same reading. Stdin must be sent again. */
function carriedWords(input: string, options: ValidateOptions): CommandWord[] {
  const { mapping } = options;
  return [
    input === "-" ? input : { folder: input },
    ...(mapping === undefined ? [] : ["--mapping", { folder: mapping }]),
    ...wordsFor(CARRIED, options),
  ];
}

/** The one thing that comes next: answers, corrections, or the command that sends what was checked. */
function nextStep(
  input: string,
  carried: readonly CommandWord[],
  questionCount: number,
  { total, invalid, pending }: Summary,
  shell: Shell,
): ShownStep {
  const again = commandText(["validate", ...carried], shell);
  if (total === 0) return { does: "Give a sheet that holds leads" };
  if (questionCount > 0)
    return {
      does: `Answer the ${questionCount === 1 ? "question" : "questions"} below: the last lines say how`,
    };
  const name = isPassing(input) ? "the sheet" : basename(input);
  if (pending === 0)
    return {
      does: `Correct the cells named below in ${name}, save it, and check again`,
      ...(!isPassing(input) && { copy: again }),
    };
  const [others, come] =
    invalid === 1 ? ["the other one is", "comes"] : [`the ${countText(invalid)} others are`, "come"];
  const does =
    invalid === 0 ? "Send them" : `Send what is ready: ${others} left out, and ${come} back in a fix file`;
  return isPassing(input) ? { does } : { does, copy: commandText(["submit", ...carried], shell) };
}
