/** The part of an output stream that decides how it may be written to. */
export interface TerminalStream {
  isTTY?: boolean;
  /** Absent where there is no terminal; 0 under some wrappers. */
  columns?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** 0 none, 1 sixteen colours, 2 256 colours, 3 true colour: what `new Chalk({ level })` takes. */
export type ColorLevel = 0 | 1 | 2 | 3;

/**
 * How much colour a stream gets. The first that speaks decides: `--color` or `--no-color`, a non-empty
 * `NO_COLOR`, `FORCE_COLOR`, `TERM=dumb`, no terminal, `CI`. Asked for each stream, since chalk itself looks
 * only at the environment and ignores `NO_COLOR`.
 *
 * @param wanted The flag `--color` (true) or `--no-color` (false); undefined when neither is given.
 */
export function colorLevel(stream: TerminalStream, env: Environment, wanted?: boolean): ColorLevel {
  if (wanted !== undefined) return wanted ? depth(env) : 0;
  if (env.NO_COLOR) return 0;
  if (env.FORCE_COLOR !== undefined) return forcedLevel(env.FORCE_COLOR, env);
  if (env.TERM === "dumb" || stream.isTTY !== true || isCi(env)) return 0;
  return depth(env);
}

/** Whether a build server runs us; `CI=false` and `CI=0` say no. */
export function isCi(env: Environment): boolean {
  return env.CI !== undefined && !["", "0", "false"].includes(env.CI.toLowerCase());
}

function forcedLevel(value: string, env: Environment): ColorLevel {
  if (value === "0" || value === "false") return 0;
  if (value === "2") return 2;
  if (value === "3") return 3;
  return depth(env);
}

function depth({ COLORTERM, TERM }: Environment): ColorLevel {
  if (COLORTERM === "truecolor" || COLORTERM === "24bit") return 3;
  return TERM?.includes("256") ? 2 : 1;
}
