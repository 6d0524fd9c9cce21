import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROUND_TEXTS } from "../../src/send/round-texts.ts";
import { leads } from "../program/lead-sheet.ts";
import { countedStatuses, readJournal, readReport } from "../program/run-files.ts";
import { environmentFor, runProgram, startService } from "../program/run-program.ts";
import { sheetFolder } from "../program/started.ts";
import { submitUntil } from "../program/stoppable-program.ts";
import { onRequest, rawServer } from "./raw-server.ts";

async function submit(
  env: Readonly<Record<string, string>>,
  rowCount: number,
  flags: readonly string[] = [],
) {
  const cwd = sheetFolder(leads(rowCount));
  const end = await runProgram(["submit", "leads.csv", "--out", "run", ...flags], { cwd, env });
  const report = readReport(join(cwd, "run"));
  return { ...end, report, statuses: countedStatuses(report.summary), dir: join(cwd, "run") };
}

describe("over real sockets", () => {
  it("an outage costs a pause, and at most what was under way", async () => {
    const service = await startService({ latency: { meanMs: 30 } });
    const program = await submitUntil(service, 200, 600, ["--progress", "json"]);
    service.change({ faults: { probabilities: { "reset-before": 1 } } });
    await program.says(ROUND_TEXTS["not-answering"]({ seconds: 5 }));
    service.change({ faults: null });
    const { code } = await program.exit;
    const { summary, leads: rows } = readReport(join(program.cwd, "run"));
    const { created = 0, unknown = 0, ...others } = countedStatuses(summary);
    expect(others).toEqual({});
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThanOrEqual(8);
    expect(created + unknown).toBe(600);
    expect(code).toBe(5);
    const replay = await runProgram(["replay", "run", "--status", "unknown"], {
      cwd: program.cwd,
      env: service.env,
    });
    expect(replay.exitCode, replay.stderr).toBe(0);
    expect(service.quotes()).toHaveLength(rows.length);
  }, 60_000);

  it("Retry-After pauses every lead, and is told", async () => {
    const script = { "applicant-4@example.com": [{ kind: "429", retryAfter: 2 }] } as const;
    const service = await startService({ faults: { script }, latency: { meanMs: 20 } });
    const { exitCode, statuses, stderr, dir } = await submit(service.env, 30, ["--progress", "json"]);
    expect(exitCode).toBe(0);
    expect(statuses).toEqual({ created: 30 });
    expect(stderr).toContain(ROUND_TEXTS["asked-to-wait"]({ seconds: 2 }));
    const [refused] = readJournal(dir).filter(({ httpStatus }) => httpStatus === 429);
    expect(refused).toBeDefined();
    const at = timesOf(dir, "intent");
    const longest = Math.max(...at.slice(1).map((ms, index) => ms - (at[index] ?? 0)));
    expect(longest).toBeGreaterThan(1_900);
  });

  it("a rate limit is kept to, with every lead created and the limit shown", async () => {
    const service = await startService({ rateLimit: { requests: 20, perMs: 1_000 } });
    const { exitCode, statuses, stderr } = await submit(service.env, 120, ["--progress", "json"]);
    expect(exitCode).toBe(0);
    expect(statuses).toEqual({ created: 120 });
    expect(stderr).toMatch(/rate limited by the service to [\d.]+\/s/);
  }, 60_000);

  it("--concurrency is kept to, and one lead goes first", async () => {
    let flying = 0;
    let most = 0;
    const order: number[] = [];
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        most = Math.max(most, ++flying);
        order.push(flying);
        const answer = (): void => {
          flying -= 1;
          socket.write('HTTP/1.1 400 X\r\ncontent-length: 32\r\n\r\n{"error":"Email already in use"}');
        };
        // Slow enough for a program that gets little time to send all that it may.
        setTimeout(answer, order.length > 2 && most < 6 ? 500 : 30);
      }),
    );
    const { statuses } = await submit(environmentFor(server.url), 60, ["--concurrency", "6"]);
    expect(statuses).toEqual({ duplicate: 60 });
    expect({ most, first: order.slice(0, 2) }).toEqual({ most: 6, first: [1, 1] });
  });
});

/** When the journal's records of a type were written, in milliseconds. */
function timesOf(dir: string, type: string): number[] {
  return readJournal(dir)
    .filter((record) => record.type === type)
    .map((record) => Date.parse("at" in record ? String(record.at) : ""));
}
