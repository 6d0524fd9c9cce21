import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import { timestamp } from "../../base/clock.ts";
import type { Context } from "../../base/context.ts";
import type { ChangedCell } from "../../run/corrections/corrected-cells.ts";
import type { FirstOf, FixOrder, FixTally, StrayRow } from "../../run/corrections/match-fix-rows.ts";
import type { CorrectionAnswers, WrittenCorrections } from "../../run/corrections/write-corrections.ts";
import type { DismissedRecord } from "../../run/journal/journal-record.ts";
import type { RunStore } from "../../run/run-store.ts";
import type { CommandValues, InputValues } from "../../settings/options.ts";
import { isInRanges, type RowRange } from "../../settings/selection.ts";
import { isOwnSandbox } from "../../settings/target.ts";
import { maskedCell } from "../../sheet/cells/masked-cell.ts";
import { OpenQuestions } from "../../sheet/mapping/open-questions.ts";
import type { Question } from "../../sheet/question.ts";
import { shownValue } from "../../sheet/shown-value.ts";
import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import { proseText } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { askQuestions, canAsk } from "../ask/ask-questions.ts";
import { findPeopleAround, knownIn } from "../ask/look-around.ts";
import { openQuestionsShown } from "../ask/question-text.ts";
import { settlePeople } from "../ask/settle-people.ts";
import type { CommandOutput } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import { noteEvent } from "../progress/events.ts";
import type { CorrectionDocument } from "../round-schemas.ts";
import { settleFix } from "./keep-fix.ts";

/** A fixed sheet, and which of its rows are wanted. */
export interface FixedSheet {
  path: string;
  options: InputValues & Pick<CommandValues<"replay">, "acceptReading" | "acceptPeople" | "config">;
  /** What was said to its questions already, by their ids. */
  answers?: ReadonlyMap<string, string>;
  /** Whether somebody is there to be asked about people. */
  isAttended?: boolean;
  /** By original row; absent: all. */
  ranges: readonly RowRange[] | undefined;
}

/**
 * Takes the corrected rows of a sheet into a run, and says what becomes of each. The next round names them.
 *
 * @throws CliError with exit code 2 when the sheet cannot be read, or a row cannot be matched with its original.
 */
export async function correctRun(
  store: RunStore,
  { path: named, options, ranges, answers, isAttended = false }: FixedSheet,
  output: CommandOutput,
  context: Context,
): Promise<WrittenCorrections> {
  const path = findSheet(named, store.run.dir);
  if (path === "" || path === "-") {
    throw jobError("usage/with-path");
  }
  const { dir } = store.run;
  const order: FixOrder = {
    acceptsPeople: options.acceptPeople,
    isSelected: (row) => isInRanges(row, ranges),
  };
  const said: CorrectionAnswers & { answers: Map<string, string> } = {
    answers: new Map(answers),
    acceptReading: options.acceptReading,
    settlePeople: async (people, locate) => {
      const { record } = store.run;
      const isOwn = record === null || isOwnSandbox(record);
      const known = isOwn ? null : await knownIn(dirname(dir), options.config);
      const found = await findPeopleAround({ dir, people }, record, known);
      return settlePeople(found, { ...options, isAttended }, locate, output, context);
    },
  };
  const written = await correctAnswered(store, path, options, said, order, output, context);
  const { dismissed, strays, outsideCount, refused } = written.tally;
  const at = timestamp(context.clock);
  const records = dismissed.map((row): DismissedRecord => ({ type: "dismissed", row, at, by: "a person" }));
  if (records.length > 0)
    await store.writeDown(records, context.clock, (path) => {
      context.stderr.write(`What was said of rows went to ${path}: do not lose this file.\n`);
    });
  // What a build server prints is read by many.
  const shown = context.stderr.isTTY === true ? plainCell : maskedCell;
  const corrected = written.correction?.facts.end ?? { total: 0, ready: 0 };
  const text = correctionText(basename(path), { ...written, corrected }, shown);
  output.say(proseText(text, output.style));
  output.event(noteEvent([{ finding: "corrections-read", message: text.trimEnd() }]));
  const isTaken = outsideCount + refused.count + strays.count === 0;
  if (isTaken && (await realpath(dirname(path))) === (await realpath(dir))) await settleFix(path);
  return written;
}

