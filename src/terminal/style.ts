import { Chalk, type ChalkInstance } from "chalk";
import { colorLevel, type Environment, type TerminalStream } from "./colour.ts";
import { type Signs, signsFor } from "./signs.ts";

/** All that drawing text for one stream depends on. */
export interface Style {
  chalk: ChalkInstance;
  signs: Signs;
  /** How wide a line may be. */
  columns: number;
}

/** Where the width is unknown: a file, a pipe, a terminal that reports no columns. */
const COLUMNS_UNKNOWN = 100;
const COLUMNS_MIN = 20;

/** @param wanted The flag `--color` or `--no-color`; see {@link colorLevel}. */
export function styleFor(
  stream: TerminalStream,
  env: Environment,
  wanted?: boolean,
  platform: NodeJS.Platform = process.platform,
): Style {
  return {
    chalk: new Chalk({ level: colorLevel(stream, env, wanted) }),
    signs: signsFor(env, platform),
    columns: lineColumns(stream),
  };
}

export function lineColumns({ isTTY, columns }: TerminalStream): number {
  return isTTY === true && columns !== undefined && columns > 0
    ? Math.max(columns, COLUMNS_MIN)
    : COLUMNS_UNKNOWN;
}
