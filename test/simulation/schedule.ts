import { isDismissable, isResolvable } from "../../src/outcome/lead-state.ts";
import type { Status } from "../../src/outcome/status.ts";
import type { Policy } from "../../src/settings/policy.ts";
import { advisedRound, advisedRowRound, unsettledRows } from "./advice.ts";
import { violations } from "./invariants.ts";
import { Disk, foldRecords } from "./memory-journal.ts";
import {
  BAD_NATURES,
  type LeadNature,
  type ModelFault,
  ModelService,
  type Outage,
  type ServiceModel,
} from "./model-service.ts";
import {
  type Answered,
  emailOf,
  playDismissal,
  playResolve,
  playRound,
  type RoundPlan,
  type RunParts,
} from "./play-run.ts";
import { RunMemory } from "./run-memory.ts";
import { SeededRandom } from "./seeded-random.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** What a schedule came to, for counting. */
export interface ScheduleResult {
  violations: string[];
  rowCount: number;
  roundCount: number;
  requestCount: number;
  killCount: number;
  virtualMs: number;
  statuses: Readonly<Record<string, number>>;
}

const FAULTS: readonly ModelFault[] = [
  "500-before",
  "500-after",
  "503-before",
  "503-after",
  "502-before",
  "502-after",
  "408",
  "429",
  "418",
  "reset-unsent",
  "reset-before",
  "reset-after",
  "silence-before",
  "silence-after",
  "unreadable",
  "truncated",
  "500-told",
  "cut-after",
  "cut-behind-link",
  "307",
];
const STOPPING_FAULTS: readonly ModelFault[] = ["404", "401", "302", "tls"];
const OUTAGES = ["refuse", "no-host", "reset", "silence", "502", "500", "429"] as const;
const RETRY_AFTERS = [
  null,
  null,
  "1",
  "2",
  "30",
  "0",
  "-1",
  "soon",
  "61",
  "99999999999999999999",
  "Wed, 21 Oct 2026 07:30:00 GMT",
];
const REPLAYED: readonly (readonly Status[])[] = [
  ["failed", "pending"],
  ["unknown"],
  ["failed", "unknown"],
  ["failed", "pending", "unknown", "unconfirmed", "rejected", "duplicate"],
];
const ROUNDS_MAX = 5;
/** With a service that has recovered: what was left, what failed, and what nobody knows of. */
const ADVISED_ROUNDS_MAX = 4;
/** The same row by row, as `explain` says it. */
const ROUNDS_FOR_ROW_MAX = 3;
/** A few minutes later, as the advice says. */
const ADVISED_PAUSE_MS = 300_000;

/**
 * Draws a run, a service and a fate from a seed, plays it, and tells what did not hold. At the end the service recovers,
 * and somebody does what the program says is next, again and again.
 */
export async function playSchedule(seed: number): Promise<ScheduleResult> {
  const random = new SeededRandom(seed);
  const clock = new VirtualClock();
  const rows = Array.from({ length: random.whole(1, 40) }, (_, index) => index + 2);
  const policy = drawPolicy(random);
  const model = drawService(random);
  const natures = drawNatures(rows, random);
  const service = new ModelService(model, clock, random, (row) => natures.get(row) ?? "sound");
  const foreignShare = random.pick([0, 0, 0.2, 0.6]);
  for (const row of rows) if (random.chance(foreignShare)) service.addForeignQuote(emailOf(row));
  const parts: RunParts = { rows, policy, clock, random, service, disk: new Disk() };

  const memory = new RunMemory(rows);
  const found: string[] = [];
  let killCount = 0;
  let roundCount = 0;
  const playOn = async (plan: RoundPlan): Promise<void> => {
    const round = await playRound(plan, parts);
    roundCount += 1;
    if (round.end === "killed") killCount += 1;
    found.push(...violations(round, parts, model.timeoutMs), ...memory.watch(round, parts));
  };
  const asksOwner = random.chance(0.5);
  while (roundCount < ROUNDS_MAX && found.length === 0) {
    const plan = drawRound(roundCount === 0, parts, model.timeoutMs);
    if (!plan) break;
    await playOn(plan);
    if (asksOwner && found.length === 0) {
      playResolve(drawAnswers(parts), parts);
      memory.checkWords(parts, (holds, what) => {
        if (!holds) found.push(`after resolve: ${what}`);
      });
    }
    const { state } = foldRecords(rows, parts.disk.records);
    const taken = rows.filter((row) => row % 3 === 0 && isDismissable(state.get(row)));
    if (taken.length > 0 && rows.length % 2 === 0) playDismissal(taken, parts);
    if (random.chance(0.3)) service.change({ faults: new Map(), outages: [], rateLimit: null });
    if (random.chance(0.5)) await pass(random.scale(10, 200_000), clock);
  }
  const { state } = foldRecords(rows, parts.disk.records);
  const statuses = { ...state.summary };
  service.recover();
  const byRow = random.chance(0.3);
  const roundsMax = byRow ? ROUNDS_FOR_ROW_MAX * rows.length : ADVISED_ROUNDS_MAX;
  const advise = (): RoundPlan | undefined => (byRow ? advisedRowRound(parts) : advisedRound(parts));
  let advice = advise();
  for (let advised = 0; advice && advised < roundsMax && found.length === 0; advised++) {
    await pass(ADVISED_PAUSE_MS, clock);
    await playOn(advice);
    advice = advise();
  }
  if (found.length === 0) found.push(...unsettledRows(foldRecords(rows, parts.disk.records).state));
  return {
    violations: found,
    rowCount: rows.length,
    roundCount,
    requestCount: service.traces.length,
    killCount,
    virtualMs: clock.now(),
    statuses,
  };
}

