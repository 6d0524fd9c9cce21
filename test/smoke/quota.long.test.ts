import { describe, expect, it } from "vitest";
import { quotaOf } from "../../src/smoke/smoke-plan.ts";
import { exitCodeOf } from "../../src/smoke/smoke-report.ts";
import type { Ledger } from "../../src/smoke/smoke-round.ts";
import { type Mutation, type PassingAnswer, startMutant } from "./mutant-service.ts";
import { json } from "./mutation-parts.ts";
import { planFor, runPlan } from "./smoke-plan.ts";

/** Counts what carries a lead, and answers by a rule of its own. */
function counting(answer: (count: number, origin: string) => PassingAnswer | null) {
  const counted = { leads: 0 };
  const mutation: Mutation = {
    before: (request, origin) => {
      if (request.body !== "") counted.leads += 1;
      const own = request.body === "" ? null : answer(counted.leads, origin);
      return own ? { answer: own } : request;
    },
  };
  return { counted, mutation };
}

const taken = (count: number, origin: string): PassingAnswer =>
  json(200, {
    success: true,
    quoteId: `q${count}`,
    loginUrl: `${origin}/api/auth/callback/credentials?token=t${count}`,
  });

const SERVICES: readonly [what: string, answer: (count: number, origin: string) => PassingAnswer | null][] = [
  ["keeps the interface", () => null],
  ["takes everything", taken],
  ["takes every second lead", (count, origin) => (count % 2 === 0 ? taken(count, origin) : null)],
  ["answers 500 to everything", (count) => (count < 2 ? null : json(500, {}))],
  ["answers 429 to everything", (count) => (count < 2 ? null : json(429, {}))],
  ["answers every other lead with a 500", (count) => (count % 2 === 0 ? json(500, {}) : null)],
  [
    "hangs up on every lead",
    (count) => {
      if (count < 2) return null;
      throw new Error("hangs up");
    },
  ],
];

describe("the number of leads that a run sends and creates", () => {
  it.each(
    SERVICES.flatMap(([what, answer]) => [true, false].map((mayCreate) => ({ what, answer, mayCreate }))),
  )(
    "is bounded as it says before, at a service that $what (may create: $mayCreate)",
    async ({ what, answer, mayCreate }) => {
      const { counted, mutation } = counting(answer);
      const { url, key, sandbox } = await startMutant(mutation);
      const plan = planFor(url, key, { mayCreate, isDiscovering: what.includes("every") });
      const findings = await runPlan(plan);
      const { leadsMax, quotesMax } = quotaOf(plan);
      expect(counted.leads).toBeLessThanOrEqual(leadsMax);
      expect(findings.ledger.leadsSent).toBe(counted.leads);
      expect(quoteCount(findings.ledger)).toBeLessThanOrEqual(quotesMax);
      expect(sandbox.quotes().length).toBeLessThanOrEqual(quotesMax);
    },
  );

  it("ends at the first quote where none may be made", async () => {
    const { url, key } = await startMutant(counting(taken).mutation);
    const findings = await runPlan(planFor(url, key, { mayCreate: false }));
    expect(quoteCount(findings.ledger)).toBe(1);
    expect(findings.stopReason).toContain("has to refuse");
    expect(exitCodeOf(findings)).toBe(1);
  });
});

function quoteCount({ created, maybeCreated }: Ledger): number {
  return created.length + maybeCreated.length;
}
