import type { RunEvidence } from "../../src/outcome/evidence.ts";
import { type Guidance, rowGuidance, runGuidance } from "../../src/outcome/guidance.ts";
import type { LeadState } from "../../src/outcome/lead-state.ts";
import { STATUSES, type Status } from "../../src/outcome/status.ts";
import type { ResultRecord } from "../../src/run/journal/journal-record.ts";
import type { RunState } from "../../src/run/journal/run-state.ts";
import { COMMAND_OPTIONS } from "../../src/settings/options.ts";
import { isInRanges, parseRows } from "../../src/settings/selection.ts";
import { countsOf } from "../outcome/counts-of.ts";
import { foldRecords } from "./memory-journal.ts";
import { NO_FATE, type RoundPlan, type RunParts } from "./play-run.ts";

/** The first thing that the program says to do next which is to send; undefined when all that is left is for a person. */
export function advisedRound({ rows, disk }: Pick<RunParts, "rows" | "disk">): RoundPlan | undefined {
  const { state } = foldRecords(rows, disk.records);
  return roundOf(runGuidance([evidenceOf(state)]), state);
}

/** The same of the first row that neither is settled nor waits for a person, as `explain` says it. */
export function advisedRowRound({ rows, disk }: Pick<RunParts, "rows" | "disk">): RoundPlan | undefined {
  const { records } = disk;
  const { state } = foldRecords(rows, records);
  const row = rows.find((each) => isOpen(state.get(each)));
  if (row === undefined) return undefined;
  const lastAt = state.lastResultAt(row);
  const last = lastAt === undefined ? null : (records[lastAt] as ResultRecord);
  const run = evidenceOf(state);
  return roundOf(rowGuidance({ row, state: state.get(row), last, turn: "to-come", run }), state);
}

function evidenceOf(state: RunState): RunEvidence {
  const condition = state.resumableCount() > 0 ? "interrupted" : "complete";
  const counts = countsOf([...state.rows()].map((row) => [row, state.get(row)] as const));
  const files = { fix: "fix.csv", report: "report.csv" };
  return { dir: "run", condition, counts, files };
}

/** What the first command sends that sends; a row whose request was refused waits for what a person says. */
function roundOf({ nextSteps }: Guidance, state: RunState): RoundPlan | undefined {
  for (const { argv } of nextSteps) {
    const [command, , ...words] = argv;
    const flags = words.map(String);
    if (command === "resume") return { command, statuses: [], ...NO_FATE };
    if (command !== "replay" || flags.includes("--with")) continue;
    const statuses = statusesOf(flags);
    if (statuses.includes("rejected")) continue;
    const ranges = flags.includes("--rows") ? parseRows(flags[flags.indexOf("--rows") + 1] ?? "") : undefined;
    const only = [...state.rows()].filter((row) => isInRanges(row, ranges));
    return { command, statuses, only, ...NO_FATE };
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
    const lead = state.get(row);
    return isOpen(lead) ? [`row ${row} is ${lead.status}, and no advice leads further`] : [];
  });
}

function isOpen({ status, resumable }: LeadState): boolean {
  return resumable || ["pending", "failed", "unknown"].includes(status);
}
