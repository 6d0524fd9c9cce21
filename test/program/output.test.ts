import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { onlyRun, readEvents, stepsOf } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

/** Three rows that go, and one (row 5) without the unit that a condo needs. */
const SHEET = csvOf([...leads(3), changed(leadOf(6), "address.unitNumber", undefined)]);

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
  it("says what became of the rows, where, and what to type next", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["submit", "leads.csv", "--sandbox"], { cwd, env: { LANG: "C.UTF-8" } });
    const dir = onlyRun(cwd).slice(cwd.length + 1);
    expect(end.stderr).toContain("✔ 3 created   ! 1 invalid");
    expect(end.stderr).toMatch(/1 {2}Unit Number: .* +O5\n/);
    for (const name of ["report.csv", "fix.csv"]) expect(end.stderr).toContain(`${dir}/${name}`);
    expect(stepsOf(end.stderr)).toStrictEqual([`leadctl replay ${dir} --with ${dir}/fix.csv`]);
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
