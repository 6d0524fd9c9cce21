import { describe, expect, it } from "vitest";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { onlyRun, stepsOf } from "./run-files.ts";
import { freshFolder, runProgram } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

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
});

describe("stderr", () => {
  it("says what became of the rows, where, and what to type next", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["submit", "leads.csv", "--sandbox"], { cwd, env: { LANG: "C.UTF-8" } });
    const dir = onlyRun(cwd).slice(cwd.length + 1);
    expect(end.stderr).toContain("✔ 3 created   ! 1 invalid");
    expect(end.stderr).toMatch(/1 {2}Unit Number: .* \(O5\)\n/);
    for (const name of ["report.csv", "fix.csv"]) expect(end.stderr).toContain(`${dir}/${name}`);
    expect(stepsOf(end.stderr)).toStrictEqual([`leadctl replay ${dir} --with ${dir}/fix.csv`]);
  });

  it("says what the named rows are where none is sent again, and refuses rows that the run does not have", async () => {
    const cwd = folderWithSheet();
    await runProgram(["submit", "leads.csv", "--sandbox", "--out", "run"], { cwd });
    const settled = await runProgram(["replay", "run", "--rows", "2,5"], { cwd });
    expect(settled.exitCode).toBe(1);
    expect(settled.stderr).toContain("row 2 is created, row 5 is invalid");
    const none = await runProgram(["replay", "run", "--rows", "99", "--json"], { cwd });
    expect(none.exitCode).toBe(2);
    expect(JSON.parse(none.stdout)).toMatchObject({ error: { code: "rows-not-in-run" } });
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
});

function folderWithSheet(): string {
  return sheetFolder(SHEET);
}
