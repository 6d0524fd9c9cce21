import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LEAD_TEXTS } from "../../src/lead/lead-texts.ts";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { onlyRun, readEvents } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

/** Three rows that go, and one (row 5) without the unit that a condo needs. */
const SHEET = csvOf([...leads(3), changed(leadOf(6), "address.unitNumber", undefined)]);

const NOTHING = {
  total: 0,
  created: 0,
  invalid: 0,
  rejected: 0,
  duplicate: 0,
  unconfirmed: 0,
  unknown: 0,
  failed: 0,
  pending: 0,
  maybeCreated: 0,
  dismissed: 0,
};

const named = (command: string) => ({ schema: `leadctl/${command}`, version: 1 });

describe("--json", () => {
  it("gives the one document of submit, to the letter and on one line", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--json"], { cwd });
    const dir = onlyRun(cwd).slice(cwd.length + 1);
    const run = { id: dir.split("/").at(-1), dir, complete: true, rowsRead: 4 };
    const summary = { ...NOTHING, total: 4, created: 3, invalid: 1 };
    expect(end.stdout).toBe(`${JSON.stringify({ ...named("submit"), run, summary })}\n`);
    expect(end.exitCode).toBe(1);
  });

  it("gives the one document of validate, with the rows that are ready as pending", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["validate", "leads.csv", "--json"], { cwd });
    const run = { id: null, dir: null, complete: true, rowsRead: 4 };
    const summary = { ...NOTHING, total: 4, invalid: 1, pending: 3, doubtful: 0 };
    expect(end.stdout).toBe(`${JSON.stringify({ ...named("validate"), run, summary, questions: [] })}\n`);
    expect(end.exitCode).toBe(1);
  });

  it("counts all rows read, and sums up the selected ones", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["validate", "leads.csv", "--json", "--rows", "2-3"], { cwd });
    expect(JSON.parse(end.stdout)).toMatchObject({ run: { rowsRead: 4 }, summary: { total: 2, pending: 2 } });
    expect(end.exitCode).toBe(0);
  });

  it("gives a failure as a document with the same exit code", async () => {
    const cwd = freshFolder();
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--json"], { cwd });
    const told = { code: "input-missing", finding: "input-missing" };
    const error = { ...told, message: expect.any(String), hint: expect.any(String) };
    expect(JSON.parse(end.stdout)).toStrictEqual({ ...named("submit"), error });
    expect(end.exitCode).toBe(2);
  });

  it("gives a mistyped flag as a document too", async () => {
    const end = await runProgram(["submit", "leads.csv", "--jsno", "--json"], { cwd: freshFolder() });
    expect(JSON.parse(end.stdout)).toMatchObject({
      error: { code: "usage", finding: "usage/unknown-option" },
    });
    expect(end.exitCode).toBe(2);
  });
});

describe("stdout", () => {
  it.each([["submit", "--sandbox"], ["validate"]])(
    "stays empty without --json, for %s",
    async (command, ...flags) => {
      const end = await runProgram([command, "leads.csv", ...flags], { cwd: folderWithSheet() });
      expect(end.stdout).toBe("");
      expect(end.stderr).not.toBe("");
    },
  );

  it("may be closed early without stopping the run", async () => {
    const service = await startService();
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(leads(50)));
    const preload = join(cwd, "close-stdout.mjs");
    writeFileSync(preload, 'import { closeSync } from "node:fs"; closeSync(1);');
    const nodeArgs = ["--import", preload];
    const end = await runProgram(["submit", "leads.csv", "--json"], { cwd, env: service.env, nodeArgs });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(service.quotes()).toHaveLength(50);
  });
});

describe("stderr", () => {
  it("says what became of the rows, why, where, and what to type next", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["submit", "leads.csv", "--sandbox"], { cwd, env: { LANG: "C.UTF-8" } });
    const dir = onlyRun(cwd).slice(cwd.length + 1);
    expect(end.stderr).toMatch(
      /\n! 3 of 4 rows created, 1 needs corrections\nNext: Correct the row in fix\.csv/,
    );
    expect(end.stderr).toContain("✔ 3 created   ! 1 invalid");
    expect(end.stderr).toMatch(new RegExp(`1 {2}Unit Number: ${LEAD_TEXTS["unit-number-missing"]()} +O5\n`));
    expect(end.stderr).toContain(`${dir}/report.csv`);
    expect(end.stderr).toContain(`${dir}/fix.csv  1 row`);
    expect(end.stderr).toContain(`back:\n  leadctl replay ${dir} --with ${dir}/fix.csv\n`);
  });

  it("has neither colour nor anything else that moves, where it is no terminal", async () => {
    const end = await runProgram(["submit", "leads.csv", "--sandbox"], { cwd: folderWithSheet() });
    expect(end.stderr).not.toMatch(/[\u001b\r\u0007]/);
  });

  it("is plain ASCII where the locale is not UTF-8", async () => {
    const end = await runProgram(["submit", "leads.csv", "--sandbox"], {
      cwd: folderWithSheet(),
      env: { LC_ALL: "C" },
    });
    expect(end.stderr).toContain("+ 3 created");
    expect(end.stderr).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it("stays empty with --quiet, whatever became of the rows", async () => {
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--quiet"], { cwd: folderWithSheet() });
    expect(end).toStrictEqual({ exitCode: 1, stdout: "", stderr: "" });
  });

  it("holds errors with --quiet too", async () => {
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--quiet"], { cwd: freshFolder() });
    expect([end.exitCode, end.stderr]).toStrictEqual([2, expect.stringContaining("leads.csv")]);
  });

  it("shows progress in lines of their own, as one event a line, or not at all, as --progress says", async () => {
    const modes = ["none", "plain", "json"].map(runSlowly);
    const [none = "", plain = "", json = ""] = await Promise.all(modes);
    expect(none).toContain("All 16 rows created");
    expect(none).not.toContain("%");
    expect(plain.split("\n").filter((line) => /\b\d+ ?%/.test(line)).length).toBeGreaterThan(0);
    expect(plain).toContain("All 16 rows created");
    const events = readEvents(json);
    expect(events.length).toBeGreaterThan(1);
    expect(events.every((event) => event.v === 1 && typeof event.event === "string")).toBe(true);
    const progress = events.filter(({ event }) => event === "progress");
    expect(progress.at(-1)).toMatchObject({ total: 16, settled: 16, inFlight: 0 });
  });
});

/** Sixteen leads at a service that takes its time. */
async function runSlowly(mode: string): Promise<string> {
  const service = await startService({ latency: { meanMs: 450 } });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(16)));
  const end = await runProgram(["submit", "leads.csv", "--progress", mode], { cwd, env: service.env });
  expect(end.exitCode, end.stderr).toBe(0);
  return end.stderr;
}

function folderWithSheet(): string {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), SHEET);
  return cwd;
}
