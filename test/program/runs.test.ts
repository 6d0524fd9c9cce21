import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import { brokenLead } from "./corrected-run.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { freshFolder, type RunningService, runProgram, startService } from "./run-program.ts";
import { until } from "./stoppable-program.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/leadctl.js", import.meta.url));

interface Listed {
  id: string;
  state: string;
  summary: Record<string, number> | null;
  next: string | null;
}

async function listed(cwd: string): Promise<Listed[]> {
  const { stdout } = await runProgram(["runs", "--json"], { cwd });
  return JSON.parse(stdout).runs;
}

/** A run named `name` of rows 2 to 4, the last of them invalid. */
async function submitRun(cwd: string, name: string, service: RunningService, folder = "leadctl-runs") {
  writeFileSync(join(cwd, `${name}.csv`), csvOf([leadOf(2), leadOf(3), brokenLead(4)]));
  const args = ["submit", `${name}.csv`, "--out", `${folder}/${name}`, "--quiet", "--attempts", "1"];
  await runProgram(args, { cwd, env: service.env });
}

/** A run that a living process is at, until the test is over. */
async function startRun(cwd: string, name: string) {
  const service = await startService({ latency: { meanMs: 60_000 } });
  writeFileSync(join(cwd, `${name}.csv`), csvOf([2, 3].map(leadOf)));
  const args = [PROGRAM, "submit", `${name}.csv`, "--out", `leadctl-runs/${name}`];
  const env = { PATH: process.env.PATH, ...service.env };
  const child = spawn(process.execPath, args, { cwd, env, stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await until(
    () => service.requestCount() > 0,
    () => "no request came",
  );
  return child;
}

function damage(cwd: string, name: string): void {
  const path = join(cwd, "leadctl-runs", name, "journal.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replace('"intent"', '"intenT"'));
}

it("counts a run once that somebody has copied, and says of which one it is a copy", async () => {
  const cwd = freshFolder();
  await submitRun(cwd, "one", await startService());
  cpSync(join(cwd, "leadctl-runs/one"), join(cwd, "leadctl-runs/copy"), { recursive: true });
  const { totals } = JSON.parse((await runProgram(["runs", "--json"], { cwd })).stdout);
  expect(totals).toMatchObject({ runs: 1, total: 3, created: 2 });
  const { stdout } = await runProgram(["runs"], { cwd });
  expect(stdout).toContain("A copy of the run in leadctl-runs/one");
  expect(stdout.match(/Next: /g)).toHaveLength(1);
});

describe("runs", () => {
  it("lists the runs with input, target, counts and the command that comes next", async () => {
    const service = await startService({ faults: { script: { "applicant-3@example.com": ["500-before"] } } });
    const cwd = freshFolder();
    await submitRun(cwd, "a", service);
    await submitRun(cwd, "b", service);
    const { stdout, stderr, exitCode } = await runProgram(["runs"], { cwd });
    expect({ exitCode, stderr }).toStrictEqual({ exitCode: 0, stderr: "" });
    const lines = stdout.split("\n").map((line) => line.replace(/^\d{4}-\d\d-\d\d .*UTC\)?/, "<time>"));
    const target = `${new URL(service.url).host} (acme)`;
    expect(lines.map((line) => line.replace(/ {2,}/g, "  "))).toStrictEqual([
      "Started  State  Input",
      "<time>  complete  b.csv",
      "  1 created, 1 invalid, 1 duplicate",
      `  leadctl-runs/b -> ${target}`,
      "  Next: leadctl replay leadctl-runs/b --with leadctl-runs/b/fix.csv",
      "<time>  complete  a.csv",
      "  1 created, 1 invalid, 1 failed; 1 may exist",
      `  leadctl-runs/a -> ${target}`,
      "  Next: leadctl replay leadctl-runs/a",
      "2 runs: 2 created, 2 invalid, 1 duplicate, 1 failed; 1 may exist",
      "",
    ]);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toStrictEqual([]);
  });

  it("tells complete, interrupted, damaged and never begun runs and one under way apart", async () => {
    const service = await startService();
    const cwd = freshFolder();
    for (const name of ["complete", "damaged"]) await submitRun(cwd, name, service);
    damage(cwd, "damaged");
    const killed = await startRun(cwd, "killed");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    await startRun(cwd, "living");
    mkdirSync(join(cwd, "leadctl-runs/reading"));
    writeFileSync(join(cwd, "leadctl-runs/reading/.plan.ndjson.tmp"), '{"type":"plan"');
    mkdirSync(join(cwd, "leadctl-runs/my-notes"));

    const runs = await listed(cwd);

    const byName = runs.sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(byName.map(({ id, state, next }) => ({ id, state, next }))).toStrictEqual([
      { id: "complete", state: "complete", next: expect.stringContaining("--with") },
      { id: "damaged", state: "damaged", next: null },
      { id: "killed", state: "interrupted", next: "leadctl resume leadctl-runs/killed" },
      { id: "living", state: "in progress", next: null },
      { id: "reading", state: "never began", next: null },
    ]);
    expect(runs.find(({ id }) => id === "killed")?.summary).toMatchObject({ unknown: 1, pending: 1 });
    expect(runs.find(({ id }) => id === "living")?.summary).toMatchObject({ unknown: 0, pending: 2 });
  });

  it("is empty where nobody has submitted anything, and refuses a folder that is not there", async () => {
    const cwd = freshFolder();
    expect(await listed(cwd)).toStrictEqual([]);
    expect((await runProgram(["runs"], { cwd })).exitCode).toBe(0);
    const end = await runProgram(["runs", "--runs", "nowhere", "--json"], { cwd });
    expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([2, "no-runs"]);
  });
});

describe("runs --purge", () => {
  it("removes old drafts of the desk with the runs, and those of the runs that go, but no other", async () => {
    const cwd = freshFolder();
    const draft = (id: string, days: number, facts: object): void => {
      const folder = join(cwd, "leadctl-drafts", id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "draft.json"), JSON.stringify({ name: "a.csv", run: null, ...facts }));
      writeFileSync(join(folder, "input.csv"), "Email\n");
      const at = Date.now() / 1000 - days * 86_400;
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), at, at);
    };
    draft("old", 40, {});
    draft("young", 20, {});
    const shown = await runProgram(["runs", "--purge", "30d", "--json"], { cwd });
    expect(JSON.parse(shown.stdout).error.finding).toBe("not-confirmed/purge");
    const end = await runProgram(["runs", "--purge", "30d", "--yes"], { cwd });
    expect(end.stderr).toContain("No run was removed. Removed 1 draft of the desk.");
    expect(readdirSync(join(cwd, "leadctl-drafts"))).toStrictEqual(["young"]);
  });

  it("shows what it would remove, and removes nothing without --yes", async () => {
    const service = await startService();
    const cwd = freshFolder();
    await submitRun(cwd, "a", service);
    const end = await runProgram(["runs", "--purge", "0d"], { cwd });
    expect(end.exitCode).toBe(2);
    expect(end.stderr).toContain("leadctl-runs/a");
    expect(end.stderr).toContain("1 run, with 2 login links that exist nowhere else");
    expect(readdirSync(join(cwd, "leadctl-runs/a"))).toContain("journal.ndjson");
  });

  it("removes what --out put elsewhere, and keeps explain from calling its leads safe", async () => {
    const service = await startService();
    const cwd = freshFolder();
    await submitRun(cwd, "a", service, "far");
    const end = await runProgram(["runs", "--purge", "0m", "--yes", "--json"], { cwd });
    expect(JSON.parse(end.stdout).purge.removed).toStrictEqual([{ id: "a", dir: "far/a" }]);
    expect(readdirSync(join(cwd, "far"))).toStrictEqual(["purged.ndjson"]);
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["purged.ndjson", "runs.ndjson"]);
    const { stdout } = await runProgram(["explain", "applicant-2@example.com", "--json"], { cwd });
    expect(JSON.parse(stdout).purgedRuns).toBe(1);
    const both = ["explain", "applicant-2@example.com", "--json", "--runs", "far"];
    expect(JSON.parse((await runProgram(both, { cwd })).stdout).purgedRuns).toBe(1);
  });

  it("removes what is old enough, and nothing else", async () => {
    const service = await startService();
    const cwd = freshFolder();
    await submitRun(cwd, "a", service);
    const young = await runProgram(["runs", "--purge", "1h", "--yes", "--json"], { cwd });
    expect(JSON.parse(young.stdout).purge).toStrictEqual({ removed: [], kept: [], drafts: 0 });
    const old = await runProgram(["runs", "--purge", "0m", "--yes", "--json"], { cwd });
    expect(old.exitCode).toBe(0);
    expect(JSON.parse(old.stdout).purge.removed).toStrictEqual([{ id: "a", dir: "leadctl-runs/a" }]);
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["purged.ndjson", "runs.ndjson"]);
    const log = join(cwd, "leadctl-runs/purged.ndjson");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({
      run: "a",
      input: "a.csv",
      summary: { total: 3, created: 2, invalid: 1 },
    });
    expect(readFileSync(log, "utf8")).not.toContain("@");
    const gone = await runProgram(["explain", "leadctl-runs/a", "2", "--json"], { cwd });
    expect([gone.exitCode, JSON.parse(gone.stdout).error.finding]).toStrictEqual([2, "run-purged"]);
    const unknown = await runProgram(["explain", "nobody@example.com", "--json"], { cwd });
    expect(JSON.parse(unknown.stdout).purgedRuns).toBe(1);
    expect((await runProgram(["runs"], { cwd })).stderr).toContain("1 run was removed by --purge");
  });

  it("keeps a run with rows that may exist unless forced", async () => {
    const service = await startService();
    const cwd = freshFolder();
    await submitRun(cwd, "a", service);
    const path = join(cwd, "leadctl-runs/a/journal.ndjson");
    const lines = readFileSync(path, "utf8").split("\n");
    lines.splice(
      lines.findIndex((line) => line.startsWith('{"type":"result"')),
      1,
    );
    writeFileSync(path, lines.join("\n"));
    const careful = await runProgram(["runs", "--purge", "0d", "--yes", "--json"], { cwd });
    expect(JSON.parse(careful.stdout).purge.kept).toMatchObject([{ id: "a", finding: "may-exist" }]);
    await runProgram(["runs", "--purge", "0d", "--yes", "--force"], { cwd });
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["purged.ndjson", "runs.ndjson"]);
  });

  it.each([
    ["clock-doubtful/future", "2000-01-01", "2999-01-01"],
    ["clock-doubtful/all", "2000-01-01", "2000-01-01"],
  ])("refuses where the clock is plainly wrong: %s", async (finding, ...days) => {
    const cwd = freshFolder();
    for (const [at, day] of days.entries()) {
      mkdirSync(join(cwd, `leadctl-runs/${at}`), { recursive: true });
      const journal = join(cwd, `leadctl-runs/${at}/journal.ndjson`);
      writeFileSync(journal, "x");
      utimesSync(journal, new Date(day), new Date(day));
    }
    const end = await runProgram(["runs", "--purge", "30d", "--yes", "--force", "--json"], { cwd });
    expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, finding]);
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["0", "1"]);
  });

  it("refuses where the clock was ahead in an earlier round, and is right again", async () => {
    const service = await startService();
    const cwd = freshFolder();
    await submitRun(cwd, "a", service);
    const journal = join(cwd, "leadctl-runs/a/journal.ndjson");
    const [run = "", begun = "", ...rest] = readFileSync(journal, "utf8").split("\n");
    expect(begun).toContain('"type":"round"');
    const { crc, ...round } = JSON.parse(begun);
    const later = encodeLine({ ...round, at: round.at.replace(/^\d{4}/, "2999") });
    writeFileSync(journal, `${run}\n${later}${rest.join("\n")}`);
    rmSync(join(cwd, "leadctl-runs/a/journal.mark"));
    const end = await runProgram(["runs", "--purge", "0d", "--yes", "--force", "--json"], { cwd });
    expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, "clock-doubtful/future"]);
  });

  it("keeps interrupted and damaged runs unless forced, and one that a process is at even then", async () => {
    const service = await startService();
    const cwd = freshFolder();
    for (const name of ["complete", "damaged"]) await submitRun(cwd, name, service);
    damage(cwd, "damaged");
    const killed = await startRun(cwd, "killed");
    killed.kill("SIGKILL");
    await once(killed, "exit");
    await startRun(cwd, "living");

    const careful = await runProgram(["runs", "--purge", "0d", "--yes", "--json"], { cwd });
    const { removed, kept } = JSON.parse(careful.stdout).purge;
    expect(removed.map(({ id }: Listed) => id)).toStrictEqual(["complete"]);
    expect(kept.map(({ id }: Listed) => id)).toStrictEqual(["damaged", "killed", "living"]);

    await runProgram(["runs", "--purge", "0d", "--yes", "--force"], { cwd });
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["living", "purged.ndjson", "runs.ndjson"]);
    expect((await listed(cwd))[0]?.state).toBe("in progress");
  });

  it("follows no link, neither to a run elsewhere nor out of a run, and leaves what is not leadctl's", async () => {
    const service = await startService();
    const cwd = freshFolder();
    for (const name of ["a", "elsewhere"]) await submitRun(cwd, name, service);
    renameSync(join(cwd, "leadctl-runs/elsewhere"), join(cwd, "elsewhere"));
    symlinkSync("../elsewhere", join(cwd, "leadctl-runs/link"));
    writeFileSync(join(cwd, "precious.csv"), "precious");
    rmSync(join(cwd, "leadctl-runs/a/report.csv"));
    symlinkSync("../../precious.csv", join(cwd, "leadctl-runs/a/report.csv"));
    writeFileSync(join(cwd, "leadctl-runs/a/notes.txt"), "mine");

    const end = await runProgram(["runs", "--purge", "0d", "--yes"], { cwd });

    expect(end.stderr).toContain("notes.txt");
    expect(readdirSync(join(cwd, "leadctl-runs/a"))).toStrictEqual(["notes.txt"]);
    expect(readFileSync(join(cwd, "precious.csv"), "utf8")).toBe("precious");
    expect(existsSync(join(cwd, "elsewhere/journal.ndjson"))).toBe(true);
    expect(readdirSync(join(cwd, "leadctl-runs")).sort()).toStrictEqual([
      "a",
      "link",
      "purged.ndjson",
      "runs.ndjson",
    ]);
  });

  it.each([[["--purge", "soon"]], [["--purge", "30"]], [["--yes"]]])("refuses %j", async (args) => {
    const end = await runProgram(["runs", ...args], { cwd: freshFolder() });
    expect(end.exitCode).toBe(2);
  });
});
