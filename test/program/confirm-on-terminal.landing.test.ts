import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configPlace, ROW_COUNT } from "./config-folder.ts";
import { leads } from "./lead-sheet.ts";
import { HAS_TERMINAL, runOnTerminal } from "./on-terminal.ts";
import { stoppedRun } from "./stopped-run.ts";

const SUBMIT = ["submit", "leads.csv", "--env", "production"];

describe.skipIf(!HAS_TERMINAL)("a protected environment, on a terminal", () => {
  const QUESTION = "Type production to send 3 leads there: ";

  it("is sent to once its name is typed, below what is about to happen", async () => {
    const { service, options } = await configPlace();
    const end = await runOnTerminal(SUBMIT, options, { to: QUESTION, with: "production\n" });
    expect(end.exitCode, end.text).toBe(0);
    const shown = end.text.indexOf("Sends    3 leads");
    expect(shown).toBeGreaterThan(0);
    expect(end.text.indexOf(QUESTION)).toBeGreaterThan(shown);
    expect(end.text).toContain("All 3 rows created");
    expect(service.quotes()).toHaveLength(ROW_COUNT);
  });

  it.each([
    ["another name", "staging\n"],
    ["nothing", "\n"],
    ["Ctrl-D", "\u0004"],
    ["Ctrl-C", "\u0003"],
  ])("is not sent to after %s, and nothing is left behind", async (_what, typed) => {
    const { service, cwd, options } = await configPlace();
    const end = await runOnTerminal(SUBMIT, options, { to: QUESTION, with: typed });
    expect([end.exitCode, service.requestCount()], end.text).toStrictEqual([2, 0]);
    expect(existsSync(join(cwd, "leadctl-runs"))).toBe(false);
  });

  it("asks with --quiet, too, and shows what about", async () => {
    const { options } = await configPlace();
    const args = [...SUBMIT, "--quiet"];
    const end = await runOnTerminal(args, options, { to: QUESTION, with: "production\n" });
    expect(end.exitCode, end.text).toBe(0);
    expect(end.text).toContain("Sends    3 leads");
    expect(end.text).not.toContain("rows created");
  });

  it("does not ask on a stream of events", async () => {
    const { service, options } = await configPlace();
    const args = [...SUBMIT, "--progress", "json"];
    const end = await runOnTerminal(args, options, { to: QUESTION, with: "production\n" });
    expect([end.exitCode, service.requestCount()], end.text).toStrictEqual([2, 0]);
    expect(end.text).not.toContain(QUESTION);
  });

  it("shows its progress again after the question", async () => {
    const { service, options } = await configPlace();
    service.change({ latency: { meanMs: 300 } });
    const args = [...SUBMIT, "--concurrency", "1"];
    const end = await runOnTerminal(args, options, { to: QUESTION, with: "production\n" });
    expect(end.exitCode, end.text).toBe(0);
    const after = end.text.slice(end.text.indexOf(QUESTION));
    expect(after).toMatch(/[12]\/3 /);
  });

  it("does not ask a terminal whose stdin is the input", async () => {
    const { service, options } = await configPlace();
    const args = ["submit", "-", "--format", "jsonl", "--env", "production"];
    const typed = `${JSON.stringify(leads(1)[0])}\n\u0004`;
    const end = await runOnTerminal(args, options, { to: "", with: typed });
    expect([end.exitCode, service.requestCount()], end.text).toStrictEqual([2, 0]);
  });

  it("asks before a resume and a smoke run", async () => {
    const { service, cwd, options } = await configPlace();
    await stoppedRun(service, cwd);
    const resumed = await runOnTerminal(["resume", "run"], options, { to: QUESTION, with: "production\n" });
    expect(resumed.exitCode, resumed.text).toBe(0);
    const question = "Type production to create 6 quotes there, which nobody can delete: ";
    const args = ["smoke", "--env", "production"];
    const refused = await runOnTerminal(args, options, { to: question, with: "no\n" });
    expect([refused.exitCode, service.quotes().length]).toStrictEqual([2, ROW_COUNT]);
    const smoked = await runOnTerminal(args, options, { to: question, with: "production\n" });
    expect([smoked.exitCode, service.quotes().length], smoked.text).toStrictEqual([0, ROW_COUNT + 6]);
  });
});
