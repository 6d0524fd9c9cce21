import type { RunEvidence } from "../../outcome/evidence.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { Status, Summary } from "../../outcome/status.ts";
import type { ResultRecord, RoundStop } from "../../run/journal/journal-record.ts";
import type { SentRequest } from "../../run/journal/sent-requests.ts";
import type { Place } from "../../run/plan/plan-record.ts";
import type { RunRow } from "../../run/run-row.ts";
import type { RowRange } from "../../settings/selection.ts";
import type { ReadChange } from "../../sheet/rows/mapped-input.ts";
import type { Column, InputFormat, Notice } from "../../sheet/table.ts";

/** A row as JUnit, Markdown and the page take it: a `RunRow`, or what may be shared of one. */
export interface RenderedRow
  extends Pick<RunRow, "row" | "run" | "applicant" | "quoteId" | "loginUrl" | "attempts">,
    Pick<RunRow, "state" | "issues" | "warnings" | "error" | "isDoubtful"> {
  last: Pick<ResultRecord, "httpStatus" | "durationMs"> | null;
  /** Where to read more about it than the row holds. */
  elsewhere?: string;
}

/** Which rows of a run a report is about. */
export interface ReportFilter {
  statuses?: readonly Status[];
  rows?: readonly RowRange[];
}

export type RowFilter = (row: number) => boolean;

/** What is known of a row without reading it. */
export interface RowOutcome {
  row: number;
  state: LeadState;
}

/** Rows that are in one state. */
export interface StateCount {
  state: LeadState;
  count: number;
}

/** A run as the reports tell it: a fold of its plan and journal. */
export interface RunReport {
  run: {
    id: string;
    /** The run's folder; null for a check that writes nothing. */
    dir: string | null;
    complete: boolean;
    /** Rows in the input, selected or not. */
    rowsRead: number;
    input: string;
    /** Base URL and partner; null where nothing was aimed at. */
    target: { baseUrl: string; partner: string } | null;
    startedAt: string;
    endedAt: string | null;
    /** Why the run stopped early, or, of several that are told here, each of them. */
    stops: readonly RoundStop[];
    /** Set for a check: nothing was sent, and rows that are ready count as pending. */
    isCheck?: true;
    /** Set when several runs, the shards of one input, are told as one. */
    shards?: readonly { id: string; dir: string }[];
    /** Set when only some of the rows are told; all counts are of these. */
    filter?: ReportFilter;
  };
  summary: Summary;
  format: InputFormat;
  delimiter?: string;
  columns: readonly Column[];
  /** Which columns feed a field, by canonical path. */
  places: Readonly<Record<string, Place>>;
  notices: readonly Notice[];
  /** Words that were read as other values beyond doubt, in the whole input, whichever rows were selected. */
  changes: readonly ReadChange[];
  /** What guidance has to know, as it is now: of the run, or of each shard. None of a check. */
  evidence(): readonly RunEvidence[];
  /** The states that occur, with how many rows each has. */
  groups(): Iterable<StateCount>;
  /** Outcomes of all rows, in input order; reads nothing. */
  outcomes(): Iterable<RowOutcome>;
  /**
   * In input order, some hundreds at a time, since a promise for each row would cost more than most uses of it.
   * Each call reads anew.
   *
   * @param isWanted Rows, by number, to which it says no are passed over unread.
   */
  rows(isWanted?: RowFilter): AsyncIterable<readonly RunRow[]>;
  /** The requests of some rows that were sent, or may have been, by row number. Reads the journal. */
  sentRequests(rows: ReadonlySet<number>): Promise<Map<number, SentRequest[]>>;
}

/** A run as JUnit, Markdown and the page take it: whole, or what may be shared of it. */
export interface RenderedReport
  extends Pick<RunReport, "run" | "summary" | "format" | "evidence" | "groups"> {
  notices: readonly Pick<Notice, "message">[];
  /** In input order, each call anew. */
  rows(): AsyncIterable<readonly RenderedRow[]>;
}
