import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { happenedFinding } from "../../src/outcome/happened-texts.ts";
import { PEOPLE_INDEX } from "../../src/run/folder/run-folder.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix, readFix, saveFix } from "./fix-sheet.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));

function sheet(cwd: string, name: string, rows: readonly number[]): void {
  writeFileSync(join(cwd, name), csvOf(rows.map(leadOf)));
}

/** Sentences go on in the next line, indented. */
function unwrapped(text: string): string {
  return text.replace(/\n {2}/g, " ");
}

describe("submit of leads that other runs created", () => {
  it("counts them by run before it sends, however the sheets are called, ordered and placed, and tells a duplicate's row where its link is", async () => {
    const service = await startService({ faults: { script: { "applicant-7@example.com": ["500-before"] } } });
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    sheet(cwd, "monday.csv", [2, 3, 4]);
    sheet(cwd, "tuesday.csv", [5, 6, 7]);
    sheet(cwd, "all.csv", [9, 6, 7, 3, 8]);
    await call("submit", "monday.csv");
    await call("submit", "tuesday.csv", "--out", "elsewhere/tuesday", "--attempts", "1");
    rmSync(join(cwd, "elsewhere/tuesday", PEOPLE_INDEX), { force: true });

    const end = await call("submit", "all.csv", "--out", "run");

    const said = unwrapped(end.stderr);
    expect(said).toContain(
      "2 leads of this sheet have quotes already, from earlier runs for the same target",
    );
    expect(said).toContain("1 more lead of earlier runs may exist.");
    expect(said).toMatch(/leadctl-runs\/\S+-monday {2}1 created/);
    expect(said).toContain("elsewhere/tuesday  1 created, 1 may exist");
    expect(said.indexOf("have quotes already")).toBeLessThan(said.indexOf("Target"));
    expect(existsSync(join(cwd, "elsewhere/tuesday", PEOPLE_INDEX))).toBe(true);
    const duplicates = readReport(join(cwd, "run")).leads.filter(({ status }) => status === "duplicate");
    expect(duplicates.map(({ row, error }) => [row, error])).toStrictEqual([
      [3, expect.stringContaining(happenedFinding("created-by-run", { run: "elsewhere/tuesday" }).message)],
      [5, expect.stringMatching(/The run leadctl-runs\/\S+-monday did, and has its login link\./)],
    ]);
    expect(readFileSync(join(cwd, "run/report.csv"), "utf8")).toContain("elsewhere/tuesday");
    const again = await call("report", "run", "--format", "csv");
    expect(again.stdout, again.stderr).toContain("elsewhere/tuesday");
  });

  it("says nothing of other targets", async () => {
    const service = await startService();
    const other = await startService();
    const cwd = freshFolder();
    const call = (env: typeof service.env, ...args: string[]) => runProgram(args, { cwd, env });
    writeFileSync(join(cwd, "first.csv"), csvOf([leadOf(2), leadOf(3)]));
    sheet(cwd, "second.csv", [2, 4]);
    await call(service.env, "submit", "first.csv", "--out", "one");
    expect((await call(other.env, "submit", "second.csv", "--out", "two")).stderr).not.toContain(
      "quotes already",
    );
    const same = await call(service.env, "submit", "second.csv", "--out", "three");
    expect(unwrapped(same.stderr)).toContain("1 lead of this sheet has a quote already");
  });

  it("counts a corrected row under the address that it went with, and not under the one before", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    writeFileSync(join(cwd, "first.csv"), csvOf([brokenLead(3)]));
    await call("submit", "first.csv", "--out", "one");
    const fixed = correctFix(join(cwd, "one"), {
      2: { "Unit Number": "31", Email: "applicant-9@example.com" },
    });
    expect((await call("replay", "one", "--with", fixed)).exitCode).toBe(0);
    sheet(cwd, "old.csv", [3, 4]);
    sheet(cwd, "new.csv", [9, 5]);
    const old = unwrapped((await call("submit", "old.csv", "--out", "two")).stderr);
    expect(old).not.toContain("already");
    const held = readReport(join(cwd, "two")).leads.find(({ row }) => row === 2);
    expect(held).toMatchObject({
      status: "invalid",
      issues: [{ finding: "maybe-same-person", params: { run: "one", row: 2, reasons: ["email"] } }],
    });
    expect((await call("submit", "new.csv", "--out", "three")).stderr).toContain("one  1 created");
  });
});

