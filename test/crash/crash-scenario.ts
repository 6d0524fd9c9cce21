import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ProgramEnd } from "../program/run-program.ts";
import { SeededRandom } from "../simulation/seeded-random.ts";
import { type CrashService, emailOf, startTroubled } from "./crash-service.ts";
import { drawMoment, type KillMoment, runUntilKilled } from "./killed-program.ts";

export const CONCURRENCY = 4;
export const TROUBLES = {
  leadCount: 48,
  refused: [9, 31],
  taken: [6, 20, 33, 47],
  invalid: [12, 40],
} as const;
const ROUNDS_MAX = 12;

export interface CrashedRun {
  dir: string;
  service: CrashService;
  /** Of the program's last, undisturbed call. */
  last: ProgramEnd;
  /** How the program was called and how it ended, for the message of a failure. */
  calls: string[];
  killCount: number;
  takenEmails: ReadonlySet<string>;
}

/** One run from its first submission to its end, killed at several moments that the seed chooses. */
export async function crashRun(seed: number, folder: string): Promise<CrashedRun> {
  const random = new SeededRandom(seed);
  const service = await startTroubled(seed, folder, TROUBLES);
  const input = join(folder, "leads.csv");
  const dir = join(folder, "run");
  mkdirSync(dir);
  const calls: string[] = [];
  let killCount = 0;

  const call = async (args: readonly string[], kill?: KillMoment): Promise<ProgramEnd> => {
    const { env, onAnswer } = service;
    const end = await runUntilKilled([...args, ...FLAGS], { dir, env, onAnswer, ...(kill && { kill }) });
    if (end.exitCode === null) killCount += 1;
    calls.push(`${args.join(" ")} ${JSON.stringify(kill ?? "undisturbed")} → ${end.exitCode ?? "killed"}`);
    return end;
  };
  /** As a person would: the input again while there is no run, else resume. */
  const goOn = async (kill?: KillMoment): Promise<ProgramEnd> => {
    const resumed = await call(["resume", dir], kill);
    const hasNoRun = resumed.exitCode === 2 && resumed.stdout.includes('"no-run"');
    return hasNoRun ? call(["submit", input, "--out", dir], kill) : resumed;
  };
  const finish = async (): Promise<ProgramEnd> => {
    for (let rounds = 0; ; rounds++) {
      const end = await goOn();
      if (end.exitCode !== 4 || rounds === ROUNDS_MAX) return end;
    }
  };

  await call(["submit", input, "--out", dir], drawMoment(random));
  for (let kills = random.whole(2, 5); kills > 0; kills--) await goOn(drawMoment(random));
  let last = await finish();
  if (random.chance(0.5)) {
    await call(["replay", dir, "--status", "failed,unknown"], drawMoment(random));
    await goOn(drawMoment(random));
    last = await finish();
  }
  return { dir, service, last, calls, killCount, takenEmails: new Set(TROUBLES.taken.map(emailOf)) };
}

const FLAGS = [
  ...["--json", "--quiet", "--concurrency", String(CONCURRENCY)],
  ...["--retry-base", "2ms", "--retry-max", "10ms", "--timeout", "5s"],
];
