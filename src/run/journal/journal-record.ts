import type { Answer } from "../../outcome/answer.ts";
import type { ExchangeError, RowAttempt, TraceHeaders } from "../../outcome/exchange.ts";
import type { Decision, PersonsWord } from "../../outcome/lead-state.ts";

/**
 * The journal's records, in the order in which a run writes them: `run` once, then for each round a
 * `round`, its intents and results, and an `end` unless the program died. `docs/journal.md` has an example.
 */
export type JournalRecord =
  | RunRecord
  | RoundRecord
  | IntentRecord
  | ResultRecord
  | DoubtedRecord
  | EndRecord
  | RecoveredRecord
  | RestoredRecord
  | ResolvedRecord
  | DismissedRecord
  | ElsewhereRecord;

/** Binds the journal to its target and its plan. Always the first record. */
export interface RunRecord {
  type: "run";
  version: 1;
  id: string;
  /** Base URL of the target; `sandbox` for a sandbox inside the program. */
  baseUrl: string;
  partner: string;
  /** Digest of the whole file `plan.ndjson`, in hex. */
  planSha256: string;
  at: string;
}

export interface RoundRecord {
  type: "round";
  /** 1 is the first submission; each `resume` and `replay` adds one. */
  round: number;
  command: "submit" | "resume" | "replay";
  at: string;
  /** The file system's id of the run's folder; absent in journals of earlier versions. */
  folder?: string;
  concurrency: number;
  attemptsMax: number;
  /** The rows that the round chose, as in `5,7-10`, where some of them were not left by an earlier round. */
  rows?: string;
  /** Corrected rows that this round brought along. */
  plan?: PlanBinding;
}

/** A file of corrected rows, and its SHA-256 in hex. */
export interface PlanBinding {
  file: string;
  sha256: string;
}

/** Durable before the first byte of its request. */
export interface IntentRecord {
  type: "intent";
  row: number;
  /** 1-based over all rounds. */
  attempt: number;
  at: string;
  /** The request's `x-request-id`; absent where ids are switched off. */
  requestId?: string;
}

/** Durable before anything prints or counts it. */
export interface ResultRecord {
  type: "result";
  row: number;
  attempt: number;
  decision: Decision;
  at: string;
  durationMs: number;
  /** False only when it is proven that nothing was sent. */
  sent: boolean;
  httpStatus: number | null;
  answer: Answer;
  /** The answer's body as it came, cut off at 64 KiB; null when there was no answer. */
  body: string | null;
  /** False when the body was cut off, by us or on the way. */
  bodyComplete: boolean;
  /** For `again`: how long the lead waits before its next attempt. */
  delayMs?: number;
  retryAfter?: string;
  error?: ExchangeError;
  /** Headers with which the service's owner can find the answer in logs. */
  headers?: TraceHeaders;
}

/**
 * Answers that may be those of other rows: none of them proves a quote any more, and what they brought is kept. A program
 * that is older than this record refuses a journal that holds one.
 */
export interface DoubtedRecord {
  type: "doubted";
  at: string;
  /**
   * - `out-of-step`: bytes came on their connection while nothing was due.
   * - `same-answer`: one quote id or login token came for all of them.
   */
  because: "out-of-step" | "same-answer";
  /** Whose answers, in the order in which these came. */
  attempts: readonly RowAttempt[];
}

/** Why a round stopped early. */
export interface RoundStop {
  code: string;
  /** What happened, as a sentence without its full stop. */
  message: string;
  /** What to do next, as a sentence. Absent in journals of earlier versions. */
  hint?: string;
}

export interface EndRecord {
  type: "end";
  round: number;
  at: string;
  /** Null when every lead of the round was settled. */
  stop: RoundStop | null;
}

/** The program died during the round before; what was repaired when the run was opened again. */
export interface RecoveredRecord {
  type: "recovered";
  at: string;
  /** Bytes of a torn last line that were set aside. */
  tornBytes: number;
  /** Attempts that were under way, those among them whose answers a rescue file had. */
  openIntents: number;
  /** Results that were taken in from rescue files. They stand right before this record. */
  rescuedResults: number;
}

/**
 * The journal was behind its mark, as one from a backup is, and a person said to go on with it. What the missing records
 * may have sent is unknown from here on.
 */
export interface RestoredRecord {
  type: "restored";
  at: string;
  /** How much shorter the journal was than its mark says. */
  missingBytes: number;
  /** Whole rounds of which nothing is left. */
  missingRounds: number;
  /** Corrected rows that those rounds brought along. */
  plans: readonly PlanBinding[];
  /** Others that they brought along, and that are lost, too. Absent where there are none, and in records of earlier versions. */
  lost?: readonly PlanBinding[];
}

/** What the service's owner said of a lead that may exist, as a person wrote it down. Kept apart from what was observed. */
export interface ResolvedRecord {
  type: "resolved";
  row: number;
  /** Null takes back what was written down before. */
  word: PersonsWord | null;
  at: string;
  by: "a person";
  quoteId?: string;
  /** A credential, like that of an answer. */
  loginUrl?: string;
  note?: string;
}

/**
 * What was seen in other runs before a round: one for the same target created the leads of some rows. It is no
 * evidence of the service's, and decides nothing; it tells where the link is of a row that is then a duplicate.
 */
export interface ElsewhereRecord {
  type: "elsewhere";
  /** Folder of the other run, as seen from where the leads were submitted. */
  dir: string;
  /** Rows of this run, as in `5,7-10`. */
  rows: string;
  at: string;
}

/** Where other runs have login links of a run's rows. */
export type LinksElsewhere = readonly Pick<ElsewhereRecord, "dir" | "rows">[];

/** A person took a refused row out for good: it is not a lead. A later correction of the row takes it back in. */
export interface DismissedRecord {
  type: "dismissed";
  row: number;
  at: string;
  by: "a person";
}
