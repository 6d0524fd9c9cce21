import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import type { ChangedCell } from "../../run/corrections/fixed-cells.ts";
import type {
  FirstOf,
  FixOrder,
  StrayRow,
  WrittenCorrections,
} from "../../run/corrections/write-corrections.ts";
import type { RunStore } from "../../run/run-store.ts";
import type { CommandValues, InputValues } from "../../settings/options.ts";
import { isInRanges, type RowRange } from "../../settings/selection.ts";
import { isOwnSandbox } from "../../settings/target.ts";
import { OpenQuestions } from "../../sheet/mapping/open-questions.ts";
import type { Question } from "../../sheet/question.ts";
import { maskedCell } from "../../sheet/question.ts";
import { shownValue } from "../../sheet/shown-value.ts";
import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import { proseText } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { askQuestions, canAsk, openQuestionsShown } from "../ask/ask-questions.ts";
import { RunsAround } from "../ask/look-around.ts";
import { settlePeople } from "../ask/settle-people.ts";
import { type CommandOutput, tellRescueFile } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import { noteEvent } from "../progress/events.ts";
import type { CorrectionDocument } from "../round-schemas.ts";
import { settleFix } from "./keep-fix.ts";

/** A fixed sheet, and which of its rows are wanted. */
export interface FixedSheet {
  path: string;
  options: InputValues &
    Pick<CommandValues<"replay">, "acceptReading" | "acceptPeople" | "config" | "sandbox">;
  /** What was said to its questions already, by their ids. */
  answers?: ReadonlyMap<string, string>;
  /** Whether somebody is there to be asked about people. */
  isAttended?: boolean;
  /** See `FixOrder`. */
  mind?: FixOrder["mind"];
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
  sheet: FixedSheet,
  output: CommandOutput,
  context: Context,
): Promise<WrittenCorrections> {
  const { dir } = store.run;
  const path = findSheet(sheet.path, dir);
  if (path === "" || path === "-") throw jobError("usage/with-path");
  const written = await correctAnswered(store, { ...sheet, path }, output, context);
  const { dismissed, strays, outsideCount, refused } = written.tally;
  const said = dismissed.map((row) => ({ type: "dismissed", row }) as const);
  await store.writeDown(said, context.clock, tellRescueFile(context));
  // Many people read what a build server prints.
  const shown = context.stderr.isTTY === true ? (text: string) => text : maskedCell;
  const text = correctionText(basename(path), written, shown);
  output.say(proseText(text, output.style));
  output.event(noteEvent([{ finding: "corrections-read", message: text.trimEnd() }]));
  const isTaken = outsideCount + refused.count + strays.count === 0;
  if (isTaken && (await realpath(dirname(path))) === (await realpath(dir))) await settleFix(path);
  return written;
}

