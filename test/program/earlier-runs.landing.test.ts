import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockRun } from "../../src/run/folder/lock.ts";
import { PEOPLE_INDEX } from "../../src/run/run-paths.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix, readFix, saveFix } from "./fix-sheet.ts";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { Office, withEmail } from "./office.ts";
import { readReport } from "./run-files.ts";
import { startService } from "./run-program.ts";
import { startUntil } from "./stoppable-program.ts";

const ONCE = ["--attempts", "1"];
/** An answer after which the lead is certainly not there. */
const TOO_SLOW = { side: "before", status: 408, body: {} } as const;
const WRONG_KEY = { LEADCTL_API_KEY: "one-that-nobody-lets-in" };

function submit(office: Office, name: string, rows: readonly number[], ...flags: string[]) {
  return office.submit(name, rows.map(leadOf), {}, ...flags);
}

function leadAt(office: Office, run: string, row: number) {
  return readReport(office.dir(run)).leads.find((lead) => lead.row === row);
}

/** What stands above the target, each run in a line of its own. */
function above({ stderr }: { stderr: string }): string {
  return stderr.slice(0, stderr.indexOf("Target")).replace(/\s+/g, " ").trim();
}

const held = (run: string, row: number) => ({
  status: "invalid",
  issues: [{ finding: "maybe-same-person", params: { run, row } }],
});

describe("submit of leads that other runs created", () => {
  it("counts them by run before it sends, however the sheets are called and placed, and tells where a duplicate's link is", async () => {
    const office = await Office.openWith({ "applicant-7@example.com": ["500-before"] });
    await submit(office, "monday", [2, 3, 4]);
    await submit(office, "../elsewhere/tuesday", [5, 6, 7], ...ONCE);
    const index = join(office.cwd, "elsewhere/tuesday", PEOPLE_INDEX);
    rmSync(index, { force: true });
    const end = await submit(office, "all", [9, 6, 7, 3, 8]);
    expect(above(end)).toContain("leadctl-runs/monday 1 created");
    expect(above(end)).toContain("elsewhere/tuesday 1 created, 1 may exist");
    expect(existsSync(index)).toBe(true);
    for (const [row, run] of [
      [3, "elsewhere/tuesday"],
      [5, "leadctl-runs/monday"],
    ] as const) {
      expect(leadAt(office, "all", row)).toMatchObject({ status: "duplicate" });
      expect(leadAt(office, "all", row)?.error).toContain(run);
    }
    for (const args of [["report", "all", "--format", "csv"]])
      expect((await office.call(args)).stdout).toContain("elsewhere/tuesday");
    // What went to another service, or for another partner, is another matter.
    const other = await startService({ partners: null });
    for (const env of [other.env, { ...other.env, LEADCTL_PARTNER: "another" }])
      expect(above(await office.submit(`other-${env.LEADCTL_PARTNER}`, [leadOf(3)], env))).toBe("");
  });

  it("counts a corrected row under the address that it went with, and not under the one before", async () => {
    const office = await Office.open();
    await office.submit("one", [leadOf(2), brokenLead(3)]);
    const changes = { "Unit Number": "31", Email: "applicant-9@example.com" };
    await office.call(["replay", "one", "--with", correctFix(office.dir("one"), { 3: changes })]);
    expect(above(await submit(office, "old", [3, 4]))).not.toContain("1 created");
    expect(leadAt(office, "old", 2)).toMatchObject(held("leadctl-runs/one", 3));
    expect(above(await submit(office, "new", [9, 5]))).toContain("one 1 created");
    // The sheet as it was: what it corrected is to be corrected again, and is asked about then.
    await office.submit("two", [leadOf(2), brokenLead(3)]);
    const again = correctFix(office.dir("two"), { 3: { "Unit Number": "31" } });
    await office.call(["replay", "two", "--with", again]);
    expect(leadAt(office, "two", 3)).toMatchObject(held("leadctl-runs/one", 3));
  });

  it("counts what the service's owner said", async () => {
    const lost = ["500-before"] as const;
    const office = await Office.openWith({
      ...{ "applicant-2@example.com": [...lost], "applicant-3@example.com": [...lost] },
    });
    await submit(office, "one", [2, 3], ...ONCE);
    await office.call(["resolve", "one", "--rows", "2", "--created"]);
    await office.call(["resolve", "one", "--rows", "3", "--not-created"]);
    expect(above(await submit(office, "two", [2, 4]))).toContain("may exist");
    expect(above(await submit(office, "three", [3, 5]))).not.toContain("may exist");
  });

  it.each<[what: string, change: (dir: string) => void]>([
    ["its journal's first line cannot be read", damage],
    ["its plan is cut off", (dir) => writeFileSync(join(dir, "plan.ndjson"), "")],
    ["nothing is left of it", (dir) => rmSync(dir, { recursive: true })],
  ])("names a run that cannot be looked into, and sends, where %s", async (_, change) => {
    const office = await Office.open();
    await submit(office, "../far/one", [2, 3]);
    change(join(office.cwd, "far/one"));
    const end = await submit(office, "two", [3, 4]);
    expect(above(end)).toContain("far/one");
    expect([end.exitCode, office.service.quotes().length]).toStrictEqual([1, 3]);
  });

  it("says nothing of one whose first record never reached the disk", async () => {
    const office = await Office.open();
    await submit(office, "one", [2, 3]);
    const dir = office.dir("one");
    for (const name of readdirSync(dir)) if (!name.startsWith("plan")) rmSync(join(dir, name));
    writeFileSync(join(dir, "journal.ndjson"), '{"type":"run","vers');
    expect(above(await submit(office, "two", [4, 5]))).toBe("");
  });

  it("asks about the people of one that waits for its first record, while a process works on it", async () => {
    const office = await Office.open();
    await submit(office, "one", [2, 3]);
    const dir = office.dir("one");
    for (const name of readdirSync(dir)) if (!name.startsWith("plan")) rmSync(join(dir, name));
    const lock = await lockRun(dir, new Date(), false);
    const again = [leadOf(4), withEmail(leadOf(2), "again@example.org")];
    const during = await office.submit("two", again);
    expect([during.exitCode, office.service.quotes().length], during.stderr).toStrictEqual([1, 3]);
    expect(leadAt(office, "two", 3)).toMatchObject(held("leadctl-runs/one", 2));
    lock.release();
    const after = await office.submit("three", again.slice(1));
    expect([after.exitCode, office.service.quotes().length], after.stderr).toStrictEqual([0, 4]);
  });

  it("asks about the people whom a process may be about to send again, or corrected", async () => {
    const office = await Office.openWith({ "applicant-2@example.com": [TOO_SLOW] });
    await office.submit("one", [leadOf(2), brokenLead(3)], {}, ...ONCE);
    const dir = office.dir("one");
    copyFileSync(join(dir, "plan.ndjson"), join(dir, "plan-2.ndjson"));
    const again = [2, 3].map((row) => withEmail(leadOf(row), `again-${row}@example.org`));
    const lock = await lockRun(dir, new Date(), false);
    await office.submit("two", again);
    for (const row of [2, 3]) expect(leadAt(office, "two", row)).toMatchObject(held("leadctl-runs/one", row));
    lock.release();
    expect((await office.submit("three", again)).exitCode).toBe(0);
  });
});

