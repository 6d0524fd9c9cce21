import { WriteStream } from "node:tty";
import { Chalk, type ChalkInstance } from "chalk";
import type { Variables } from "../base/context.ts";
import { type Signs, signsFor } from "./signs.ts";

/** The part of an output stream that decides how it may be written to. */
export interface TerminalStream {
  isTTY?: boolean;
  /** Absent where there is no terminal; 0 under some wrappers. */
  columns?: number;
}

/** All that drawing text for one stream depends on. */
export interface Style {
  chalk: ChalkInstance;
  signs: Signs;
  /** How wide a line may be. */
  columns: number;
}

/** 0 none, 1 sixteen colours, 2 256 colours, 3 true colour: what `new Chalk({ level })` takes. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** The width of a file, a pipe, or a terminal that reports none. */
const COLUMNS_UNKNOWN = 100;
const COLUMNS_MIN = 20;

/** By the bits of a colour, as Node counts them. */
const LEVELS: Readonly<Record<number, ColorLevel>> = { 1: 0, 4: 1, 8: 2, 24: 3 };

/** How text is drawn on a stream. */
export function styleFor(
  stream: TerminalStream,
  env: Variables,
  platform: NodeJS.Platform = process.platform,
): Style {
  return {
    chalk: new Chalk({ level: colorLevel(stream, env) }),
    signs: signsFor(env, platform),
    columns: lineColumns(stream),
  };
}

/** The maximum width of a line; fixed if there is no terminal. */
export function lineColumns({ isTTY, columns }: TerminalStream): number {
  return isTTY === true && columns !== undefined && columns > 0
    ? Math.max(columns, COLUMNS_MIN)
    : COLUMNS_UNKNOWN;
}

/**
 * How much colour a stream gets. The first that speaks decides: a `NO_COLOR` that is not empty, `FORCE_COLOR`, no
 * terminal, `CI`, and then what Node knows of the terminal. Asked for each stream: chalk itself looks only at the
 * process's own streams, and ignores `NO_COLOR`.
 */
export function colorLevel(stream: TerminalStream, env: Variables): ColorLevel {
  if (env.NO_COLOR) return 0;
  if (env.FORCE_COLOR === undefined && (stream.isTTY !== true || isCi(env))) return 0;
  // Node takes an empty NO_COLOR and CI=false for a yes.
  const { CI: _ci, NO_COLOR: _noColor, ...others } = env;
  return LEVELS[WriteStream.prototype.getColorDepth(others)] ?? 0;
}

/** Whether a build server runs us; `CI=false` and `CI=0` say no. */
export function isCi(env: Variables): boolean {
  return env.CI !== undefined && !["", "0", "false"].includes(env.CI.toLowerCase());
}
