import type { CellValue, Column, InputFormat, Notice } from "../input/table.ts";
import type { Issue } from "../lead/issue.ts";
import type { Status, Summary } from "../outcome/status.ts";

/** What is known of one row after its last attempt. */
export interface StoryRow {
  row: number;
  status: Status;
  /** The input's own cells, as they stood, aligned with the run's columns. */
  cells: readonly CellValue[];
  affiliateId: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  quoteId: string | null;
  /** A credential: it signs the applicant in. */
  loginUrl: string | null;
  /** Of the last answer. */
  httpStatus: number | null;
  /** HTTP exchanges so far, over all rounds. */
  attempts: number;
  /** Of our own checks for `invalid` rows, of the service for `rejected` ones. */
  issues: Issue[];
  warnings: Issue[];
  /** What happened, as a sentence, where no issue says it. */
  error: string | null;
  /** An earlier attempt may have created the lead, and no answer has settled it. */
  maybeCreated: boolean;
}

/** A run as the reports tell it: a fold of its plan and journal. */
export interface RunStory {
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
  };
  summary: Summary;
  format: InputFormat;
  delimiter?: string;
  columns: readonly Column[];
  notices: readonly Notice[];
  /** In input order; each call reads anew. */
  rows(): AsyncIterable<StoryRow>;
}
