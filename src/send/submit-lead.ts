import { type Clock, timestamp } from "../base/clock.ts";
import { type Answer, type AnswerKind, readAnswer } from "../outcome/answer.ts";
import type { Exchange, Service } from "../outcome/exchange.ts";
import type { Decision } from "../outcome/lead-state.ts";
import { doubtsTarget, OUTCOME_TABLE } from "../outcome/outcome-table.ts";
import type { IntentRecord, ResultRecord } from "../run/journal/journal-record.ts";
import type { JournalWriter } from "../run/journal/journal-writer.ts";
import type { RunState } from "../run/journal/run-state.ts";
import type { QueuedLead } from "../run/lead-queue.ts";
import { LIMITS, type Policy } from "../settings/policy.ts";
import type { Health } from "./breaker.ts";
import type { AnswerDoubts, AnswerRegister } from "./doubts.ts";
import type { Gatekeeper, Ticket } from "./gatekeeper.ts";
import { backoffMs, retryAfterMs } from "./retry-delay.ts";
import type { WrongTargetDetector } from "./stop-reason.ts";
import { stopFromAnswer } from "./stop-reason.ts";
import type { SendingPlace } from "./stop-texts.ts";

/** What a submission works with. Everything that decides, waits or writes is passed in. */
export interface SubmissionParts {
  policy: Policy;
  clock: Clock;
  /** Random numbers in [0, 1). */
  random: () => number;
  /** An id for each request, of letters, digits and hyphens; absent where requests have none. */
  requestId?: () => string;
  service: Service;
  /** For what is said of a stop. */
  place?: SendingPlace;
  journal: Pick<JournalWriter, "append">;
  state: RunState;
  gate: Gatekeeper;
  wrongTarget: WrongTargetDetector;
  /** With the answers of earlier rounds in it; absent: the same answer may come for several rows. */
  answers?: AnswerRegister;
  /** Called with the login link of every lead that is created. */
  onLink?(row: number, loginUrl: string): void;
  /** Called after every durable result, for the progress. */
  onAttempt?(): void;
}

/** A lead's last attempt, as far as the canary has to know it. */
export interface LastAttempt {
  answer: Answer;
  exchange: Exchange;
}

/** A lead that needs no further request in this round. */
export interface Sent {
  /** What its last attempt says about the service; "troubled" also where attempts are used up, or the run stopped. */
  health: Health;
  /** Null where none was made. */
  last: LastAttempt | null;
  /** How many attempts it has used, where it was asked to wait again and again: others go first. */
  putBackAfter?: number;
  /** Resolves once its last result is durable and counted; rejects when the journal failed. */
  recorded: Promise<void>;
}

/**
 * Attempts of one lead, until its outcome is settled or the run stops. Its last result is with the journal by
 * then, and not on the disk yet: the next lead's intent shares its sync, and waits for it before it is sent.
 *
 * @param mayPutBack Whether it may end before that, because others can go while it is asked to wait.
 * @throws What the journal threw.
 */
export async function submitLead(
  lead: QueuedLead,
  mayPutBack: boolean,
  parts: SubmissionParts & { doubts: AnswerDoubts },
): Promise<Sent> {
  const { clock, gate, policy, random, state } = parts;
  let last: LastAttempt | null = null;
  let { attemptsUsed } = lead;
  let waitsInARow = 0;
  for (let waits = 0; ; ) {
    const ticket = await gate.admit(state.fruitlessAttempts(lead.row));
    if (!ticket) return { health: "troubled", last, recorded: Promise.resolve() };
    const requestId = parts.requestId?.();
    const attempt = state.attempts(lead.row) + 1;
    const intent: IntentRecord = { type: "intent", row: lead.row, attempt, at: timestamp(clock) };
    if (requestId !== undefined) intent.requestId = requestId;
    await parts.journal.append(intent).durable;
    state.intent(intent);
    // The run may have stopped while the intent was being written: then it was for nothing.
    const isTooLate = gate.over.aborted;
    if (isTooLate) gate.cancel();
    const exchange = isTooLate ? TOO_LATE : await parts.service.create(lead.body, requestId, intent);
    const answer = readAnswer(exchange);
    last = { answer, exchange };
    if (answer.kind === "throttled") waits += 1;
    else attemptsUsed += 1;
    waitsInARow = answer.kind === "throttled" ? waitsInARow + 1 : 0;
    const decision = isTooLate ? "stopped" : decide(lead.row, answer, exchange, attemptsUsed, parts, ticket);
    const delayMs =
      decision === "again" ? backoffMs(Math.max(attemptsUsed, waits) - 1, policy, random()) : undefined;
    const record = resultRecord(intent, exchange, answer, decision, delayMs, timestamp(clock));
    const recorded = keepResult(record, exchange, parts);
    if (decision !== "again") return { health: healthOf(answer), last, recorded };
    await recorded;
    await clock.sleep(delayMs ?? 0, gate.over);
    if (mayPutBack && waitsInARow >= LIMITS.throttledMax && !gate.over.aborted)
      return { health: "neutral", last, putBackAfter: attemptsUsed, recorded: Promise.resolve() };
  }
}

