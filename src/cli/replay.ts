import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode, mostSevere } from "../base/exit-codes.ts";
import { isStopRequested } from "../base/interruption.ts";
import { type CommandOutput, errorDocument, openOutput } from "../job/command-output.ts";
import { openConnection } from "../job/connect.ts";
import { correctionDocument, correctRun } from "../job/correct-run.ts";
import { reportUnsent } from "../job/report-round.ts";
import { type RoundOrder, sendRound } from "../job/send-round.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import type { Status } from "../outcome/status.ts";
import { findRunFolder } from "../run/run-folder.ts";
import type { RunState } from "../run/run-state.ts";
import { RunStore } from "../run/run-store.ts";
import { settle, usageError } from "../settings/option-values.ts";
import { COMMAND_OPTIONS, type CommandValues } from "../settings/options.ts";
import { isInRanges, type RowRange } from "../settings/selection.ts";
import { amountText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import { startOwnSandbox } from "./own-sandbox.ts";
import { failureOf, reportFailure } from "./report-failure.ts";

type ReplayOptions = CommandValues<"replay">;

/**
 * `leadctl replay <run...>`: a new round of the same run, for what failed, for what is asked for, or for corrected rows. Of
 * several runs one after another, each under its own lock and bound to its own target; what fails one stops no other.
 *
 * @returns Of several runs the most severe exit code.
 */
export async function replay(
  dirs: readonly string[],
  options: ReplayOptions,
  context: Context,
): Promise<ExitCode> {
  const output = await openOutput(options, context);
  const [first = "", ...others] = dirs;
  if (others.length === 0) return replayRun(first, options, output, context);
  requireForAll(options);
  const documents: unknown[] = [];
  const codes: ExitCode[] = [];
  const forAll = keepingKeys(context);
  for (const dir of dirs) {
    if (isStopRequested()) {
      output.say(`${safeText(dir)} was not begun: the program was asked to stop.\n`);
      codes.push(EXIT.incomplete);
      continue;
    }
    // A display that has ended with its run is not begun again.
    const own = {
      ...(await openOutput(options, context)),
      document: (value: unknown) => void documents.push(value),
    };
    output.say(`\n${output.style.chalk.bold(safeText(dir))}\n`);
    const code = await replayRun(dir, options, own, forAll).catch((error) => {
      const failure = failureOf(error, context);
      if (failure.exitCode === EXIT.bug) throw error;
      documents.push(errorDocument(failure));
      return reportFailure(error, { isJson: false, isEvent: !output.isForPeople }, forAll);
    });
    codes.push(code);
  }
  output.document({ runs: documents });
  return mostSevere(codes);
}

/** What is meant for one run is not done to several. */
function requireForAll({ with: path, ranges }: ReplayOptions): void {
  if (path !== undefined)
    throw usageError("--with is for one run: a fix file is of one", "Replay its run alone.");
  if (ranges !== undefined)
    throw usageError("--rows is for one run: each numbers its rows itself", "Replay that run alone.");
}

/** A key is taken out of the environment where it is read first: the runs after the first need it too. */
function keepingKeys(context: Context): Context {
  const taken = new Map<string, string | undefined>();
  return {
    ...context,
    takeSecret: (variable) => {
      if (!taken.has(variable)) taken.set(variable, context.takeSecret(variable));
      return taken.get(variable);
    },
  };
}

async function replayRun(
  dir: string,
  options: ReplayOptions,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const statuses = statusesOf(options);
  const { ranges } = options;
  const store = await RunStore.open(findRunFolder(dir), context.clock.date(), options.takeOver);
  try {
    if (options.with !== undefined)
      return await sendCorrected(store, sheetOf(store.run.dir, options.with), options, output, context);
    // What a person has closed is there, or is not a lead: nothing more is sent of it.
    const isWanted = (row: number, { status, word, dismissed }: LeadState): boolean =>
      statuses.has(status) && word !== "created" && !dismissed && isInRanges(row, ranges);
    return hasWanted(store.run.state, isWanted)
      ? await connectAndSend(store, isWanted, options, output, context)
      : await reportUnsent(store.run, output, nothingWanted(statuses, ranges));
  } finally {
    output.progress.stop();
    await store.close();
  }
}

/** A name alone, as a report's page has it, may be that of a file in the run's folder. */
function sheetOf(dir: string, path: string): string {
  const inside = join(dir, path);
  return !existsSync(path) && basename(path) === path && existsSync(inside) ? inside : path;
}

async function sendCorrected(
  store: RunStore,
  path: string,
  options: ReplayOptions,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const { ranges } = options;
  const written = await correctRun(store, { path, options, ranges }, output, context);
  const { correction, tally } = written;
  const withCorrection: CommandOutput = {
    ...output,
    document: (value) => output.document({ ...(value as object), correction: correctionDocument(written) }),
  };
  const isCorrected = (row: number): boolean => correction?.index.offsetOf(row) !== undefined;
  const exitCode = correction
    ? await connectAndSend(store, isCorrected, options, withCorrection, context)
    : await reportUnsent(store.run, withCorrection, nothingCorrected(store.run.state));
  // A change that was not taken is not created, whatever the rest of the run is.
  const isLeftOut = tally.refusedCount + tally.strays.count > 0;
  return exitCode === EXIT.ok && isLeftOut ? EXIT.notAllCreated : exitCode;
}

async function connectAndSend(
  store: RunStore,
  isWanted: RoundOrder["isWanted"],
  options: ReplayOptions,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const connection = await openConnection(options, startOwnSandbox, context, store.run.record ?? undefined);
  try {
    return await sendRound(store, { command: "replay", isWanted }, connection, output, context);
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

/** Corrected rows that an interrupted round left are no news in the sheet, and wait all the same. */
function nothingCorrected(state: RunState): string {
  const waiting = state.resumableCount();
  const rest =
    waiting > 0
      ? `; ${amountText(waiting, "row")} of the run wait${waiting === 1 ? "s" : ""} for resume`
      : "";
  return `No corrected row is there to send${rest}`;
}

function nothingWanted(statuses: ReadonlySet<Status>, ranges: readonly RowRange[] | undefined): string {
  const where = ranges ? "None of these rows" : "No row";
  return `${where} is ${[...statuses].join(" or ")}`;
}

function hasWanted(state: RunState, isWanted: RoundOrder["isWanted"]): boolean {
  for (const row of state.rows()) if (isWanted(row, state.get(row))) return true;
  return false;
}