/** As often as the words of corrected rows ask something that a person is there to answer. */
async function correctAnswered(
  store: RunStore,
  { path, options, ranges, answers, isAttended = false, mind }: FixedSheet,
  output: CommandOutput,
  context: Context,
): Promise<WrittenCorrections> {
  const { openInput } = await import("../../sheet/open-input.ts");
  const { dir, record, plan } = store.run;
  // A row that was filtered away is as it was, or was corrected before: it corrects what it says, in sight or not.
  const { hiddenRows = "include", acceptPeople: acceptsPeople, acceptReading } = options;
  const given = new Map(answers);
  const isPractice = record === null ? options.sandbox === true : isOwnSandbox(record);
  const orderAmong = (around: RunsAround): FixOrder => ({
    isSelected: (row) => isInRanges(row, ranges),
    acceptsPeople,
    answers: given,
    acceptReading,
    ...(mind && { mind }),
    settlePeople: async (people, locate) => {
      const known = isPractice ? null : await around.changed();
      const found = await around.find(people, { target: record, known });
      const changes = await settlePeople(found, { ...options, isAttended }, locate, output, context);
      people.settle(changes);
      return changes;
    },
  });
  for (;;) {
    const table = await openInput({ path }, { ...options, hiddenRows, keepsAll: true });
    try {
      return await store.correct(
        table,
        orderAmong(new RunsAround(dir, options.config)),
        context.clock.date(),
      );
    } catch (error) {
      if (!(error instanceof OpenQuestions)) throw error;
      const { questions } = error;
      if (!canAsk(output, context)) throw refusal(questions, basename(path), output);
      for (const [id, answer] of await askQuestions(questions, basename(path), plan.columns, output, context))
        given.set(id, answer);
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

const SHOWN_MAX = 10;

/** As in `2 rows taken out as not leads`; nothing where there is none. */
function counted(count: number, noun: string, one: string, several = one): string[] {
  return count === 0 ? [] : [`${amountText(count, noun)} ${count === 1 ? one : several}`];
}

/** A sentence over lines, the first of so many. */
function listed<T>(head: readonly string[], { first, count }: FirstOf<T>, textOf: (item: T) => string) {
  const lines = first.slice(0, SHOWN_MAX).map((item) => `  ${safeText(textOf(item))}`);
  const more = count - lines.length;
  return [...head.map((text) => `${text}:`), ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

const MEANING = `no meaning here. Write “${SEND}” to send a row as it is, “${NOT_A_LEAD}” to leave it out`;

/**
 * Says for a fixed sheet, line by line, how its rows were used.
 *
 * @param shown How a cell is shown.
 */
function correctionText(
  name: string,
  { tally, correction, notices }: WrittenCorrections,
  shown: (text: string) => string,
): string {
  const { total, ready } = correction?.facts.end ?? { total: 0, ready: 0 };
  const { freedCount: freed, refused, strays, restored, beside, unread } = tally;
  const parts = [
    ...(total === 0 ? ["0 rows corrected"] : counted(total - freed, "row", "corrected")),
    ...counted(freed, "row", "sent unchanged"),
    ...(total > ready ? [`${ready} ready, ${total - ready} still invalid`] : []),
    ...counted(tally.dismissed.length, "row", "taken out as not a lead", "taken out as not leads"),
    ...counted(tally.unchangedCount, "row", "unchanged and skipped"),
    ...counted(tally.outsideCount, "changed row", "outside --rows"),
    ...counted(refused.count, "changed row", "not used"),
    ...counted(strays.count, "row", "without leadctl_row"),
  ];
  const value = (text: string): string => shownValue(shown(text));
  const place = ({ row, column, cell }: ChangedCell): string =>
    `Row ${row}, ${column}${cell === undefined ? "" : ` (${cell})`}`;
  const changed = (
    cells: FirstOf<ChangedCell>,
    what: string,
    is: string,
    are: string,
    counts: "before" | "after",
  ) =>
    listed(counted(cells.count, "cell", `was ${what}. ${is}`, `were ${what}. ${are}`), cells, (cell) => {
      const other = counts === "before" ? "after" : "before";
      return `${place(cell)}: ${different(value(cell[counts]), value(cell[other]))}`;
    });
  const inLook = "rewritten, as spreadsheet programs do";
  const unnamed = "changed without an issue";
  const lines = [
    `${safeText(name)}: ${parts.join("; ")}.`,
    ...notices.map(({ message }) => safeText(message)),
    ...listed([], refused, ({ row, reason }) => `Row ${row} is not used: ${reason}.`),
    ...listed([], strays, strayText),
    ...changed(restored, inLook, "It keeps its old value", "They keep their old values", "before"),
    ...changed(beside, unnamed, "Its new value counts", "Their new values count", "after"),
    // So that nobody thinks that such a word sends a row, or leaves it out.
    ...listed(
      counted(unread.count, "cell", `of leadctl_status has ${MEANING}`, `of leadctl_status have ${MEANING}`),
      unread,
      ({ cell, text }) => `${cell}: ${value(text)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Helps a person who looked at the row's number in the sheet, and not at its place in the fix file. */
function strayText({ row, meant }: StrayRow): string {
  const what = `Row ${row} of the file has no leadctl_row, and is not used`;
  return meant === undefined
    ? `${what}: nobody knows which row it corrects.`
    : `${what}. If it is meant for row ${row} of your sheet, write it into row ${meant} of the file, whose leadctl_row says ${row}.`;
}

/** Two values that differ may look the same when they are masked. */
function different(counts: string, other: string): string {
  return counts === other ? `${counts}, not another that looks the same masked` : `${counts}, not ${other}`;
}
