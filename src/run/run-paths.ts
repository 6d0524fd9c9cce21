import { join } from "node:path";

/** Where runs lie when nobody says otherwise. */
export const RUNS_FOLDER = "leadctl-runs";
export const PLAN_NAME = "plan.ndjson";
export const JOURNAL_NAME = "journal.ndjson";
/** Room for the answers of requests under way when the disk runs full; there while a journal is written. */
export const BALLAST_NAME = ".ballast";
export const LOCK_NAME = "run.lock";
/** The index of a run's people. */
export const PEOPLE_INDEX = "people.index";
/** What it was before: an index of e-mails. Hidden, it stays where somebody removed all files that can be seen. */
export const FORMER_INDEX = ".emails.index";

/** Where everything of a run lies. */
export interface RunPaths {
  dir: string;
  plan: string;
  journal: string;
  /** How far the journal was written. */
  mark: string;
}

export function runPaths(dir: string): RunPaths {
  return {
    dir,
    plan: join(dir, PLAN_NAME),
    journal: join(dir, JOURNAL_NAME),
    mark: join(dir, "journal.mark"),
  };
}

/** What the name of a file in a run's folder says of it. */
interface RunFile {
  /**
   * - `run`: a run lies there, or what is left of one.
   * - `sent`: something was sent, whatever else is left.
   * - `early`: a run that never began may have left it, too.
   */
  tells?: readonly ("run" | "sent" | "early")[];
  /** What is read of every file of its kind. */
  holds?: "plan" | "rescue" | "torn";
  /** It is there only while something is being written. */
  isTemporary?: true;
}

/** All files that leadctl writes into a run's folder; the first name that fits counts. Any other file is somebody's own. */
const RUN_FILES: readonly [name: RegExp, file: RunFile][] = [
  [/^plan\.ndjson$/, { tells: ["run", "early"], holds: "plan" }],
  [/^plan-[1-9]\d*\.ndjson$/, { tells: ["sent"], holds: "plan" }],
  [/^\.plan\.ndjson\.tmp$/, { tells: ["run", "early"], isTemporary: true }],
  [/^\.plan-draft\.tmp$/, { tells: ["early"], isTemporary: true }],
  [/^journal\.ndjson$/, { tells: ["run", "early"] }],
  [/^journal\.mark$/, { tells: ["run"] }],
  [/^journal\.ndjson\.torn-/, { holds: "torn" }],
  [/^leadctl-rescue-.*\.ndjson$/, { tells: ["sent"], holds: "rescue" }],
  [/^(?:report|fix)(?:(?:-older)?(?:-\d+)?|-as-given-\d+)\.\w+$/, { tells: ["sent"] }],
  [/-as-given-\d+\.\w+$/, {}],
  [/^handover\.(?:csv|md|txt)$/, {}],
  [/^(?:people\.index|\.emails\.index|\.ballast)$/, { tells: ["early"] }],
  [/^run\.lock\.\d+-[0-9a-f]{8}$/, { tells: ["early"], isTemporary: true }],
  [/^run\.lock/, { tells: ["early"] }],
  [/^\.+(?:plan|report|fix|journal|people|emails|handover).*\.tmp$/, { isTemporary: true }],
];

/** Undefined for a file that is not leadctl's. */
export function runFileOf(name: string): RunFile | undefined {
  return RUN_FILES.find(([pattern]) => pattern.test(name))?.[1];
}
