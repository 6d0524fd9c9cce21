import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { runProgram } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

function testLead(n: number, lead = leadOf(n)): NestedLead {
  const named = changed(changed(lead, "contactInfo.firstName", "Test"), "contactInfo.phone", "555-555-5555");
  return changed(named, "contactInfo.email", "demo@example.com");
}

const statuses = (dir: string) => readReport(dir).leads.map(({ status }) => status);

describe("a row that looks like a test", () => {
  it("stays behind, and goes when it is marked to go in the fix file", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), testLead(3)]);
    expect(statuses(dir)).toStrictEqual(["created", "invalid"]);
    expect(leadAt(dir, 3).issues).toMatchObject([{ code: "custom", finding: "test-row" }]);

    const end = await replay("--with", correctFix(dir, { 3: { leadctl_status: "Send" } }));

    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 1, freed: 1 });
    expect(statuses(dir)).toStrictEqual(["created", "created"]);
    expect(service.quotes().map(({ lead }) => lead)).toStrictEqual([
      leadOf(2),
      changed(testLead(3), "contactInfo.phone", undefined),
    ]);
  });

  it("stays behind where it is not marked, or something else is wrong with it", async () => {
    const { dir, replay } = await submitted([leadOf(2), testLead(3, brokenLead(3))]);
    expect(leadAt(dir, 3).issues.map(({ path }) => path.at(-1))).toStrictEqual(["unitNumber", "firstName"]);
    expect((await replay("--with", correctFix(dir, {}))).exitCode).toBe(1);
    await replay("--with", correctFix(dir, { 3: { leadctl_status: "send" } }));
    expect(statuses(dir)).toStrictEqual(["created", "invalid"]);
    const path = correctFix(dir, { 3: { leadctl_status: "send", "Unit Number": "4" } });
    expect((await replay("--with", path)).exitCode).toBe(0);
  });

  it("goes in a sheet of its own, where the mark stands there", async () => {
    const { cwd, dir, service } = await submitted([leadOf(2), testLead(3)]);
    const marked = correctFix(dir, { 3: { leadctl_status: "send" } });
    const args = ["submit", marked, "--out", "again", "--quiet"];
    expect((await runProgram(args, { cwd, env: service.env })).exitCode).toBe(0);
    expect(statuses(join(cwd, "again"))).toStrictEqual(["created"]);
  });

  it("goes as JSON, marked in fix.json", async () => {
    const { cwd, service } = await submitted([leadOf(2)]);
    const env = { env: service.env, cwd };
    writeFileSync(join(cwd, "leads.json"), JSON.stringify([testLead(3)]));
    await runProgram(["submit", "leads.json", "--out", "json", "--quiet"], env);
    expect(statuses(join(cwd, "json"))).toStrictEqual(["invalid"]);
    const [item] = JSON.parse(readFileSync(join(cwd, "json", "fix.json"), "utf8"));
    writeFileSync(join(cwd, "fixed.json"), JSON.stringify([{ ...item, leadctl_status: "send" }]));
    await runProgram(["replay", "json", "--with", "fixed.json", "--quiet"], env);
    expect(statuses(join(cwd, "json"))).toStrictEqual(["created"]);
  });

  it("goes to a sandbox, where tests belong", async () => {
    const cwd = sheetFolder([testLead(2)]);
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--out", "run"], { cwd });
    expect(end.exitCode, end.stderr).toBe(0);
    expect((await runProgram(["validate", "leads.csv"], { cwd })).exitCode).toBe(1);
  });
});

describe("a row whose leadctl_status says in other words that it does not go", () => {
  it("keeps a fix file from being used as long as its correction would be sent", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), brokenLead(3)]);
    const unchanged = await replay("--with", correctFix(dir, { 3: { leadctl_status: "do not send" } }));
    expect([unchanged.exitCode, service.quotes().length], unchanged.stderr).toStrictEqual([1, 1]);
    const corrected = { "Unit Number": "4", leadctl_status: "do not send" };
    const end = await replay("--with", correctFix(dir, { 3: corrected }));
    expect([end.exitCode, service.quotes().length], end.stderr).toStrictEqual([2, 1]);
  });

  it("is told with its cell where nobody understands them, and with what may stand there", async () => {
    const { dir, replay } = await submitted([leadOf(2), brokenLead(3)]);
    const path = correctFix(dir, { 3: { "Unit Number": "4", leadctl_status: "done" } });
    const end = await replay("--with", path);
    expect(end.exitCode, end.stderr).toBe(0);
    const { statusNotUnderstood } = JSON.parse(end.stdout).correction;
    expect(statusNotUnderstood).toStrictEqual({ count: 1, cells: [expect.stringMatching(/^[A-Z]+2$/)] });
    expect(end.stderr).toContain("“send”");
    expect(end.stderr).toContain("“not a lead”");
  });

  it("stays behind in a sheet of its own, and our own word for a duplicate is none of these", async () => {
    const { cwd, dir, service } = await submitted([leadOf(2), brokenLead(3), brokenLead(4), brokenLead(5)]);
    const changes = {
      3: { "Unit Number": "4", leadctl_status: "skip" },
      4: { "Unit Number": "4", leadctl_status: "duplicate" },
      5: { "Unit Number": "4", leadctl_status: "done" },
    };
    const end = await runProgram(["submit", correctFix(dir, changes), "--out", "again", "--quiet"], {
      cwd,
      env: service.env,
    });
    expect(end.exitCode, end.stderr).toBe(1);
    expect(readReport(join(cwd, "again")).leads).toMatchObject([
      { status: "invalid", issues: [{ finding: "row-not-meant", column: "leadctl_status" }] },
      { status: "created" },
      { status: "created" },
    ]);
    const plan = readFileSync(join(cwd, "again", "plan.ndjson"), "utf8")
      .trim()
      .split("\n");
    expect(JSON.parse(plan.at(-1) ?? "").notices).toContainEqual(
      expect.objectContaining({ code: "status-not-understood", params: { ranges: ["4"] } }),
    );
  });
});
