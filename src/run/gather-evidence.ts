import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  countRows,
  fixFileName,
  noRows,
  type RunCondition,
  type RunEvidence,
  type RunFiles,
} from "../outcome/evidence.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import type { FoundRun } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** Gathers what guidance has to know of a run, from what was read of it and from the files that are there. */
export function gatherEvidence(found: FoundRun): RunEvidence {
  const { dir, run } = found;
  const counts = run ? countRows(statesOf(run.state)) : noRows();
  return {
    dir,
    condition: conditionOf(found, counts.resumable.total),
    counts,
    files: run ? findFiles(dir, fixFileName(run.plan.header.format)) : { fix: null, hasReport: false },
  };
}

/** How a run stands. */
export function conditionOf(
  { owner, run, problem }: FoundRun,
  resumableCount = run?.state.resumableCount() ?? 0,
): RunCondition {
  if (owner) return owner.doubt === null ? "in progress" : "in doubt";
  if (run?.missing) return "older journal";
  if (run) return resumableCount > 0 ? "interrupted" : "complete";
  return problem?.code === "no-run" ? "never began" : "damaged";
}

function* statesOf(state: RunState): Generator<[row: number, state: LeadState]> {
  for (const row of state.rows()) yield [row, state.get(row)];
}

/**
 * Looks which files lie in a run's folder.
 *
 * @param fixName As the run names its fix file; while another program holds that open, a newer one lies beside it.
 */
function findFiles(dir: string, fixName: string): RunFiles {
  const names = readdirSync(dir);
  const fixes = names.filter(
    (name) => /^fix(?:-\d)?\.\w+$/.test(name) && endingOf(name) === endingOf(fixName),
  );
  const changedMs = (name: string): number => statSync(join(dir, name)).mtimeMs;
  const [fix = null] = fixes.sort((one, other) => changedMs(other) - changedMs(one));
  return { fix, hasReport: names.some((name) => /^report(?:-\d)?\.csv$/.test(name)) };
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf("."));
}
