import type { Inputs } from "./input.ts";
import type { Server } from "./servers.ts";

/** The tools that every figure is measured with. */
export interface Bench {
  /** A temporary folder; it vanishes at the end. */
  dir: string;
  inputs: Inputs;
  /** Answers every request at once with the same success body. */
  server: Server;
  /** Folder of an older build to be compared with, if any. */
  before: string | undefined;
  /** The first where figures are to be kept, the second for `--quick`. */
  size(full: number, quick: number): number;
}

/** One thing that is measured, alone in its file. It may yield several lines of the table. */
export interface Figure {
  /** As given to `--only`. */
  id: string;
  /** Measured only when it is named, or when what it needs is given. */
  isExtra?: true;
  measure(bench: Bench): Promise<Measured[]>;
}

/** A line of the table. */
export interface Measured {
  name: string;
  unit: "times" | "MB" | "s" | "ms";
  better: "more" | "less";
  /** Limits to hold, from the weakest to the strongest. */
  floor?: number;
  goal?: number;
  moonshot?: number;
  /** One a round; the median counts. None when it could not be measured. */
  samples: readonly number[];
  /** The two measured values that are divided, for a reader who does not know the bench. */
  meaning: string;
  /** The absolute numbers behind it, or why there are none. */
  detail: string;
}
