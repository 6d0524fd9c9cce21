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
  /** Leads under way. p-limit's own queue has no bound: no lead is read before there is a place for it. */
  const sending = new UnderWay();
  /** Results that are with the journal and not on the disk yet: at most one a place. */
  const recording = new UnderWay();
  let failure: { error: unknown } | null = null;
  let canaryUnknowns = 0;

  const failJournal = (error: unknown): void => {
    failure ??= { error };
    gate.stop(JOURNAL_STOP);
  };
  const keep = async (recorded: Promise<void>): Promise<void> => {
    try {
      await recorded;
    } catch (error) {
      failJournal(error);
    } finally {
      recording.end();
    }
  };
  const send = async (lead: ReadyLead): Promise<LeadEnd | null> => {
    try {
      const { end, recorded } = await submitLead(lead, parts);
      recording.begin();
      void keep(recorded);
      return end;
    } catch (error) {
      failJournal(error);
      return null;
    } finally {
      sending.end();
    }
  };
  const allRecorded = async (): Promise<void> => {
    await sending.fewerThan(1);
    await recording.fewerThan(1);
  };

  try {
    for await (const lead of leads) {
      if (sending.count >= policy.concurrency) await sending.fewerThan(policy.concurrency);
      if (gate.stopReason) break;
      sending.begin();
      if (gate.isProven) {
        void limit(send, lead);
        continue;
      }
      const end = await send(lead);
      await recording.fewerThan(1);
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

/** How many of something are under way, and a wait until they are fewer. */
class UnderWay {
  count = 0;
  #wake: (() => void) | null = null;

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    this.#wake?.();
  }

  /** To be awaited by one at a time. */
  async fewerThan(limit: number): Promise<void> {
    while (this.count >= limit) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