/** As often as the words of corrected rows ask something that a person is there to answer. */
async function correctAnswered(
  store: RunStore,
  path: string,
  options: FixedSheet["options"],
  said: CorrectionAnswers & { answers: Map<string, string> },
  order: FixOrder,
  output: CommandOutput,
  context: Context,
): Promise<WrittenCorrections> {
  const { openInput } = await import("../../sheet/open-input.ts");
  // A row that was filtered away is as it was, or was corrected before: it corrects what it says, in sight or not.
  const { hiddenRows = "include" } = options;
  for (;;) {
    const table = await openInput({ path }, { ...options, hiddenRows, keepsAll: true });
    try {
      return await store.correct(table, order, said, context.clock.date());
    } catch (error) {
      if (!(error instanceof OpenQuestions)) throw error;
      const { questions } = error;
      if (!canAsk(output, context)) throw refusal(questions, basename(path), output);
      const given = await askQuestions(questions, basename(path), store.run.plan.columns, output, context);
      for (const [id, answer] of given) said.answers.set(id, answer);
    }
  }
}

/** The sheet itself is at hand to be answered in. */
function refusal(questions: readonly Question[], name: string, { style }: CommandOutput): CliError {
  const params = {
    name,
    count: questions.length,
    areWords: questions.every(({ kind }) => kind === "word"),
    areAcceptable: questions.every(({ isAcceptable }) => isAcceptable),
  };
  const shown = openQuestionsShown(questions, style.columns - 2, (_, answer) => answer);
  return jobError("open_questions/fixed-sheet", params, shown);
}

/** A sheet that is only named, as reports that are sent on name the fix file, may be the one in the run's folder. */
function findSheet(named: string, dir: string): string {
  const beside = join(dir, named);
  return basename(named) === named && !existsSync(named) && existsSync(beside) ? beside : named;
}

/** What `--json` tells of a fixed sheet. */
export function correctionDocument({ tally, correction }: WrittenCorrections): CorrectionDocument {
  return {
    rowsRead: tally.rowsRead,
    corrected: correction?.facts.end.total ?? 0,
    ready: correction?.facts.end.ready ?? 0,
    unchanged: tally.unchangedCount,
    notSelected: tally.outsideCount,
    refused: tally.refused.first,
    dismissed: tally.dismissed.length,
    strays: tally.strays.first.map(({ row, meant }) => ({ row, meant: meant ?? null })),
    restored: cellsDocument(tally.restored),
    changedBeside: cellsDocument(tally.beside),
    freed: tally.freedCount,
    statusNotUnderstood: { count: tally.unread.count, cells: tally.unread.first.map(({ cell }) => cell) },
  };
}

function cellsDocument({ count, first }: FirstOf<ChangedCell>) {
  return {
    count,
    cells: first.map((cell) => ({
      ...cell,
      before: maskedCell(cell.before),
      after: maskedCell(cell.after),
    })),
  };
}

/** What was taken of a fixed sheet. */
export interface TakenCorrections extends Pick<WrittenCorrections, "tally" | "notices"> {
  /** Rows that were corrected, and those of them that are ready to go. */
  corrected: { total: number; ready: number };
}

const SHOWN_MAX = 10;

const plainCell = (text: string): string => text;

/**
 * What became of the rows of a fixed sheet, line by line.
 *
 * @param shown How a cell is shown.
 */
