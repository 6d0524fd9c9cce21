import type { Exchange } from "../../src/outcome/exchange.ts";
import { STATUSES } from "../../src/outcome/status.ts";
import type { JournalRecord, ResultRecord } from "../../src/run/journal/journal-record.ts";
import type { RunState } from "../../src/run/journal/run-state.ts";
import { LATE_MS_MAX } from "../../src/send/connections.ts";
import { retryAfterMs } from "../../src/send/retry-delay.ts";
import { foldRecords, SYNC_MS_MAX } from "./memory-journal.ts";
import type { RequestTrace } from "./model-service.ts";
import { emailOf, type PlayedRound, type RunParts } from "./play-run.ts";

/** From leave to send until the request goes: the intent is written meanwhile, behind others. */
const INTENT_MS_MAX = 2 * SYNC_MS_MAX + 1;

/** Everything that must hold after a round, whatever happened in it. Returns what does not. */
export function violations(round: PlayedRound, parts: RunParts, timeoutMs: number): string[] {
  parts.service.ended(round.end === "ended");
  const records = parts.disk.records;
  const { state } = foldRecords(parts.rows, records);
  const traces = parts.service.traces.filter((trace) => trace.round === round.number);
  const posts = traces.filter(({ row }) => row !== null);
  const found: string[] = [];
  const claim = (holds: boolean, what: string): void => {
    if (!holds) found.push(`round ${round.number}: ${what}`);
  };

  claim(
    round.end !== "ended" || !parts.service.isUnrested,
    "it ended while a connection was out of step, which nobody waited to see",
  );
  checkTotals(state.summary, parts.rows.length, claim);
  checkDismissals(records, state, claim);
  for (const row of parts.rows) {
    const { status, maybeCreated, word } = state.get(row);
    const quote = parts.service.quote(emailOf(row));
    const isOurs = quote?.isOurs === true;
    const told =
      isOurs &&
      (["invalid", "duplicate", "pending"].includes(status) ||
        (["rejected", "failed"].includes(status) && !maybeCreated));
    const isUnfound = parts.service.unfound.has(row);
    claim(!told || isUnfound, `row ${row} exists by our hand, and is told to be ${status}`);
    if (status === "created" && word === undefined && !isUnfound) {
      const answer = lastResult(records, row)?.answer;
      const ids = answer?.kind === "created" ? `${answer.quoteId} ${answer.loginUrl}` : "none";
      claim(isOurs && ids === `${quote.quoteId} ${quote.loginUrl}`, `row ${row} is created with ${ids}`);
    }
    if (round.live) {
      const live = JSON.stringify([round.live.get(row), round.live.attempts(row)]);
      const folded = JSON.stringify([state.get(row), state.attempts(row)]);
      claim(live === folded, `row ${row} is ${live} live and ${folded} in the journal`);
    }
    checkAttempts(
      row,
      posts.filter((trace) => trace.row === row),
      round,
      parts,
      claim,
    );
  }
  checkLiveness(round, posts, records, parts, claim);
  checkIntents(parts, claim);
  checkFlights(traces, parts.policy.concurrency, claim);
  checkCanary(posts, round, claim);
  if (parts.policy.rate !== undefined) checkRate(traces, parts.policy.rate, claim);
  checkPauses(posts, parts, claim);
  checkSleep(traces, round, timeoutMs, claim);
  checkTime(posts, round, timeoutMs, 2_000 / (parts.policy.rate ?? Number.POSITIVE_INFINITY), claim);
  return found;
}

type Claim = (holds: boolean, what: string) => void;

function checkTotals(summary: Readonly<Record<string, number>>, rowCount: number, claim: Claim): void {
  const sum = STATUSES.reduce((total, status) => total + (summary[status] ?? Number.NaN), 0);
  claim(summary.total === rowCount && sum === rowCount, `${rowCount} rows became ${JSON.stringify(summary)}`);
}

/** What a person took out stays refused, is never sent again, and is counted. */
function checkDismissals(records: readonly JournalRecord[], state: RunState, claim: Claim): void {
  const taken = new Set<number>();
  for (const record of records) {
    if (record.type === "dismissed") taken.add(record.row);
    if (record.type === "intent") claim(!taken.has(record.row), `row ${record.row} was taken out, and sent`);
  }
  for (const row of taken) {
    const { status, maybeCreated, dismissed } = state.get(row);
    const isRefused = ["invalid", "rejected"].includes(status) && !maybeCreated;
    claim(isRefused && dismissed === true, `row ${row} was taken out, and is ${status}`);
  }
  const count = state.summary.dismissed;
  claim(count === taken.size, `${taken.size} rows were taken out, and ${count} are counted`);
}

