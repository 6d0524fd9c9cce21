import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { fixFileName } from "../../outcome/evidence.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { Status } from "../../outcome/status.ts";
import { findRunByName } from "../../run/folder/known-runs.ts";
import type { RunState } from "../../run/journal/run-state.ts";
import type { MatchedRow, PeopleFound } from "../../run/plan/match-people.ts";
import { isHeld, PERSON_HOLDS, placeOf } from "../../run/plan/plan-record.ts";
import type { Run } from "../../run/run.ts";
import { RunStore } from "../../run/run-store.ts";
import { PEOPLE_TEXTS } from "../../run/run-texts.ts";
import { NOBODY } from "../../run/search/people-elsewhere.ts";
import { settle } from "../../settings/option-values.ts";
import {
  COMMAND_OPTIONS,
  type CommandValues,
  type SendingValues,
  type TargetValues,
} from "../../settings/options.ts";
import { isInRanges, type RowRange } from "../../settings/selection.ts";
import { stepLines } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { commandText } from "../../terminal/shell-command.ts";
import { lookAroundAgain, tellMaybeTwice } from "../ask/look-around.ts";
import { type Locate, type PeopleOrder, settlePeople } from "../ask/settle-people.ts";
import type { CommandOutput } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import { openConnection, type StartSandbox } from "./connect.ts";
import { correctionDocument, correctRun, type FixedSheet } from "./correct-run.ts";
import { reportUnsent } from "./report-round.ts";
import { isToSend, type RoundOrder, sendRound } from "./send-round.ts";

const ROWS_SHOWN_MAX = 5;

/** What a round of a run that is there already works with. */
export interface RoundTools {
  startSandbox: StartSandbox;
  output: CommandOutput;
  context: Context;
}

/** What a resume takes. */
export type ResumeOptions = CommandValues<"resume"> & Pick<FixedSheet, "isAttended">;

/**
 * Goes on with what an interrupted round left behind, from the run's folder alone.
 *
 * @param dir The run's folder, or its name among the others.
 * @throws CliError with exit code 6 when another process works on the run.
 */
export async function resumeRun(dir: string, options: ResumeOptions, tools: RoundTools): Promise<ExitCode> {
  const store = await RunStore.open(findRunByName(dir), tools.context.clock.date(), options);
  return withStore(store, tools, () => {
    const { record, isComplete } = store.run;
    if (record && isComplete) return reportUnsent(store.run, tools.output, "Nothing is left to resume");
    const isWanted = (_row: number, { resumable }: LeadState): boolean => resumable;
    return connectAndSend(store, { command: "resume", isWanted }, options, tools, "told");
  });
}

/** What a replay takes; the answers to what a fixed sheet asks have no flag. */
export type ReplayOptions = CommandValues<"replay"> &
  Pick<FixedSheet, "answers" | "isAttended" | "mind"> & {
    /**
     * Called where rows may be somebody whom another run has since. Absent where they are asked about on a terminal, or stay behind.
     *
     * @throws to send nothing.
     */
    mindPeople?(found: PeopleFound): void;
  };

/**
 * A new round of a run, for what failed, for what is asked for, or for corrected rows.
 *
 * @param dir The run's folder, or its name among the others.
 * @throws CliError with exit code 6 when another process works on the run.
 */
export async function replayRun(dir: string, options: ReplayOptions, tools: RoundTools): Promise<ExitCode> {
  const { output, context } = tools;
  const statuses = statusesOf(options);
  const { ranges } = options;
  const store = await RunStore.open(findRunByName(dir), context.clock.date(), options);
  return withStore(store, tools, async () => {
    if (ranges) requireRows(store.run, ranges);
    if (options.with !== undefined) return sendCorrected(store, options.with, options, tools);
    // A row that a person has closed exists, or is not a lead: it is not sent again.
    const isWanted = (row: number, { status, word, dismissed }: LeadState): boolean =>
      statuses.has(status) && word !== "created" && !dismissed && isInRanges(row, ranges);
    if (options.acceptPeople) await sayHeldBack(store.run, output);
    return hasWanted(store.run.state, isWanted)
      ? connectAndSend(store, { command: "replay", isWanted }, options, tools, "asked")
      : reportUnsent(store.run, output, nothingWanted(store.run.state, statuses, ranges));
  });
}

async function withStore(
  store: RunStore,
  { output }: RoundTools,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } finally {
    output.progress.stop();
    await store.close();
  }
}

async function sendCorrected(
  store: RunStore,
  path: string,
  options: ReplayOptions,
  tools: RoundTools,
): Promise<ExitCode> {
  const { output, context } = tools;
  const { ranges, answers, isAttended = false, mind } = options;
  const sheet = { path, options, ranges, isAttended, ...(answers && { answers }), ...(mind && { mind }) };
  const written = await correctRun(store, sheet, output, context);
  const { correction, tally } = written;
  const withCorrection: CommandOutput = {
    ...output,
    document: (fields) => output.document({ ...fields, correction: correctionDocument(written) }),
  };
  const isWanted = (row: number): boolean => correction?.index.offsetOf(row) !== undefined;
  const exitCode = correction
    ? await connectAndSend(
        store,
        { command: "replay", isWanted },
        options,
        { ...tools, output: withCorrection },
        "settled",
      )
    : await reportUnsent(store.run, withCorrection, nothingCorrected(store.run.state));
  // A change that was not used did not create its lead, even if the rest of the run is created.
  const isLeftOut = tally.refused.count + tally.strays.count > 0;
  return exitCode === EXIT.ok && isLeftOut ? EXIT.notAllCreated : exitCode;
}

