import { timestamp } from "../../base/clock.ts";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { findRunByName } from "../../run/folder/known-runs.ts";
import type { ResolvedRecord } from "../../run/journal/journal-record.ts";
import { RunStore } from "../../run/run-store.ts";
import type { RowRange } from "../../settings/selection.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { CommandOutput } from "../command-output.ts";
import { reportUnsent } from "../round/report-round.ts";
import { answersForRows, answersGiven, answersInSheet, type OwnerAnswer } from "./owner-answers.ts";

/** What the service's owner said: the same of some rows, or row by row, in a sheet too. */
export type OwnerWords =
  | { ranges: readonly RowRange[]; answer: Omit<OwnerAnswer, "row"> }
  | { answers: readonly OwnerAnswer[] }
  | {
      /** Path of the sheet. */
      sheet: string;
    };

/**
 * Writes down what the service's owner said of rows of a run that may exist. It is kept apart from what was observed, and a
 * later word takes it back.
 *
 * @param dir The run's folder, or its name among the others.
 * @throws CliError with exit code 2 when one of the answers cannot be used: none is written down then; 6 when another process
 *   works on the run.
 */
export async function resolveRun(
  dir: string,
  words: OwnerWords,
  takeOver: boolean,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const store = await RunStore.open(findRunByName(dir), context.clock.date(), takeOver);
  try {
    const answers = await answersOf(store, words);
    output.say(answersText(answers));
    const at = timestamp(context.clock);
    const records = answers.map(
      (answer): ResolvedRecord => ({ type: "resolved", ...answer, at, by: "a person" }),
    );
    if (records.length > 0) {
      await store.resolve(records, context.clock, (path) => {
        context.stderr.write(`What was said went to ${path}: do not lose this file.\n`);
      });
    }
    const withAnswers: CommandOutput = {
      ...output,
      document: (value) =>
        output.document({ ...(value as object), resolved: answers.map(({ row, word }) => ({ row, word })) }),
    };
    const why =
      records.length === 0
        ? "All of it was written down before"
        : `${amountText(records.length, "answer")} written down`;
    await reportUnsent(store.run, withAnswers, why);
    return EXIT.ok;
  } finally {
    output.progress.stop();
    await store.close();
  }
}

async function answersOf({ run }: RunStore, words: OwnerWords): Promise<OwnerAnswer[]> {
  if ("ranges" in words) return answersForRows(run, words.ranges, words.answer);
  if ("answers" in words) return answersGiven(run, words.answers);
  const { openInput } = await import("../../sheet/open-input.ts");
  return answersInSheet(run, await openInput({ path: words.sheet }, { keepsAll: true }));
}

const SHOWN_MAX = 20;

/** What is about to be written down, a line a row. */
function answersText(answers: readonly OwnerAnswer[]): string {
  const lines = answers.slice(0, SHOWN_MAX).map(({ row, word, quoteId, loginUrl }) => {
    const what =
      word === null
        ? "what was written down is taken back"
        : word === "not-created"
          ? "not created; replay may send it again"
          : loginUrl === undefined
            ? "created; closed without a login link"
            : "created, with its login link";
    return `Row ${row}: ${what}${quoteId === undefined ? "" : `, quote ${safeText(quoteId)}`}.\n`;
  });
  const more = answers.length - lines.length;
  return lines.join("") + (more > 0 ? `and ${amountText(more, "more row")}\n` : "");
}
