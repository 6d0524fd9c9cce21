import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultOptions, RequestLogEntry } from "../../src/sandbox/sandbox-types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { brokenLead, REFUSED_FOR_COUNTY } from "../program/corrected-run.ts";
import { csvOf, leadOf } from "../program/lead-sheet.ts";
import { TEST_KEY } from "../test-key.ts";

const PARTNER = "crash";

/** A sandbox in this process that remembers every create request. */
export interface CrashService {
  sandbox: Sandbox;
  env: Readonly<Record<string, string>>;
  /** Create requests with a lead, in the order in which their answers ended. */
  creates(): readonly RequestLogEntry[];
  onAnswer(listener: () => void): () => void;
}

/** A sheet's rows, from row 2 on, with which something is wrong. */
export interface Troubles {
  leadCount: number;
  /** Refused locally. */
  invalid: readonly number[];
  /** Created by somebody else before. */
  taken: readonly number[];
  /** Refused by the service, each time anew, with an issue of its own. */
  refused: readonly number[];
}

export async function startCrashService(options: SandboxOptions = {}): Promise<CrashService> {
  const entries: RequestLogEntry[] = [];
  const listeners = new Set<() => void>();
  const log = (entry: RequestLogEntry): void => {
    if (entry.email !== undefined && entry.path?.startsWith(`/api/${PARTNER}/`)) entries.push(entry);
    for (const listener of listeners) listener();
  };
  const sandbox = await startSandbox({ keys: [TEST_KEY], ...options, log });
  return {
    sandbox,
    env: { LEADCTL_BASE_URL: sandbox.url, LEADCTL_PARTNER: PARTNER, LEADCTL_API_KEY: TEST_KEY },
    creates: () => entries,
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Writes `leads.csv` into a folder, and starts a service where much goes wrong, by chance and on purpose. */
export async function startTroubled(
  seed: number,
  folder: string,
  { leadCount, invalid, taken, refused }: Troubles,
): Promise<CrashService> {
  const service = await startCrashService({ latency: { meanMs: 8, jitterMs: 6 } });
  const sheet = Array.from({ length: leadCount }, (_, index) => index + 2).map((row) =>
    invalid.includes(row) ? brokenLead(row) : leadOf(row),
  );
  writeFileSync(join(folder, "leads.csv"), csvOf(sheet));
  for (const row of taken) await createElsewhere(service.sandbox, leadOf(row));
  service.sandbox.change({ faults: faultsFor(seed, refused) });
  return service;
}

export function emailOf(row: number): string {
  return `applicant-${row}@example.com`;
}

async function createElsewhere({ url }: Sandbox, lead: unknown): Promise<void> {
  const response = await fetch(`${url}/api/elsewhere/lead/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(lead),
  });
  if (!response.ok) throw new Error(`not created elsewhere: ${response.status}`);
  await response.arrayBuffer();
}

function faultsFor(seed: number, refused: readonly number[]): FaultOptions {
  return {
    seed,
    probabilities: {
      "500-before": 0.07,
      "500-after": 0.05,
      "503-after": 0.03,
      "reset-before": 0.02,
      "reset-after": 0.02,
      "close-after": 0.02,
      "502-after": 0.02,
      truncated: 0.01,
      unreadable: 0.01,
    },
    script: Object.fromEntries(refused.map((row) => [emailOf(row), Array(20).fill(REFUSED_FOR_COUNTY)])),
  };
}
