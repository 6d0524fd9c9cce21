import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import { ifPossible } from "./if-possible.ts";
import { isExecutable } from "./package-files.ts";
import { canRedact, redactor } from "./redact.ts";

/** An output for people, which may be a terminal with a width. */
export type LiveStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** How the program was called, as far as the system says. */
export interface Caller {
  /** Path of the script, as it was named to Node; of an executable, what was typed to call it. */
  script: string;
  isExecutable: boolean;
  platform: NodeJS.Platform;
  /** The folder that the program runs in. */
  cwd: string;
}

/** Environment variables, of the process or of a file. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A copy of variables. On Windows their names count in whatever case they are written. */
export function copyVariables(variables: Variables, platform: NodeJS.Platform = process.platform): Variables {
  const copy = { ...variables };
  if (platform !== "win32") return copy;
  const byName = new Map(Object.entries(copy).map(([name, value]) => [name.toUpperCase(), value]));
  return new Proxy(copy, {
    get: (_, name) => (typeof name === "string" ? byName.get(name.toUpperCase()) : undefined),
  });
}

/** Everything of the outside world that commands touch. */
export interface Context {
  /** A copy: what is removed from it is removed from the process as well, by `takeSecret`. */
  env: Variables;
  caller: Caller;
  stdin: NodeJS.ReadStream;
  stdout: LiveStream;
  stderr: LiveStream;
  clock: Clock;
  /** Random numbers in [0, 1). */
  random: () => number;
  /** Reads a variable that holds a secret, as often as it is wanted; the first time takes it out of the process's environment. */
  takeSecret(variable: string): string | undefined;
  /** From now on `scrub` masks this value too, such as a key that came from a file, where `canRedact` allows it. */
  keepSecret(value: string): void;
  /**
   * Masks secrets, bearer credentials and login tokens in a text that is about to leave the program. Of a document, its
   * values alone are given to it: names of keys are ours (see `documentLine`).
   */
  scrub(text: string): string;
}

/** Shared by the whole process: the last output must know the first secret. */
const secrets = new Set<string>();

export function systemContext(): Context {
  const taken = new Map<string, string | undefined>();
  return {
    env: process.env,
    caller: {
      script: (isExecutable ? process.argv0 : process.argv[1]) ?? "",
      isExecutable,
      platform: process.platform,
      cwd: workingFolder(),
    },
    // Opened where it is asked for: most commands read nothing of it, and it is slow to open.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    random: Math.random,
    takeSecret: (variable) => {
      if (taken.has(variable)) return taken.get(variable);
      const value = process.env[variable];
      delete process.env[variable];
      if (value !== undefined) keepSecret(value);
      taken.set(variable, value);
      return value;
    },
    keepSecret,
    scrub: (text) => redactor([...secrets])(text),
  };
}

/** Somebody may have removed the folder in which they stand: what is asked for may do without it. */
function workingFolder(): string {
  return ifPossible(() => process.cwd()) ?? process.env.PWD ?? ".";
}

function keepSecret(value: string): void {
  if (canRedact(value)) secrets.add(value);
}
