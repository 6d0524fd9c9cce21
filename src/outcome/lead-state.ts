import type { AnswerKind } from "./answer.ts";
import { doubtsTarget, OUTCOME_TABLE } from "./outcome-table.ts";
import type { Status } from "./status.ts";

/** What is known of a lead, through all attempts and rounds. */
export interface LeadState {
  status: Status;
  /** An attempt may have created the lead. Sticky until `created`. */
  maybeCreated: boolean;
  /** That attempt went under an address that a correction replaced: none with the present one may have. */
  former?: true;
  /** The round stopped before this lead was done: `resume` goes on with it. */
  resumable: boolean;
  /** Rejected by an answer about the request and not the lead, such as 403: nothing in the sheet is known to be wrong. */
  unfixable?: true;
  /** Unknown because the journal is an older one: what was sent of it since, if anything, is not on record. */
  unrecorded?: true;
  /** An answer to it may be that of another row, ids and all. Sticky until an answer says that it was created. */
  doubted?: true;
  /** What a person was told of a lead that may exist, where nothing that was observed since says more. */
  word?: PersonsWord;
  /** A person took it out for good: it is not a lead. */
  dismissed?: true;
  /** Refused locally for nothing but a question: it goes where a person says so. */
  held?: true;
  /** Folder of another run that created it for the same target, as was seen before it went. */
  linkIn?: string;
}

/** What the service's owner says of a lead that may exist: it is there, or it is not. */
export type PersonsWord = "created" | "not-created";

/**
 * What the run decided after an answer.
 *
 * - `settled`: nothing more happens to the lead in this round.
 * - `again`: another attempt was due in this round.
 * - `stopped`: the answer stopped the run, and says nothing about the lead.
 */
export type Decision = "settled" | "again" | "stopped";

/** A lead that is ready to be sent, before its first attempt. */
export const UNSENT: LeadState = { status: "pending", maybeCreated: false, resumable: true };

/** A lead that was refused locally. */
export const REFUSED_LOCALLY: LeadState = { status: "invalid", maybeCreated: false, resumable: false };

/** The same of a lead that only waits for a person to say that it goes. */
export const HELD_BACK: LeadState = { ...REFUSED_LOCALLY, held: true };

const CREATED: LeadState = { status: "created", maybeCreated: false, resumable: false };

/** The state after one answer. Until the next answer of an `again`, this is also what a stop leaves behind. */
export function afterAnswer(before: LeadState, kind: AnswerKind, decision: Decision): LeadState {
  const line = OUTCOME_TABLE[kind];
  if (before.status === "created") return before;
  if (kind === "created") return CREATED;
  if (decision === "stopped") return { ...before, resumable: true };
  const maybeCreated = before.maybeCreated || line.mayCreate;
  const settled = before.maybeCreated && !before.former ? line.maybe : line.clear;
  const status = decision === "settled" ? settled : maybeCreated ? "failed" : "pending";
  return {
    status: keepUnknown(before.status, status),
    maybeCreated,
    resumable: decision !== "settled",
    ...(before.former && !line.mayCreate && { former: true }),
    ...stillDoubted(before),
    ...(status === "rejected" && doubtsTarget(kind) && { unfixable: true }),
  };
}

/** The state of a lead whose request may have been under way when the program died. */
export const AFTER_CRASH: LeadState = { status: "unknown", maybeCreated: true, resumable: false };

/** The state of a lead of which the records may be missing, in a journal that was put back. */
export const AFTER_RESTORE: LeadState = { ...AFTER_CRASH, unrecorded: true };

/** The state of a refused lead of which a correction may have been sent that is lost. */
export function afterLostCorrection({ former: _former, ...before }: LeadState): LeadState {
  return { ...before, maybeCreated: true, unrecorded: true };
}

/** The state of a lead whose answer may be that of another row. */
export function afterDoubt({ resumable }: LeadState): LeadState {
  return { status: "unknown", maybeCreated: true, resumable, doubted: true };
}

