import { onTestFinished } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { emptyLedger } from "../../src/smoke/ledger.ts";
import { openHttpClient } from "../../src/smoke/open-http-client.ts";
import { runSmoke, type SmokeFindings, type SmokePlan } from "../../src/smoke/run-smoke.ts";

export const PARTNER = "acme";

/** A plan for a service on loopback, with addresses that no other run of this process uses. */
export function planFor(url: string, key: string, changes: Partial<SmokePlan> = {}): SmokePlan {
  counter += 1;
  return {
    baseUrl: url,
    partner: PARTNER,
    authorization: `Bearer ${key}`,
    wrongKey: "leadctl-smoke-wrong",
    mayCreate: true,
    existingUser: null,
    email: (tag) => `smoke+${tag}@example.com`,
    runTag: `t${counter}`,
    roundCount: 1,
    isDiscovering: false,
    ...changes,
  };
}

let counter = 0;

/** Runs a plan over real HTTP. */
export function runPlan(plan: SmokePlan, timeoutMs = 5_000): Promise<SmokeFindings> {
  const wire = openHttpClient({
    origin: new URL(plan.baseUrl).origin,
    timeoutMs,
    userAgent: "leadctl-test",
    clock: systemClock,
    scrub: (text) => text,
  });
  onTestFinished(() => wire.close());
  return runSmoke(plan, wire, {
    clock: systemClock,
    signal: new AbortController().signal,
    ledger: emptyLedger(),
    watcher: {
      onReached: () => undefined,
      onRound: () => undefined,
      onResult: () => undefined,
      onDiscovery: () => undefined,
    },
  });
}

/** The ids of the checks that have a status, sorted. */
export function idsWith(findings: SmokeFindings, status: string): string[] {
  return findings.results
    .filter((result) => result.status === status)
    .map(({ check }) => check.id)
    .sort();
}