it("submit of the sheet that a run corrected says what comes back as a duplicate, and what as a second quote", async () => {
  const service = await startService();
  const cwd = freshFolder();
  const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
  writeFileSync(join(cwd, "leads.csv"), csvOf([leadOf(2), brokenLead(3)]));
  await call("submit", "leads.csv", "--out", "leadctl-runs/one");
  const fixed = correctFix(join(cwd, "leadctl-runs/one"), {
    3: { "Unit Number": "31", Email: "applicant-9@example.com" },
  });
  await call("replay", "leadctl-runs/one", "--with", fixed);
  const end = await call("submit", "leads.csv", "--out", "two");
  const said = unwrapped(end.stderr);
  expect(said).toContain("Its leads come back as duplicates");
  // The row is to be corrected first: then it is asked about.
  const again = correctFix(join(cwd, "two"), { 3: { "Unit Number": "31" } });
  await call("replay", "two", "--with", again);
  const held = readReport(join(cwd, "two")).leads.find(({ row }) => row === 3);
  expect(held).toMatchObject({
    status: "invalid",
    issues: [{ finding: "maybe-same-person", params: { run: "leadctl-runs/one", row: 3 } }],
  });
});

describe("a later round of leads that other runs created since", () => {
  it("says so before it sends, and where the link is of a row that is then unconfirmed", async () => {
    const service = await startService({
      faults: { script: { "applicant-3@example.com": ["close-before"] } },
    });
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    sheet(cwd, "first.csv", [2, 3]);
    sheet(cwd, "second.csv", [4, 3]);
    await call("submit", "first.csv", "--out", "one", "--attempts", "1");
    await call("submit", "second.csv", "--out", "two");

    const end = await call("replay", "one", "--status", "unknown");

    const said = unwrapped(end.stderr);
    expect(said).toContain("1 lead of this run has a quote already, from other runs for the same target");
    expect(said).toContain("two  1 created");
    expect(said.indexOf("has a quote already")).toBeLessThan(said.indexOf("Target"));
    const [row] = readReport(join(cwd, "one")).leads.filter(({ row }) => row === 3);
    expect(row?.status).toBe("unconfirmed");
    expect(row?.error).toContain("The run two created a lead with it, and has its login link");
    const explained = await call("explain", "applicant-3@example.com");
    expect(explained.stdout.split("\n")[0]).toContain(" exists: ");
    expect(explained.stdout).toContain("two");
  });

  it("tells the rest of a run that had stopped where links are", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    sheet(cwd, "first.csv", [2, 3, 4]);
    sheet(cwd, "second.csv", [4]);
    const env = { ...service.env, LEADCTL_API_KEY: "one-that-nobody-lets-in" };
    await runProgram(["submit", "first.csv", "--out", "one"], { cwd, env });
    await call("submit", "second.csv", "--out", "two");
    const end = await call("resume", "one");
    expect(unwrapped(end.stderr)).toContain("1 lead of this run has a quote already");
    const [row] = readReport(join(cwd, "one")).leads.filter(({ row }) => row === 4);
    expect([row?.status, row?.error]).toStrictEqual([
      "duplicate",
      expect.stringContaining("The run two did, and has its login link."),
    ]);
  });

  it("forgets whose link it was once the e-mail is corrected, and warns of a second quote", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    sheet(cwd, "first.csv", [2]);
    sheet(cwd, "away.csv", [9]);
    sheet(cwd, "second.csv", [2, 3]);
    await call("submit", "first.csv", "--out", "one");
    // By somebody whose runs are not known here.
    await runProgram(["submit", join(cwd, "away.csv")], { cwd: freshFolder(), env: service.env });
    await call("submit", "second.csv", "--out", "two");
    const before = readReport(join(cwd, "two")).leads.find(({ row }) => row === 2);
    expect(before?.error).toContain("The run one did, and has its login link.");
    const rows = readFix(join(cwd, "two/report.csv")).map((row) =>
      row.leadctl_row === "2" ? { ...row, Email: "applicant-9@example.com" } : row,
    );
    saveFix(join(cwd, "fixed.csv"), rows);

    const asked = await call("replay", "two", "--with", "fixed.csv");
    expect(asked.exitCode).toBe(1);
    const held = readReport(join(cwd, "two")).leads.find(({ row }) => row === 2);
    expect(held?.issues).toMatchObject([{ finding: "maybe-same-person", params: { run: "one", row: 2 } }]);
    await call("replay", "two", "--with", "fixed.csv", "--accept-people");
    const after = readReport(join(cwd, "two")).leads.find(({ row }) => row === 2);
    expect([after?.status, after?.error]).toStrictEqual([
      "duplicate",
      expect.not.stringContaining("login link"),
    ]);
    const again = await call("report", "two", "--format", "csv");
    expect(again.stdout).not.toContain("The run one did");
    const explained = await call("explain", "applicant-9@example.com");
    expect(explained.stdout.split("\n")[0]).toContain("exists. No run here created it.");
  });
});

