import { access } from "node:fs/promises";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import { type Correction, CurrentPlan } from "../plan/current-plan.ts";
import type { PlanFacts } from "../plan/plan-record.ts";
import { readCorrections } from "../plan/read-corrections.ts";
import { readPlanFacts, readPlanHeads } from "../plan/read-plan.ts";
import { journalError } from "./journal-error.ts";
import type { EndRecord, JournalRecord, RoundRecord, RunRecord } from "./record.ts";
import { type RunPaths, runPaths } from "./run-folder.ts";
import { RunState } from "./run-state.ts";
import { type Scan, scanJournal } from "./scan.ts";

/** Everything that the files of a run say, folded. */
export interface RunHistory {
  paths: RunPaths;
  plan: PlanFacts;
  /** The rows as the corrections of later rounds left them. */
  current: CurrentPlan;
  /** Null when the run stopped before its journal began: nothing was sent. */
  run: RunRecord | null;
  rounds: RoundRecord[];
  /** Of the last round; null when the program died in it, or is still at it. */
  end: EndRecord | null;
  state: RunState;
  scan: Scan;
  /** Attempts under way when the last round broke off. */
  openIntents: number;
}

/**
 * Reads a run from its folder alone. Attempts that were under way when the program died are unknown.
 *
 * @param isUnderWay Another process is at it now: attempts without an answer are no trace of a crash.
 * @throws CliError with exit code 2 when there is no run, 6 when its record is damaged.
 */
export async function readRunHistory(dir: string, isUnderWay = false): Promise<RunHistory> {
  const paths = runPaths(dir);
  const plan = await requireRun(dir);
  const state = new RunState();
  await readPlanHeads(paths.plan, (row, ready) => state.plan(row, ready));
  const history: RunHistory = {
    paths,
    plan,
    current: new CurrentPlan(paths.plan, plan),
    run: null,
    rounds: [],
    end: null,
    state,
    scan: { recordCount: 0, endBytes: 0, tornBytes: 0 },
    openIntents: 0,
  };
  if (await exists(paths.journal)) {
    const corrections = await readCorrections(dir);
    history.scan = await scanJournal(paths.journal, (record, offset) => {
      take(history, record, offset, corrections);
    });
  }
  if (!history.end && history.rounds.length > 0 && !isUnderWay) history.openIntents = state.crash();
  return history;
}

/**
 * Makes sure that a folder holds a run at all.
 *
 * @throws CliError with exit code 2 when it does not.
 */
export async function requireRun(dir: string): Promise<PlanFacts> {
  const plan = await readPlanFacts(runPaths(dir).plan).catch(() => undefined);
  if (plan) return plan;
  throw new CliError(`There is no run in ${dir}`, {
    code: "no-run",
    exitCode: EXIT.usage,
    hint: "Give the folder that submit named, as in leadctl-runs/<time>-<input>.",
  });
}

/** Takes the corrected rows of a round in: each starts from its new verdict. */
export function applyCorrection({ state, current }: RunHistory, correction: Correction): void {
  current.correct(correction);
  for (const { row, ready } of correction.index.rows()) state.plan(row, ready);
}

function take(
  history: RunHistory,
  record: JournalRecord,
  offset: number,
  corrections: ReadonlyMap<string, Correction>,
): void {
  const { state } = history;
  switch (record.type) {
    case "run":
      history.run = record;
      break;
    case "round":
      history.rounds.push(record);
      history.end = null;
      if (record.plan) applyCorrection(history, requireCorrection(history, record.plan.file, corrections));
      break;
    case "intent":
      requirePlanned(history, record.row);
      state.intent(record);
      break;
    case "result":
      requirePlanned(history, record.row);
      state.result(record, offset);
      break;
    case "recovered":
      state.crash();
      break;
    case "end":
      history.end = record;
      break;
  }
}

function requireCorrection(
  { paths }: RunHistory,
  file: string,
  corrections: ReadonlyMap<string, Correction>,
): Correction {
  const correction = corrections.get(file);
  if (correction) return correction;
  throw journalError(
    "correction-missing",
    `${paths.dir} lacks ${file}, the corrected rows of a replay`,
    "Restore the file from a backup: without it nobody knows what was sent.",
  );
}

function requirePlanned(history: RunHistory, row: number): void {
  if (history.state.has(row)) return;
  throw journalError(
    "journal-foreign",
    `${history.paths.journal} speaks of row ${row}, which the plan beside it does not hold`,
    "The two files do not belong together: restore both from the same backup.",
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
