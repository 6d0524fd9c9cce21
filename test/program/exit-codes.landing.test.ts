import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockRun } from "../../src/run/folder/lock.ts";
import type { FaultScript } from "../../src/sandbox/sandbox-types.ts";
import { changed, csvOf, leadOf, leads, type NestedLead } from "./lead-sheet.ts";
import { countedStatuses, readReport } from "./run-files.ts";
import { freshFolder, type ProgramEnd, runProgram, startService } from "./run-program.ts";

const INVALID = changed(leadOf(6), "address.unitNumber", undefined);
const GOOD = leadOf(4);
const [SECOND, THIRD] = [leadOf(12), leadOf(16)];

async function submitted(rows: readonly NestedLead[], script: FaultScript, users: readonly string[] = []) {
  const service = await startService({ faults: { script }, users });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
  const flags = ["--out", "run", "--attempts", "2", "--retry-base", "1ms", "--concurrency", "1"];
  const end = await runProgram(["submit", "leads.csv", ...flags], { cwd, env: service.env });
  return { end, statuses: countedStatuses(readReport(join(cwd, "run")).summary) };
}

const LATER = { kind: "429", retryAfter: 120 } as const;
const TIMED_OUT = { side: "before", status: 408, body: {} } as const;
const ISSUES = {
  side: "before",
  status: 400,
  body: { error: { issues: [{ code: "custom", path: ["address", "lot"], message: "Too small" }] } },
} as const;
const ODD = { side: "before", status: 422, body: { message: "odd" } } as const;

describe("submit ends with", () => {
  it.each<[number, string, NestedLead[], FaultScript, Record<string, number>]>([
    [0, "every row created", [GOOD, SECOND], {}, { created: 2 }],
    [0, "every row created in the end", [GOOD], { "*": ["503-before"] }, { created: 1 }],
    [1, "a row that is invalid", [GOOD, INVALID], {}, { created: 1, invalid: 1 }],
    [1, "only rows that are invalid", [INVALID], {}, { invalid: 1 }],
    [
      1,
      "a row that the service refused",
      [GOOD, SECOND],
      { "applicant-12@example.com": [ODD] },
      { created: 1, rejected: 1 },
    ],
    [
      1,
      "a row that failed, and cannot exist",
      [GOOD, SECOND],
      { "applicant-12@example.com": [TIMED_OUT, TIMED_OUT] },
      { created: 1, failed: 1 },
    ],
    [
      5,
      "a row that failed, and may exist",
      [GOOD, SECOND],
      { "applicant-12@example.com": ["503-before", "500-before"] },
      { created: 1, failed: 1 },
    ],
    [
      5,
      "a row that was refused field by field, after an attempt that may have created it",
      [GOOD, SECOND],
      { "applicant-12@example.com": ["500-after", ISSUES] },
      { created: 1, rejected: 1 },
    ],
    [
      5,
      "a row of which nobody knows",
      [GOOD, SECOND, INVALID],
      { "applicant-12@example.com": ["reset-after"] },
      { created: 1, unknown: 1, invalid: 1 },
    ],
    [
      5,
      "an unreadable success",
      [GOOD, SECOND],
      { "applicant-12@example.com": ["no-ids"] },
      { created: 1, unknown: 1 },
    ],
    [
      5,
      "a row that is unconfirmed",
      [GOOD, SECOND],
      { "applicant-12@example.com": ["500-after"] },
      { created: 1, unconfirmed: 1 },
    ],
    [
      4,
      "rows that are pending",
      [GOOD, SECOND, THIRD],
      { "applicant-12@example.com": [LATER] },
      { created: 1, pending: 2 },
    ],
    [
      4,
      "rows that are pending beside one of which nobody knows",
      [GOOD, SECOND, THIRD],
      { "applicant-12@example.com": ["reset-after"], "applicant-16@example.com": [LATER] },
      { created: 1, unknown: 1, pending: 1 },
    ],
    [
      4,
      "three leads at first without an answer that settles them",
      leads(5),
      { "*": ["500-before", "500-before"] },
      { failed: 3, pending: 2 },
    ],
    [3, "a redirect at first", [GOOD, SECOND, THIRD], { "*": ["redirect"] }, { pending: 3 }],
    [
      1,
      "one odd redirect in the middle",
      [GOOD, SECOND, THIRD],
      { "applicant-12@example.com": ["redirect"] },
      { created: 2, failed: 1 },
    ],
  ])("%i for %s", async (exitCode, _what, rows, script, statuses) => {
    const run = await submitted(rows, script);
    expect(run.statuses, run.end.stderr).toStrictEqual(statuses);
    expect(run.end.exitCode).toBe(exitCode);
  });

  it("1 for a lead whose account exists already", async () => {
    const run = await submitted([GOOD, SECOND], {}, ["applicant-12@example.com"]);
    expect(run.statuses).toStrictEqual({ created: 1, duplicate: 1 });
    expect(run.end.exitCode).toBe(1);
  });

  it("6 for a run that another process is at, and sends nothing", async () => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf([GOOD, SECOND]));
    await runProgram(["submit", "leads.csv", "--out", "run"], { cwd, env: service.env });
    const lock = await lockRun(join(cwd, "run"), new Date(), false);
    const end = await runProgram(["resume", "run", "--json"], { cwd, env: service.env });
    await lock.release();
    expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([6, "run-locked"]);
    expect(service.requestCount()).toBe(2);
  });
});

describe("validate ends with", () => {
  it.each([
    [0, "every row ready", csvOf([GOOD, SECOND])],
    [0, "rows that are only warned about", csvOf([changed(GOOD, "loanPurpose", "purchase")])],
    [1, "a row that is invalid", csvOf([GOOD, INVALID])],
    [2, "an input that cannot be read", ""],
  ])("%i for %s", async (exitCode, _what, sheet) => {
    expect((await validated(sheet)).exitCode).toBe(exitCode);
  });

  it("1 for what --strict refuses", async () => {
    const end = await validated(csvOf([changed(GOOD, "loanPurpose", "purchase")]), "--strict");
    expect(end.exitCode).toBe(1);
  });
});

function validated(sheet: string, ...flags: string[]): Promise<ProgramEnd> {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), sheet);
  return runProgram(["validate", "leads.csv", ...flags], { cwd });
}