describe("submit beside runs that cannot be looked into", () => {
  it.each<[what: string, change: (dir: string) => void]>([
    ["its journal's first line cannot be read", (dir) => damage(join(dir, "journal.ndjson"))],
    ["only its mark says where it went", (dir) => rmSync(join(dir, "journal.ndjson"))],
    ["its plan is cut off", (dir) => writeFileSync(join(dir, "plan.ndjson"), "")],
    ["only reports are left of it", (dir) => removeAllBut(dir, /^report\./)],
    ["nothing is left of it", (dir) => rmSync(dir, { recursive: true })],
  ])("says which, and sends, where %s", async (_, change) => {
    const service = await startService();
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    sheet(cwd, "first.csv", [2, 3]);
    sheet(cwd, "second.csv", [3, 4]);
    await call("submit", "first.csv", "--out", "far/one");
    change(join(cwd, "far/one"));
    const { stderr, exitCode } = await call("submit", "second.csv", "--out", "two");
    expect(unwrapped(stderr)).toContain(
      "What was sent before may be more: far/one could not be looked into.",
    );
    expect([exitCode, service.quotes().length]).toStrictEqual([1, 3]);
  });

  it("says nothing of one whose first record never reached the disk", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    sheet(cwd, "first.csv", [2, 3]);
    sheet(cwd, "second.csv", [4, 5]);
    await call("submit", "first.csv", "--out", "one");
    removeAllBut(join(cwd, "one"), /^plan/);
    writeFileSync(join(cwd, "one/journal.ndjson"), '{"type":"run","vers');
    expect((await call("submit", "second.csv", "--out", "two")).stderr).not.toContain("looked into");
  });
});

it("submit counts what the service's owner said", async () => {
  const faults = {
    script: { "applicant-2@example.com": ["500-before"], "applicant-3@example.com": ["500-before"] },
  };
  const service = await startService({ faults: faults as never });
  const cwd = freshFolder();
  const call = (...args: string[]) => runProgram(args, { cwd, env: service.env });
  sheet(cwd, "first.csv", [2, 3]);
  sheet(cwd, "second.csv", [2, 4]);
  sheet(cwd, "third.csv", [3, 5]);
  await call("submit", "first.csv", "--out", "one", "--attempts", "1");
  expect((await call("resolve", "one", "--rows", "2", "--created")).exitCode).toBe(0);
  expect((await call("resolve", "one", "--rows", "3", "--not-created")).exitCode).toBe(0);
  expect(unwrapped((await call("submit", "second.csv", "--out", "two")).stderr)).toContain(
    "1 lead of earlier runs may exist.",
  );
  expect((await call("submit", "third.csv", "--out", "three")).stderr).not.toContain("may exist");
});

function damage(path: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replace('"type":"run"', '"type":"rum"'));
}

function removeAllBut(dir: string, kept: RegExp): void {
  for (const name of readdirSync(dir)) if (!kept.test(name)) rmSync(join(dir, name));
}

describe("submit of the very same rows that another process is sending", () => {
  it("is refused with nothing sent or left behind, unless the person says --again", async () => {
    const service = await startService({ latency: { meanMs: 60_000 } });
    const cwd = freshFolder();
    sheet(cwd, "leads.csv", [2, 3, 4]);
    sheet(cwd, "copy.csv", [2, 3, 4]);
    const env = { PATH: process.env.PATH, ...service.env };
    const first = spawn(process.execPath, [PROGRAM, "submit", "leads.csv", "--out", "one"], {
      cwd,
      env,
      stdio: "ignore",
    });
    onTestFinished(() => void first.kill("SIGKILL"));
    while (service.requestCount() < 1) await new Promise((resolve) => setTimeout(resolve, 5));

    const refused = await runProgram(["submit", "copy.csv", "--out", "two", "--json"], {
      cwd,
      env: service.env,
    });
    expect(refused.exitCode).toBe(6);
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: "already-sending" });
    expect(existsSync(join(cwd, "two"))).toBe(false);

    service.change({ latency: null });
    const again = await runProgram(["submit", "copy.csv", "--out", "two", "--again"], {
      cwd,
      env: service.env,
    });
    expect([again.exitCode, service.quotes().length], again.stderr).toStrictEqual([1, 3]);
  });
});
