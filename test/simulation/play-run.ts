import { EXIT } from "../../src/base/exit-codes.ts";
import type { LeadState } from "../../src/outcome/lead-state.ts";
import type { Status } from "../../src/outcome/status.ts";
import type { JournalRecord, ResolvedRecord, RoundRecord } from "../../src/run/journal/journal-record.ts";
import { LeadQueue } from "../../src/run/lead-queue.ts";
import { AnswerRegister } from "../../src/send/doubts.ts";
import { Gatekeeper } from "../../src/send/gatekeeper.ts";
import { STOPS, type StopReason, WrongTargetDetector } from "../../src/send/stop-reason.ts";
import type { StopCode } from "../../src/send/stop-texts.ts";
import { submitLeads } from "../../src/send/submit-leads.ts";
import type { Policy } from "../../src/settings/policy.ts";
import { type Disk, type FoldedRun, foldRecords, MemoryJournal } from "./memory-journal.ts";
import type { ModelService } from "./model-service.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { ProgramClock, type VirtualClock } from "./virtual-clock.ts";

/** How somebody or something ends a round early, in milliseconds from its start. */
export interface RoundPlan {
  command: "submit" | "resume" | "replay";
  /** Of `replay`. */
  statuses: readonly Status[];
  /** Of `replay --rows`; absent: all. */
  only?: readonly number[];
  signalAtMs: number | null;
  /** After the signal: a second one. */
  abortAfterMs: number | null;
  /** The program is killed. */
  killAtMs: number | null;
  /** The disk runs full. */
  diskFailsAtMs: number | null;
  /** The process sleeps for a while, and the world goes on. */
  sleep: { atMs: number; forMs: number } | null;
}

/** Nothing ends the round but the program itself. */
export const NO_FATE = {
  signalAtMs: null,
  abortAfterMs: null,
  killAtMs: null,
  diskFailsAtMs: null,
  sleep: null,
} as const satisfies Partial<RoundPlan>;

export interface PlayedRound {
  number: number;
  startMs: number;
  endMs: number;
  /** The run as the program knew it at its end; null when it did not live to see that. */
  live: FoldedRun["state"] | null;
  stop: StopReason | null;
  stoppedAtMs: number | null;
  /** When a second signal came, if the round had not ended by then. */
  abortedAtMs: number | null;
  /** From when and until when the process slept, if the round had not ended by then. */
  slept: { fromMs: number; untilMs: number } | null;
  end: "ended" | "killed" | "failed";
  wanted: ReadonlySet<number>;
  /** Whether an earlier round had an answer that only the service itself gives. */
  isKnownTarget: boolean;
}

export interface RunParts {
  rows: readonly number[];
  policy: Policy;
  clock: VirtualClock;
  random: SeededRandom;
  service: ModelService;
  disk: Disk;
}

export function emailOf(row: number): string {
  return `lead-${row}@example.com`;
}

