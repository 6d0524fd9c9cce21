import { join } from "node:path";

/** Where everything of a run lies. */
export interface RunPaths {
  dir: string;
  plan: string;
  journal: string;
  /** How far the journal was written. */
  mark: string;
}

/** Where runs lie when nobody says otherwise. */
export const RUNS_FOLDER = "leadctl-runs";
export const JOURNAL_NAME = "journal.ndjson";
/** Room for the answers of requests under way when the disk runs full; there while a journal is written. */
export const BALLAST_NAME = ".ballast";

export function runPaths(dir: string): RunPaths {
  return {
    dir,
    plan: join(dir, "plan.ndjson"),
    journal: join(dir, JOURNAL_NAME),
    mark: join(dir, "journal.mark"),
  };
}
