import { countRows } from "../../src/outcome/evidence.ts";
import { runGuidance } from "../../src/outcome/guidance.ts";
import { STATUSES, type Status } from "../../src/outcome/status.ts";
import type { RunState } from "../../src/run/run-state.ts";
import { COMMAND_OPTIONS } from "../../src/settings/options.ts";
import { foldRecords } from "./memory-journal.ts";
import { NO_FATE, type RoundPlan, type RunParts } from "./play-run.ts";

/** The first thing that the program says to do next which is to send; undefined when all that is left is for a person. */
export function advisedRound({ rows, disk }: Pick<RunParts, "rows" | "disk">): RoundPlan | undefined {
  const { state } = foldRecords(rows, disk.records);
  const condition = state.resumableCount() > 0 ? "interrupted" : "complete";
  const counts = countRows([...state.rows()].map((row) => [row, state.get(row)]));
  const files = { fix: "fix.csv", hasReport: true };
  const { nextSteps } = runGuidance([{ dir: "run", condition, counts, files }]);
  for (const { argv } of nextSteps) {
    const [command, , ...flags] = argv;
    if (command === "resume") return { command, statuses: [], ...NO_FATE };
    if (command === "replay" && !flags.includes("--with"))
      return { command, statuses: statusesOf(flags.map(String)), ...NO_FATE };
  }
  return undefined;
}

function statusesOf(flags: readonly string[]): readonly Status[] {
  const { fallback } = COMMAND_OPTIONS.replay.statuses;
  const list = flags.includes("--status") ? flags[flags.indexOf("--status") + 1] : fallback;
  const chosen = new Set(list?.split(","));
  return STATUSES.filter((status) => chosen.has(status));
}

/** Rows that neither are settled nor wait for a person, in words. */
export function unsettledRows(state: RunState): string[] {
  return [...state.rows()].flatMap((row) => {
    const { status, resumable } = state.get(row);
    const isOpen = resumable || ["pending", "failed", "unknown"].includes(status);
    return isOpen ? [`row ${row} is ${status}, and no advice leads further`] : [];
  });
}
