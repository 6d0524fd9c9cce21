import { access } from "node:fs/promises";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import { type PlanFacts, readPlanFacts, readPlanHeads } from "../plan/read-plan.ts";
import { journalError } from "./journal-error.ts";
import type { EndRecord, JournalRecord, RoundRecord, RunRecord } from "./record.ts";
import { type RunPaths, runPaths } from "./run-folder.ts";
import { RunState } from "./run-state.ts";
import { type Scan, scanJournal } from "./scan.ts";

/** Everything that the files of a run say, folded. */
export interface RunHistory {
  paths: RunPaths;
  plan: PlanFacts;
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
 * @throws CliError with exit code 2 when there is no run, 6 when its record is damaged.
 */
export async function readRunHistory(dir: string): Promise<RunHistory> {
  const paths = runPaths(dir);
  const plan = await requireRun(dir);
  const state = new RunState();
  await readPlanHeads(paths.plan, (row, ready) => state.plan(row, ready));
  const history: RunHistory = {
    paths,
    plan,
    run: null,
    rounds: [],
    end: null,
    state,
    scan: { recordCount: 0, endBytes: 0, tornBytes: 0 },
    openIntents: 0,
  };
  if (await exists(paths.journal)) {
    history.scan = await scanJournal(paths.journal, (record, offset) => take(history, record, offset));
  }
  if (!history.end && history.rounds.length > 0) history.openIntents = state.crash();
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

function take(history: RunHistory, record: JournalRecord, offset: number): void {
  const { state } = history;
  switch (record.type) {
    case "run":
      history.run = record;
      break;
    case "round":
      history.rounds.push(record);
      history.end = null;
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
