import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Bench } from "./figure.ts";
import { canonicalSheet } from "./input.ts";
import { type Cost, LEADCTL, runBaseline, runNode } from "./measure.ts";

/** At which all sending is measured, of the program and of what it is compared with. */
const CONNECTIONS = 64;
const ENV = { LEADCTL_API_KEY: "bench-key" };
const EXIT_UNCERTAIN = 5;

/** A whole run of `leadctl submit`, by its own records. */
export interface Job extends Cost {
  leadCount: number;
  /** From opening the input to the beginning of the round. */
  planSeconds: number;
  /** From the first intent to the last result. */
  sendSeconds: number;
  /** From the end of the round to the exit of the program. */
  reportSeconds: number;
}

/** Submits a sheet, all of whose rows must be created. @param program Another build's than this one. */
export function submitJob(bench: Bench, sheet: string, program = LEADCTL): Promise<Job> {
  return inFreshFolder(bench, (out) => timedSubmit(bench, sheet, out, program));
}

/** Submits a sheet, and resumes the run as if it had died near its end. */
export function submitAndResume(
  bench: Bench,
  sheet: string,
  program = LEADCTL,
): Promise<{ job: Job; resumed: Cost }> {
  return inFreshFolder(bench, async (out) => ({
    job: await timedSubmit(bench, sheet, out, program),
    resumed: await resumeNearItsEnd(out, program),
  }));
}

/**
 * `leadctl submit` with the program's defaults but for the connections: all is synced, all reports are written. It is called
 * in the folder around its run: anywhere else it would look for the runs of measurements before, which are gone.
 */
export function submit({ server }: Bench, sheet: string, out: string, program = LEADCTL): Promise<Cost> {
  const target = ["--base-url", server.url, "--partner", "bench", "--concurrency", String(CONNECTIONS)];
  return runNode([program, "submit", sheet, ...target, "--out", out, "--json"], {
    env: ENV,
    cwd: dirname(out),
  });
}

/** The bare undici loop: it sends the leads of a canonical sheet, from the plan of a run. */
export async function bareLoop(
  bench: Bench,
  rowCount: number,
): Promise<{ seconds: number; leadsPerSecond: number }> {
  const sheet = await canonicalSheet(bench, rowCount);
  const plan = `${sheet}.plan`;
  if (!existsSync(plan))
    await inFreshFolder(bench, async (out) => {
      await submit(bench, sheet, out);
      renameSync(join(out, "plan.ndjson"), plan);
    });
  const address = `${bench.server.url}/api/bench/lead/create`;
  return runBaseline("bare-loop", address, plan, String(CONNECTIONS));
}

async function inFreshFolder<T>({ dir }: Bench, work: (out: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(dir, "job-"));
  try {
    return await work(join(folder, "run"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timedSubmit(bench: Bench, sheet: string, out: string, program: string): Promise<Job> {
  const cost = await submit(bench, sheet, out, program);
  const endedAtMs = Date.now();
  const [first, last] = [recordsAt(out, 0), recordsAt(out, -PART_BYTES)];
  const { createdAt } = JSON.parse(linesAt(join(out, "plan.ndjson"), 0)[0] ?? "");
  return {
    ...cost,
    leadCount: JSON.parse(cost.stdout).summary.created,
    planSeconds: (atMs(first.find(is("round"))) - Date.parse(createdAt)) / 1_000,
    sendSeconds: (atMs(last.findLast(is("result"))) - atMs(first.find(is("intent")))) / 1_000,
    reportSeconds: (endedAtMs - atMs(last.findLast(is("end")))) / 1_000,
  };
}

/** How much of its journal a run has when it dies. */
const SETTLED = 0.99;
const WHILE_SENDING: readonly string[] = ["plan.ndjson", "journal.ndjson"];

function resumeNearItsEnd(out: string, program: string): Promise<Cost> {
  const journal = join(out, "journal.ndjson");
  truncateSync(journal, Math.floor(statSync(journal).size * SETTLED));
  // A round that dies has not written its last records, nor how long its journal was.
  for (const name of readdirSync(out)) if (!WHILE_SENDING.includes(name)) rmSync(join(out, name));
  rmSync(join(dirname(out), "leadctl-runs"), { recursive: true });
  // An attempt without an answer is left unknown.
  const ends = { env: ENV, exitCode: EXIT_UNCERTAIN, cwd: dirname(out) };
  return runNode([program, "resume", out, "--json"], ends);
}

/** The fields that every record of a journal has; see `docs/journal.md`. */
type RunRecord = Record<"type" | "at", string>;

const is = (type: string) => (record: RunRecord) => record.type === type;

function atMs(record: RunRecord | undefined): number {
  if (!record) throw new Error("A record of the run is not where it should be");
  return Date.parse(record.at);
}

const recordsAt = (out: string, offset: number): RunRecord[] =>
  linesAt(join(out, "journal.ndjson"), offset).map((line) => JSON.parse(line));

/** A file may be very large: only a part of it is read. */
const PART_BYTES = 512 * 1024;

/** Whole lines of a part of a file; from its end where the offset is negative. */
function linesAt(path: string, offset: number): string[] {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const from = offset < 0 ? Math.max(0, size + offset) : offset;
  const bytes = Buffer.alloc(Math.min(PART_BYTES, size - from));
  readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  const lines = bytes.toString().split("\n").slice(0, -1);
  return from === 0 ? lines : lines.slice(1);
}
