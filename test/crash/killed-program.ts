import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { endOf, PROGRAM_FILE, type ProgramEnd } from "../program/run-program.ts";
import type { SeededRandom } from "../simulation/seeded-random.ts";

/** When the program is killed. */
export type KillMoment =
  /** So long after its start. */
  | { kind: "time"; ms: number }
  /** So long after a file whose name contains the text was made, changed or renamed in the run's folder. */
  | { kind: "file"; name: string; ms: number }
  /** So long after the service has given so many answers. */
  | { kind: "answers"; count: number; ms: number };

/** While reading, sending, or writing reports; one that comes too late lets the program end. */
export function drawMoment(random: SeededRandom): KillMoment {
  const ms = random.chance(0.5) ? 0 : random.whole(1, 20);
  return random.pick<() => KillMoment>([
    () => ({ kind: "time", ms: random.whole(100, 700) }),
    () => ({ kind: "file", name: random.pick(["run.lock", "journal.ndjson", ".ballast"]), ms }),
    () => ({ kind: "file", name: random.pick(["plan.ndjson", "journal.mark"]), ms }),
    () => ({ kind: "file", name: random.pick(["report.json", "report.csv", "fix.csv"]), ms }),
    () => ({ kind: "answers", count: random.whole(1, 40), ms }),
    () => ({ kind: "answers", count: random.whole(1, 12), ms }),
  ])();
}

export interface Started {
  dir: string;
  /** Default: this process's own. */
  cwd?: string;
  env: Readonly<Record<string, string>>;
  /** Calls back at every answer of the service, until the returned function is called. */
  onAnswer(listener: () => void): () => void;
  kill?: KillMoment;
}

/** Runs the built program and kills it with SIGKILL at a moment, if it is still there then. */
export function runUntilKilled(args: readonly string[], started: Started): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [PROGRAM_FILE, ...args], {
    cwd: started.cwd,
    env: { PATH: process.env.PATH, ...started.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killIn = (ms: number): void => {
    if (ms === 0) child.kill("SIGKILL");
    else setTimeout(() => child.kill("SIGKILL"), ms);
  };
  const disarm = started.kill ? arm(started.kill, started, killIn) : () => undefined;
  return endOf(child, `leadctl ${args.join(" ")}`).finally(disarm);
}

function arm(moment: KillMoment, { dir, onAnswer }: Started, killIn: (ms: number) => void): () => void {
  if (moment.kind === "time") {
    killIn(moment.ms);
    return () => undefined;
  }
  let count = 0;
  const hit = (): void => {
    count += 1;
    if (count === (moment.kind === "answers" ? moment.count : 1)) killIn(moment.ms);
  };
  if (moment.kind === "answers") return onAnswer(hit);
  const watcher = watch(dir, (_event, name) => {
    if (name?.includes(moment.name)) hit();
  });
  return () => watcher.close();
}
