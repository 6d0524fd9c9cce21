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
import { parseChoice, usageError } from "../settings/option-values.ts";
import { isInRanges, parseRows, type RowRange } from "../settings/selection.ts";
import {
  type InputFlags,
  type OutputFlags,
  type PolicyFlags,
  parseInputSettings,
  parseSendSettings,
  type TargetFlags,
} from "../settings/settings.ts";

export interface ReplayFlags extends TargetFlags, PolicyFlags, InputFlags, OutputFlags {
  /** Separated by commas. */
  status?: string;
  rows?: string;
  /** A corrected sheet. */
  with?: string;
  takeOver?: boolean;
}

/** What may be sent again as it is: never what is created, nor what was refused here. */
const REPLAYABLE = [
  "failed",
  "pending",
  "unknown",
  "unconfirmed",
  "rejected",
  "duplicate",
] as const satisfies Status[];

/** `leadctl replay <run>`: a new round of the same run, for what failed, for what is asked for, or for corrected rows. */
export async function replay(dir: string, flags: ReplayFlags, context: Context): Promise<ExitCode> {
  // A flag that cannot be is told before the run is touched.
  parseSendSettings(flags);
  parseInputSettings(flags);
  const statuses = parseStatuses(flags);
  const ranges = flags.rows === undefined ? undefined : parseRows(flags.rows);
  const output = await openOutput(flags, context);
  await requireRun(dir);
  const lock = await lockRun(dir, context.clock.date(), flags.takeOver === true);
  try {
    const history = await recoverRun(dir, context.clock.date());
    const round = { command: "replay", dir, history } as const;
    if (flags.with !== undefined) {
      const sheet = { path: flags.with, flags, ranges };
      const written = await correctRun(history, sheet, output, context);
      return await sendCorrected(history, round, written, flags, output, context);
    }
    const isWanted = (row: number, status: Status): boolean =>
      statuses.has(status) && isInRanges(row, ranges);
    if (!hasWanted(history.state, isWanted))
      return await finishUnsent(history, output, nothingWanted(statuses, ranges));
    const wanted = {
      ...round,
      isWanted: (row: number, state: { status: Status }) => isWanted(row, state.status),
    };
    return await connectAndSend(history, wanted, flags, output, context);
  } finally {
    output.progress.stop();
    await lock.release();
  }
}

async function sendCorrected(
  history: RunHistory,
  round: Pick<RoundPlan, "command" | "dir" | "history">,
  written: WrittenCorrections,
  flags: ReplayFlags,
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
    ? await connectAndSend(history, { ...round, correction, isWanted: isCorrected }, flags, telling, context)
    : await finishUnsent(history, telling, "No corrected row is there to send");
  // A change that was not taken is not created, whatever the rest of the run is.
  return exitCode === EXIT.ok && tally.refusedCount > 0 ? EXIT.notAllCreated : exitCode;
}

async function connectAndSend(
  history: RunHistory,
  round: Omit<RoundPlan, "connection">,
  flags: ReplayFlags,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const connection = await openConnection(flags, context, history.run ?? undefined);
  try {
    return await sendRound({ ...round, connection }, output, context);
  } finally {
    await connection.close();
  }
}

function parseStatuses(flags: ReplayFlags): ReadonlySet<Status> {
  if (flags.with !== undefined && flags.status !== undefined) {
    throw usageError(
      "--with sends the rows that were corrected, --status those of a status",
      "Give one of them; --rows restricts both.",
    );
  }
  const wanted = (flags.status ?? "failed,pending").split(",").map((text) => text.trim());
  return new Set(wanted.map((text) => parseChoice(text, "--status", REPLAYABLE)));
}

function nothingWanted(statuses: ReadonlySet<Status>, ranges: readonly RowRange[] | undefined): string {
  const where = ranges ? "None of these rows" : "No row";
  return `${where} is ${[...statuses].join(" or ")}`;
}

function hasWanted(state: RunState, isWanted: (row: number, status: Status) => boolean): boolean {
  for (const row of state.rows()) if (isWanted(row, state.get(row).status)) return true;
  return false;
}
