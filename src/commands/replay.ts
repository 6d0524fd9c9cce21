import type { ExitCode } from "../exit-codes.ts";
import { lockRun } from "../journal/lock.ts";
import { readRunHistory, requireRun } from "../journal/run-history.ts";
import type { Status } from "../outcome/status.ts";
import { isInRanges, parseRows } from "../plan/selection.ts";
import { openOutput } from "./command-output.ts";
import { openConnection } from "./connect.ts";
import { finishUnsent } from "./finish-run.ts";
import { parseChoice } from "./option-values.ts";
import type { Rim } from "./rim.ts";
import { sendRound } from "./send-round.ts";
import { type OutputFlags, type PolicyFlags, parseSendSettings, type TargetFlags } from "./settings.ts";

export interface ReplayFlags extends TargetFlags, PolicyFlags, OutputFlags {
  /** Separated by commas. */
  status?: string;
  rows?: string;
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

/** `leadctl replay <run>`: a new round of the same run, for what failed or for what is asked for. */
export async function replay(dir: string, flags: ReplayFlags, rim: Rim): Promise<ExitCode> {
  const settings = parseSendSettings(flags);
  const wanted = (flags.status ?? "failed,pending").split(",").map((text) => text.trim());
  const statuses = new Set<Status>(wanted.map((text) => parseChoice(text, "--status", REPLAYABLE)));
  const ranges = flags.rows === undefined ? undefined : parseRows(flags.rows);
  const output = await openOutput(flags, rim);
  await requireRun(dir);
  const lock = await lockRun(dir, rim.clock.date(), flags.takeOver === true);
  try {
    const history = await readRunHistory(dir);
    const isWanted = (row: number, status: Status): boolean =>
      statuses.has(status) && isInRanges(row, ranges);
    if (!hasWanted(history.state, isWanted)) return await finishUnsent(history, output);
    const connection = await openConnection(flags, rim, history.run ?? undefined);
    try {
      const round = { command: "replay", dir, connection, settings } as const;
      return await sendRound({ ...round, isWanted: (row, { status }) => isWanted(row, status) }, output, rim);
    } finally {
      await connection.close();
    }
  } finally {
    output.progress.stop();
    await lock.release();
  }
}

function hasWanted(
  state: Awaited<ReturnType<typeof readRunHistory>>["state"],
  isWanted: (row: number, status: Status) => boolean,
): boolean {
  for (const row of state.rows()) if (isWanted(row, state.get(row).status)) return true;
  return false;
}
