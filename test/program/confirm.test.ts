import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configFolder, KEYS, ROW_COUNT } from "./config-folder.ts";
import { brokenLead } from "./corrected-run.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { readEvents } from "./run-files.ts";
import { type ProgramEnd, runProgram, startService } from "./run-program.ts";
import { stoppedRun } from "./stopped-run.ts";

const ENV = { ...KEYS, LANG: "C.UTF-8" };
const SUBMIT = ["submit", "leads.csv", "--env", "production"];
const CONFIRMED = ["--confirm", "production"];

const journalOf = (cwd: string): string => readFileSync(join(cwd, "run/journal.ndjson"), "utf8");

describe("a protected environment, with nobody to ask", () => {
  it("shows what would happen and gets nothing, and the folder is as before", async () => {
    const service = await startService();
    const cwd = configFolder(service);
    const end = await runProgram([...SUBMIT, "--out", "a/run"], { cwd, env: ENV });
    expect([end.exitCode, end.stdout, service.requestCount()]).toStrictEqual([2, "", 0]);
    expect(end.stderr.split("\n").slice(0, 5)).toStrictEqual([
      `  Target   production  ${service.url}  partner acme`,
      "  Input    leads.csv  3 rows · 3 ready",
      "  Limits   8 at once · 5 attempts",
      "  Confirm  production is protected: what is created there is real, and stays.",
      "  Sends    3 leads",
    ]);
    expect(readdirSync(cwd).sort()).toStrictEqual(["leadctl.config.json", "leads.csv"]);
    const again = await runProgram([...SUBMIT, "--out", "a/run", ...CONFIRMED], { cwd, env: ENV });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stderr).toContain("Confirm  production is protected");
    expect(service.quotes()).toHaveLength(ROW_COUNT);
  });

  it("leaves nothing of a run either where other runs were looked at", async () => {
    const service = await startService();
    const cwd = configFolder(service);
    const first = await runProgram([...SUBMIT, "--out", "first", ...CONFIRMED], { cwd, env: ENV });
    expect(first.exitCode, first.stderr).toBe(0);
    const end = await runProgram([...SUBMIT, "--out", "second"], { cwd, env: ENV });
    expect(end.exitCode, end.stderr).toBe(2);
    expect(existsSync(join(cwd, "second"))).toBe(false);
  });

  it.each(["staging", "Production", "production ", "", "yes"])("is not confirmed by %j", async (name) => {
    const service = await startService();
    const cwd = configFolder(service);
    const end = await runProgram([...SUBMIT, "--json", "--confirm", name], { cwd, env: ENV });
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(JSON.parse(end.stdout).error.finding).toBe("not-confirmed/other-name");
    expect(existsSync(join(cwd, "leadctl-runs"))).toBe(false);
  });

  it("counts only what goes", async () => {
    const service = await startService();
    const cwd = configFolder(service);
    writeFileSync(join(cwd, "leads.csv"), csvOf([brokenLead(2), leadOf(3), leadOf(4)]));
    const end = await runProgram(SUBMIT, { cwd, env: ENV });
    expect(end.stderr).toContain("  Sends    2 leads\n");
    const one = await runProgram([...SUBMIT, "--rows", "2,4"], { cwd, env: ENV });
    expect(one.stderr).toContain("  Sends    1 lead\n");
  });

  it("says so to programs, in their forms", async () => {
    const service = await startService();
    const cwd = configFolder(service);
    const json = await runProgram([...SUBMIT, "--json", "--quiet"], { cwd, env: ENV });
    expect(JSON.parse(json.stdout).error.code).toBe("not-confirmed");
    expect(json.stderr).not.toContain("Target");
    const events = await runProgram([...SUBMIT, "--progress", "json"], { cwd, env: ENV });
    expect(readEvents(events.stderr).filter(({ event }) => event !== "progress")).toMatchObject([
      { event: "error", code: "not-confirmed", exitCode: 2 },
    ]);
    expect([json.exitCode, events.exitCode, service.requestCount()]).toStrictEqual([2, 2, 0]);
  });

  it.each(["resume", "replay"])(
    "is not reached by %s either, and the run stays as it was",
    async (command) => {
      const service = await startService();
      const cwd = configFolder(service);
      await stoppedRun(service, cwd);
      const [journal, before] = [journalOf(cwd), service.requestCount()];
      const run = (...flags: string[]): Promise<ProgramEnd> =>
        runProgram([command, "run", ...flags], { cwd, env: ENV });
      for (const flags of [[], ["--confirm", "staging"], ["--env", "production"]]) {
        const end = await run(...flags);
        expect([end.exitCode, service.requestCount(), journalOf(cwd)]).toStrictEqual([2, before, journal]);
      }
      expect((await run()).stderr).toContain("  Sends    3 leads\n");
      const end = await run(...CONFIRMED);
      expect(end.exitCode, end.stderr).toBe(0);
      expect(service.quotes()).toHaveLength(ROW_COUNT);
    },
  );

  it("counts the corrected rows that replay --with brings, and keeps them for the next call", async () => {
    const service = await startService();
    const cwd = configFolder(service);
    await stoppedRun(service, cwd);
    const report = readFileSync(join(cwd, "run/report.csv"), "utf8");
    writeFileSync(join(cwd, "fixed.csv"), report.replace("applicant-3@", "corrected-3@"));
    const args = ["replay", "run", "--with", "fixed.csv"];
    const refused = await runProgram(args, { cwd, env: ENV });
    expect(refused.exitCode, refused.stderr).toBe(2);
    expect(refused.stderr).toContain("  Sends    1 lead\n");
    const sent = await runProgram([...args, ...CONFIRMED], { cwd, env: ENV });
    expect(sent.stderr).toContain("  Sends    1 lead\n");
    expect(service.quotes().map(({ email }) => email)).toStrictEqual(["corrected-3@example.com"]);
  });

  it("takes smoke only with its name, but for what creates nothing", async () => {
    const service = await startService();
    const cwd = configFolder(service);
    const refused = await runProgram(["smoke", "--env", "production"], { cwd, env: ENV });
    expect([refused.exitCode, refused.stdout, service.requestCount()]).toStrictEqual([2, "", 0]);
    expect(refused.stderr).toMatch(/Target {3}production .*\n.*\n {2}Creates {2}6 quotes, for good/);
    const wrong = await runProgram(["smoke", "--env", "production", "--confirm", "staging"], {
      cwd,
      env: ENV,
    });
    expect([wrong.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    const harmless = await runProgram(["smoke", "--env", "production", "--no-create"], { cwd, env: ENV });
    expect([harmless.exitCode, service.quotes().length]).toStrictEqual([0, 0]);
    const confirmed = await runProgram(["smoke", "--env", "production", ...CONFIRMED], { cwd, env: ENV });
    expect([confirmed.exitCode, service.quotes().length]).toStrictEqual([0, 6]);
  });
});
