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
import { describe, expect, it } from "vitest";
import { encodeLine } from "../../src/run/journal/journal-line.ts";
import { brokenLead } from "./corrected-run.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { Office } from "./office.ts";
import { startService } from "./run-program.ts";
import { type StoppableProgram, startUntil } from "./stoppable-program.ts";

interface Listed {
  id: string;
  state: string;
  summary: Record<string, number> | null;
  next: string | null;
}

const listed = async (office: Office): Promise<Listed[]> => (await office.json(["runs"])).runs;
const purge = (office: Office, ...flags: string[]) => office.json(["runs", "--purge", ...flags]);
const LOGS = ["purged.ndjson", "runs.ndjson"];

/** An office with a run of rows 2 to 4 by each name, the last of them invalid. */
async function officeWith(...names: string[]): Promise<Office> {
  const office = await Office.open();
  for (const name of names)
    await office.submit(name, [leadOf(2), leadOf(3), brokenLead(4)], {}, "--quiet", "--attempts", "1");
  return office;
}

/** A run that a living process is at, until the test is over. */
async function startRun({ cwd }: Office, name: string): Promise<StoppableProgram> {
  const service = await startService({ latency: { meanMs: 60_000 } });
  writeFileSync(join(cwd, `${name}.csv`), csvOf([2, 3].map(leadOf)));
  const args = ["submit", `${name}.csv`, "--out", `leadctl-runs/${name}`];
  return startUntil(args, service, 1, cwd);
}

async function killRun(office: Office, name: string): Promise<void> {
  const program = await startRun(office, name);
  program.signal("SIGKILL");
  await program.exit;
}

function damage(office: Office, name: string): void {
  const path = join(office.dir(name), "journal.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replace('"intent"', '"intenT"'));
}

describe("runs", () => {
  it("counts a run once that somebody has copied, and says of which one it is a copy", async () => {
    const office = await officeWith("one");
    cpSync(office.dir("one"), office.dir("copy"), { recursive: true });
    const { totals, runs } = await office.json(["runs"]);
    expect(totals).toMatchObject({ runs: 1, total: 3, created: 2 });
    const next = runs.map(({ dir, next }: { dir: string; next: string | null }) => [dir, next !== null]);
    expect(Object.fromEntries(next)).toStrictEqual({ "leadctl-runs/one": true, "leadctl-runs/copy": false });
    const { stdout } = await office.call(["runs"]);
    expect(stdout).toContain("A copy of the run in leadctl-runs/one");
    expect(stdout.match(/Next: /g)).toHaveLength(1);
  });

  it("counts a rehearsal among rehearsals only", async () => {
    const office = await Office.open();
    await office.submit("tried", [leadOf(2)], {}, "--sandbox", "--quiet");
    const totals = async () => (await office.json(["runs"])).totals;
    expect(await totals()).toMatchObject({ runs: 1, created: 1 });
    await office.submit("sent", [leadOf(2), leadOf(3), leadOf(4)], {}, "--quiet");
    expect(await totals()).toMatchObject({ runs: 1, total: 3, created: 3 });
  });

  it("lists the runs with input, target, counts and the command that comes next", async () => {
    const office = await Office.openWith({ "applicant-3@example.com": ["500-before"] });
    for (const name of ["a", "b"])
      await office.submit(name, [leadOf(2), leadOf(3), brokenLead(4)], {}, "--quiet", "--attempts", "1");
    const { stdout, stderr, exitCode } = await office.call(["runs"]);
    expect({ exitCode, stderr }).toStrictEqual({ exitCode: 0, stderr: "" });
    const lines = stdout.split("\n").map((line) => line.replace(/^\d{4}-\d\d-\d\d .*UTC\)?/, "<time>"));
    const target = `${new URL(office.service.url).host} (acme)`;
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
    const office = await officeWith("complete", "damaged");
    damage(office, "damaged");
    await killRun(office, "killed");
    await startRun(office, "living");
    mkdirSync(office.dir("reading"));
    writeFileSync(join(office.dir("reading"), ".plan.ndjson.tmp"), '{"type":"plan"');
    mkdirSync(office.dir("my-notes"));

    const runs = await listed(office);

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
    // Who only wants to look is told how.
    expect((await office.json(["report", "leadctl-runs/living"])).error.finding).toBe("run-locked/report");
    for (const [command = "", ...flags] of [
      ["resume"],
      ["resume", "--take-over"],
      ["replay", "--status", "unknown"],
    ]) {
      const end = await office.call([command, "leadctl-runs/living", ...flags, "--json"]);
      expect([end.exitCode, JSON.parse(end.stdout).error.code], command).toStrictEqual([6, "run-locked"]);
    }
  });

  it("is empty where nobody has submitted anything, and refuses a folder that is not there", async () => {
    const office = await Office.open();
    rmSync(join(office.cwd, "leadctl-runs"), { recursive: true });
    expect(await listed(office)).toStrictEqual([]);
    const end = await office.call(["runs", "--runs", "nowhere", "--json"]);
    expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([2, "no-runs"]);
  });
});

