import pLimit from "p-limit";
import { EXIT } from "../base/exit-codes.ts";
import type { LeadQueue, QueuedLead } from "../run/lead-queue.ts";
import { LIMITS } from "../settings/policy.ts";
import { AnswerDoubts } from "./doubts.ts";
import { STOPS, type StopReason, stopFromCanary, stopFromUnsent } from "./stop-reason.ts";
import { type Sent, type SubmissionParts, submitLead } from "./submit-lead.ts";

/**
 * Sends leads, at most `policy.concurrency` at a time, in the order of their queue. Until the first definite answer
 * only one lead is under way, so that a wrong address or key costs one request and not thousands.
 *
 * @returns Why the round stopped early, or null when every lead was settled.
 * @throws What the journal threw, once nothing is under way any more.
 */
export async function submitLeads(
  queue: Pick<LeadQueue, "next" | "putBack" | "close">,
  parts: SubmissionParts,
): Promise<StopReason | null> {
  const { gate, policy, service, state } = parts;
  const doubts = new AnswerDoubts(parts);
  const sending = { ...parts, doubts };
  /** The first one counts. */
  const failures: unknown[] = [];

  const fail = (stop: StopReason, error: unknown): void => {
    failures.push(error);
    gate.stop(stop);
  };
  /** The next lead; null when there is none, or none goes any more. */
  const next = (): QueuedLead | null => {
    try {
      return gate.over.aborted ? null : queue.next();
    } catch (error) {
      // The rest of the plan cannot be read. Requests under way are still waited for.
      fail(STOPS.plan, error);
      return null;
    }
  };
  const send = async (lead: QueuedLead, mayPutBack = true): Promise<Sent | null> => {
    try {
      const sent = await submitLead(lead, mayPutBack, sending);
      if (sent.putBackAfter !== undefined) queue.putBack(lead.row, sent.putBackAfter);
      sent.recorded = sent.recorded.catch((error) => fail(STOPS.journal, error));
      return sent;
    } catch (error) {
      fail(STOPS.journal, error);
      return null;
    }
  };
  const work = async (): Promise<void> => {
    let last: Sent | null = null;
    for (let lead = next(); lead; lead = next()) {
      const before: Sent | null = last;
      last = await send(lead);
      // A lead that was turned away has no intent, whose sync would have been that of the result before it.
      if (gate.stopReason) await before?.recorded;
    }
    await last?.recorded;
  };

  const isKnownTarget = state.isTargetProven;
  const onTrial: Promise<void>[] = [];
  /** A lead whose turn has not come yet asks for a trial too: those that wait may be what the service cannot bear. */
  const goOnTrial = async (first: QueuedLead): Promise<void> => {
    for (let lead: QueuedLead | null = first; lead; ) {
      const sent = await send(lead);
      await sent?.recorded;
      // It was put back, and nobody else may be left to take it up.
      lead = sent?.putBackAfter !== undefined ? next() : null;
    }
  };
  gate.onTrial(async () => {
    const lead = isKnownTarget || gate.isProven ? next() : null;
    if (lead) onTrial.push(goOnTrial(lead));
  });

  for (let triedCount = 1; !gate.isProven; triedCount++) {
    const lead = next();
    const sent = lead && (await send(lead, isKnownTarget || triedCount < LIMITS.canaryLeadsMax));
    if (!sent) break;
    await sent.recorded;
    const stop = canaryStop(sent, triedCount, isKnownTarget, parts);
    // With nothing left to send there is nothing to stop, but a wrong address is still reported.
    if (stop && (state.dueCount > 0 || stop.exitCode !== EXIT.incomplete || !wasSent(sent))) gate.stop(stop);
  }
  const limit = pLimit(policy.concurrency);
  await Promise.all(Array.from({ length: policy.concurrency }, () => limit(work)));
  for (let trial = onTrial.pop(); trial; trial = onTrial.pop()) await trial;
  gate.close();
  await service.rest();
  await doubts.written().catch((error: unknown) => fail(STOPS.journal, error));
  queue.close();
  if (failures.length > 0) throw failures[0];
  return gate.stopReason;
}

/**
 * Whether the round ends with a lead that got no definite answer, when nobody had one before it. What an earlier
 * round has proven is not a wrong address: its leads go on one by one, until the breaker opens.
 */
function canaryStop(
  { health, last }: Sent,
  triedCount: number,
  isKnownTarget: boolean,
  { place, state }: Pick<SubmissionParts, "place" | "state">,
): StopReason | undefined {
  if (health === "troubled" && last && !last.exchange.sent) {
    const known = { isProven: isKnownTarget, mayExist: state.summary.maybeCreated > 0 };
    return stopFromUnsent(last.exchange, known, place);
  }
  if (isKnownTarget || health === "definite" || health === "neutral") return undefined;
  return stopFromCanary(last, triedCount);
}

function wasSent({ health, last }: Sent): boolean {
  return health !== "troubled" || last?.exchange.sent === true;
}
