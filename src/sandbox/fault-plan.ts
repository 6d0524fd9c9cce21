import { textHash } from "../base/text-hash.ts";
import { emailKey } from "../lead/email.ts";
import type { Fault, FaultKind, FaultOptions, FaultRule, ScriptEntry } from "./sandbox-types.ts";

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
  readonly #rules: readonly FaultRule[];
  readonly #seed: number;
  /** By address: how many requests it had, and how many addresses came before it. */
  readonly #leads = new Map<string, { attempt: number; number: number }>();
  #leadCount = 0;
  #requestCount = 0;

  constructor({ probabilities = {}, seed = 1, script = {}, rules = [] }: FaultOptions) {
    this.#script = new Map(Object.entries(script).map(([email, entries]) => [emailKey(email), entries]));
    this.#rules = [...rules, ...rulesOf(probabilities)];
    this.#seed = seed;
  }

  /** Counts one more attempt for an address ("" where a body has none) and tells its fault. */
  next(email: string): PlannedFault {
    const key = emailKey(email);
    const lead = this.#leads.get(key) ?? { attempt: 0, number: ++this.#leadCount };
    lead.attempt++;
    this.#requestCount++;
    this.#leads.set(key, lead);
    if (this.#leads.size > COUNTED_EMAILS_MAX) this.#forgetOldest();
    const { attempt } = lead;
    const entries = this.#script.get(key) ?? this.#script.get(EVERY_OTHER) ?? [];
    let entry = entries[attempt - 1];
    if (entry === undefined) {
      const draw = `${key} ${attempt}`;
      entry = this.#rules.find((rule, index) => this.#applies(rule, lead, `${index} ${draw}`))?.fault;
    }
    return { attempt, fault: typeof entry === "string" ? { kind: entry } : (entry ?? null) };
  }

  #applies(
    { leads, requests, attempts, every, share }: FaultRule,
    { attempt, number }: { attempt: number; number: number },
    draw: string,
  ): boolean {
    const isListed = isIn(leads, number) && isIn(requests, this.#requestCount) && isIn(attempts, attempt);
    if (!isListed || (every !== undefined && this.#requestCount % every !== 0)) return false;
    return share === undefined || seededFraction(this.#seed, draw) < share;
  }

  #forgetOldest(): void {
    const oldest = this.#leads.keys().next();
    if (!oldest.done) this.#leads.delete(oldest.value);
  }
}

/** Each rule draws among the requests that those before it have left, so that every kind gets its share of all. */
function rulesOf(probabilities: NonNullable<FaultOptions["probabilities"]>): FaultRule[] {
  let left = 1;
  return Object.entries(probabilities).map(([kind, probability]) => {
    const share = probability / left;
    left -= probability;
    return { fault: kind as FaultKind, share };
  });
}

/** Whether a list such as `2,5-7` or `10-` has a number; no list has all. */
function isIn(list: string | undefined, number: number): boolean {
  if (list === undefined) return true;
  return list.split(",").some((part) => {
    const [first = "", last = first] = part.split("-");
    return number >= Number(first) && (last === "" || number <= Number(last));
  });
}

/** A number from 0 (included) to 1 (excluded) that depends on nothing but the seed and the text. For practice, never for secrets. */
export function seededFraction(seed: number, text: string): number {
  return textHash(`${seed} ${text}`) / 2 ** 53;
}
