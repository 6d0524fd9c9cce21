import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { endOf, freshFolder, PROGRAM_FILE, startService } from "../program/run-program.ts";
import {
  hasStrace,
  pathOf,
  readSystemCalls,
  type SystemCall,
  straceCommand,
  unescaped,
} from "./system-calls.ts";

const LEAD_COUNT = 40;
const IS_TRACEABLE = hasStrace() || Boolean(process.env.CI);

if (!IS_TRACEABLE) {
  console.warn("NOT CHECKED: the order of system calls. strace is not installed (apt-get install strace).");
}

describe.runIf(IS_TRACEABLE).each([1, 4])("the system calls of a run, %i at once", (concurrency) => {
  it("are intent, sync, request, result, sync, and only then words about it", async () => {
    const { calls, dir } = await traceRun(concurrency);
    const journal = calls.filter((call) => pathOf(call) === join(dir, "journal.ndjson"));
    const syncs = journal.filter(({ name, value }) => /^f(data)?sync$/.test(name) && value === 0);
    const written = (type: string) => recordWrites(journal, type);
    const intents = written("intent");
    const results = written("result");
    const requests = requestsOf(calls);
    expect(requests.length).toBeGreaterThan(LEAD_COUNT);
    expect(results.size).toBe(requests.length);

    for (const { key, startedAt, endedAt } of requests) {
      const intent = intents.get(key);
      const result = results.get(key);
      expect(isSafe(intent, startedAt, syncs), `${key}: its intent is durable before its request`).toBe(true);
      expect(result?.startedAt, `${key}: its result comes after its request`).toBeGreaterThan(endedAt);
    }
    expectWordsAfterResults(calls, [...results.values()], syncs);
    expectRename(calls, dir, "report.json", [...results.values()], syncs);
    expectPreparation(calls, dir, requests[0]?.startedAt ?? 0);
  }, 120_000);
});

interface Trace {
  calls: SystemCall[];
  dir: string;
}

