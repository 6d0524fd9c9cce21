import { randomInt } from "node:crypto";
import { systemClock } from "../base/clock.ts";
import { programVersion } from "../base/package-files.ts";
import { createClient } from "../send/client.ts";
import { KEY_VARIABLE, parseApiKey } from "../settings/api-key.ts";
import { parseAddress, parseTarget } from "../settings/target.ts";
import { smokeService } from "./run-smoke.ts";
import { DEFAULT_EMAIL_TEMPLATE, parseEmailTemplate } from "./smoke-lead.ts";
import { CONNECTIONS, requireChoice, runNames, type SmokePlan } from "./smoke-plan.ts";
import { checkDocument, scrubberFor, smokeDocument } from "./smoke-report.ts";
import type { SmokeCall, SmokeResult } from "./smoke-types.ts";

/** All that the package's module `leadctl/smoke` holds: the checks of `leadctl smoke` as a function. */
export type { JudgedCheck, SmokeCall, SmokeResult } from "./smoke-types.ts";

const TIMEOUT_MS = 30_000;
const RANDOM_MAX = 2 ** 32;

/**
 * Checks a service against the interface. The result holds everything that the service does; none of it makes this reject.
 *
 * @throws An error with `code`, `exitCode` 2 and `hint` for an unusable address, key or choice of checks.
 */
export async function runSmoke(call: SmokeCall): Promise<SmokeResult> {
  const { timeoutMs = TIMEOUT_MS, headers = {}, signal = new AbortController().signal } = call;
  const target = parseTarget(call.baseUrl, parseAddress(call.baseUrl).partner ?? call.partner);
  const key = parseApiKey(call.apiKey, "apiKey", headers);
  const random = (): number => randomInt(RANDOM_MAX) / RANDOM_MAX;
  const plan: SmokePlan = {
    ...target,
    ...runNames(systemClock.date(), random),
    environment: null,
    keyVariable: KEY_VARIABLE,
    authorization: key.authorization,
    headers: {},
    mayCreate: call.create === true,
    existingUser: call.existingUser ?? null,
    email: parseEmailTemplate(call.email ?? DEFAULT_EMAIL_TEMPLATE),
    roundCount: call.rounds ?? 1,
    isDiscovering: call.discover === true,
    choice: { only: call.only ?? null, skip: call.skip ?? [] },
    limits: { retriesMax: call.maxRetries ?? null, p95MsMax: call.maxP95Ms ?? null },
    accepted: new Map(Object.entries(call.accept ?? {})),
    waitMs: call.waitMs ?? 0,
  };
  requireChoice(plan);
  const scrub = scrubberFor(plan);
  const userAgent = `leadctl/${programVersion()}`;
  const own = { target, key, timeoutMs, connections: CONNECTIONS, userAgent, clock: systemClock };
  const client = createClient(own);
  try {
    const report = await smokeService(plan, client, {
      clock: systemClock,
      signal,
      random,
      watcher: { onResult: (result) => call.onCheck?.(checkDocument(result, scrub, plan)) },
    });
    for (const fact of report.discovery?.facts ?? [])
      fact.observed = fact.observed && key.scrub(fact.observed);
    return smokeDocument(report, scrub);
  } finally {
    await client.close();
  }
}
