import { EXIT, type ExitCode } from "../exit-codes.ts";
import { lockRun } from "../journal/lock.ts";
import { recoverRun } from "../journal/recover-run.ts";
import { type RunHistory, requireRun } from "../journal/run-history.ts";
import type { RunState } from "../journal/run-state.ts";
import type { Status } from "../outcome/status.ts";
import { isInRanges, parseRows, type RowRange } from "../plan/selection.ts";
import type { WrittenCorrections } from "../plan/write-corrections.ts";
import { type CommandOutput, openOutput } from "../rim/command-output.ts";
import { parseChoice, usageError } from "../rim/option-values.ts";
import type { Rim } from "../rim/rim.ts";
import {
  type InputFlags,
  type OutputFlags,
  type PolicyFlags,
  parseInputSettings,
  parseSendSettings,
  type TargetFlags,
} from "../rim/settings.ts";
import { openConnection } from "../round/connect.ts";
import { correctionDocument, correctRun } from "../round/correct-run.ts";
import { finishUnsent } from "../round/finish-run.ts";
import { type RoundPlan, sendRound } from "../round/send-round.ts";

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
export async function replay(dir: string, flags: ReplayFlags, rim: Rim): Promise<ExitCode> {
  // A flag that cannot be is told before the run is touched.
  parseSendSettings(flags);
  parseInputSettings(flags);
  const statuses = parseStatuses(flags);
  const ranges = flags.rows === undefined ? undefined : parseRows(flags.rows);
  const output = await openOutput(flags, rim);
  await requireRun(dir);
  const lock = await lockRun(dir, rim.clock.date(), flags.takeOver === true);
  try {
    const history = await recoverRun(dir, rim.clock.date());
    const round = { command: "replay", dir, history } as const;
    if (flags.with !== undefined) {
      const sheet = { path: flags.with, flags, ranges };
      const written = await correctRun(history, sheet, output, rim);
      return await sendCorrected(history, round, written, flags, output, rim);
    }
    const isWanted = (row: number, status: Status): boolean =>
      statuses.has(status) && isInRanges(row, ranges);
    if (!hasWanted(history.state, isWanted))
      return await finishUnsent(history, output, nothingWanted(statuses, ranges));
    const wanted = {
      ...round,
      isWanted: (row: number, state: { status: Status }) => isWanted(row, state.status),
    };
    return await connectAndSend(history, wanted, flags, output, rim);
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
  rim: Rim,
): Promise<ExitCode> {
  const { correction, tally } = written;
  const telling: CommandOutput = {
    ...output,
    document: (value) => output.document({ ...(value as object), correction: correctionDocument(written) }),
  };
  const isCorrected = (row: number): boolean => correction?.index.offsetOf(row) !== undefined;
  const exitCode = correction
    ? await connectAndSend(history, { ...round, correction, isWanted: isCorrected }, flags, telling, rim)
    : await finishUnsent(history, telling, "No corrected row is there to send");
  // A change that was not taken is not created, whatever the rest of the run is.
  return exitCode === EXIT.ok && tally.refusedCount > 0 ? EXIT.notAllCreated : exitCode;
}

async function connectAndSend(
  history: RunHistory,
  round: Omit<RoundPlan, "connection">,
  flags: ReplayFlags,
  output: CommandOutput,
  rim: Rim,
): Promise<ExitCode> {
  const connection = await openConnection(flags, rim, history.run ?? undefined);
  try {
    return await sendRound({ ...round, connection }, output, rim);
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
