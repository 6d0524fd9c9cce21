import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { type StopHandlers, withStopHandlers } from "../../base/interruption.ts";
import { type LinkFault, linkFault } from "../../lead/login-link.ts";
import type { JournalWriter } from "../../run/journal/journal-writer.ts";
import type { RunState } from "../../run/journal/run-state.ts";
import { LeadQueue } from "../../run/lead-queue.ts";
import type { Run } from "../../run/run.ts";
import { AnswerRegister } from "../../send/doubts.ts";
import { Gatekeeper } from "../../send/gatekeeper.ts";
import { type RoundFinding, roundFinding } from "../../send/round-texts.ts";
import { STOPS, type StopReason, WrongTargetDetector } from "../../send/stop-reason.ts";
import { submitLeads } from "../../send/submit-leads.ts";
import type { ProgressState, ProgressView } from "../progress/progress-state.ts";
import type { Connection } from "./connect.ts";

/** How the sending of a round went. */
export interface SentLeads {
  /** Why it stopped early; null when every lead was settled. */
  stop: StopReason | null;
  /** Counts the sending alone, without the reports that follow. */
  timing: { durationMs: number; attemptCount: number };
  /** Set when a second signal aborted what was under way. */
  abortCode: ExitCode | null;
}

/** As often as a live line may redraw itself. */
const TICK_MS = 100;

/** Sends the rows that are due, shows how it goes, and heeds signals. */
export async function sendDueLeads(
  run: Run,
  { settings, connect, target, service: place, environment, keyVariable }: Connection,
  journal: JournalWriter,
  progress: ProgressView,
  context: Context,
): Promise<SentLeads> {
  const { plan, state } = run;
  const queue = new LeadQueue(plan, state);
  const answers = settings.repeatedIds ? undefined : new AnswerRegister();
  const links = new LinkWatch(place.baseUrl);
  if (state.summary.created + state.summary.maybeCreated > 0)
    await run.answersWithIds((answer, attempt) => {
      answers?.others(answer, attempt);
      if (answer.kind === "created") links.firstFault(answer.loginUrl);
    });
  const service = connect();
  const gate = new Gatekeeper(settings, context.clock, service);
  const timing = { durationMs: 0, attemptCount: 0 };
  const startedAtMs = context.clock.now();
  const over = new AbortController();
  const { rowsRead } = plan.end;
  const update = (): void => progress.update(progressState(rowsRead, state, gate));
  let abortCode: ExitCode | null = null;

  const handlers: StopHandlers = {
    onFirst: (signal) => {
      progress.note(roundFinding("interrupted"));
      gate.stop(STOPS.interrupted);
      if (signal === "SIGTERM")
        void context.clock.sleep(settings.graceMs, over.signal).then(() => service.abort());
    },
    onSecond: (exitCode) => {
      abortCode = exitCode;
      service.abort();
    },
  };

  const stop = await withStopHandlers(handlers, async () => {
    void tick(update, context.clock, over.signal);
    try {
      return await submitLeads(queue, {
        policy: settings,
        clock: context.clock,
        random: context.random,
        ...(settings.requestIds === "random" && { requestId: randomUUID }),
        service,
        place: { address: target.baseUrl, environment: environment?.name ?? null, keyVariable },
        journal,
        state,
        ...(answers && { answers }),
        gate,
        wrongTarget: new WrongTargetDetector(state.isTargetProven),
        onLink: (row, link) => {
          const fault = links.firstFault(link);
          if (fault !== null) progress.note(roundFinding("login-link-odd", { row, fault }));
        },
        onAttempt: () => {
          timing.attemptCount += 1;
        },
      });
    } finally {
      over.abort();
      update();
      timing.durationMs = context.clock.now() - startedAtMs;
      await service.close();
    }
  });
  return { stop, timing, abortCode };
}

/** Finds the first login link of a run that may be none of the service's. */
class LinkWatch {
  readonly #baseUrl: string;
  #isFound = false;
  /** How the links begin that are as they should be, up to the token. */
  #usual: string | null = null;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** What is wrong with a link; null of every link once one was found. */
  firstFault(link: string): LinkFault | null {
    if (this.#isFound || this.#isUsual(link)) return null;
    const fault = linkFault(link, this.#baseUrl);
    if (fault === null) this.#usual = /^.*?[?&]token=/.exec(link)?.[0] ?? null;
    else this.#isFound = true;
    return fault;
  }

  #isUsual(link: string): boolean {
    const usual = this.#usual;
    return usual !== null && link.startsWith(usual) && /[\w.-]/.test(link.charAt(usual.length));
  }
}

/** Keeps the progress true while nothing happens. */
async function tick(update: () => void, clock: Clock, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    update();
    await clock.sleep(TICK_MS, over);
  }
}

function progressState(rowsRead: number, state: RunState, gate: Gatekeeper): ProgressState {
  const summary = state.progress;
  const { pauseReason: pause, pauseLeftMs, ratePerSecond } = gate;
  const slow = slowReasonOf(gate);
  // One lead alone, and a round that waits or ends, says nothing of the rest.
  const isFree = gate.isProven && pause === null && !gate.stopReason && ratePerSecond > 0;
  const etaMs = isFree ? (summary.pending / ratePerSecond) * 1_000 : null;
  return {
    phase: pause === null ? "sending" : "pausing",
    rowsRead,
    total: summary.total,
    inFlight: gate.inFlight,
    ratePerSecond,
    etaMs,
    pauseFinding: pause?.finding ?? null,
    pauseReason: pause?.message ?? null,
    pauseLeftMs,
    slowFinding: slow?.finding ?? null,
    slowReason: slow?.message ?? null,
    summary,
  };
}

/** Why it goes slower than it could. */
function slowReasonOf(gate: Gatekeeper): RoundFinding | null {
  if (gate.stopReason) return roundFinding("stopping");
  if (!gate.isProven) return roundFinding("first-lead");
  const { slowedTo } = gate;
  if (slowedTo === null) return null;
  const perSecond = slowedTo < 10 ? slowedTo.toFixed(1) : Math.round(slowedTo).toString();
  return roundFinding("rate-limited", { perSecond });
}
