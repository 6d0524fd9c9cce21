import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { csvOf, leads } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";
import { StoppableProgram, until } from "./stoppable-program.ts";

const NO_HARD_LINKS = new URL("../run/no-hard-links.mjs", import.meta.url).href;

describe("a run on a file system that knows neither hard links nor rights", () => {
  it("is sent, taken over from a killed program, corrected and reported as anywhere else", async () => {
    const service = await startService({
      faults: { script: { "applicant-4@example.com": ["no-answer-before"] } },
    });
    const cwd = freshFolder();
    const env = { ...service.env, NODE_OPTIONS: `--import ${NO_HARD_LINKS}` };
    const call = (...args: string[]) => runProgram(args, { cwd, env });
    writeFileSync(join(cwd, "leads.csv"), csvOf([...leads(6), brokenLead(8)]));
    const killed = new StoppableProgram(
      ["submit", "leads.csv", "--out", "run", "--concurrency", "1"],
      env,
      cwd,
    );
    await until(
      () => service.requestCount() >= 3,
      () => killed.stderr,
    );
    const busy = await call("resume", "run", "--json");
    expect([busy.exitCode, JSON.parse(busy.stdout).error.code]).toStrictEqual([6, "run-locked"]);
    killed.signal("SIGKILL");
    await killed.exit;
    const resumed = await call("resume", "run");
    expect(resumed.exitCode, resumed.stderr).toBe(5);
    const replayed = await call("replay", "run", "--status", "unknown");
    expect([1, 5], replayed.stderr).toContain(replayed.exitCode);
    const corrected = correctFix(join(cwd, "run"), { 8: { "Unit Number": "8" } });
    const fixed = await call("replay", "run", "--with", corrected);
    expect([0, 5], fixed.stderr).toContain(fixed.exitCode);
    const { leads: rows } = readReport(join(cwd, "run"));
    expect(rows.filter(({ status }) => status !== "created").length).toBeLessThanOrEqual(1);
    expect(service.quotes()).toHaveLength(7);
    // Nothing was changed about what that file system cannot hold.
    expect(statSync(join(cwd, "run/report.csv")).size).toBeGreaterThan(0);
  });
});
