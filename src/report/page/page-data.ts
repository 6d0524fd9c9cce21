/**
 * What is embedded in `report.html` for its table: short names and lists instead of objects, since there may
 * be 50,000 rows. The page's script reads it; no text in it is markup, and what cannot be seen
 * is shown in it already.
 */
export interface PageData {
  statuses: readonly PageStatus[];
  /** Wall clock, milliseconds, from which attempts are counted. */
  startMs: number;
  /** What an answer is called, by the number that attempts have. */
  answers: readonly string[];
  rows: readonly PageRow[];
  /** Sentences, and what services said: rows refer to them. */
  texts: readonly string[];
  issues: readonly PageIssue[];
}

/** A status as the page shows it. */
export interface PageStatus {
  name: string;
  sign: string;
  /** Which tab its rows are in beside "All"; null for neither. */
  tab: "attention" | "done" | null;
}

/** An issue without its row: `letters` and the row's number make its cell. */
export type PageIssue = readonly [
  column: string,
  letters: string,
  message: string,
  path: string,
  /** Number of its kind, for the filter; -1 when there are too many kinds. */
  kind: number,
  /** Column and letters of each other column that fed the field. */
  ...others: string[],
];

export type PageAttempt = readonly [
  startedMs: number,
  durationMs: number,
  /** 0 without an answer. */
  httpStatus: number,
  answer: number,
  /** Absent where it said nothing. */
  text?: number,
];

export type PageRow = readonly [
  row: number,
  status: number,
  email: string,
  reference: string,
  quoteId: string,
  /** Of the last answer; 0 without one. */
  httpStatus: number,
  attemptCount: number,
  maybeCreated: 0 | 1,
  issues: readonly number[],
  warnings: readonly number[],
  /** Index of a text; -1 for none. */
  error: number,
  /** Number of the error's kind; -1 for none. */
  errorKind: number,
  attempts: readonly PageAttempt[],
  /** Absent unless the page reveals. */
  name?: string,
  loginUrl?: string,
];
