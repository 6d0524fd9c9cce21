import { type RowRange, rangesOf } from "../settings/selection.ts";
import type { InputFormat } from "../sheet/table.ts";
import type { Answer, Pieces } from "./answer.ts";
import type { ExchangeError } from "./exchange.ts";
import type { RunCondition } from "./guidance-texts.ts";
import {
  DETAILED_STATUSES,
  type DetailedStatus,
  detailedStatusOf,
  isFixable,
  isTurnedAway,
  type LeadState,
} from "./lead-state.ts";
import { countRow, emptySummary, type Summary } from "./status.ts";

/** What guidance has to know of a run. The store gathers it. */
export interface RunEvidence {
  /** The run's folder, as it was named. */
  dir: string;
  condition: RunCondition;
  counts: RowCounts;
  files: RunFiles;
}

/** Counts of selected rows. */
export interface RowCounts {
  all: Readonly<Summary>;
  /** What is left for `resume` waits for nobody else, and counts only where it may be corrected. */
  by: Readonly<Record<DetailedStatus, number>>;
  /** The first of those whose request was refused for nothing that they say. */
  turnedAway: readonly RowRange[];
}

/** Files of a run's folder that advice may name. */
export interface RunFiles {
  /** Name of the newest fix file; null when there is none. */
  fix: string | null;
  /** Name of the newest report that is a sheet, and holds the login links; null when there is none. */
  report: string | null;
}

/** What guidance has to know of one row. */
export interface RowEvidence {
  row: number;
  state: LeadState;
  /** Null before the first answer, and when the program died during the last attempt. */
  last: LastAnswer | null;
  /** What arrived of a quote that no answer proves; null when nothing did. */
  pieces?: Pieces | null;
  /** In a run in progress: what the round does with the row. */
  turn: Turn;
  run: RunEvidence;
}

/** The last answer to a row, as the journal has it. */
export interface LastAnswer {
  answer: Answer;
  httpStatus: number | null;
  /** Null without an answer; it may be left out of one that created the lead. */
  body: string | null;
  error?: ExchangeError;
}

/** Where a row is in the round: not sent yet, waiting for its answer, or for its next attempt. */
export type Turn = "to-come" | "in-flight" | "between-attempts";

/** More of them make no command that anybody types. */
const RANGES_SHOWN_MAX = 20;

/**
 * Counts the rows of each state. A run that cannot be read has none.
 *
 * @param rowsIn The rows of the states that are asked for, in ascending order.
 */
export function countRows(
  groups: Iterable<{ state: LeadState; count: number }> = [],
  rowsIn: (isWanted: (state: LeadState) => boolean) => Iterable<number> = () => [],
): RowCounts {
  const all = emptySummary();
  const by = Object.fromEntries(DETAILED_STATUSES.map((status) => [status, 0])) as Record<
    DetailedStatus,
    number
  >;
  for (const { state, count } of groups) {
    countRow(all, state, count);
    if (!state.resumable || isFixable(state)) by[detailedStatusOf(state)] += count;
  }
  const turnedAway = by["turned-away"] > 0 ? rangesOf(rowsIn(isTurnedAway)).slice(0, RANGES_SHOWN_MAX) : [];
  return { all, by, turnedAway };
}

/** How many rows belong into the fix file. */
export function fixableCount({ by }: RowCounts): number {
  return by["to-correct"] + by.held;
}

/** The name of the fix file, in the format in which the input came. */
export function fixFileName(format: InputFormat): "fix.csv" | "fix.json" | "fix.xlsx" {
  return FIX_FILES[format];
}

/** The name of the sheet that tells of every row: for who gave a workbook, a workbook. */
export function reportFileName(format: InputFormat): "report.csv" | "report.xlsx" {
  return format === "xlsx" ? "report.xlsx" : "report.csv";
}

const FIX_FILES = { csv: "fix.csv", json: "fix.json", jsonl: "fix.json", xlsx: "fix.xlsx" } as const;
