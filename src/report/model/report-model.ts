import type { Issue } from "../../lead/issue.ts";
import type { Pieces } from "../../outcome/answer.ts";
import type { LastAnswer, RunEvidence } from "../../outcome/evidence.ts";
import { isFixable, type LeadState, type PersonsWord } from "../../outcome/lead-state.ts";
import type { Status, Summary } from "../../outcome/status.ts";
import type { SentRequest } from "../../run/journal/sent-requests.ts";
import type { KeptCells } from "../../run/plan/kept-cells.ts";
import type { Place } from "../../run/plan/plan-record.ts";
import type { RowRange } from "../../settings/selection.ts";
import type { ReadChange } from "../../sheet/cells/read-change.ts";
import type { Column, InputFormat, Notice } from "../../sheet/table.ts";

/** What is known of one row after its last attempt. */
export interface ReportRow {
  row: number;
  /** The run that has it, in a report that tells several as one: its id, or as many of the folders around it as tell them apart. */
  run?: string;
  status: Status;
  /** The input's own cells, as they stood, aligned with the run's columns. */
  cells: KeptCells;
  affiliateId: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  quoteId: string | null;
  /** A credential: it signs the applicant in. */
  loginUrl: string | null;
  /** Status of the last answer. */
  httpStatus: number | null;
  /** HTTP exchanges so far, over all rounds. */
  attempts: number;
  /** How long the last answered attempt took; null before the first. */
  durationMs: number | null;
  /** Found by our own checks for `invalid` rows, by the service for `rejected` ones. */
  issues: Issue[];
  warnings: Issue[];
  /** What happened, as a sentence, where no issue says it. */
  error: string | null;
  /** Folder of another run that has its login link. */
  linkIn?: string;
  /** An earlier attempt may have created the lead, and no answer has settled it. */
  maybeCreated: boolean;
  /** Its request was refused, for nothing that it says: not offered for fixing. */
  unfixable?: true;
  /** Only in a check: it is ready, and lacks something, or has a word that nobody knows. */
  isDoubtful?: true;
  /** A person took it out for good: it is not a lead. */
  dismissed?: true;
  /** What a person said of it, kept apart from what was observed; null where nobody did. */
  resolved: PersonsAnswer | null;
  /** What `error` was made of. Absent of a check, where nothing happens. */
  observed?: Observed;
}

/** What is known of what happened to a row. */
export interface Observed {
  state: LeadState;
  /** Null before the first answer. */
  last: LastAnswer | null;
  pieces: Pieces | null;
  /** A process works on the run: what is not settled has not stopped. */
  isUnderWay: boolean;
}

/** A row as JUnit, Markdown and the page take it: whole, or as it may be shared. */
export interface RenderedRow extends Omit<ReportRow, "cells" | "resolved" | "observed"> {
  resolved: Pick<PersonsAnswer, "word"> | null;
  /** Where to read more about it than the row holds. */
  elsewhere?: string;
}

/** Whether a person can correct a row and send it again. */
export function isRowFixable({ status, maybeCreated, unfixable, dismissed, resolved }: RenderedRow): boolean {
  return isFixable({ status, maybeCreated, unfixable, dismissed, word: resolved?.word });
}

/** What the service's owner said of a lead that may exist, as a person wrote it down. */
export interface PersonsAnswer {
  word: PersonsWord;
  quoteId: string | null;
  /** A credential: it signs the applicant in. */
  loginUrl: string | null;
  note: string | null;
  at: string;
  by: string;
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
    /** Why the run stopped early, as a sentence. */
    stopReason: string | null;
    /** What to do about it, as a sentence; null where nothing is known to help. */
    stopHint: string | null;
    /** The same as codes, one for each run that is told here and stopped. */
    stopCodes: readonly string[];
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
  /** Outcomes of all rows, in input order; reads nothing. */
  outcomes(): Iterable<RowOutcome>;
  /**
   * In input order, some hundreds at a time, since a promise for each row would cost more than most uses of it.
   * Each call reads anew.
   *
   * @param isWanted Rows, by number, to which it says no are passed over unread.
   */
  rows(isWanted?: RowFilter): AsyncIterable<readonly ReportRow[]>;
  /** The requests of some rows that were sent, or may have been, by row number. Reads the journal. */
  sentRequests(rows: ReadonlySet<number>): Promise<Map<number, SentRequest[]>>;
}

/** What is told of a run as a whole, whoever may read it; its rows come apart. */
export interface RenderedRun
  extends Pick<RunReport, "run" | "summary" | "format" | "evidence" | "outcomes" | "changes"> {
  notices: readonly Pick<Notice, "message">[];
}

/** The same with its rows. */
export interface RenderedReport extends RenderedRun {
  /** In input order, each call anew. */
  rows(): AsyncIterable<readonly RenderedRow[]>;
}