function drawPolicy(random: SeededRandom): Policy {
  return {
    concurrency: random.pick([1, 2, 4, 8, 16]),
    ...(random.chance(0.3) && { rate: random.scale(0.5, 100) }),
    attemptsMax: random.whole(1, 6),
    retryBaseMs: random.pick([0, 100, 500, 500, 2_000]),
    retryMaxMs: random.pick([0, 1_000, 20_000, 20_000]),
  };
}

function drawService(random: SeededRandom): ServiceModel {
  const trouble = random.pick([0, 0.05, 0.3, 0.7]);
  const kinds = random.chance(0.5) ? FAULTS : [random.pick(FAULTS), random.pick(FAULTS)];
  const faults = new Map<ModelFault, number>(kinds.map((kind) => [kind, trouble / kinds.length]));
  if (random.chance(0.15)) faults.set(random.pick(STOPPING_FAULTS), random.pick([0.01, 0.2]));
  const limit = random.scale(1, 200);
  const liftedAtMs = random.scale(1_000, 100_000);
  const headers = random.chance(0.3) ? RETRY_AFTERS : [random.pick([null, "1", "2"])];
  const fastMs = random.scale(5, 500);
  const slowShare = random.pick([0, 0, 0.05]);
  return {
    faults,
    outages: Array.from({ length: random.pick([0, 0, 1, 2]) }, () => drawOutage(random)),
    rateLimit: random.chance(0.3) ? (nowMs) => (nowMs < liftedAtMs ? limit : 1e9) : null,
    retryAfter: (drawing) => drawing.pick(headers),
    latencyMs: (drawing) =>
      drawing.chance(slowShare) ? drawing.scale(1_000, 300_000) : drawing.between(fastMs / 2, fastMs),
    timeoutMs: random.pick([1_000, 10_000, 90_000]),
    twice: random.pick([0, 0, 0, 0.02, 0.2]),
  };
}

function drawOutage(random: SeededRandom): Outage {
  const fromMs = random.chance(0.2) ? 0 : random.scale(10, 20_000);
  return { fromMs, untilMs: fromMs + random.scale(100, 2_000_000), kind: random.pick(OUTAGES) };
}

function drawNatures(rows: readonly number[], random: SeededRandom): Map<number, LeadNature> {
  const [faultyShare, badShare] = [random.pick([0, 0.1, 0.5]), random.pick([0, 0, 0.02, 0.2])];
  const bad = random.chance(0.5) ? BAD_NATURES : [random.pick(BAD_NATURES)];
  return new Map(
    rows.map((row) => [
      row,
      random.chance(badShare) ? random.pick(bad) : random.chance(faultyShare) ? "faulty" : "sound",
    ]),
  );
}

/** The next thing a person would do with the run; undefined when there is nothing left to do. */
function drawRound(
  isFirst: boolean,
  { rows, random, disk }: RunParts,
  timeoutMs: number,
): RoundPlan | undefined {
  const fate = {
    signalAtMs: random.chance(0.25) ? random.scale(1, 60_000) : null,
    abortAfterMs: random.chance(0.5) ? random.scale(1, 30_000) : null,
    killAtMs: random.chance(0.2) ? random.scale(1, 60_000) : null,
    diskFailsAtMs: random.chance(0.05) ? random.scale(5, 60_000) : null,
    sleep: random.chance(0.2)
      ? { atMs: random.scale(1, 60_000), forMs: timeoutMs * random.between(0.1, 3) }
      : null,
  };
  if (isFirst) return { command: "submit", statuses: [], ...fate };
  const { state } = foldRecords(rows, disk.records);
  if (state.resumableCount() > 0 && random.chance(0.7)) return { command: "resume", statuses: [], ...fate };
  const statuses = random.pick(REPLAYED);
  if (!rows.some((row) => statuses.includes(state.get(row).status))) return undefined;
  return { command: "replay", statuses, ...fate };
}

/** What the service's owner says of some rows that may exist: mostly the truth, sometimes without the link, or taken back. */
function drawAnswers({ rows, random, service, disk }: RunParts): Answered[] {
  const { state } = foldRecords(rows, disk.records);
  return rows.flatMap((row): Answered[] => {
    const lead = state.get(row);
    if (!isResolvable(lead) || !random.chance(0.4)) return [];
    if (lead.word !== undefined && random.chance(0.4)) return [{ row, word: null }];
    const quote = service.quote(emailOf(row));
    const isThere = quote?.isOurs === true;
    // People err, but nobody invents a link.
    if (isThere === random.chance(0.1)) return [{ row, word: "not-created" }];
    if (!isThere || random.chance(0.5)) return [{ row, word: "created" }];
    return [{ row, word: "created", quoteId: quote.quoteId, loginUrl: quote.loginUrl }];
  });
}

async function pass(durationMs: number, clock: VirtualClock): Promise<void> {
  await clock.run(new Promise<void>((resolve) => void clock.after(durationMs, resolve)));
}
