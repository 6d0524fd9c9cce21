import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultOptions } from "../../src/sandbox/sandbox-types.ts";
import { REFUSED_FOR_COUNTY } from "../program/corrected-run.ts";
import { changed, csvOf, leads, type NestedLead } from "../program/lead-sheet.ts";
import { SeededRandom } from "../simulation/seeded-random.ts";
import { type CrashService, startCrashService } from "./crash-service.ts";
import { type KillMoment, type ProgramEnd, runUntilKilled } from "./killed-program.ts";

/** Rows of the sheet, from row 2 on. */
export const LEAD_COUNT = 48;
export const CONCURRENCY = 4;
const ROUNDS_MAX = 12;

/** Addresses that the service refuses, each time anew, with an issue of its own. */
const REFUSED_ROWS = [9, 31];
/** Leads that somebody else created before. */
const TAKEN_ROWS = [6, 20, 33, 47];
/** Rows that are refused locally. */
export const INVALID_ROWS = [12, 40];

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

/** Everything that goes wrong at the service, by chance and on purpose. */
function faultsFor(seed: number): FaultOptions {
  return {
    seed,
    probabilities: {
      "500-before": 0.06,
      "500-after": 0.05,
      "503-after": 0.03,
      "reset-before": 0.02,
      "reset-after": 0.02,
      "close-after": 0.02,
      "502-after": 0.02,
      truncated: 0.01,
      unreadable: 0.01,
    },
    script: Object.fromEntries(REFUSED_ROWS.map((row) => [emailOf(row), Array(20).fill(REFUSED_FOR_COUNTY)])),
  };
}

/** One run from its first submission to its end, killed at several moments that the seed chooses. */
export async function crashRun(seed: number, folder: string): Promise<CrashedRun> {
  const random = new SeededRandom(seed);
  const service = await startCrashService({ latency: { meanMs: 8, jitterMs: 6 } });
  const sheet = sheetLeads();
  for (const row of TAKEN_ROWS) await service.createElsewhere(sheet[row - 2]);
  service.sandbox.change({ faults: faultsFor(seed) });
  const input = join(folder, "leads.csv");
  const dir = join(folder, "run");
  writeFileSync(input, csvOf(sheet));
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

  await call(["submit", input, "--out", dir], drawFirstMoment(random));
  for (let kills = random.whole(2, 5); kills > 0; kills--) await goOn(drawMoment(random));
  let last = await finish();
  if (random.chance(0.5)) {
    await call(["replay", dir, "--status", "failed,unknown"], drawMoment(random));
    await goOn(drawMoment(random));
    last = await finish();
  }
  return { dir, service, last, calls, killCount, takenEmails: new Set(TAKEN_ROWS.map(emailOf)) };
}

const FLAGS = [
  ...["--json", "--quiet", "--concurrency", String(CONCURRENCY)],
  ...["--retry-base", "2ms", "--retry-max", "10ms", "--timeout", "5s"],
];

/** While planning, sending and syncing; a moment that comes too late lets the run end. */
function drawFirstMoment(random: SeededRandom): KillMoment {
  const ms = drawDelay(random);
  return random.pick<() => KillMoment>([
    () => ({ kind: "time", ms: random.whole(150, 700) }),
    () => ({
      kind: "file",
      name: random.pick(["run.lock", "plan.ndjson", "journal.ndjson", ".ballast"]),
      ms,
    }),
    () => ({ kind: "answers", count: random.whole(1, 40), ms }),
    () => ({ kind: "answers", count: random.whole(1, 20), ms }),
  ])();
}

/** While reading, sending on, or writing reports, of which every call does at least one. */
function drawMoment(random: SeededRandom): KillMoment {
  const ms = drawDelay(random);
  return random.pick<() => KillMoment>([
    () => ({ kind: "time", ms: random.whole(100, 450) }),
    () => ({ kind: "file", name: random.pick(["run.lock", "journal.ndjson", ".ballast"]), ms }),
    () => ({ kind: "file", name: random.pick(["report.json", "report.csv", "fix.csv"]), ms }),
    () => ({ kind: "answers", count: random.whole(1, 12), ms }),
  ])();
}

function drawDelay(random: SeededRandom): number {
  return random.chance(0.5) ? 0 : random.whole(1, 20);
}

function sheetLeads(): NestedLead[] {
  return leads(LEAD_COUNT).map((lead, index) => {
    const row = index + 2;
    const invalid = INVALID_ROWS.includes(row);
    return changed(lead, "contactInfo.email", invalid ? "nobody" : emailOf(row));
  });
}

function emailOf(row: number): string {
  return `row-${row}@example.com`;
}
