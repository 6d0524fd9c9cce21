import { describe, expect, it } from "vitest";
import type { SmokeReport } from "../../src/smoke/smoke-report.ts";
import { EXISTING_USER, startMutant } from "./mutant-service.ts";
import { ACCESS_MUTANTS } from "./mutants-access.ts";
import { RULE_MUTANTS } from "./mutants-rules.ts";
import { STRICT_MUTANTS } from "./mutants-strict.ts";
import { SUCCESS_MUTANTS } from "./mutants-success.ts";
import { idsWith, planFor, runPlan } from "./smoke-plan.ts";

const MUTANTS = [...ACCESS_MUTANTS, ...RULE_MUTANTS, ...STRICT_MUTANTS, ...SUCCESS_MUTANTS];

describe("a service with one fault", () => {
  it.each(MUTANTS)("that $name is told by the checks it concerns, and by no other", async (mutant) => {
    const { url, key, sandbox } = await startMutant(mutant.mutation);
    const findings = await runPlan(planFor(url, key, { existingUser: EXISTING_USER }));
    expect(idsWith(findings, "differs")).toStrictEqual(expanded(mutant.caught, findings));
    expect(idsWith(findings, "unanswered")).toStrictEqual([]);
    const { created, maybeCreated } = findings.ledger;
    expect(created.length + maybeCreated.length).toBeGreaterThanOrEqual(sandbox.quotes().length);
  });

  it.each(MUTANTS)(
    "that $name creates nothing under --no-create, and is told as far as it can be",
    async (mutant) => {
      const { url, key, sandbox } = await startMutant(mutant.mutation);
      const isDiscovering = RULE_MUTANTS.includes(mutant);
      const findings = await runPlan(planFor(url, key, { mayCreate: false, isDiscovering }));
      expect(sandbox.quotes()).toStrictEqual([]);
      const judged = expanded(mutant.caught, findings).filter(
        (id) => ![...idsWith(findings, "not-judged"), ...idsWith(findings, "left-out")].includes(id),
      );
      expect(idsWith(findings, "differs")).toStrictEqual(expect.arrayContaining(judged));
    },
  );

  it("comes in more than forty kinds", () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    expect(MUTANTS.length).toBeGreaterThan(40);
  });
});

describe("a service without a fault", () => {
  it("behind the same wire passes all checks", async () => {
    const { url, key, sandbox } = await startMutant({});
    const findings = await runPlan(planFor(url, key, { existingUser: EXISTING_USER }));
    expect(findings.results.filter(({ status }) => status !== "passed")).toStrictEqual([]);
    expect(findings.ledger.created.map(({ quoteId }) => quoteId)).toStrictEqual(
      sandbox.quotes().map(({ quoteId }) => quoteId),
    );
  });
});

/** The ids that a mutant names, its groups spelt out. */
function expanded(caught: readonly string[], { results }: SmokeReport): string[] {
  const ids = results.map(({ check }) => check.id);
  return caught
    .flatMap((id) => (id.endsWith(".*") ? ids.filter((other) => other.startsWith(id.slice(0, -1))) : [id]))
    .sort();
}