/**
 * What becomes of rows that may be somebody whom another run has.
 *
 * - `settled`: somebody was told of them just now.
 * - `told`: the plan has settled that they go.
 * - `asked`: those of whom nobody was asked yet stay behind, unless a person says that they go.
 */
type MaybeTwice = "settled" | "told" | "asked";

async function connectAndSend(
  store: RunStore,
  order: RoundOrder,
  options: TargetValues & SendingValues & Partial<PeopleOrder> & Pick<ReplayOptions, "mindPeople">,
  { startSandbox, output, context }: RoundTools,
  maybeTwice: MaybeTwice,
): Promise<ExitCode> {
  const { run } = store;
  const connection = await openConnection(options, startSandbox, context, run.record ?? undefined);
  try {
    const isDue = (row: number): boolean => run.state.has(row) && isToSend(order, row, run.state.get(row));
    const { config, acceptPeople = false, isAttended = false } = options;
    const { elsewhere, maybe } = await lookAroundAgain(run, connection.target, isDue, config, output);
    const isUnbound = run.record === null;
    // A plan that went nowhere yet was compared with the runs of another target, perhaps.
    const isOpen = ({ row }: MatchedRow): boolean =>
      (maybeTwice === "asked" || isUnbound) && !wasAsked(run, row);
    const found = maybeTwice === "settled" ? [] : maybe;
    const told = found.filter((each) => !isOpen(each));
    tellMaybeTwice(told, output);
    const open = { ...NOBODY, asked: found.filter(isOpen) };
    if (open.asked.length > 0) options.mindPeople?.(open);
    const people = { acceptPeople, isAttended, isInFix: isUnbound };
    const locate: Locate = (path, row) => placeOf(path, row, run.plan, []);
    const changes = await settlePeople(open, people, locate, output, context);
    const settled = isUnbound ? await store.replan(changes, context.clock.date()) : store;
    const isWanted = (row: number, state: LeadState): boolean => {
      const issue = changes.issues.get(row);
      return (!issue || issue.harm !== undefined) && order.isWanted(row, state);
    };
    return await sendRound(settled, { ...order, isWanted, elsewhere }, connection, output, context);
  } finally {
    await connection.close();
  }
}

/** Whether somebody was asked about a row before, and it goes. */
function wasAsked(run: Run, row: number): boolean {
  return run
    .versionsOf(row)
    .some(({ planned: { issues, warnings } }) =>
      [...issues, ...warnings].some(({ finding }) => finding === "maybe-same-person"),
    );
}

function statusesOf(options: CommandValues<"replay">): ReadonlySet<Status> {
  if (options.with !== undefined && options.statuses !== undefined) throw jobError("usage/with-and-status");
  return new Set(settle(COMMAND_OPTIONS.replay, options).statuses);
}

/** Rows that the plan holds back stay there, whoever accepts them now: only a fix file takes them out of it. */
async function sayHeldBack({ dir, plan, state }: Run, { say, style, shell }: CommandOutput): Promise<void> {
  let count = 0;
  const isWaiting = (row: number): boolean =>
    state.get(row).status === "invalid" && !state.get(row).dismissed;
  for await (const planned of plan.rows(isWaiting)) if (isHeld(planned, PERSON_HOLDS)) count += 1;
  if (count === 0) return;
  const fix = { folder: dir, file: fixFileName(plan.header.format) };
  const command = ["replay", { folder: dir }, "--with", fix, "--accept-people"];
  const held = PEOPLE_TEXTS["held-in-plan"]({ count });
  say(`${stepLines("Next", held, commandText(command, shell), style).join("\n")}\n`);
}

/** Corrected rows that an interrupted round left still wait, though the sheet has nothing new about them. */
function nothingCorrected(state: RunState): string {
  const waiting = state.resumableCount();
  const rest =
    waiting > 0
      ? `; ${amountText(waiting, "row")} of the run wait${waiting === 1 ? "s" : ""} for resume`
      : "";
  return `There is no corrected row to send${rest}`;
}

/** Rows with such a status may be there, closed by a person. */
function nothingWanted(
  state: RunState,
  statuses: ReadonlySet<Status>,
  ranges: readonly RowRange[] | undefined,
): string {
  const open = `There is no ${[...statuses].join(" or ")} row left to send`;
  if (!ranges) return open;
  const named = rowsIn(state, ranges);
  const shown = named.slice(0, ROWS_SHOWN_MAX).map((row) => `row ${row} ${standingOf(state.get(row))}`);
  return `${open} in --rows: ${shown.join(", ")}${named.length > ROWS_SHOWN_MAX ? ", …" : ""}`;
}

function standingOf({ status, word, dismissed }: LeadState): string {
  if (dismissed) return "is marked as not a lead";
  return word === "created" ? "exists, as was recorded" : `is ${status}`;
}

function rowsIn(state: RunState, ranges: readonly RowRange[]): number[] {
  return [...state.rows()].filter((row) => isInRanges(row, ranges));
}

/** @throws CliError with exit code 2 when the run has none of the rows. */
function requireRows({ plan, state }: Run, ranges: readonly RowRange[]): void {
  if (rowsIn(state, ranges).length > 0) return;
  const { total, rowsRead } = plan.end;
  throw jobError("rows-not-in-run", { total, rowsRead, name: plan.header.name });
}

function hasWanted(state: RunState, isWanted: RoundOrder["isWanted"]): boolean {
  for (const row of state.rows()) if (isWanted(row, state.get(row))) return true;
  return false;
}
