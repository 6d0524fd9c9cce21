import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { openOutput } from "../job/command-output.ts";
import { openConnection } from "../job/connect.ts";
import { finishUnsent } from "../job/finish-run.ts";
import { sendRound } from "../job/send-round.ts";
import { lockRun } from "../run/lock.ts";
import { recoverRun } from "../run/recover-run.ts";
import { requireRun } from "../run/run-history.ts";
import type { CommandValues } from "../settings/options.ts";

/** `leadctl resume <run>`: goes on with what an interrupted round left behind, from the run's folder alone. */
export async function resume(
  dir: string,
  options: CommandValues<"resume">,
  context: Context,
): Promise<ExitCode> {
  const output = await openOutput(options, context);
  await requireRun(dir);
  const lock = await lockRun(dir, context.clock.date(), options.takeOver);
  try {
    const history = await recoverRun(dir, context.clock.date());
    if (history.run && history.state.resumableCount() === 0)
      return await finishUnsent(history, output, "Nothing is left to resume");
    const connection = await openConnection(options, context, history.run ?? undefined);
    try {
      const round = { command: "resume", dir, history, connection } as const;
      return await sendRound({ ...round, isWanted: (_row, { resumable }) => resumable }, output, context);
    } finally {
      await connection.close();
    }
  } finally {
    output.progress.stop();
    await lock.release();
  }
}
