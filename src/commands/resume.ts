import type { ExitCode } from "../exit-codes.ts";
import { lockRun } from "../journal/lock.ts";
import { recoverRun } from "../journal/recover-run.ts";
import { requireRun } from "../journal/run-history.ts";
import { openOutput } from "../rim/command-output.ts";
import type { Rim } from "../rim/rim.ts";
import { type OutputFlags, type PolicyFlags, parseSendSettings, type TargetFlags } from "../rim/settings.ts";
import { openConnection } from "../round/connect.ts";
import { finishUnsent } from "../round/finish-run.ts";
import { sendRound } from "../round/send-round.ts";

export interface ResumeFlags extends TargetFlags, PolicyFlags, OutputFlags {
  takeOver?: boolean;
}

/** `leadctl resume <run>`: goes on with what an interrupted round left behind, from the run's folder alone. */
export async function resume(dir: string, flags: ResumeFlags, rim: Rim): Promise<ExitCode> {
  // A flag that cannot be is told before the run is touched.
  parseSendSettings(flags);
  const output = await openOutput(flags, rim);
  await requireRun(dir);
  const lock = await lockRun(dir, rim.clock.date(), flags.takeOver === true);
  try {
    const history = await recoverRun(dir, rim.clock.date());
    if (history.run && history.state.resumableCount() === 0)
      return await finishUnsent(history, output, "Nothing is left to resume");
    const connection = await openConnection(flags, rim, history.run ?? undefined);
    try {
      const round = { command: "resume", dir, history, connection } as const;
      return await sendRound({ ...round, isWanted: (_row, { resumable }) => resumable }, output, rim);
    } finally {
      await connection.close();
    }
  } finally {
    output.progress.stop();
    await lock.release();
  }
}
