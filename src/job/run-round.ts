import { type Clock, timestamp } from "../base/clock.ts";
import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { type StopHandlers, withStopHandlers } from "../base/interruption.ts";
import type { Service } from "../outcome/exchange.ts";
import type { CurrentPlan } from "../run/current-plan.ts";
import type { EndRecord, RoundRecord } from "../run/journal-record.ts";
import type { JournalWriter } from "../run/journal-writer.ts";
import { readReadyLeads } from "../run/read-plan.ts";
import type { RunState } from "../run/run-state.ts";
import { Gatekeeper } from "../send/gatekeeper.ts";
import { STOPS, type StopReason, WrongTargetDetector } from "../send/stop-reason.ts";
import { submitLeads } from "../send/submit-leads.ts";
import type { SendSettings } from "../settings/options.ts";
import type { ProgressState, ProgressView } from "./progress-state.ts";
import { RunMeter } from "./run-meter.ts";

export interface Round {
  leads: CurrentPlan;
  /** Knows the rows that are due: those are sent. */
  state: RunState;
  journal: JournalWriter;
  record: RoundRecord;
  service: Service;
  settings: SendSettings;
  progress: ProgressView;
  rowsRead: number;
}

export interface RoundEnd {
  stop: StopReason | null;
  end: EndRecord;
  meter: RunMeter;
  /** Set when a second signal aborted what was under way. */
  abortCode: ExitCode | null;
}

/** As often as a live line may redraw itself. */
const TICK_MS = 100;

/** One round of a run, the same for submit, resume and replay: from the round's record to its end record. */
export async function runRound(round: Round, context: Context): Promise<RoundEnd> {
  const { journal, record, service, settings, progress, state } = round;
  const leads = readReadyLeads(round.leads, (row) => state.isDue(row));
  const gate = new Gatekeeper(settings, context.clock, service);
  const meter = new RunMeter(context.clock);
  const over = new AbortController();
  const update = (): void => progress.update(progressState(round, gate, meter));
  let abortCode: ExitCode | null = null;

  const handlers: StopHandlers = {
    onFirst: (signal) => {
      progress.note(
        "Stopping: no more is sent, and what is under way is waited for. A second Ctrl-C aborts at once.",
      );
      gate.stop(STOPS.interrupted);
      if (signal === "SIGTERM")
        void context.clock.sleep(settings.graceMs, over.signal).then(() => service.abort());
    },
    onSecond: (exitCode) => {
      abortCode = exitCode;
      service.abort();
    },
  };

  await journal.append(record).durable;
  const stop = await withStopHandlers(handlers, async () => {
    void tick(update, context.clock, over.signal);
    try {
      return await submitLeads(leads, {
        policy: settings,
        clock: context.clock,
        random: context.random,
        service,
        journal,
        state,
        gate,
        wrongTarget: new WrongTargetDetector(hasReachedService(state)),
        onAttempt: (durationMs) => meter.attempt(durationMs),
      });
    } finally {
      over.abort();
      update();
      await service.close();
    }
  });
  const at = timestamp(context.clock);
  const end: EndRecord = {
    type: "end",
    round: record.round,
    at,
    stop: stop && { code: stop.code, message: stop.message },
  };
  await journal.append(end).durable;
  return { stop, end, meter, abortCode };
}

/** Whether an earlier round had an answer that only the service itself gives. */
function hasReachedService({ summary }: RunState): boolean {
  return summary.created + summary.duplicate > 0;
}

/** Keeps the progress true while nothing happens. */
async function tick(update: () => void, clock: Clock, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    update();
    await clock.sleep(TICK_MS, over);
  }
}

function progressState(round: Round, gate: Gatekeeper, meter: RunMeter): ProgressState {
  const summary = round.state.progress;
  const { pauseReason } = gate;
  const slowReason = slowReasonOf(gate);
  const rate = meter.ratePerSecond;
  return {
    phase: pauseReason === null ? "sending" : "pausing",
    rowsRead: round.rowsRead,
    total: summary.total,
    summary,
    inFlight: gate.inFlight,
    ratePerSecond: rate,
    ...(rate > 0 && { etaMs: (summary.pending / rate) * 1_000 }),
    ...(pauseReason !== null && { pauseReason }),
    ...(slowReason !== undefined && { slowReason }),
  };
}

/** Why it goes slower than it could. */
function slowReasonOf(gate: Gatekeeper): string | undefined {
  if (gate.stopReason) return "stopping, waiting for what is under way";
  if (!gate.isProven) return "one lead first, to see that the service takes it";
  const { slowedTo } = gate;
  if (slowedTo === null) return undefined;
  const rate = slowedTo < 10 ? slowedTo.toFixed(1) : Math.round(slowedTo).toString();
  return `rate limited by the service to ${rate}/s`;
}
