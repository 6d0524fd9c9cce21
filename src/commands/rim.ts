import type { Clock } from "../clock.ts";
import { systemClock } from "../clock.ts";
import type { LiveStream } from "../terminal/live-progress.ts";

/** Everything of the outside world that commands touch. */
export interface Rim {
  /** A copy: what is removed from it is removed from the process as well, by `takeSecret`. */
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadStream;
  stdout: LiveStream;
  stderr: LiveStream;
  clock: Clock;
  /** Random numbers in [0, 1). */
  random: () => number;
  /** Reads a variable that holds a secret, and takes it out of the process's environment. */
  takeSecret(variable: string): string | undefined;
}

export function systemRim(): Rim {
  for (const stream of [process.stdout, process.stderr]) {
    // A reader that has gone away (`| head`) is no reason to stop a run.
    stream.on("error", () => undefined);
  }
  return {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    random: Math.random,
    takeSecret: (variable) => {
      const value = process.env[variable];
      delete process.env[variable];
      return value;
    },
  };
}
