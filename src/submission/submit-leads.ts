import pLimit from "p-limit";
import { EXIT } from "../exit-codes.ts";
import type { ReadyLead } from "../plan/read-plan.ts";
import { LIMITS } from "./policy.ts";
import { STOPS, type StopReason, stopFromCanary } from "./stop-reason.ts";
import { type LeadEnd, type SubmissionParts, submitLead } from "./submit-lead.ts";

/**
 * Sends leads, at most `policy.concurrency` at a time, in input order. Until the first definite answer
 * only one lead is under way, so that a wrong address or key costs one request and not thousands.
 *
 * @returns Why the round stopped early, or null when every lead was settled.
 * @throws What the journal threw, once nothing is under way any more.
 */
export async function submitLeads(
  leads: AsyncIterable<ReadyLead>,
  parts: SubmissionParts,
): Promise<StopReason | null> {
  const { gate, policy } = parts;
  const limit = pLimit(policy.concurrency);
  const slots = new Slots(policy.concurrency);
  let failure: { error: unknown } | null = null;
  /** Results that are with the journal and not on the disk yet: at most one a place. */
  const unrecorded = new Set<Promise<void>>();
  let canaryUnknowns = 0;

  const failJournal = (error: unknown): void => {
    failure ??= { error };
    gate.stop(JOURNAL_STOP);
  };
  const send = async (lead: ReadyLead): Promise<LeadEnd | null> => {
    try {
      const { end, recorded } = await submitLead(lead, parts);
      const settled: Promise<void> = recorded.catch(failJournal).then(() => void unrecorded.delete(settled));
      unrecorded.add(settled);
      return end;
    } catch (error) {
      failJournal(error);
      return null;
    } finally {
      slots.release();
    }
  };
  const allRecorded = async (): Promise<void> => {
    await slots.allFree();
    await Promise.all(unrecorded);
  };

  try {
    for await (const lead of leads) {
      await slots.take();
      if (gate.stopReason) {
        slots.release();
        break;
      }
      if (gate.isProven) {
        void limit(send, lead);
        continue;
      }
      const end = await send(lead);
      await Promise.all(unrecorded);
      if (end?.kind === "open" && end.exchange) gate.stop(stopFromCanary(end.exchange));
      if (end?.kind === "unanswered" && ++canaryUnknowns >= LIMITS.canaryUnknownsMax)
        gate.stop(STOPS.unanswered);
    }
    await allRecorded();
  } catch (error) {
    // The plan cannot be read on: what is under way is waited for all the same.
    failure ??= { error };
    gate.stop(PLAN_STOP);
    await allRecorded();
  }
  gate.close();
  if (failure) throw failure.error;
  return gate.stopReason;
}

const PLAN_STOP: StopReason = {
  code: "plan",
  message: "The run's plan could not be read",
  hint: "Check the disk, then go on with resume.",
  exitCode: EXIT.journal,
};

const JOURNAL_STOP: StopReason = {
  code: "journal",
  message: "The run's journal could not be written",
  hint: "Make room on the disk, then go on with resume.",
  exitCode: EXIT.journal,
};

/** Backpressure: p-limit's own queue has no bound, so no lead is read before there is a place for it. */
class Slots {
  readonly #count: number;
  #taken = 0;
  #wake: (() => void) | null = null;

  constructor(count: number) {
    this.#count = count;
  }

  async take(): Promise<void> {
    while (this.#taken >= this.#count) await this.#change();
    this.#taken += 1;
  }

  release(): void {
    this.#taken -= 1;
    this.#wake?.();
  }

  async allFree(): Promise<void> {
    while (this.#taken > 0) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