describe("a later round of leads that other runs created since", () => {
  it("says so before it sends, and where the link is of a row that is then unconfirmed or a duplicate", async () => {
    const office = await Office.openWith({ "applicant-3@example.com": ["close-before"] });
    await submit(office, "one", [2, 3], ...ONCE);
    await office.submit("stopped", [6, 7, 4].map(leadOf), WRONG_KEY);
    await submit(office, "two", [4, 3]);
    const replayed = await office.call(["replay", "one", "--status", "unknown"]);
    const resumed = await office.call(["resume", "stopped"]);
    for (const end of [replayed, resumed]) expect(above(end)).toContain("leadctl-runs/two 1 created");
    for (const [run, row, status] of [
      ["one", 3, "unconfirmed"],
      ["stopped", 4, "duplicate"],
    ] as const) {
      expect(leadAt(office, run, row)).toMatchObject({ status });
      expect(leadAt(office, run, row)?.error).toContain("leadctl-runs/two");
    }
    expect(await office.ask("applicant-3@example.com")).toBe("created place=leadctl-runs/two, row 3");
  });

  it("holds back, unless a person says otherwise, a row whose person has a quote with another e-mail since", async () => {
    const office = await Office.openWith({ "applicant-2@example.com": [TOO_SLOW] });
    const again = withEmail(leadOf(2), "again@example.org");
    await submit(office, "one", [2, 3], ...ONCE);
    await office.submit("two", [again]);
    const replay = ["replay", "one", ...ONCE];
    const held = await office.call(replay);
    expect([held.exitCode, office.service.quotes().length], held.stderr).toStrictEqual([1, 2]);
    expect(held.stderr).toContain("row 2: leadctl-runs/two, row 2");
    expect(leadAt(office, "one", 2)).toMatchObject({ status: "failed", attempts: 1 });
    const sent = await office.call([...replay, "--accept-people"]);
    expect([sent.exitCode, office.service.quotes().length], sent.stderr).toStrictEqual([0, 3]);
  });

  it("asks about a run that went nowhere yet as about a new one, wherever it goes now", async () => {
    const office = await Office.open();
    await submit(office, "one", [2, 3]);
    const dir = office.dir("one");
    for (const name of readdirSync(dir)) if (name !== "plan.ndjson") rmSync(join(dir, name));
    rmSync(office.dir("runs.ndjson"));
    const other = await startService();
    await office.submit("two", [withEmail(leadOf(2), "again@example.org")], other.env);
    const end = await office.call(["resume", "one"], other.env);
    expect([end.exitCode, other.quotes().length], end.stderr).toStrictEqual([1, 2]);
    expect(leadAt(office, "one", 2)).toMatchObject(held("leadctl-runs/two", 2));
  });

  it("forgets whose link it was once the e-mail is corrected, and asks before a second quote", async () => {
    const office = await Office.open();
    await submit(office, "one", [2]);
    // By somebody whose runs are not known here.
    const away = await Office.open();
    await away.submit("away", [leadOf(9)], office.service.env);
    await submit(office, "two", [2, 3]);
    expect(leadAt(office, "two", 2)?.error).toContain("leadctl-runs/one");
    const rows = readFix(join(office.dir("two"), "report.csv")).map((row) =>
      row.leadctl_row === "2" ? { ...row, Email: "applicant-9@example.com" } : row,
    );
    saveFix(join(office.cwd, "fixed.csv"), rows);
    const replay = ["replay", "two", "--with", "fixed.csv"];
    expect((await office.call(replay)).exitCode).toBe(1);
    expect(leadAt(office, "two", 2)).toMatchObject(held("leadctl-runs/one", 2));
    const accepted = await office.call([...replay, "--accept-people"]);
    expect(accepted.stderr.split("row 2: leadctl-runs/one, row 2")).toHaveLength(2);
    expect(leadAt(office, "two", 2)).toMatchObject({ status: "duplicate" });
    expect(leadAt(office, "two", 2)?.error).not.toContain("leadctl-runs/one");
    expect(await office.ask("applicant-9@example.com")).toMatch(/^known-quote by=others/);
  });
});

