import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCheckFolder } from "../../src/cli/commands/check-folder.ts";
import { csvNumbers, htmlNumbers, jsonNumbers } from "../report/report-numbers.ts";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { freshFolder, runProgram } from "./run-program.ts";

/** Three rows that go, and row 5 without the unit that a condo needs. */
const SHEET = csvOf([...leads(3), changed(leadOf(6), "address.unitNumber", undefined)]);

function folderWithSheet(): string {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), SHEET);
  return cwd;
}

describe("validate --out", () => {
  it("writes report and fix files for their owner alone, with what is ready as pending", async () => {
    const cwd = folderWithSheet();
    const end = await runProgram(["validate", "leads.csv", "--out", "check", "--json"], { cwd });
    expect(end.exitCode).toBe(1);
    expect(JSON.parse(end.stdout).run).toEqual({ id: null, dir: "check", complete: true, rowsRead: 4 });
    const dir = join(cwd, "check");
    expect(readdirSync(dir).sort()).toEqual([
      "fix.csv",
      "reading.xlsx",
      "report.csv",
      "report.html",
      "report.json",
    ]);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    const text = (name: string): string => readFileSync(join(dir, name), "utf8");
    const rows = { 2: "pending", 3: "pending", 4: "pending", 5: "invalid" };
    expect(jsonNumbers(text("report.json")).rows).toEqual(rows);
    expect(csvNumbers(text("report.csv")).rows).toEqual(rows);
    expect(csvNumbers(text("fix.csv")).rows).toEqual({ 5: "invalid" });
    expect(htmlNumbers(text("report.html")).told).toEqual({ ready: 3, invalid: 1 });
  });

  it("is refused while another check writes into the folder, and says so", async () => {
    const cwd = folderWithSheet();
    const dir = join(cwd, "check");
    const other = await makeCheckFolder(dir, "-", new Date());
    writeFileSync(join(dir, ".report.csv.tmp"), "half of the other's");
    const args = ["validate", "leads.csv", "--out", "check"];
    const end = await runProgram([...args, "--json"], { cwd });
    expect(end.exitCode, end.stderr).toBe(6);
    expect(JSON.parse(end.stdout).error.finding).toBe("out-locked");
    expect(readFileSync(join(dir, ".report.csv.tmp"), "utf8")).toBe("half of the other's");
    other.release();
    expect(existsSync(dir)).toBe(false);
    expect(() => other.release()).not.toThrow();
    expect((await runProgram(args, { cwd })).exitCode).toBe(1);
    expect(readdirSync(dir)).not.toContain("run.lock");
  });

  it("makes no run: there is nothing to resume", async () => {
    const cwd = folderWithSheet();
    await runProgram(["validate", "leads.csv", "--out", "check"], { cwd });
    const end = await runProgram(["resume", "check", "--sandbox", "--json"], { cwd });
    expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, "no-run"]);
  });

  it("leaves nothing behind when the sheet turns out to be broken", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), `${SHEET}"unclosed\n`);
    const end = await runProgram(["validate", "leads.csv", "--out", "check"], { cwd });
    expect(end.exitCode).toBe(2);
    expect(existsSync(join(cwd, "check")) ? readdirSync(join(cwd, "check")) : []).toEqual([]);
  });
});
