import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leads } from "./lead-sheet.ts";
import { countedStatuses, readJournal, readReport } from "./run-files.ts";
import { environmentFor, runProgram, startService } from "./run-program.ts";
import { sheetFolder } from "./started.ts";
import { delay, lateService, StoppableProgram, submitUntil, until } from "./stoppable-program.ts";

/** Each answer takes this long, so that a signal finds requests under way. */
const LATENCY_MS = 400;
/** Nobody ever answers the second lead, and no timeout ends its request while a test lasts. */
const SILENT = { faults: { script: { "applicant-3@example.com": ["no-answer-after"] } } } as const;
const PATIENT = ["--concurrency", "1", "--timeout", "10m"];

describe("the first signal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "(%s) sends no more, waits for what is under way, and writes the reports",
    async (signal) => {
      const service = await startService({ latency: { meanMs: LATENCY_MS } });
      const program = await submitUntil(service, 5, 60, ["--concurrency", "4"]);
      program.signal(signal);
      await program.says("Stopping");
      const requestCount = service.requestCount();
      const { code } = await program.exit;
      expect(code, program.stderr).toBe(4);
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

  it("counts once when another one comes with it", async () => {
    const service = await startService({ latency: { meanMs: LATENCY_MS } });
    const program = await submitUntil(service, 2, 20, ["--concurrency", "1"]);
    program.signalTogether("SIGINT", "SIGHUP");
    const { code, signal } = await program.exit;
    expect({ code, signal }, program.stderr).toEqual({ code: 4, signal: null });
    expect(countedStatuses(readReport(join(program.cwd, "run")).summary).unknown).toBeUndefined();
  });

  it("ends a pause", { timeout: 40_000 }, async () => {
    const script = { "applicant-3@example.com": [{ kind: "429", retryAfter: 50 }] } as const;
    const service = await startService({ faults: { script } });
    const program = await submitUntil(service, 2, 5, ["--concurrency", "1", "--progress", "json"]);
    await program.says('"phase":"pausing"');
    program.signal("SIGINT");
    expect((await program.exit).code).toBe(4);
  });
});

describe("a signal during a check", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("(%s) leaves nothing of its folder", async (signal) => {
    const cwd = sheetFolder(leads(20_000));
    const program = new StoppableProgram(["validate", "leads.csv", "--out", "check"], {}, cwd);
    await until(
      () => existsSync(join(cwd, "check", "..check.ndjson.tmp")),
      () => program.stderr,
    );
    program.signal(signal);
    const { code } = await program.exit;
    expect(code, program.stderr).toBe(signal === "SIGINT" ? 130 : 143);
    expect(readdirSync(cwd)).toEqual(["leads.csv"]);
  });
});

describe("SIGTERM", () => {
  it("waits no longer than --grace, and tells what it left unanswered as unknown", async () => {
    const service = await startService(SILENT);
    const program = await submitUntil(service, 2, 5, [...PATIENT, "--grace", "300ms"]);
    program.signal("SIGTERM");
    const { code } = await program.exit;
    expect(code, program.stderr).toBe(4);
    const report = readReport(join(program.cwd, "run"));
    expect(countedStatuses(report.summary)).toEqual({ created: 1, unknown: 1, pending: 3 });
    expect(report.leads[1]).toMatchObject({ status: "unknown", maybeCreated: true });
  });

  it("that comes with another signal bounds the wait all the same", async () => {
    const service = await startService(SILENT);
    const program = await submitUntil(service, 2, 5, [...PATIENT, "--grace", "200ms"]);
    program.signalTogether("SIGINT", "SIGTERM");
    expect((await program.exit).code).toBe(4);
  });
});

describe("a second signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("(%s) later on aborts with %i, and the journal is whole", async (signal, exitCode) => {
    const service = await startService(SILENT);
    const program = await submitUntil(service, 2, 5, [...PATIENT, "--grace", "10m"]);
    program.signal("SIGINT");
    const { code } = await program.signalUntilExit(signal);
    expect(code, program.stderr).toBe(exitCode);
    service.change({ faults: null });
    const resumed = await runProgram(["resume", "run"], { cwd: program.cwd, env: service.env });
    expect(resumed.exitCode, resumed.stderr).toBe(5);
    const report = readReport(join(program.cwd, "run"));
    expect(countedStatuses(report.summary)).toEqual({ created: 4, unknown: 1 });
  });
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

const DEADLINE_MS = 2_000;
const LEAD_COUNT = 24;
const AT_ONCE = 8;

/** A signal stops the process as Ctrl-Z, a debugger or a paused container does. The sleep of a computer is not tested. */
describe.skipIf(process.platform === "win32")(
  "a program that is suspended while answers are under way",
  () => {
    it.each([0.1, 1, 3])("for %f deadlines loses nothing that arrived", async (share) => {
      const { server, answeredCount } = await lateService();
      const cwd = sheetFolder(leads(LEAD_COUNT));
      const args = ["submit", "leads.csv", "--out", "run", "--timeout", `${DEADLINE_MS}ms`];
      const program = new StoppableProgram(
        [...args, "--concurrency", String(AT_ONCE)],
        environmentFor(server.url),
        cwd,
      );
      await until(
        () => server.requestCount() >= 1 + AT_ONCE,
        () => program.stderr,
      );
      program.signal("SIGSTOP");
      await until(
        () => answeredCount() >= 1 + AT_ONCE,
        () => program.stderr,
      );
      await delay(share * DEADLINE_MS);
      program.signal("SIGCONT");
      expect((await program.exit).code, program.stderr).toBe(0);
      expect(readReport(join(cwd, "run")).summary.created).toBe(LEAD_COUNT);
    });
  },
);
