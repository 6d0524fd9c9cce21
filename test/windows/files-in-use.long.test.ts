import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brokenLead } from "../program/corrected-run.ts";
import { correctFix } from "../program/fix-sheet.ts";
import { csvOf, leads } from "../program/lead-sheet.ts";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { delay, until } from "../program/stoppable-program.ts";
import {
  describeOnWindows,
  leadctlOnWindows,
  startOnWindows,
  type WindowsProcess,
  windowsNode,
} from "./windows.ts";

const TIMEOUT_MS = 180_000;

/** Opens files as a program that lets nobody else near them (no sharing), and lets go of them when it is killed. */
const HOLDER = `
const { openSync } = require("node:fs");
for (const path of process.argv.slice(1)) openSync(path, 2 | 0x10000000);
console.log("held");
setInterval(() => undefined, 60_000);
`;

describeOnWindows("a file that another program has open on Windows", () => {
  it.each([
    ["the sheet", "leads.csv", ["validate", "leads.csv"], 2],
    ["the mapping", "mapping.json", ["validate", "leads.csv", "--mapping", "mapping.json"], 2],
    ["the configuration", "leadctl.config.json", ["config"], 2],
    ["the variables", "key.txt", ["submit", "leads.csv", "--vars", "key.txt"], 2],
    ["the corrected sheet", "fixed.csv", ["replay", "run", "--with", "fixed.csv"], 2],
    ["the plan", "run/plan.ndjson", ["resume", "run"], 6],
    ["the plan, where it is only read", "run/plan.ndjson", ["report", "run"], 6],
    ["the journal", "run/journal.ndjson", ["replay", "run", "--with", "fixed.csv"], 6],
    ["the journal, where it is only read", "run/journal.ndjson", ["explain", "run", "8"], 6],
    ["the lock", "run/run.lock", ["resume", "run"], 6],
  ])(
    "(%s) is told by its name, with what to do",
    async (_what, held, args, exitCode) => {
      const cwd = await finishedRun();
      const holder = await hold(cwd, held);
      const end = await leadctlOnWindows(args, { cwd });
      expect(end.stderr.replace(/\s+/g, " ")).toContain(
        "another program, such as Excel or a virus scanner, has it open",
      );
      expect(end.stderr).toContain("Close the file there, then give the same command again.");
      expect(end.stderr).toContain(held.replace("/", "\\"));
      expect(end).toMatchObject({ exitCode });
      holder.kill();
    },
    TIMEOUT_MS,
  );

  it(
    "(a report) is left as it is, and the new one stands beside it",
    async () => {
      const cwd = await finishedRun();
      const before = readFileSync(join(cwd, "run/report.csv"), "utf8");
      const holder = await hold(cwd, "run/report.csv");
      const end = await leadctlOnWindows(["replay", "run", "--with", "fixed.csv"], { cwd });
      expect(end.exitCode, end.stderr).toBe(0);
      expect(end.stderr).toContain("report-2.csv");
      holder.kill();
      await holder.end.catch(() => undefined);
      expect(readFileSync(join(cwd, "run/report.csv"), "utf8")).toBe(before);
      expect(readFileSync(join(cwd, "run/report-2.csv"), "utf8")).toContain("applicant-8@example.com");
    },
    TIMEOUT_MS,
  );

  it(
    "for a moment only is waited for",
    async () => {
      const cwd = await finishedRun();
      const holder = await hold(cwd, "leads.csv", "fixed.csv", "run/journal.ndjson");
      const end = leadctlOnWindows(["replay", "run", "--with", "fixed.csv"], { cwd });
      await delay(1_000);
      holder.kill();
      expect((await end).exitCode, (await end).stderr).toBe(0);
    },
    TIMEOUT_MS,
  );
});

async function hold(cwd: string, ...names: readonly string[]): Promise<WindowsProcess> {
  for (const name of names) if (!existsSync(join(cwd, name))) writeFileSync(join(cwd, name), "{}");
  const holder = startOnWindows([windowsNode(), "-e", HOLDER, ...names], { cwd });
  await until(
    () => holder.stdout() !== "",
    () => holder.stderr(),
    60_000,
  );
  return holder;
}

/** A folder with a run that has a row to correct, and the corrected sheet. The system at hand may send it: it is faster. */
async function finishedRun(): Promise<string> {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf([...leads(6), brokenLead(8)]));
  const end = await runProgram(["submit", "leads.csv", "--out", "run", "--sandbox"], { cwd });
  expect(end.exitCode, end.stderr).toBe(1);
  cpSync(correctFix(join(cwd, "run"), { 8: { "Unit Number": "8" } }), join(cwd, "fixed.csv"));
  return cwd;
}
