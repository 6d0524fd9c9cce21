import { timestamp } from "../base/clock.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type CommandOutput, openOutput } from "../job/command-output.ts";
import { answersForRows, answersInSheet, type OwnerAnswer } from "../job/owner-answers.ts";
import { reportUnsent } from "../job/report-round.ts";
import type { PersonsWord } from "../outcome/lead-state.ts";
import type { ResolvedRecord } from "../run/journal-record.ts";
import type { Run } from "../run/run.ts";
import { findRunFolder } from "../run/run-folder.ts";
import { RunStore } from "../run/run-store.ts";
import { usageError } from "../settings/option-values.ts";
import type { CommandValues } from "../settings/options.ts";
import { amountText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";

type ResolveOptions = CommandValues<"resolve">;

const SHOWN_MAX = 20;

/**
 * `leadctl resolve <run>`: writes down what the service's owner said of rows that may exist. It is kept apart from what was
 * observed, and a later word takes it back.
 */
export async function resolve(dir: string, options: ResolveOptions, context: Context): Promise<ExitCode> {
  const word = wordOf(options);
  const output = await openOutput({ ...options, progress: "none" }, context);
  const store = await RunStore.open(findRunFolder(dir), context.clock.date(), options.takeOver);
  try {
    const answers = await answersOf(store.run, word, options);
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

/** What is to be written down of the rows that are named; undefined for a sheet, which says it row by row. */
function wordOf({
  created,
  notCreated,
  undo,
  from,
  ranges,
  ...told
}: ResolveOptions): PersonsWord | null | undefined {
  const given = [
    created && "--created",
    notCreated && "--not-created",
    undo && "--undo",
    from !== undefined && "--from",
  ];
  const [flag, ...others] = given.filter((each) => each !== false);
  const example = "As in: leadctl resolve <run> --rows 17 --not-created";
  if (flag === undefined)
    throw usageError(
      "What did the service's owner say? Give --created, --not-created, --undo or --from",
      example,
    );
  if (others.length > 0)
    throw usageError(`${flag} and ${others.join(", ")} say different things`, "Give one of them.");
  if (flag === "--from") {
    if (ranges ?? told.quoteId ?? told.loginUrl ?? told.note)
      throw usageError(
        "With --from the sheet says it all",
        "Leave out --rows, --quote-id, --login-url and --note.",
      );
    return undefined;
  }
  if (!ranges) throw usageError(`${flag} of which rows?`, example);
  return created ? "created" : notCreated ? "not-created" : null;
}

async function answersOf(
  run: Run,
  word: PersonsWord | null | undefined,
  { ranges = [], from = "", quoteId, loginUrl, note }: ResolveOptions,
): Promise<OwnerAnswer[]> {
  if (word !== undefined) {
    return answersForRows(run, ranges, {
      word,
      ...(quoteId !== undefined && { quoteId }),
      ...(loginUrl !== undefined && { loginUrl }),
      ...(note !== undefined && { note }),
    });
  }
  const { openInput } = await import("../sheet/open-input.ts");
  return answersInSheet(run, await openInput({ path: from }, { keepsAll: true }));
}

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