/** Plays one round of a run as the commands do: from what the disk holds to what it holds then. */
export async function playRound(plan: RoundPlan, parts: RunParts): Promise<PlayedRound> {
  const { rows, policy, random, disk } = parts;
  const startMs = parts.clock.now();
  const { state, roundCount, openIntents, hasEnded } = foldRecords(rows, disk.records);
  const clock = new ProgramClock(parts.clock);
  const failsAtMs = startMs + (plan.diskFailsAtMs ?? Number.POSITIVE_INFINITY);
  const journal = new MemoryJournal(disk, clock, random, failsAtMs);
  const number = roundCount + 1;
  const service = parts.service.connect(number, clock);
  const gate = new Gatekeeper(policy, clock, service);
  const wanted = new Set(
    rows.filter((row) => (plan.only?.includes(row) ?? true) && isWanted(plan, state.get(row))),
  );
  for (const row of wanted) state.markDue(row);
  const isKnownTarget = state.isTargetProven;
  const judge = new WrongTargetDetector(isKnownTarget);
  let stoppedAtMs: number | null = null;
  let abortedAtMs: number | null = null;
  let slept: PlayedRound["slept"] = null;
  if (plan.sleep) {
    const { atMs, forMs } = plan.sleep;
    clock.after(atMs, () => {
      slept = { fromMs: clock.now(), untilMs: clock.now() + forMs };
      clock.fallAsleep(forMs);
    });
  }
  gate.over.addEventListener("abort", () => {
    stoppedAtMs = parts.clock.now();
  });

  const work = async (): Promise<StopReason | null> => {
    const at = clock.date().toISOString();
    if (!hasEnded)
      await journal.append({ type: "recovered", at, tornBytes: 0, openIntents, rescuedResults: 0 }).durable;
    const { concurrency, attemptsMax } = policy;
    const chosen = state.chosenRows();
    const record: RoundRecord = {
      type: "round",
      round: number,
      command: plan.command,
      at,
      concurrency,
      attemptsMax,
      ...(chosen !== null && { rows: chosen }),
    };
    await journal.append(record).durable;
    state.round(record);
    void interrupt(plan, gate, service, clock).then((atMs) => {
      abortedAtMs = atMs;
    });
    const answers = new AnswerRegister();
    for (const record of disk.records) if (record.type === "result") answers.others(record.answer, record);
    const submission = {
      policy,
      clock,
      random: () => random.next(),
      service,
      journal,
      state,
      answers,
      gate,
      wrongTarget: judge,
    };
    const stop = await submitLeads(new LeadQueue({ openRows }, state), submission);
    const reason = stop && { code: stop.code, message: stop.message };
    await journal.append({ type: "end", round: number, at: clock.date().toISOString(), stop: reason })
      .durable;
    return stop;
  };

  const played = { number, startMs, wanted, isKnownTarget };
  try {
    const stop = await parts.clock.run(work(), startMs + (plan.killAtMs ?? Number.POSITIVE_INFINITY));
    const last = disk.records.at(-1);
    if (last?.type === "end")
      return {
        ...played,
        endMs: parts.clock.now(),
        live: state,
        // Killed between that line and its own end, it did not live to say so.
        stop:
          stop ??
          (last.stop && {
            ...last.stop,
            code: last.stop.code as StopCode,
            hint: "",
            exitCode: EXIT.incomplete,
          }),
        stoppedAtMs,
        abortedAtMs,
        slept,
        end: "ended",
      };
    service.kill();
    clock.kill();
    journal.kill();
    disk.lose(parts.clock.now(), random);
    return {
      ...played,
      endMs: parts.clock.now(),
      live: null,
      stop: null,
      stoppedAtMs,
      abortedAtMs,
      slept,
      end: "killed",
    };
  } catch (error) {
    if (plan.diskFailsAtMs === null || !/No space left/.test(String(error))) throw error;
    return {
      ...played,
      endMs: parts.clock.now(),
      live: null,
      stop: null,
      stoppedAtMs,
      abortedAtMs,
      slept,
      end: "failed",
    };
  }
}

/** As in src/cli/commands/submit.ts, resume.ts and replay.ts. */
function isWanted(plan: RoundPlan, { status, resumable, word, dismissed }: LeadState): boolean {
  if (dismissed) return false;
  if (plan.command === "submit") return true;
  return plan.command === "resume" ? resumable : plan.statuses.includes(status) && word !== "created";
}

/** What a person writes down by `resolve`; null takes it back. */
export type Answered = Pick<ResolvedRecord, "row" | "word" | "quoteId" | "loginUrl">;

/** Writes down what the service's owner said, as `resolve` does: what a crash left is mended first. */
export function playResolve(answers: readonly Answered[], parts: RunParts): void {
  const at = recover(parts);
  for (const answer of answers) write({ type: "resolved", ...answer, at, by: "a person" }, parts);
}

/** A person takes rows out as not leads, as `replay --with` does. */
export function playDismissal(taken: readonly number[], parts: RunParts): void {
  const at = recover(parts);
  for (const row of taken) write({ type: "dismissed", row, at, by: "a person" }, parts);
}

function recover(parts: RunParts): string {
  const { hasEnded, openIntents } = foldRecords(parts.rows, parts.disk.records);
  const at = parts.clock.date().toISOString();
  if (!hasEnded) write({ type: "recovered", at, tornBytes: 0, openIntents, rescuedResults: 0 }, parts);
  return at;
}

function write(record: JournalRecord, { disk, clock }: RunParts): void {
  disk.add({ record, safeAtMs: clock.now() });
}

async function interrupt(
  plan: RoundPlan,
  gate: Gatekeeper,
  service: { abort(): void },
  clock: ProgramClock,
): Promise<number | null> {
  if (plan.signalAtMs === null) return null;
  await clock.sleep(plan.signalAtMs);
  gate.stop(STOPS.interrupted);
  if (plan.abortAfterMs === null) return null;
  await clock.sleep(plan.abortAfterMs);
  service.abort();
  return clock.now();
}

function openRows() {
  const bodyOf = (row: number): Buffer => Buffer.from(JSON.stringify({ row, email: emailOf(row) }));
  return { bodyOf, close: () => undefined };
}