describe("runs --purge", () => {
  it("removes old drafts of the desk with the runs, and those of the runs that go, but no other", async () => {
    const office = await Office.open();
    const draft = (id: string, days: number): void => {
      const folder = join(office.cwd, "leadctl-drafts", id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "draft.json"), JSON.stringify({ name: "a.csv", run: null }));
      writeFileSync(join(folder, "input.csv"), "Email\n");
      const at = Date.now() / 1000 - days * 86_400;
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), at, at);
    };
    draft("old", 40);
    draft("young", 20);
    expect((await purge(office, "30d")).error.finding).toBe("not-confirmed/purge");
    expect((await purge(office, "30d", "--yes")).purge).toStrictEqual({ removed: [], kept: [], drafts: 1 });
    expect(readdirSync(join(office.cwd, "leadctl-drafts"))).toStrictEqual(["young"]);
  });

  it("shows what it would remove, and removes nothing without --yes", async () => {
    const office = await officeWith("a");
    const end = await office.call(["runs", "--purge", "0d"]);
    expect(end.exitCode).toBe(2);
    expect(end.stderr).toContain("leadctl-runs/a");
    expect(end.stderr).toContain("1 run, with 2 login links that exist nowhere else");
    expect(readdirSync(office.dir("a"))).toContain("journal.ndjson");
  });

  it("removes what --out put elsewhere, and keeps explain from calling its leads safe", async () => {
    const office = await officeWith("../far/a");
    expect((await purge(office, "0m", "--yes")).purge.removed).toStrictEqual([{ id: "a", dir: "far/a" }]);
    expect(readdirSync(join(office.cwd, "far"))).toStrictEqual(["purged.ndjson"]);
    expect(readdirSync(office.dir(""))).toStrictEqual(LOGS);
    for (const flags of [[], ["--runs", "far"]])
      expect((await office.json(["explain", "applicant-2@example.com", ...flags])).purgedRuns).toBe(1);
  });

  it("removes what is old enough, and nothing else", async () => {
    const office = await officeWith("a");
    expect((await purge(office, "1h", "--yes")).purge).toStrictEqual({ removed: [], kept: [], drafts: 0 });
    const { removed } = (await purge(office, "0m", "--yes")).purge;
    expect(removed).toStrictEqual([{ id: "a", dir: "leadctl-runs/a" }]);
    expect(readdirSync(office.dir(""))).toStrictEqual(LOGS);
    const log = office.dir("purged.ndjson");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({
      run: "a",
      input: "a.csv",
      summary: { total: 3, created: 2, invalid: 1 },
    });
    expect(readFileSync(log, "utf8")).not.toContain("@");
    expect((await office.json(["explain", "leadctl-runs/a", "2"])).error.finding).toBe("run-purged");
    expect((await office.json(["explain", "nobody@example.com"])).purgedRuns).toBe(1);
    expect((await office.call(["runs"])).stderr).toContain("1 run was removed by --purge");
  });

  it("keeps a run with rows that may exist unless forced", async () => {
    const office = await officeWith("a");
    const path = join(office.dir("a"), "journal.ndjson");
    writeFileSync(path, readFileSync(path, "utf8").replace(/^\{"type":"result".*\n/m, ""));
    expect((await purge(office, "0d", "--yes")).purge.kept).toMatchObject([
      { id: "a", finding: "may-exist" },
    ]);
    await purge(office, "0d", "--yes", "--force");
    expect(readdirSync(office.dir(""))).toStrictEqual(LOGS);
  });

  it.each([
    ["clock-doubtful/future", "2000-01-01", "2999-01-01"],
    ["clock-doubtful/all", "2000-01-01", "2000-01-01"],
  ])("refuses where the clock is plainly wrong: %s", async (finding, ...days) => {
    const office = await Office.open();
    for (const [at, day] of days.entries()) {
      mkdirSync(office.dir(`${at}`));
      const journal = join(office.dir(`${at}`), "journal.ndjson");
      writeFileSync(journal, "x");
      utimesSync(journal, new Date(day), new Date(day));
    }
    expect((await purge(office, "30d", "--yes", "--force")).error.finding).toBe(finding);
    expect(readdirSync(office.dir(""))).toStrictEqual(["0", "1"]);
  });

  it("refuses where the clock was ahead in an earlier round, and is right again", async () => {
    const office = await officeWith("a");
    const journal = join(office.dir("a"), "journal.ndjson");
    const [run = "", begun = "", ...rest] = readFileSync(journal, "utf8").split("\n");
    expect(begun).toContain('"type":"round"');
    const { crc, ...round } = JSON.parse(begun);
    const later = encodeLine({ ...round, at: round.at.replace(/^\d{4}/, "2999") });
    writeFileSync(journal, `${run}\n${later}${rest.join("\n")}`);
    rmSync(join(office.dir("a"), "journal.mark"));
    expect((await purge(office, "0d", "--yes", "--force")).error.finding).toBe("clock-doubtful/future");
  });

  it("keeps interrupted and damaged runs unless forced, and one that a process is at even then", async () => {
    const office = await officeWith("complete", "damaged");
    damage(office, "damaged");
    await killRun(office, "killed");
    await startRun(office, "living");

    const { removed, kept } = (await purge(office, "0d", "--yes")).purge;
    expect(removed.map(({ id }: Listed) => id)).toStrictEqual(["complete"]);
    expect(kept.map(({ id }: Listed) => id)).toStrictEqual(["damaged", "killed", "living"]);

    await purge(office, "0d", "--yes", "--force");
    expect(readdirSync(office.dir(""))).toStrictEqual(["living", ...LOGS]);
    expect((await listed(office))[0]?.state).toBe("in progress");
  });

  it("follows no link, neither to a run elsewhere nor out of a run, and leaves what is not leadctl's", async () => {
    const office = await officeWith("a", "elsewhere");
    renameSync(office.dir("elsewhere"), join(office.cwd, "elsewhere"));
    symlinkSync("../elsewhere", office.dir("link"));
    writeFileSync(join(office.cwd, "precious.csv"), "precious");
    rmSync(join(office.dir("a"), "report.csv"));
    symlinkSync("../../precious.csv", join(office.dir("a"), "report.csv"));
    writeFileSync(join(office.dir("a"), "notes.txt"), "mine");

    const end = await office.call(["runs", "--purge", "0d", "--yes"]);

    expect(end.stderr).toContain("notes.txt");
    expect(readdirSync(office.dir("a"))).toStrictEqual(["notes.txt"]);
    expect(readFileSync(join(office.cwd, "precious.csv"), "utf8")).toBe("precious");
    expect(existsSync(join(office.cwd, "elsewhere/journal.ndjson"))).toBe(true);
    expect(readdirSync(office.dir(""))).toStrictEqual(["a", "link", ...LOGS]);
  });

  it.each([[["--purge", "soon"]], [["--purge", "30"]]])("refuses %j", async (args) => {
    const office = await Office.open();
    expect((await office.call(["runs", ...args])).exitCode).toBe(2);
  });
});