/** One run of the built program, its system calls noted by the kernel. */
async function traceRun(concurrency: number): Promise<Trace> {
  const faults = { probabilities: { "500-before": 0.2, "reset-after": 0.05 }, seed: 3 };
  const service = await startService({ faults, latency: { meanMs: 50 * concurrency, jitterMs: 30 } });
  const folder = freshFolder();
  const dir = join(folder, "run");
  // Apart from the run: the tracer sees the key go to the service.
  const log = join(freshFolder(), "strace.log");
  writeFileSync(join(folder, "leads.csv"), csvOf(leads(LEAD_COUNT)));
  const args = ["submit", join(folder, "leads.csv"), "--out", dir, "--concurrency", String(concurrency)];
  const flags = ["--progress", "json", "--json", "--retry-base", "1ms"];
  const [strace = "", ...straceArgs] = straceCommand(log);
  const child = spawn(strace, [...straceArgs, process.execPath, PROGRAM_FILE, ...args, ...flags], {
    env: { PATH: process.env.PATH, UV_USE_IO_URING: "0", ...service.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { exitCode, stderr } = await endOf(child, "the traced program", 120_000);
  expect([0, 1, 5], stderr).toContain(exitCode);
  return { calls: readSystemCalls(log), dir };
}

/** Where each record of a type was written, by `row/attempt`. */
function recordWrites(journal: readonly SystemCall[], type: string): Map<string, SystemCall> {
  const writes = new Map<string, SystemCall>();
  for (const call of journal) {
    if (!/^p?write/.test(call.name)) continue;
    for (const line of unescaped(call.args).split("\n")) {
      const [, row, attempt] =
        new RegExp(`\\{"type":"${type}","row":(\\d+),"attempt":(\\d+),`).exec(line) ?? [];
      if (row !== undefined) writes.set(`${row}/${attempt}`, call);
    }
  }
  return writes;
}

interface SentRequest {
  /** `row/attempt`, the attempt counted by requests with the row's e-mail. */
  key: string;
  startedAt: number;
  endedAt: number;
}

/** Every create that was handed to a socket, from its first byte on. */
function requestsOf(calls: readonly SystemCall[]): SentRequest[] {
  const requests: SentRequest[] = [];
  const counts = new Map<string, number>();
  const begun = new Map<string, number>();
  for (const call of calls) {
    if (!/^(write|writev|sendto|sendmsg)$/.test(call.name) || !pathOf(call).startsWith("socket:")) continue;
    const socket = pathOf(call);
    if (call.args.includes("POST /api/")) begun.set(socket, call.startedAt);
    const row = /applicant-(\d+)@example\.com/.exec(call.args)?.[1];
    if (row === undefined) continue;
    const attempt = (counts.get(row) ?? 0) + 1;
    counts.set(row, attempt);
    const startedAt = begun.get(socket) ?? call.startedAt;
    requests.push({ key: `${row}/${attempt}`, startedAt, endedAt: call.endedAt });
  }
  return requests;
}

/** Whether a write had returned, and a sync that began after it had succeeded, before a line of the log. */
function isSafe(write: SystemCall | undefined, before: number, syncs: readonly SystemCall[]): boolean {
  if (!write || write.value <= 0) return false;
  return syncs.some((sync) => sync.startedAt > write.endedAt && sync.endedAt < before);
}

/** No count of created leads on stdout or stderr runs ahead of what is durable. */
function expectWordsAfterResults(
  calls: readonly SystemCall[],
  results: readonly SystemCall[],
  syncs: readonly SystemCall[],
): void {
  const words = calls.filter(({ name, args }) => name === "write" && /^[12]</.test(args));
  const told = words.flatMap((call) =>
    [...unescaped(call.args).matchAll(/"settled":(\d+)/g)].map((match) => ({
      call,
      count: Number(match[1]),
    })),
  );
  expect(told.some(({ count }) => count > 0 && count < LEAD_COUNT)).toBe(true);
  expect(told.some(({ count }) => count >= LEAD_COUNT)).toBe(true);
  for (const { call, count } of told) {
    const safeCount = results.filter((result) => isSafe(result, call.startedAt, syncs)).length;
    expect(count, `settled leads told in line ${call.startedAt}`).toBeLessThanOrEqual(safeCount);
  }
}

/** A report has its name only when all it tells is durable, and it is itself. */
function expectRename(
  calls: readonly SystemCall[],
  dir: string,
  name: string,
  results: readonly SystemCall[],
  syncs: readonly SystemCall[],
): void {
  const rename = calls.find((call) => call.name.startsWith("rename") && call.args.includes(`/${name}"`));
  const startedAt = rename?.startedAt ?? 0;
  expect(results.every((result) => isSafe(result, startedAt, syncs))).toBe(true);
  const temporary = join(dir, `.${name}.tmp`);
  const isSynced = (path: string, from: number, to: number): boolean =>
    calls.some(
      (call) => call.name === "fsync" && pathOf(call) === path && call.startedAt > from && call.endedAt < to,
    );
  expect(isSynced(temporary, 0, startedAt)).toBe(true);
  expect(isSynced(dir, startedAt, Number.POSITIVE_INFINITY)).toBe(true);
}

/** Plan, journal and their names are durable, and room is held free, before the first request. */
function expectPreparation(calls: readonly SystemCall[], dir: string, firstRequestAt: number): void {
  const isSynced = (path: string, from: number): boolean =>
    calls.some(
      (call) =>
        call.name === "fsync" &&
        call.value === 0 &&
        pathOf(call) === path &&
        call.startedAt > from &&
        call.endedAt < firstRequestAt,
    );
  const made = (name: string): number =>
    calls.find(({ args }) => args.includes(`/${name}"`) && args.includes("O_CREAT"))?.endedAt ?? NEVER;
  const renamed = calls.find(({ name, args }) => name.startsWith("rename") && args.includes("/plan.ndjson"));
  expect(isSynced(join(dir, ".plan.ndjson.tmp"), made(".plan.ndjson.tmp")), "plan").toBe(true);
  expect(isSynced(dir, renamed?.endedAt ?? NEVER), "the plan's name").toBe(true);
  expect(isSynced(dir, made("journal.ndjson")), "the journal's name").toBe(true);
  expect(isSynced(join(dir, ".."), 0), "the folder's name").toBe(true);
  expect(isSynced(join(dir, ".ballast"), made(".ballast")), "ballast").toBe(true);
}

const NEVER = Number.POSITIVE_INFINITY;