describe("submit of the very same rows", () => {
  it("says that they went before, whatever the file is called, and which command goes on; not so of other rows or targets", async () => {
    const office = await Office.openWith({ "applicant-3@example.com": ["500-before"] });
    expect(above(await submit(office, "one", [2, 3], ...ONCE))).toBe("");
    const end = await submit(office, "copy", [2, 3], "--json");
    expect(above(end)).toMatch(
      /leadctl-runs\/one \([\d: -]+ UTC, complete\): 1 created, 1 failed; 1 may exist\./,
    );
    expect(above(end)).toContain("leadctl replay leadctl-runs/one");
    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 1, duplicate: 1 });
    const other = await startService();
    for (const env of [{ LEADCTL_PARTNER: "another" }, other.env])
      expect(above(await office.submit(`to-${env.LEADCTL_PARTNER}`, [2, 3].map(leadOf), env))).toBe("");
  });

  it("names resume while the earlier run is unfinished; while another process sends them it is refused, unless --again is given", async () => {
    const office = await Office.open();
    const { service, cwd } = office;
    service.change({ latency: { meanMs: 60_000 } });
    writeFileSync(join(cwd, "leads.csv"), csvOf([2, 3, 4].map(leadOf)));
    const args = ["submit", "leads.csv", "--out", "leadctl-runs/one", "--concurrency", "1"];
    const first = await startUntil(args, service, 1, cwd);

    const refused = await submit(office, "two", [2, 3, 4], "--json");
    expect(refused.exitCode).toBe(6);
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: "already-sending" });
    expect(existsSync(office.dir("two"))).toBe(false);
    service.change({ latency: null });
    const again = await submit(office, "three", [2, 3, 4], "--again");
    expect([again.exitCode, service.quotes().length], again.stderr).toStrictEqual([1, 3]);

    first.signal("SIGKILL");
    await first.exit;
    rmSync(office.dir("three"), { recursive: true });
    const after = await submit(office, "four", [2, 3, 4]);
    expect(above(after)).toContain("interrupted): 1 unknown, 2 pending; 1 may exist.");
    expect(above(after)).toContain("leadctl resume leadctl-runs/one");
  });
});

function damage(dir: string): void {
  const path = join(dir, "journal.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replace('"type":"run"', '"type":"rum"'));
}
