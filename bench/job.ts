import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { decodeLine } from "../src/journal/line.ts";
import type { JournalRecord } from "../src/journal/record.ts";
import type { PlanHeader } from "../src/plan/plan-record.ts";
import type { Bench } from "./figure.ts";
import { type Cost, LEADCTL, runNode } from "./measure.ts";

/** At which all sending is measured, of the program and of what it is compared with. */
export const CONNECTIONS = 64;

/** The address of the one operation, for a partner of the bench. */
export const CREATE_PATH = "/api/bench/lead/create";

/** A whole run of `leadctl submit`, by its own records. */
export interface Job extends Cost {
  leadCount: number;
  /** From opening the input to the beginning of the round. */
  planSeconds: number;
  /** From the first intent to the last result. */
  sendSeconds: number;
  /** From the end of the round to the exit of the program: the reports. */
  reportSeconds: number;
}

export interface JobOptions {
  /** Of the service; the bench's own unless given. */
  url?: string;
  exitCode?: number;
  args?: readonly string[];
}

/**
 * Submits a sheet of so many rows with the program's defaults, but for the connections: every intent and every
 * result synced, all reports written. The run's folder is removed.
 */
export async function submitJob(bench: Bench, rowCount: number, options: JobOptions = {}): Promise<Job> {
  const sheet = await bench.inputs.sheet(rowCount);
  const dir = mkdtempSync(join(bench.dir, "job-"));
  const out = join(dir, "run");
  const target = ["--base-url", options.url ?? bench.server.url, "--partner", "bench"];
  const args = ["submit", sheet, ...target, "--concurrency", String(CONNECTIONS), "--out", out, "--json"];
  const cost = await runNode([LEADCTL, ...args, ...(options.args ?? [])], {
    cwd: dir,
    env: { LEADCTL_API_KEY: "bench-key" },
    exitCode: options.exitCode ?? 0,
  });
  const endedAtMs = Date.now();
  const plan = JSON.parse(firstLines(join(out, "plan.ndjson"))[0] ?? "") as PlanHeader;
  const records = [...firstLines(join(out, "journal.ndjson")), ...lastLines(join(out, "journal.ndjson"))]
    .map((line) => decodeLine(Buffer.from(line)))
    .filter((record) => record !== undefined);
  rmSync(dir, { recursive: true });
  const beganAtMs = atMs(records.find(({ type }) => type === "round"));
  const intentAtMs = atMs(records.find(({ type }) => type === "intent"));
  const resultAtMs = atMs(records.findLast(({ type }) => type === "result"));
  const { summary } = JSON.parse(cost.stdout);
  return {
    ...cost,
    leadCount: summary.created,
    planSeconds: (beganAtMs - Date.parse(plan.createdAt)) / 1_000,
    sendSeconds: (resultAtMs - intentAtMs) / 1_000,
    reportSeconds: (endedAtMs - atMs(records.findLast(({ type }) => type === "end"))) / 1_000,
  };
}

function atMs(record: JournalRecord | undefined): number {
  if (!record) throw new Error("A record of the run is not where it should be");
  return Date.parse(record.at);
}

const END_BYTES = 256 * 1024;

/** Whole lines at the beginning of a file that may be very large. */
function firstLines(path: string): string[] {
  return partOf(path, 0).split("\n").slice(0, -1);
}

function lastLines(path: string): string[] {
  return partOf(path, -END_BYTES).split("\n").slice(0, -1);
}

function partOf(path: string, offset: number): string {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const from = offset < 0 ? Math.max(0, size + offset) : offset;
  const bytes = Buffer.alloc(Math.min(END_BYTES, size - from));
  readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  return bytes.toString();
}
