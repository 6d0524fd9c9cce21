import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configPlace, ROW_COUNT } from "./config-folder.ts";
import { brokenLead } from "./corrected-run.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { readEvents } from "./run-files.ts";
import { stoppedRun } from "./stopped-run.ts";

const SUBMIT = ["submit", "leads.csv", "--env", "production"];
const CONFIRMED = ["--confirm", "production"];

const journalOf = (cwd: string): string => readFileSync(join(cwd, "run/journal.ndjson"), "utf8");

describe("a protected environment, with nobody to ask", () => {
  it("shows what would happen and gets nothing, and the folder is as before", async () => {
    const { service, cwd, run } = await configPlace();
    const end = await run(...SUBMIT, "--out", "a/run");
    expect([end.exitCode, end.stdout, service.requestCount()]).toStrictEqual([2, "", 0]);
    expect(end.stderr.split("\n").slice(0, 5)).toStrictEqual([
      `  Target   production  ${service.url}  partner acme`,
      "  Input    leads.csv  3 rows · 3 ready",
      "  Limits   8 at once · 5 attempts",
      "  Confirm  production is protected: what is created there is real, and stays.",
      "  Sends    3 leads",
    ]);
    expect(readdirSync(cwd).sort()).toStrictEqual(["leadctl.config.json", "leads.csv"]);
    const again = await run(...SUBMIT, "--out", "a/run", ...CONFIRMED);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stderr).toContain("Confirm  production is protected");
    expect(service.quotes()).toHaveLength(ROW_COUNT);
  });

  it("leaves nothing of a run either where other runs were looked at", async () => {
    const { cwd, run } = await configPlace();
    const first = await run(...SUBMIT, "--out", "first", ...CONFIRMED);
    expect(first.exitCode, first.stderr).toBe(0);
    const end = await run(...SUBMIT, "--out", "second");
    expect(end.exitCode, end.stderr).toBe(2);
    expect(existsSync(join(cwd, "second"))).toBe(false);
  });

  it.each(["staging", "Production", "production ", "", "yes"])("is not confirmed by %j", async (name) => {
    const { service, cwd, run } = await configPlace();
    const end = await run(...SUBMIT, "--json", "--confirm", name);
    expect([end.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    expect(JSON.parse(end.stdout).error.finding).toBe("not-confirmed/other-name");
    expect(existsSync(join(cwd, "leadctl-runs"))).toBe(false);
  });

  it("counts only what goes", async () => {
    const { cwd, run } = await configPlace();
    writeFileSync(join(cwd, "leads.csv"), csvOf([brokenLead(2), leadOf(3), leadOf(4)]));
    const end = await run(...SUBMIT);
    expect(end.stderr).toContain("  Sends    2 leads\n");
    const one = await run(...SUBMIT, "--rows", "2,4");
    expect(one.stderr).toContain("  Sends    1 lead\n");
  });

  it("says so to programs, in their forms", async () => {
    const { service, run } = await configPlace();
    const json = await run(...SUBMIT, "--json", "--quiet");
    expect(JSON.parse(json.stdout).error.code).toBe("not-confirmed");
    expect(json.stderr).not.toContain("Target");
    const events = await run(...SUBMIT, "--progress", "json");
    expect(readEvents(events.stderr).filter(({ event }) => event !== "progress")).toMatchObject([
      { event: "error", code: "not-confirmed", exitCode: 2 },
    ]);
    expect([json.exitCode, events.exitCode, service.requestCount()]).toStrictEqual([2, 2, 0]);
  });

  it.each(["resume", "replay"])(
    "is not reached by %s either, and the run stays as it was",
    async (command) => {
      const { service, cwd, run: call } = await configPlace();
      await stoppedRun(service, cwd);
      const [journal, before] = [journalOf(cwd), service.requestCount()];
      const run = (...flags: string[]) => call(command, "run", ...flags);
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
    const { service, cwd, run } = await configPlace();
    await stoppedRun(service, cwd);
    const report = readFileSync(join(cwd, "run/report.csv"), "utf8");
    writeFileSync(join(cwd, "fixed.csv"), report.replace("applicant-3@", "corrected-3@"));
    const args = ["replay", "run", "--with", "fixed.csv"];
    const refused = await run(...args);
    expect(refused.exitCode, refused.stderr).toBe(2);
    expect(refused.stderr).toContain("  Sends    1 lead\n");
    const sent = await run(...args, ...CONFIRMED);
    expect(sent.stderr).toContain("  Sends    1 lead\n");
    expect(service.quotes().map(({ email }) => email)).toStrictEqual(["corrected-3@example.com"]);
  });

  it("takes smoke only with its name, but for what creates nothing", async () => {
    const { service, run } = await configPlace();
    const refused = await run("smoke", "--env", "production");
    expect([refused.exitCode, refused.stdout, service.requestCount()]).toStrictEqual([2, "", 0]);
    expect(refused.stderr).toMatch(/Target {3}production .*\n.*\n {2}Creates {2}6 quotes, for good/);
    const wrong = await run("smoke", "--env", "production", "--confirm", "staging");
    expect([wrong.exitCode, service.requestCount()]).toStrictEqual([2, 0]);
    const harmless = await run("smoke", "--env", "production", "--no-create");
    expect([harmless.exitCode, service.quotes().length]).toStrictEqual([0, 0]);
    const confirmed = await run("smoke", "--env", "production", ...CONFIRMED);
    expect([confirmed.exitCode, service.quotes().length]).toStrictEqual([0, 6]);
  });
});