/** A lead is sent by one request at a time, not after a settling answer, and not more often than allowed. */
function checkAttempts(
  row: number,
  posts: readonly RequestTrace[],
  round: PlayedRound,
  parts: RunParts,
  claim: Claim,
): void {
  claim(posts.length === 0 || round.wanted.has(row), `row ${row} was sent uncalled`);
  let usedCount = 0;
  for (const [index, { endMs, exchange }] of posts.entries()) {
    const next = posts[index + 1];
    if (exchange?.httpStatus !== 429) usedCount += 1;
    if (!next) continue;
    claim(endMs !== null && next.startMs >= endMs, `row ${row} was sent twice at once`);
    const status = exchange?.httpStatus ?? null;
    const maySend = exchange?.sent === false || [429, 408, 500, 503].includes(status ?? 0);
    claim(maySend, `row ${row} was sent again after ${status ?? exchange?.error?.code}`);
  }
  claim(
    usedCount <= parts.policy.attemptsMax,
    `row ${row} had ${usedCount} attempts of ${parts.policy.attemptsMax}`,
  );
}

/** A round that stops says by which rule; one that does not has given every lead that was due its attempts. */
function checkLiveness(
  round: PlayedRound,
  posts: readonly RequestTrace[],
  records: readonly JournalRecord[],
  { policy }: RunParts,
  claim: Claim,
): void {
  if (round.end !== "ended") return;
  if (round.stop) {
    claim(NAMED_STOPS.has(round.stop.code), `it stopped by no rule: ${round.stop.code}`);
    return;
  }
  for (const row of round.wanted) {
    const exchanges = posts.filter((trace) => trace.row === row).map(({ exchange }) => exchange);
    const usedCount = exchanges.filter((exchange) => exchange?.httpStatus !== 429).length;
    const last = exchanges.at(-1);
    claim(last !== undefined, `row ${row} was due, and never sent`);
    claim(lastResult(records, row)?.decision === "settled", `row ${row} was due, and is not settled`);
    const mayGoOn = last?.sent === false || [408, 500, 503].includes(last?.httpStatus ?? 0);
    claim(
      !mayGoOn || usedCount === policy.attemptsMax,
      `row ${row} had ${usedCount} of ${policy.attemptsMax} attempts`,
    );
  }
}

const NAMED_STOPS = new Set([
  ...["unauthorized", "redirected", "wrong-target", "tls-refused", "not-the-service"],
  ...["host-not-found", "nothing-listens", "not-sent", "unanswered", "no-definite-answer"],
  ...["service-unwell", "no-progress", "retry-after", "interrupted", "same-answer"],
]);

/** No request goes before its intent is safe. */
function checkIntents({ service, disk }: RunParts, claim: Claim): void {
  const postCounts = new Map<number, number>();
  for (const { row, startMs } of service.traces) {
    if (row === null) continue;
    const postCount = (postCounts.get(row) ?? 0) + 1;
    postCounts.set(row, postCount);
    const isSafe = disk.safeIntentCount(row, startMs) >= postCount;
    claim(isSafe, `request ${postCount} of row ${row} went before its intent was safe`);
  }
}

function checkFlights(traces: readonly RequestTrace[], concurrency: number, claim: Claim): void {
  const edges = traces.flatMap(({ startMs, endMs }) => [
    { atMs: startMs, change: 1 },
    { atMs: endMs ?? Number.POSITIVE_INFINITY, change: -1 },
  ]);
  edges.sort((one, other) => one.atMs - other.atMs || one.change - other.change);
  let flying = 0;
  let most = 0;
  for (const { change } of edges) {
    flying += change;
    most = Math.max(most, flying);
  }
  claim(most <= concurrency, `${most} requests at once, with --concurrency ${concurrency}`);
}

/**
 * Until the first definite answer only one lead is on its way. What went unanswered is three leads at an address that
 * nothing has proven, and what the breaker and its trials let through at one that an earlier round has.
 */
function checkCanary(posts: readonly RequestTrace[], { isKnownTarget }: PlayedRound, claim: Claim): void {
  const definite = posts
    .filter((trace) => isDefinite(trace))
    .map(({ endMs }) => endMs ?? Number.POSITIVE_INFINITY);
  const provenAtMs = Math.min(...definite);
  const early = posts.filter(({ startMs }) => startMs < provenAtMs);
  const rows = new Set(early.map(({ row }) => row));
  const unanswered = early.filter(({ exchange }) => exchange?.sent && isUnanswered(exchange));
  const leadsMax = isKnownTarget ? Number.POSITIVE_INFINITY : 3;
  claim(rows.size <= leadsMax, `${rows.size} leads went before the first definite answer`);
  // An odd answer to a trial (a redirect, a 404) closes the breaker, and decides about nobody: it counts anew.
  const oddCount = early.filter(({ exchange }) => (exchange?.httpStatus ?? 500) < 500).length;
  claim(
    unanswered.length <= (isKnownTarget ? 10 * (1 + oddCount) : 3),
    `${unanswered.length} leads went unanswered before the first definite answer`,
  );
  const isLost = (row: number | null): boolean =>
    early.findLast((trace) => trace.row === row)?.exchange?.sent === false;
  const lostCount = [...rows].filter(isLost).length;
  claim(lostCount <= 1, `${lostCount} leads could not be sent before the first definite answer`);
  for (const [index, trace] of early.entries()) {
    const before = early[index - 1];
    claim(
      !before || (before.endMs ?? Number.POSITIVE_INFINITY) <= trace.startMs,
      "two leads at once before the first definite answer",
    );
  }
}

