import pLimit from "p-limit";
import { EXIT } from "../base/exit-codes.ts";
import type { ReadyLead } from "../run/plan.ts";
import { LIMITS } from "../settings/policy.ts";
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
  const queue = leads[Symbol.asyncIterator]();
  /** The first one counts. */
  const failures: unknown[] = [];

  const fail = (stop: StopReason, error: unknown): void => {
    failures.push(error);
    gate.stop(stop);
  };
  /** The next lead; null when there is none, or none goes any more. */
  const next = async (): Promise<ReadyLead | null> => {
    if (gate.stopReason) return null;
    try {
      const { done, value } = await queue.next();
      return done || gate.stopReason ? null : value;
    } catch (error) {
      // The plan cannot be read on: what is under way is waited for all the same.
      fail(PLAN_STOP, error);
      return null;
    }
  };
  const send = async (lead: ReadyLead): Promise<Sent | null> => {
    try {
      const { end, recorded } = await submitLead(lead, parts);
      return { end, recorded: recorded.catch((error) => fail(JOURNAL_STOP, error)) };
    } catch (error) {
      fail(JOURNAL_STOP, error);
      return null;
    }
  };
  const work = async (): Promise<void> => {
    let last: Sent | null = null;
    for (let lead = await next(); lead; lead = await next()) {
      const before: Sent | null = last;
      last = await send(lead);
      // A lead that was turned away has no intent, whose sync would have been that of the result before it.
      if (gate.stopReason) await before?.recorded;
    }
    await last?.recorded;
  };

  let canaryUnknowns = 0;
  while (!gate.isProven) {
    const lead = await next();
    const sent = lead && (await send(lead));
    if (!sent) break;
    await sent.recorded;
    if (sent.end.kind === "open" && sent.end.exchange) gate.stop(stopFromCanary(sent.end.exchange));
    if (sent.end.kind === "unanswered" && ++canaryUnknowns >= LIMITS.canaryUnknownsMax)
      gate.stop(STOPS.unanswered);
  }
  const limit = pLimit(policy.concurrency);
  await Promise.all(Array.from({ length: policy.concurrency }, () => limit(work)));
  try {
    await queue.return?.();
  } catch (error) {
    fail(PLAN_STOP, error);
  }
  gate.close();
  if (failures.length > 0) throw failures[0];
  return gate.stopReason;
}

/** A lead that needs no further request in this round. */
interface Sent {
  end: LeadEnd;
  /** Resolves once its last result is durable and counted, or the journal has failed. */
  recorded: Promise<void>;
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