/** What came into doubt stays so, whatever else becomes of the row but that it is created. */
export function stillDoubted({ doubted }: LeadState): Pick<LeadState, "doubted"> {
  return doubted ? { doubted } : {};
}

/**
 * The state of a row that a correction gives another address.
 *
 * @param isNew Whether it never had this one.
 */
export function afterReaddressing({ former: _former, ...before }: LeadState, isNew: boolean): LeadState {
  return isNew && before.maybeCreated ? { ...before, former: true } : before;
}

/**
 * The state after a person's word. A lead that is there is closed: with its login link it is created, without one it
 * stays unconfirmed. One that is not there may be sent again; that it may exist stays known, since people err too.
 */
export function afterWord(before: LeadState, word: PersonsWord, hasLink: boolean): LeadState {
  if (word === "created")
    return {
      status: hasLink ? "created" : "unconfirmed",
      maybeCreated: false,
      resumable: false,
      word,
      ...stillDoubted(before),
    };
  const isRefused = before.status === "rejected" || before.status === "invalid";
  return { ...before, status: isRefused ? before.status : "failed", maybeCreated: true, word };
}

/** The state of a refused lead that a person took out: its status stays what it is. */
export function afterDismissal(before: LeadState): LeadState {
  return { ...before, dismissed: true };
}

/** Whether a person may take a row out: only one that was refused, and never one that may exist. */
export function isDismissable({ status, maybeCreated }: Pick<LeadState, "status" | "maybeCreated">): boolean {
  return (status === "invalid" || status === "rejected") && !maybeCreated;
}

/** Whether there is something for a person to say: the lead may exist, or a person said something of it before. */
export function isResolvable({ maybeCreated, word }: LeadState): boolean {
  return maybeCreated || word !== undefined;
}

/** Whether the service's owner can tell of a row: not where its attempts went under an address that it lost, once that was answered. */
export function isInDoubt({ maybeCreated, former, word }: LeadState): boolean {
  return maybeCreated && !(former && word === "not-created");
}

/** The status of a row, split by what somebody has to do about it. */
export const DETAILED_STATUSES = [
  "created",
  "not-a-lead",
  /** It only waits for a person to say that it goes. */
  "held",
  "to-correct",
  "turned-away",
  "duplicate",
  /** It may exist, and nothing that could be sent would tell: the service's owner has to. */
  "for-owner",
  /** The service's owner said that it exists. */
  "confirmed",
  "unknown",
  "failed-maybe",
  "failed",
  "pending",
] as const;

export type DetailedStatus = (typeof DETAILED_STATUSES)[number];

export function detailedStatusOf(state: LeadState): DetailedStatus {
  const { status, maybeCreated, dismissed, held, word } = state;
  if (dismissed) return "not-a-lead";
  if (isFixable(state)) return held ? "held" : "to-correct";
  if (isTurnedAway(state)) return "turned-away";
  if (status === "failed" && maybeCreated) return "failed-maybe";
  if (status === "unconfirmed" && word === "created") return "confirmed";
  if (status === "duplicate" && isInDoubt(state)) return "for-owner";
  return status === "unconfirmed" || status === "invalid" || status === "rejected" ? "for-owner" : status;
}

/** A row that a person can correct and send again: neither one that may exist, nor one that was taken out. */
export function isFixable({ status, maybeCreated, unfixable, word, dismissed }: LeadState): boolean {
  if (dismissed || (status !== "invalid" && status !== "rejected")) return false;
  return !unfixable && (!maybeCreated || word === "not-created");
}

/** Whether the service refused the request for a row, and nothing that the row says. */
export function isTurnedAway({ status, unfixable, dismissed }: LeadState): boolean {
  return status === "rejected" && unfixable === true && !dismissed;
}

/** An unknown lead stays so until an answer says that it was created, or refused. */
function keepUnknown(before: Status, status: Status): Status {
  return before === "unknown" && (status === "failed" || status === "pending") ? "unknown" : status;
}
