import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { readReport } from "../program/run-files.ts";
import { freshFolder } from "../program/run-program.ts";
import { type CrashService, startCrashService } from "./crash-service.ts";
import { readJournalStory } from "./journal-story.ts";
import { type KillMoment, type ProgramEnd, runUntilKilled } from "./killed-program.ts";

const LEAD_COUNT = 30;
const CONCURRENCY = 2;

describe("a second process on one run", () => {
  it("exits 6 having sent nothing, whatever it is asked to do", async () => {
    // Slow enough that the run still goes on when the last of the others has started, on a busy machine too.
    const stage = await prepare(600);
    const first = stage.call(["submit", stage.input, "--out", stage.dir]);
    await stage.answers(3);
    const before = readFileSync(join(stage.dir, "plan.ndjson"), "utf8");
    const calls = [["resume"], ["resume", "--take-over"], ["replay", "--status", "failed,unknown"]];
    for (const [command = "", ...flags] of calls)
      expectBusy(await stage.call([command, stage.dir, ...flags]));
    expectBusy(await stage.call(["submit", stage.input, "--out", stage.dir]));
    expect(readFileSync(join(stage.dir, "plan.ndjson"), "utf8")).toBe(before);

    expect(await first).toMatchObject({ exitCode: 0 });
    expectEachSentOnce(stage);
  }, 60_000);

  it("of several that take a dead one's run over, exactly one goes on", async () => {
    const stage = await prepare();
    await stage.call(["submit", stage.input, "--out", stage.dir], { kind: "answers", count: 5, ms: 0 });
    const ends = await Promise.all([1, 2, 3].map(() => stage.call(["resume", stage.dir])));
    const busy = ends.filter(({ exitCode }) => exitCode === 6);
    expect(busy, JSON.stringify(ends)).toHaveLength(2);
    for (const end of busy) expectBusy(end);
    expect(readReport(stage.dir).run.complete).toBe(true);
    expectEachSentOnce(stage);
  }, 60_000);
});

interface Stage {
  dir: string;
  input: string;
  service: CrashService;
  call(args: readonly string[], kill?: KillMoment): Promise<ProgramEnd>;
  /** Resolves when the service has given so many answers. */
  answers(count: number): Promise<void>;
}

async function prepare(latencyMs = 150): Promise<Stage> {
  const folder = freshFolder();
  const dir = join(folder, "run");
  const input = join(folder, "leads.csv");
  const service = await startCrashService({ latency: { meanMs: latencyMs } });
  onTestFinished(() => service.sandbox.stop());
  writeFileSync(input, csvOf(leads(LEAD_COUNT)));
  mkdirSync(dir);
  const { env, onAnswer } = service;
  return {
    dir,
    input,
    service,
    call: (args, kill) =>
      runUntilKilled([...args, "--json", "--quiet", "--concurrency", String(CONCURRENCY)], {
        dir,
        env,
        onAnswer,
        ...(kill && { kill }),
      }),
    answers: (count) =>
      new Promise((resolve) => {
        let seen = 0;
        const stop = onAnswer(() => {
          seen += 1;
          if (seen < count) return;
          stop();
          resolve();
        });
      }),
  };
}

function expectBusy(end: ProgramEnd): void {
  expect(end.exitCode, end.stdout).toBe(6);
  expect(JSON.parse(end.stdout)).toMatchObject({ error: { code: "run-locked" } });
}

function expectEachSentOnce({ dir, service }: Stage): void {
  const emails = service.creates().map(({ email }) => email);
  expect(new Set(emails).size).toBe(emails.length);
  // A killed program may have written intents whose requests it did not come to send.
  expect(emails.length).toBeGreaterThanOrEqual(LEAD_COUNT - CONCURRENCY);
  expect(readJournalStory(dir).wrongs).toStrictEqual([]);
}