/** Writes a result down, and counts it once it is durable. */
function keepResult(
  record: ResultRecord,
  exchange: Exchange,
  { journal, state, doubts, onLink, onAttempt }: SubmissionParts & { doubts: AnswerDoubts },
): Promise<void> {
  const { offset, durable } = journal.append(record);
  const counted = durable.then(() => {
    state.result(record, offset);
    onAttempt?.();
  });
  const { row, attempt, answer } = record;
  if (answer.kind === "created") onLink?.(row, answer.loginUrl);
  // After it is counted, as it stands in the journal after it.
  doubts.note({ row, attempt }, answer, exchange);
  return counted;
}

/** The exchange that did not take place. */
const TOO_LATE: Exchange = {
  sent: false,
  httpStatus: null,
  retryAfter: null,
  body: null,
  bodyComplete: false,
  error: { code: "STOPPED", message: "The run stopped before it was sent" },
  durationMs: 0,
  trace: null,
};

/** Tells the gatekeeper what the answer means for the run, and decides what it means for the lead. */
function decide(
  row: number,
  answer: Answer,
  exchange: Exchange,
  attemptsUsed: number,
  parts: SubmissionParts,
  ticket: Ticket,
): Decision {
  const { gate, policy, clock } = parts;
  const isWrongTarget = parts.wrongTarget.note(row, answer.kind);
  gate.note(ticket, healthOf(answer), exchange.error?.code);
  const { disposition } = OUTCOME_TABLE[answer.kind];
  if (disposition === "stop" || isWrongTarget) {
    const known = {
      isProven: parts.wrongTarget.isProven,
      mayExist: parts.state.summary.maybeCreated > 0,
    };
    const reason = stopFromAnswer(answer, exchange, known, parts.place);
    if (reason) gate.stop(reason);
    return "stopped";
  }
  const pauseMs = retryAfterMs(exchange.retryAfter, clock.date());
  const isTooFast = answer.kind === "throttled" || (exchange.httpStatus === 503 && pauseMs !== undefined);
  if (isTooFast) gate.refuse(ticket, pauseMs);
  else if (pauseMs !== undefined && TROUBLED_KINDS.has(answer.kind)) gate.wait(pauseMs);
  if (disposition === "wait") return "again";
  return disposition === "retry" && attemptsUsed < policy.attemptsMax ? "again" : "settled";
}

/** Answers whose Retry-After is a plea for patience; an accepted or refused lead asks for none. */
const TROUBLED_KINDS: ReadonlySet<AnswerKind> = new Set(["request-timeout", "server-error", "gateway-error"]);

function healthOf(answer: Answer): Health {
  const line = OUTCOME_TABLE[answer.kind];
  if (answer.kind === "throttled" || doubtsTarget(answer.kind)) return "neutral";
  if (line.definite) return "definite";
  return line.clear === "unknown" ? "unknown" : "troubled";
}

const BODY_CHARACTERS_MAX = 64 * 1024;

function resultRecord(
  intent: { row: number; attempt: number },
  exchange: Exchange,
  answer: Answer,
  decision: Decision,
  delayMs: number | undefined,
  at: string,
): ResultRecord {
  const { body, retryAfter, error, trace } = exchange;
  const isCut = body !== null && body.length > BODY_CHARACTERS_MAX;
  const record: ResultRecord = {
    type: "result",
    row: intent.row,
    attempt: intent.attempt,
    decision,
    at,
    durationMs: Math.round(exchange.durationMs * 10) / 10,
    sent: exchange.sent,
    httpStatus: exchange.httpStatus,
    answer,
    body: isCut ? body.slice(0, BODY_CHARACTERS_MAX) : body,
    bodyComplete: exchange.bodyComplete && !isCut,
  };
  // What few results have is added afterwards, not spread in: that would cost every result.
  if (delayMs !== undefined) record.delayMs = Math.round(delayMs);
  if (retryAfter !== null) record.retryAfter = retryAfter;
  if (error) record.error = error;
  if (trace !== null) record.headers = trace;
  return record;
}
