import type { RequestLogEntry } from "../../src/sandbox/sandbox-types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { TEST_KEY } from "../test-key.ts";

const PARTNER = "crash";

/** A sandbox in this process that remembers every create request. */
export interface CrashService {
  sandbox: Sandbox;
  env: Readonly<Record<string, string>>;
  /** Create requests with a lead, in the order in which their answers ended. */
  creates(): readonly RequestLogEntry[];
  onAnswer(listener: () => void): () => void;
  /** Creates a quote as somebody else would. */
  createElsewhere(lead: unknown): Promise<void>;
}

export async function startCrashService(options: SandboxOptions = {}): Promise<CrashService> {
  const entries: RequestLogEntry[] = [];
  const listeners = new Set<() => void>();
  const log = (entry: RequestLogEntry): void => {
    if (entry.email !== undefined) entries.push(entry);
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
    createElsewhere: async (lead) => {
      const response = await fetch(`${sandbox.url}/api/elsewhere/lead/create`, {
        method: "POST",
        headers: { authorization: `Bearer ${TEST_KEY}`, "content-type": "application/json" },
        body: JSON.stringify(lead),
      });
      if (!response.ok) throw new Error(`not created elsewhere: ${response.status}`);
      await response.arrayBuffer();
      entries.length = 0;
    },
  };
}
