import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CAN_MOUNT, mountOver } from "../mounts.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { csvOf, leadOf, leads } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";
import { started } from "./started.ts";
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

// To root, rights are no hindrance: only the file system itself can refuse it.
describe.runIf(CAN_MOUNT)("a run in a folder that nobody can write to", () => {
  it("is explained, listed and reported to elsewhere, and refuses in words what would change it", async () => {
    const faults = { script: { "applicant-3@example.com": ["500-before" as const] } };
    const { service, cwd, call } = await started([leadOf(2), leadOf(3), brokenLead(4)], { faults });
    await call("submit", "leads.csv", "--out", "share/one", "--quiet", "--attempts", "1");
    makeReadOnly(join(cwd, "share"));
    const before = readdirSync(join(cwd, "share/one"));

    for (const [asked, finding] of [
      [["applicant-2@example.com", "--runs", "share"], "created"],
      [["share/one", "3"], "may-exist"],
    ] as const) {
      const { stdout, stderr } = await call("explain", ...asked, "--json");
      expect(JSON.parse(stdout).leads[0].verdicts[0].finding, stderr).toBe(finding);
    }
    expect((await call("runs", "--runs", "share")).stdout).toContain("share/one");

    mkdirSync(join(cwd, "reports"));
    const report = await call("report", "share/one", "--format", "csv", "--output", "reports/one.csv");
    expect(report, report.stderr).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(cwd, "reports"))).toStrictEqual(["one.csv"]);

    for (const args of [
      ["replay", "share/one", "--status", "unknown"],
      ["resolve", "share/one", "--rows", "3", "--not-created"],
      ["runs", "--runs", "share", "--purge", "0d", "--yes", "--force"],
    ]) {
      const end = await call(...args);
      expect.soft(end.stderr, args.join(" ")).toMatch(/share\/one/);
      expect.soft(end.stderr, args.join(" ")).not.toMatch(/bug|\n {4}at /);
    }
    expect(service.quotes()).toHaveLength(1);
    expect(readdirSync(join(cwd, "share/one"))).toStrictEqual(before);
  }, 60_000);
});

function makeReadOnly(dir: string): void {
  mountOver(dir, "--bind", dir);
  expect(spawnSync("mount", ["-o", "remount,ro,bind", dir]).status).toBe(0);
}
