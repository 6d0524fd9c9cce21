import { type Clock, systemClock } from "../../src/base/clock.ts";
import type { ClientOptions, HttpClient } from "../../src/send/client.ts";
import { ApiKey } from "../../src/settings/api-key.ts";
import { type SmokeWatcher, smokeService } from "../../src/smoke/run-smoke.ts";
import type { SmokePlan } from "../../src/smoke/smoke-plan.ts";
import type { SmokeReport } from "../../src/smoke/smoke-report.ts";
import { clientOf } from "../send/running-client.ts";

export const PARTNER = "acme";

/** A plan for a service on loopback, with addresses that no other run of this process uses. */
export function planFor(url: string, key: string, changes: Partial<SmokePlan> = {}): SmokePlan {
  counter += 1;
  return {
    baseUrl: url,
    partner: PARTNER,
    environment: null,
    keyVariable: "LEADCTL_API_KEY",
    authorization: `Bearer ${key}`,
    headers: {},
    wrongKey: "leadctl-smoke-wrong",
    mayCreate: true,
    existingUser: null,
    email: (tag) => `smoke+${tag}@example.com`,
    runTag: `t${counter}`,
    roundCount: 1,
    isDiscovering: false,
    choice: { only: null, skip: [] },
    limits: { retriesMax: null, p95MsMax: null },
    accepted: new Map(),
    waitMs: 0,
    ...changes,
  };
}

let counter = 0;

/** A client for a plan, closed after the test. */
export function clientFor(
  { baseUrl, partner, authorization }: SmokePlan,
  changes: Partial<ClientOptions> = {},
): HttpClient {
  return clientOf(baseUrl, {
    target: { baseUrl, partner },
    key: new ApiKey(authorization.replace(/^Bearer /, "")),
    connections: 2,
    ...changes,
  });
}

/** Waits for nothing: how long is told by its own tests. */
const IMPATIENT: Clock = {
  ...systemClock,
  sleep: (durationMs, signal) => systemClock.sleep(durationMs / 100, signal),
};

/** Runs a plan over real HTTP. */
export function runPlan(
  plan: SmokePlan,
  changes: Partial<ClientOptions> = {},
  watcher: SmokeWatcher = {},
  clock: Clock = IMPATIENT,
): Promise<SmokeReport> {
  return smokeService(plan, clientFor(plan, changes), {
    clock,
    signal: new AbortController().signal,
    random: () => 0.5,
    watcher,
  });
}

/** The ids of the checks that have a status, sorted. */
export function idsWith(findings: SmokeReport, status: string): string[] {
  return findings.results
    .filter((result) => result.status === status)
    .map(({ check }) => check.id)
    .sort();
}
