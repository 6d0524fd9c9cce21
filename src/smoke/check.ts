import type { HttpExchange } from "./http-client.ts";
import type { Step } from "./step.ts";

/** An exchange, and the step that it belongs to. */
export interface StepExchange extends HttpExchange {
  step: Step;
}

/** One promise of the interface that an environment keeps or breaks. */
export interface Check {
  /** Unique, as in `rules.v1`; what stands before the dot is the group. */
  id: string;
  /** Of the interface, as in `4.2 V1, 7`. */
  section: string;
  /** The promise, as a short sentence. */
  title: string;
  steps: readonly Step[];
  /**
   * Looks at the whole answers to the steps, in their order.
   *
   * @returns What differs from the interface, in words; nothing when it holds.
   */
  judge(exchanges: readonly StepExchange[]): string[];
  /** Why nothing can be said, as a sentence; null when something can. */
  obstacle?(exchanges: readonly StepExchange[]): string | null;
}

/** The checks of one file. */
export interface CheckGroup {
  /** The part of the checks' ids before the dot. */
  id: string;
  title: string;
  /** Of the interface, for all of them. */
  section: string;
  checks: readonly Check[];
}

/**
 * What became of a check.
 *
 * - `holds`, `differs`: as it says.
 * - `unanswered`: no whole answer came, so nothing is known.
 * - `not-judged`: left out or impossible here; the note says why.
 */
export type CheckStatus = "holds" | "differs" | "unanswered" | "not-judged";

export const CHECK_STATUSES = [
  "holds",
  "differs",
  "unanswered",
  "not-judged",
] as const satisfies readonly CheckStatus[];
