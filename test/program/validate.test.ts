import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCheckFolder } from "../../src/cli/commands/check-folder.ts";
import { isPassing } from "../../src/cli/commands/command-reader.ts";
import { csvNumbers, htmlNumbers, jsonNumbers } from "../report/report-numbers.ts";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { stepsOf } from "./run-files.ts";
import { freshFolder, type ProgramEnd, runProgram } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

const SHEET = csvOf([
  leadOf(4),
  changed(leadOf(6), "address.unitNumber", undefined),
  changed(leadOf(8), "loanPurpose", "purchase"),
]);

async function validate(
  name: string,
  flags: readonly string[],
  sheet = SHEET,
): Promise<ProgramEnd & { left: string[] }> {
  const cwd = freshFolder();
  const isStdin = name === "-";
  if (!isStdin) writeFileSync(join(cwd, name), sheet);
  const env = { LANG: "C.UTF-8" };
  const end = await runProgram(["validate", ...flags, "--", name], {
    cwd,
    env,
    ...(isStdin && { stdin: sheet }),
  });
  return { ...end, left: readdirSync(cwd) };
}

const nextOf = (stderr: string): string | undefined => stepsOf(stderr)[0];

describe("validate", () => {
  it("needs neither key nor target, and writes nothing", async () => {
    const { exitCode, stdout, left } = await validate("leads.csv", []);
    expect([exitCode, stdout]).toStrictEqual([1, ""]);
    expect(left).toStrictEqual(["leads.csv"]);
  });

  it("tells of a word that it asks about in the question only, with --strict too", async () => {
    const sheet = csvOf([leadOf(4), changed(leadOf(6), "buildingType", "Yurt")]);
    for (const flags of [[], ["--strict"]]) {
      const { exitCode, stderr } = await validate("leads.csv", flags, sheet);
      expect([exitCode, stderr.match(/\b[A-Z]3\b/g)?.length]).toStrictEqual([1, 1]);
    }
  });

  it("says what is ready, what is to be fixed and where, and what is doubtful", async () => {
    const { stderr } = await validate("leads.csv", []);
    expect(stderr).toMatch(
      /^! 2 of 3 rows ready to be sent \(the service may refuse 1 of them\), 1 needs corrections\nNext: Send what is ready: /,
    );
    expect(stderr).toMatch(/To correct\n +1 {2}Unit Number: .+ \(O3\)\n/);
    expect(stderr).toContain("Loan Purpose: ");
    expect(stderr).toContain("D4");
  });

  it.each([
    ["leads.csv", [], "leadctl submit leads.csv"],
    ["my leads.csv", ["--rows", "2-4", "--strict"], "leadctl submit 'my leads.csv' --rows 2-4 --strict"],
    [
      "-leads.csv",
      ["--limit", "2", "--delimiter", ","],
      "leadctl submit ./-leads.csv --limit 2 --delimiter ,",
    ],
    ["leads.txt", ["--format", "csv", "--shard", "0/1"], "leadctl submit leads.txt --shard 0/1 --format csv"],
  ])("of %j with %j ends with the command that sends the same rows", async (name, flags, command) => {
    expect(nextOf((await validate(name, flags)).stderr)).toBe(command);
  });

  it("says what to correct and how to check again, when nothing is ready", async () => {
    const { stderr } = await validate("leads.csv", ["--rows", "3"]);
    expect(stderr).toMatch(
      /^✖ No row is ready to be sent: 1 needs corrections\nNext: Correct the cells named below in leads\.csv/,
    );
    expect(nextOf(stderr)).toBe("leadctl validate leads.csv --rows 3");
  });

  it.each([
    ["/dev/fd/63", true],
    ["/dev/stdin", true],
    ["/proc/self/fd/63", true],
    ["-", true],
    ["/dev/fd/leads.csv", false],
    ["fd/63", false],
  ])("names no command for a name that is gone once this one ends: %s", (input, isGone) => {
    expect(isPassing(input)).toBe(isGone);
  });

  it("names no command for what came on stdin", async () => {
    const { stderr } = await validate("-", ["--format", "csv"]);
    expect(stderr).toContain("Next: Send");
    expect(nextOf(stderr)).toBeUndefined();
  });
});

/** Three rows that go, and row 5 without the unit that a condo needs. */
const SHEET_OF_FOUR = csvOf([...leads(3), changed(leadOf(6), "address.unitNumber", undefined)]);

function folderWithSheet(): string {
  return sheetFolder(SHEET_OF_FOUR);
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
    const cwd = sheetFolder(`${SHEET_OF_FOUR}"unclosed\n`);
    const end = await runProgram(["validate", "leads.csv", "--out", "check"], { cwd });
    expect(end.exitCode).toBe(2);
    expect(existsSync(join(cwd, "check")) ? readdirSync(join(cwd, "check")) : []).toEqual([]);
  });
});
