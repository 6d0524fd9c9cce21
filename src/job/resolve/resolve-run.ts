import { timestamp } from "../../base/clock.ts";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { findRunByName } from "../../run/folder/known-runs.ts";
import { runId } from "../../run/folder/run-folder.ts";
import type { ResolvedRecord } from "../../run/journal/journal-record.ts";
import type { Run } from "../../run/run.ts";
import { RunStore } from "../../run/run-store.ts";
import type { RowRange } from "../../settings/selection.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { type CommandOutput, runsTogether } from "../command-output.ts";
import { reportUnsent } from "../round/report-round.ts";
import type { ResolveDocument, RoundDocument } from "../round-schemas.ts";
import {
  answersError,
  answersForRows,
  answersGiven,
  answersInSheet,
  type OwnerAnswer,
} from "./owner-answers.ts";
import { sharedLinks } from "./shared-links.ts";

/** What the service's owner said: the same of some rows, or row by row, in a sheet too. */
export type OwnerWords =
  | { ranges: readonly RowRange[]; answer: Omit<OwnerAnswer, "row"> }
  | { answers: readonly OwnerAnswer[] }
  | {
      /** Path of the sheet. */
      sheet: string;
    };

/**
 * Writes down what the service's owner said of rows that may exist, in one run or, from one sheet, in several. It is kept
 * apart from what was observed, and a later word takes it back.
 *
 * @param dirs The runs' folders, or their names among the others.
 * @throws CliError with exit code 2 when one of the answers cannot be used: none is written down then, in no run; 6 when
 *   another process works on one of them.
 */
export async function resolveRuns(
  dirs: readonly string[],
  words: OwnerWords,
  takeOver: boolean,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const stores: RunStore[] = [];
  try {
    const given: { store: RunStore; run: Run; answers: OwnerAnswer[] }[] = [];
    for (const dir of new Set(dirs.map(findRunByName))) {
      const store = await RunStore.open(dir, context.clock.date(), takeOver);
      stores.push(store);
      given.push({ store, run: store.run, answers: await answersOf(store, words, dirs.length > 1) });
    }
    const shared = await sharedLinks(given);
    if (shared.length > 0)
      throw answersError(shared, "sheet" in words ? "resolve-unusable/lines" : "resolve-unusable");
    const documents: RoundDocument[] = [];
    for (const { store, answers } of given) {
      const document = (fields: RoundDocument): void => void documents.push(fields);
      if (given.length > 1) output.say(`${safeText(store.run.dir)}\n`);
      await writeDown(store, answers, { ...output, document }, context);
    }
    const resolved = given.flatMap(({ store, answers }) =>
      answers.map(({ row, word }) => ({ row, word, run: runId(store.run.dir) })),
    );
    const all: ResolveDocument = { ...runsTogether(documents), resolved };
    output.document(all);
    return EXIT.ok;
  } finally {
    output.progress.stop();
    for (const store of stores) await store.close();
  }
}

async function writeDown(
  store: RunStore,
  answers: readonly OwnerAnswer[],
  output: CommandOutput,
  context: Context,
): Promise<void> {
  output.say(answersText(answers));
  const at = timestamp(context.clock);
  const records = answers.map(
    (answer): ResolvedRecord => ({ type: "resolved", ...answer, at, by: "a person" }),
  );
  if (records.length > 0)
    await store.writeDown(records, context.clock, (path) => {
      context.stderr.write(`The answers went to ${path}: do not lose this file.\n`);
    });
  const why =
    records.length === 0
      ? "All of these answers were recorded before"
      : `${amountText(records.length, "answer")} recorded`;
  await reportUnsent(store.run, output, why);
}

async function answersOf({ run }: RunStore, words: OwnerWords, isOneOfMany: boolean): Promise<OwnerAnswer[]> {
  if ("ranges" in words) return answersForRows(run, words.ranges, words.answer);
  if ("answers" in words) return answersGiven(run, words.answers);
  const { openInput } = await import("../../sheet/open-input.ts");
  return answersInSheet(run, await openInput({ path: words.sheet }, { keepsAll: true }), isOneOfMany);
}

const SHOWN_MAX = 20;

/** What is about to be written down, a line a row. */
function answersText(answers: readonly OwnerAnswer[]): string {
  const lines = answers.slice(0, SHOWN_MAX).map(({ row, word, quoteId, loginUrl }) => {
    const what =
      word === null
        ? "the answer is taken back"
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
