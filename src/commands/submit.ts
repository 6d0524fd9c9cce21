import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ExitCode } from "../exit-codes.ts";
import { lockRun } from "../journal/lock.ts";
import { makeRunFolder, type RunPaths } from "../journal/run-folder.ts";
import { emptySummary } from "../outcome/status.ts";
import { emptyTally, planRows } from "../plan/plan-rows.ts";
import { writePlan } from "../plan/write-plan.ts";
import { type CommandOutput, openOutput } from "./command-output.ts";
import { openConnection } from "./connect.ts";
import { type StopSignal, signalExitCode, withStopHandlers } from "./interruption.ts";
import { readInput } from "./read-input.ts";
import type { Rim } from "./rim.ts";
import { defaultRunFolder } from "./run-folder-name.ts";
import { sendRound } from "./send-round.ts";
import {
  type InputFlags,
  type OutputFlags,
  type PolicyFlags,
  parseSelection,
  parseSendSettings,
  type SelectionFlags,
  type TargetFlags,
} from "./settings.ts";

export interface SubmitFlags extends TargetFlags, PolicyFlags, SelectionFlags, InputFlags, OutputFlags {
  out?: string;
  strict?: boolean;
}

/** `leadctl submit <input>`: reads and checks the whole input, then sends what is ready, then reports. */
export async function submit(input: string, flags: SubmitFlags, rim: Rim): Promise<ExitCode> {
  const settings = parseSendSettings(flags);
  const options = { selection: parseSelection(flags), strict: flags.strict === true };
  const output = await openOutput(flags, rim);
  const connection = await openConnection(flags, rim);
  try {
    const mapped = await readInput(input, flags, rim);
    const at = rim.clock.date();
    const paths = await makeRunFolder(flags.out ?? defaultRunFolder(mapped.name, at));
    const lock = await lockRun(paths.dir, at, false);
    try {
      const tally = emptyTally();
      const origin = { createdAt: at, strict: options.strict };
      const rows = showReading(planRows(mapped, options, tally), () => tally.rowsRead, output);
      const { sha256 } = await planOrNothing(paths, () => writePlan(paths.plan, mapped, rows, tally, origin));
      const round = { command: "submit", dir: paths.dir, planSha256: sha256, connection, settings } as const;
      return await sendRound({ ...round, isWanted: () => true }, output, rim);
    } finally {
      await lock.release();
    }
  } finally {
    output.progress.stop();
    await connection.close();
  }
}

/** Lets a signal or a fault in the input end the reading without a trace: nothing was sent. */
async function planOrNothing<T>(paths: RunPaths, work: () => Promise<T>): Promise<T> {
  const handlers = {
    onFirst: (signal: StopSignal) => {
      rmSync(paths.dir, { recursive: true, force: true });
      process.exit(signalExitCode(signal));
    },
    onSecond: () => undefined,
  };
  try {
    return await withStopHandlers(handlers, work);
  } catch (error) {
    await rm(paths.dir, { recursive: true, force: true });
    throw error;
  }
}

async function* showReading<T>(
  rows: AsyncIterable<T>,
  rowsRead: () => number,
  output: CommandOutput,
): AsyncGenerator<T> {
  for await (const row of rows) {
    if (rowsRead() % ROWS_A_UPDATE === 0) output.progress.update(readingState(rowsRead()));
    yield row;
  }
}

const ROWS_A_UPDATE = 1_000;

function readingState(rowsRead: number) {
  return {
    phase: "reading",
    rowsRead,
    total: 0,
    summary: emptySummary(),
    inFlight: 0,
    ratePerSecond: 0,
  } as const;
}
