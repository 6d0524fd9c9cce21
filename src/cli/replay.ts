import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type CommandOutput, openOutput } from "../job/command-output.ts";
import { openConnection } from "../job/connect.ts";
import { correctionDocument, correctRun } from "../job/correct-run.ts";
import { finishUnsent } from "../job/finish-run.ts";
import { type RoundPlan, sendRound } from "../job/send-round.ts";
import type { Status } from "../outcome/status.ts";
import { lockRun } from "../run/lock.ts";
import { recoverRun } from "../run/recover-run.ts";
import { type RunHistory, requireRun } from "../run/run-history.ts";
import type { RunState } from "../run/run-state.ts";
import type { WrittenCorrections } from "../run/write-corrections.ts";
import { settle, usageError } from "../settings/option-values.ts";
import { COMMAND_OPTIONS, type CommandValues } from "../settings/options.ts";
import { isInRanges, type RowRange } from "../settings/selection.ts";

type ReplayOptions = CommandValues<"replay">;

/** `leadctl replay <run>`: a new round of the same run, for what failed, for what is asked for, or for corrected rows. */
export async function replay(dir: string, options: ReplayOptions, context: Context): Promise<ExitCode> {
  const statuses = statusesOf(options);
  const { ranges } = options;
  const output = await openOutput(options, context);
  await requireRun(dir);
  const lock = await lockRun(dir, context.clock.date(), options.takeOver);
  try {
    const history = await recoverRun(dir, context.clock.date());
    const round = { command: "replay", dir, history } as const;
    if (options.with !== undefined) {
      const sheet = { path: options.with, options, ranges };
      const written = await correctRun(history, sheet, output, context);
      return await sendCorrected(history, round, written, options, output, context);
    }
    const isWanted = (row: number, status: Status): boolean =>
      statuses.has(status) && isInRanges(row, ranges);
    if (!hasWanted(history.state, isWanted))
      return await finishUnsent(history, output, nothingWanted(statuses, ranges));
    const wanted = {
      ...round,
      isWanted: (row: number, state: { status: Status }) => isWanted(row, state.status),
    };
    return await connectAndSend(history, wanted, options, output, context);
  } finally {
    output.progress.stop();
    await lock.release();
  }
}

async function sendCorrected(
  history: RunHistory,
  round: Pick<RoundPlan, "command" | "dir" | "history">,
  written: WrittenCorrections,
  options: ReplayOptions,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const { correction, tally } = written;
  const telling: CommandOutput = {
    ...output,
    document: (value) => output.document({ ...(value as object), correction: correctionDocument(written) }),
  };
  const isCorrected = (row: number): boolean => correction?.index.offsetOf(row) !== undefined;
  const exitCode = correction
    ? await connectAndSend(
        history,
        { ...round, correction, isWanted: isCorrected },
        options,
        telling,
        context,
      )
    : await finishUnsent(history, telling, "No corrected row is there to send");
  // A change that was not taken is not created, whatever the rest of the run is.
  return exitCode === EXIT.ok && tally.refusedCount > 0 ? EXIT.notAllCreated : exitCode;
}

async function connectAndSend(
  history: RunHistory,
  round: Omit<RoundPlan, "connection">,
  options: ReplayOptions,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const connection = await openConnection(options, context, history.run ?? undefined);
  try {
    return await sendRound({ ...round, connection }, output, context);
  } finally {
    await connection.close();
  }
}

function statusesOf(options: ReplayOptions): ReadonlySet<Status> {
  if (options.with !== undefined && options.statuses !== undefined) {
    throw usageError(
      "--with sends the rows that were corrected, --status those of a status",
      "Give one of them; --rows restricts both.",
    );
  }
  return new Set(settle(COMMAND_OPTIONS.replay, options).statuses);
}

function nothingWanted(statuses: ReadonlySet<Status>, ranges: readonly RowRange[] | undefined): string {
  const where = ranges ? "None of these rows" : "No row";
  return `${where} is ${[...statuses].join(" or ")}`;
}

function hasWanted(state: RunState, isWanted: (row: number, status: Status) => boolean): boolean {
  for (const row of state.rows()) if (isWanted(row, state.get(row).status)) return true;
  return false;
}
