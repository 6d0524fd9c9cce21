import type { Server } from "./server.ts";

/** The tools that every figure is measured with. */
export interface Bench {
  /** A temporary folder; it vanishes at the end. */
  dir: string;
  /** Answers every request at once with a success body. */
  server: Server;
  /** Folder of an older build to be compared with, if any. */
  before: string | undefined;
  /** The first where figures are to be kept, the second for `--quick`. */
  size(full: number, quick: number): number;
}

/** Something that is measured. It may yield several lines of the table. */
export interface Figure {
  /** As given to `--only`. */
  id: string;
  /** What is measured and what it is divided by, for a reader who does not know the bench. */
  meaning: string;
  /** Measured only when it is named, or when what it needs is given. */
  isExtra?: true;
  measure(bench: Bench): Promise<Line[]>;
}

/** A line of the table. */
export interface Line {
  name: string;
  unit: "times" | "MB" | "s" | "ms";
  /** Less is better unless this says otherwise. */
  isMoreBetter?: true;
  /** Limits to hold, from the weakest to the strongest. */
  limits?: Limits;
  /** One a round; the median counts. */
  samples: readonly number[];
  /** The absolute numbers behind it. */
  detail: string;
}

export const LIMITS = ["floor", "goal", "moonshot"] as const;
export type Limits = Partial<Record<(typeof LIMITS)[number], number>>;

/** How two numbers of a round make a line. */
interface Ratio<Round> extends Omit<Line, "unit" | "samples" | "detail"> {
  of: (round: Round) => number;
  over: (round: Round) => number;
  show: (value: number) => string;
  /** Behind the absolute numbers. */
  more?: string;
}

/** One number of each round over another that was measured in turns with it. */
export function ratio<Round>(
  rounds: readonly Round[],
  { of, over, show, more = "", ...line }: Ratio<Round>,
): Line {
  const [middle, base] = [of, over].map((value) => show(median(rounds.map(value))));
  const samples = rounds.map((round) => of(round) / over(round));
  return { ...line, unit: "times", samples, detail: `${middle} over ${base}${more}` };
}

export const inSeconds = (value: number): string => `${value.toFixed(2)} s`;

/** How often something is measured. */
export async function repeat<T>(roundCount: number, round: (index: number) => Promise<T> | T): Promise<T[]> {
  const all: T[] = [];
  for (let index = 0; index < roundCount; index++) all.push(await round(index));
  return all;
}

/** The middle one; the mean of both where two are in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? Number.NaN)) / 2 : upper;
}
