import { LIMITS } from "../settings/policy.ts";

/** What an attempt says about the health of the service. */
export type Health =
  /** An answer that settles the lead. */
  | "definite"
  /** A 429, or an answer that doubts the address: alive; neither for nor against. */
  | "neutral"
  /** An answer, or the lack of one, that settles nothing and may not have created anything. */
  | "troubled"
  /** Sent, and nobody knows what became of it: each may cost a login link. */
  | "unknown";

/**
 * Counts trouble. It opens after 5 unknown attempts or 20 attempts of any kind without a definite answer
 * between them; unknown leads are not sent again within a round, so the 5 are on different leads.
 */
export class Breaker {
  #unknownCount = 0;
  #troubleCount = 0;

  /** Notes one attempt. Returns whether the breaker opens with it. */
  note(health: Health): boolean {
    if (health === "neutral") return false;
    if (health === "definite") {
      this.reset();
      return false;
    }
    this.#troubleCount += 1;
    if (health === "unknown") this.#unknownCount += 1;
    return this.#unknownCount >= LIMITS.breakerUnknownsMax || this.#troubleCount >= LIMITS.breakerAttemptsMax;
  }

  reset(): void {
    this.#unknownCount = 0;
    this.#troubleCount = 0;
  }
}
