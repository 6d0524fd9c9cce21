import { emailKey } from "../lead/email.ts";
import type { Fault, FaultKind, FaultOptions, ScriptEntry } from "./sandbox-types.ts";

export interface PlannedFault {
  /** 1 for the first create request with this e-mail address. */
  attempt: number;
  fault: Fault | null;
}

/** Beyond so many addresses the oldest counts are forgotten. */
const COUNTED_EMAILS_MAX = 1_000_000;
const EVERY_OTHER = "*";

/** Decides which create request meets which fault. */
export class FaultPlan {
  readonly #script: ReadonlyMap<string, readonly ScriptEntry[]>;
  readonly #chances: readonly (readonly [FaultKind, number])[];
  readonly #seed: number;
  readonly #attempts = new Map<string, number>();

  constructor({ probabilities = {}, seed = 1, script = {} }: FaultOptions) {
    this.#script = new Map(Object.entries(script).map(([email, entries]) => [emailKey(email), entries]));
    this.#chances = Object.entries(probabilities) as [FaultKind, number][];
    this.#seed = seed;
  }

  /** Counts one more attempt for an address ("" where a body has none) and tells its fault. */
  next(email: string): PlannedFault {
    const key = emailKey(email);
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    if (this.#attempts.size > COUNTED_EMAILS_MAX) this.#forgetOldest();
    const entries = this.#script.get(key) ?? this.#script.get(EVERY_OTHER) ?? [];
    const scripted = entries[attempt - 1];
    return { attempt, fault: scripted === undefined ? this.#draw(key, attempt) : asFault(scripted) };
  }

  #draw(key: string, attempt: number): Fault | null {
    let fraction = seededFraction(this.#seed, `${key} ${attempt}`);
    for (const [kind, probability] of this.#chances) {
      if (fraction < probability) return { kind };
      fraction -= probability;
    }
    return null;
  }

  #forgetOldest(): void {
    const oldest = this.#attempts.keys().next();
    if (!oldest.done) this.#attempts.delete(oldest.value);
  }
}

function asFault(entry: ScriptEntry): Fault | null {
  return typeof entry === "string" ? { kind: entry } : entry;
}

/**
 * A number from 0 (included) to 1 (excluded) that depends on nothing but the seed and the text: FNV-1a,
 * mixed by MurmurHash3's finaliser. For rehearsals, never for secrets.
 */
export function seededFraction(seed: number, text: string): number {
  let hash = mix(0x811c9dc5 ^ seed);
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash) / 2 ** 32;
}

function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
