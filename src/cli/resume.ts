import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { openOutput } from "../job/command-output.ts";
import { openConnection } from "../job/connect.ts";
import { reportUnsent } from "../job/report-round.ts";
import { sendRound } from "../job/send-round.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import { findRunFolder } from "../run/run-folder.ts";
import { RunStore } from "../run/run-store.ts";
import type { CommandValues } from "../settings/options.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

/** `leadctl resume <run>`: goes on with what an interrupted round left behind, from the run's folder alone. */
export async function resume(
  dir: string,
  options: CommandValues<"resume">,
  context: Context,
): Promise<ExitCode> {
  const output = await openOutput(options, context);
  const { takeOver, olderJournal } = options;
  const store = await RunStore.open(findRunFolder(dir), context.clock.date(), takeOver, olderJournal);
  try {
    const { record, isComplete } = store.run;
    if (record && isComplete) return await reportUnsent(store.run, output, "Nothing is left to resume");
    const connection = await openConnection(options, startOwnSandbox, context, record ?? undefined);
    try {
      const isWanted = (_row: number, { resumable }: LeadState): boolean => resumable;
      return await sendRound(store, { command: "resume", isWanted }, connection, output, context);
    } finally {
      await connection.close();
    }
  } finally {
    output.progress.stop();
    await store.close();
  }
}
