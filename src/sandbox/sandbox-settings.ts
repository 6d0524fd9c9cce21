import type { FaultOptions } from "./fault-plan.ts";
import type { RateLimit } from "./rate-limit.ts";

/** What may be changed while the service runs. */
export interface ChangeableSettings {
  /** The partners that exist; null and the default: any. */
  partners?: readonly string[] | null;
  /** E-mail addresses of accounts that exist without a quote; default none. */
  users?: readonly string[];
  /** Default none. New faults count every address's attempts from 1 again. */
  faults?: FaultOptions | null;
  /** How long every answer is held back; default and null: not at all. */
  latency?: Latency | null;
  /** Default and null: none. */
  rateLimit?: RateLimit | null;
}

/** Evenly spread from `meanMs - jitterMs` to `meanMs + jitterMs`. */
export interface Latency {
  meanMs: number;
  jitterMs?: number;
}
