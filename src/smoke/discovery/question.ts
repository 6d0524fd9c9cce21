import type { StepExchange } from "../check.ts";
import type { Step } from "../step.ts";

/** Something that the interface leaves open, and how an environment is asked for it. Never judged. */
export interface Question {
  /** Unique and stable: baselines are compared by it. */
  id: string;
  /** Of the interface, where it is silent. */
  section: string;
  question: string;
  steps: readonly Step[];
  /** What the answers say, without anything that another run would find different by chance. */
  read(exchanges: readonly StepExchange[]): string;
}

/** What an environment was seen to do. */
export interface Fact {
  id: string;
  section: string;
  question: string;
  /** Null: it could not be asked. */
  observed: string | null;
}