export function correctionText(
  name: string,
  { tally, corrected, notices }: TakenCorrections,
  shown: (text: string) => string,
): string {
  const { total, ready } = corrected;
  const { refused, freedCount } = tally;
  const refusedText = ({ row, reason }: FixTally["refused"]["first"][number]) =>
    `Row ${row} is not taken: ${reason}.`;
  const parts = [
    ...(freedCount < total || total === 0 ? [`${amountText(total - freedCount, "row")} corrected`] : []),
    ...(freedCount > 0
      ? [`${amountText(freedCount, "row")} ${freedCount === 1 ? "goes" : "go"} as before`]
      : []),
  ];
  if (total > ready) parts.push(`${ready} ready, ${total - ready} still invalid`);
  const { dismissed, strays } = tally;
  if (dismissed.length > 0)
    parts.push(
      `${amountText(dismissed.length, "row")} taken out as not ${dismissed.length === 1 ? "a lead" : "leads"}`,
    );
  if (tally.unchangedCount > 0)
    parts.push(`${amountText(tally.unchangedCount, "row")} unchanged and skipped`);
  if (tally.outsideCount > 0) parts.push(`${amountText(tally.outsideCount, "changed row")} outside --rows`);
  if (refused.count > 0) parts.push(`${amountText(refused.count, "changed row")} not taken`);
  if (strays.count > 0) parts.push(`${amountText(strays.count, "row")} without leadctl_row`);
  const lines = [
    `${safeText(name)}: ${parts.join("; ")}.`,
    ...notices.map(({ message }) => safeText(message)),
  ];
  const more = [
    ...firstLines(refused, refusedText),
    ...firstLines(strays, strayText),
    ...cellLines(tally, shown),
    ...unreadLines(tally.unread, shown),
  ];
  return `${[...lines, ...more].join("\n")}\n`;
}

/** Helps a person who looked at the row's number in the sheet, and not at its place in the fix file. */
function strayText({ row, meant }: StrayRow): string {
  const what = `Row ${row} of the file has no leadctl_row, and is not taken`;
  return meant === undefined
    ? `${what}: nobody knows which row it corrects.`
    : `${what}. If it is meant for row ${row} of your sheet, write it into row ${meant} of the file, whose leadctl_row says ${row}.`;
}

/** Nobody is to think that a row is sent or left out by what means nothing. */
function unreadLines(unread: FixTally["unread"], shown: (text: string) => string): string[] {
  const { count } = unread;
  if (count === 0) return [];
  const stand = count === 1 ? "1 cell of leadctl_status has" : `${count} cells of leadctl_status have`;
  return [
    `${stand} no meaning here. Write “${SEND}” where a row goes as it is, “${NOT_A_LEAD}” where it is to be left out:`,
    ...firstLines(unread, ({ cell, text }) => safeText(`${cell}: ${shownValue(shown(text))}`)),
  ];
}

function cellLines({ restored, beside }: FixTally, shown: (text: string) => string): string[] {
  const value = (text: string): string => shownValue(shown(text));
  const list = (cells: FirstOf<ChangedCell>, textOf: (cell: ChangedCell) => string): string[] =>
    firstLines(cells, (cell) => safeText(textOf(cell)));
  const place = ({ row, column, cell }: ChangedCell): string =>
    `Row ${row}, ${column}${cell === undefined ? "" : ` (${cell})`}`;
  const lines: string[] = [];
  if (restored.count > 0) {
    const text = restored.count === 1 ? "was changed in look only" : "were changed in look only";
    const kept = restored.count === 1 ? "It keeps its old value" : "They keep their old values";
    lines.push(`${amountText(restored.count, "cell")} ${text}, as spreadsheet programs do. ${kept}:`);
    lines.push(
      ...list(restored, (cell) => `${place(cell)}: ${different(value(cell.before), value(cell.after))}`),
    );
  }
  if (beside.count > 0) {
    const text = beside.count === 1 ? "was changed that no issue names" : "were changed that no issue names";
    const used = beside.count === 1 ? "Its new value counts" : "Their new values count";
    lines.push(`${amountText(beside.count, "cell")} ${text}. ${used}:`);
    lines.push(
      ...list(beside, (cell) => `${place(cell)}: ${different(value(cell.after), value(cell.before))}`),
    );
  }
  return lines;
}

/** Two values that differ may look the same when they are masked. */
function different(counts: string, other: string): string {
  return counts === other ? `${counts}, not another that looks the same masked` : `${counts}, not ${other}`;
}

function firstLines<T>({ first, count }: FirstOf<T>, textOf: (item: T) => string): string[] {
  const lines = first.slice(0, SHOWN_MAX).map((item) => `  ${textOf(item)}`);
  const more = count - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}