function isUnanswered({ httpStatus }: Exchange): boolean {
  return httpStatus === null || (httpStatus >= 502 && httpStatus !== 503);
}

function checkRate(traces: readonly RequestTrace[], rate: number, claim: Claim): void {
  const starts = traces.map(({ startMs }) => startMs);
  for (const windowMs of [1_000, 10_000]) {
    const allowed = (rate * (windowMs + INTENT_MS_MAX)) / 1_000 + Math.max(1, rate);
    let from = 0;
    for (const [index, atMs] of starts.entries()) {
      while ((starts[from] ?? atMs) <= atMs - windowMs) from += 1;
      const count = index - from + 1;
      claim(count <= Math.ceil(allowed), `${count} requests in ${windowMs} ms at --rate ${rate}`);
    }
  }
}

/** Nothing goes while the service has asked for a pause. */
function checkPauses(posts: readonly RequestTrace[], parts: RunParts, claim: Claim): void {
  for (const { endMs, exchange } of posts) {
    if (endMs === null || (exchange?.httpStatus !== 429 && exchange?.httpStatus !== 503)) continue;
    const at = new Date(parts.clock.date().getTime() - parts.clock.now() + endMs);
    const pauseMs = retryAfterMs(exchange.retryAfter, at) ?? 0;
    const untilMs = endMs + pauseMs - 1;
    const early = posts.filter(({ startMs }) => startMs > endMs + INTENT_MS_MAX && startMs < untilMs);
    claim(early.length === 0, `${early.length} requests went within a pause of ${pauseMs} ms`);
  }
}

/** What came while the process slept is read, and what did not come gets the time that was slept. */
function checkSleep(
  traces: readonly RequestTrace[],
  { slept }: PlayedRound,
  timeoutMs: number,
  claim: Claim,
): void {
  for (const { row, startMs, arrivedMs, endMs, isGivenUp } of traces) {
    if (!isGivenUp || endMs === null) continue;
    claim(arrivedMs === null || arrivedMs >= endMs, `the answer for row ${row} had come, and was given up`);
    const dueMs = startMs + timeoutMs;
    const lateMs = slept && slept.fromMs <= dueMs ? slept.untilMs - dueMs : 0;
    if (!slept || lateMs <= LATE_MS_MAX || startMs > slept.fromMs) continue;
    const leftMs = endMs - slept.untilMs;
    const grantedMs = Math.min(lateMs, timeoutMs);
    claim(leftMs >= grantedMs - 1, `row ${row} slept ${lateMs} ms too long, and had ${leftMs} ms for it`);
  }
}

/** A round ends soon after its stop, and never waits for longer than the sum of its limits. */
function checkTime(
  posts: readonly RequestTrace[],
  round: PlayedRound,
  timeoutMs: number,
  paceMs: number,
  claim: Claim,
): void {
  const { slept } = round;
  // What is under way gets as much time again, once.
  const sleptMs = slept ? slept.untilMs - slept.fromMs + timeoutMs : 0;
  if (round.stoppedAtMs !== null) {
    const { stoppedAtMs } = round;
    const late = posts.filter(({ startMs }) => startMs > stoppedAtMs);
    claim(late.length === 0, `${late.length} requests went after the stop`);
    if (round.end === "ended")
      claim(
        round.endMs - stoppedAtMs <= timeoutMs + sleptMs + 100,
        `it ended ${round.endMs - stoppedAtMs} ms after its stop`,
      );
  }
  if (round.abortedAtMs !== null && round.end === "ended")
    claim(
      round.endMs - round.abortedAtMs <= 100 + sleptMs,
      `it ended ${round.endMs - round.abortedAtMs} ms after it was aborted`,
    );
  const progress = posts.filter((trace) => isDefinite(trace)).map(({ endMs }) => endMs ?? 0);
  const moments = [round.startMs, ...progress.toSorted((one, other) => one - other), round.endMs];
  const quietMs = Math.max(...moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? 0)));
  claim(
    quietMs <= QUIET_MS_MAX + paceMs + 2 * timeoutMs + sleptMs,
    `nothing came of ${Math.round(quietMs / 1_000)} s`,
  );
}

/** Ten minutes without progress, the longest pause that may stand at their end, and the last backoff. */
const QUIET_MS_MAX = 600_000 + 80_000 + 20_000;

function isDefinite({ exchange }: RequestTrace): boolean {
  const status = exchange?.httpStatus ?? 0;
  if (status === 200) return isWhole(exchange?.body ?? "");
  return status >= 400 && status < 500 && ![401, 403, 404, 405, 408, 415, 429].includes(status);
}

function isWhole(body: string): boolean {
  try {
    return typeof JSON.parse(body) === "object";
  } catch {
    return false;
  }
}

function lastResult(records: readonly JournalRecord[], row: number): ResultRecord | undefined {
  return records.findLast((record): record is ResultRecord => record.type === "result" && record.row === row);
}
