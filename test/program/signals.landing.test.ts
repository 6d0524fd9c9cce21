import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, leads } from "./lead-sheet.ts";
import { countedStatuses, readJournal, readReport } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";
import { delay, StoppableProgram, submitUntil } from "./stoppable-program.ts";

/** Each answer takes this long, so that a signal finds requests under way. */
const LATENCY_MS = 400;
const SILENT = { faults: { script: { "applicant-3@example.com": ["no-answer-after"] } } } as const;

describe("the first signal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "(%s) sends no more, waits for what is under way, and writes the reports",
    async (signal) => {
      const service = await startService({ latency: { meanMs: LATENCY_MS } });
      const program = await submitUntil(service, 5, 60, ["--concurrency", "4"]);
      program.signal(signal);
      const requestCount = service.requestCount();
      const { code } = await program.exit;
      expect(code, program.stderr).toBe(4);
      expect(program.stderr).toContain("Stopping");
      expect(service.requestCount()).toBeLessThanOrEqual(requestCount + 4);
      const dir = join(program.cwd, "run");
      const statuses = countedStatuses(readReport(dir).summary);
      expect(statuses).toEqual({ created: service.quotes().length, pending: 60 - service.quotes().length });
      expect(readJournal(dir).at(-1)?.type).toBe("end");
      service.change({ latency: null });
      const resumed = await runProgram(["resume", "run"], { cwd: program.cwd, env: service.env });
      expect(resumed.exitCode, resumed.stderr).toBe(0);
      expect(service.quotes()).toHaveLength(60);
    },
  );

  it("counts once when it comes twice within half a second", async () => {
    const service = await startService({ latency: { meanMs: 900 } });
    const program = await submitUntil(service, 2, 20, ["--concurrency", "1"]);
    program.signal("SIGINT");
    await delay(50);
    program.signal("SIGINT");
    const { code } = await program.exit;
    expect(code, program.stderr).toBe(4);
    expect(countedStatuses(readReport(join(program.cwd, "run")).summary).unknown).toBeUndefined();
  });

  it("doubled by a shell does not cost the reports when the run ends in between", async () => {
    const service = await startService();
    const program = await submitUntil(service, 300, 600);
    const startedAtMs = performance.now();
    while (performance.now() - startedAtMs < 200) {
      program.signal("SIGINT");
      await delay(20);
    }
    const { code, signal } = await program.exit;
    expect({ code, signal }).toEqual({ code: 4, signal: null });
    expect(existsSync(join(program.cwd, "run", "report.csv"))).toBe(true);
  });

  it("ends a pause at once", async () => {
    const script = { "applicant-3@example.com": [{ kind: "429", retryAfter: 50 }] } as const;
    const service = await startService({ faults: { script } });
    const program = await submitUntil(service, 2, 5, ["--concurrency", "1"]);
    await delay(200);
    const atMs = performance.now();
    program.signal("SIGINT");
    const { code } = await program.exit;
    expect(code).toBe(4);
    expect(performance.now() - atMs).toBeLessThan(5_000);
  });
});

describe("a signal during a check", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("(%s) leaves nothing of its folder", async (signal) => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(leads(20_000)));
    const program = new StoppableProgram(["validate", "leads.csv", "--out", "check"], {}, cwd);
    while (!existsSync(join(cwd, "check", "..check.ndjson.tmp"))) await delay(10);
    program.signal(signal);
    const { code } = await program.exit;
    expect(code, program.stderr).toBe(signal === "SIGINT" ? 130 : 143);
    expect(readdirSync(cwd)).toEqual(["leads.csv"]);
  });
});

describe("SIGTERM", () => {
  it("waits no longer than --grace, and tells what it left unanswered as unknown", async () => {
    const service = await startService(SILENT);
    const program = await submitUntil(service, 2, 5, ["--concurrency", "1", "--grace", "300ms"]);
    await delay(100);
    const atMs = performance.now();
    program.signal("SIGTERM");
    const { code } = await program.exit;
    expect(performance.now() - atMs).toBeLessThan(2_500);
    expect(code, program.stderr).toBe(4);
    const report = readReport(join(program.cwd, "run"));
    expect(countedStatuses(report.summary)).toEqual({ created: 1, unknown: 1, pending: 3 });
    expect(report.leads[1]).toMatchObject({ status: "unknown", maybeCreated: true });
  });

  it("right after another signal bounds the wait all the same", async () => {
    const service = await startService(SILENT);
    const program = await submitUntil(service, 2, 5, ["--concurrency", "1", "--grace", "200ms"]);
    await delay(100);
    program.signal("SIGINT");
    await delay(20);
    const atMs = performance.now();
    program.signal("SIGTERM");
    const { code } = await program.exit;
    expect(code).toBe(4);
    expect(performance.now() - atMs).toBeLessThan(2_500);
  });
});

describe("a second signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "(%s) half a second later aborts at once with %i, and the journal is whole",
    async (signal, exitCode) => {
      const service = await startService(SILENT);
      const program = await submitUntil(service, 2, 5, ["--concurrency", "1"]);
      await delay(100);
      program.signal("SIGINT");
      // The program counts half a second by its own turns, which others on the machine may hold up.
      await delay(1_500);
      const atMs = performance.now();
      program.signal(signal);
      const { code } = await program.exit;
      expect(performance.now() - atMs).toBeLessThan(2_000);
      expect(code, program.stderr).toBe(exitCode);
      service.change({ faults: null });
      const resumed = await runProgram(["resume", "run"], { cwd: program.cwd, env: service.env });
      expect(resumed.exitCode, resumed.stderr).toBe(5);
      const report = readReport(join(program.cwd, "run"));
      expect(countedStatuses(report.summary)).toEqual({ created: 4, unknown: 1 });
    },
  );
});

describe("a reader that goes away", () => {
  it("from stdout never stops a run", async () => {
    const service = await startService({ latency: { meanMs: 20 } });
    const program = await submitUntil(service, 3, 40, ["--json"]);
    program.closeStdout();
    const { code } = await program.exit;
    expect(code, program.stderr).toBe(0);
    expect(service.quotes()).toHaveLength(40);
    expect(existsSync(join(program.cwd, "run", "report.json"))).toBe(true);
  });

  it("from stderr never stops a run", async () => {
    const service = await startService({ latency: { meanMs: 20 } });
    const program = await submitUntil(service, 3, 40, ["--progress", "json"]);
    program.closeStderr();
    expect((await program.exit).code).toBe(0);
    expect(service.quotes()).toHaveLength(40);
  });
});
