import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, leadOf } from "./lead-sheet.ts";
import { countedStatuses, readReport } from "./run-files.ts";
import { runProgram } from "./run-program.ts";
import { startUntil } from "./stoppable-program.ts";

const ROWS = [3, 4, 5, 6, 7];

describe("a program that is killed while it sends corrected rows", () => {
  it("leaves a run that resume completes with the corrected leads", async () => {
    const { cwd, dir, service } = await submitted([leadOf(2), ...ROWS.map(brokenLead)]);
    const changes = Object.fromEntries(ROWS.map((row) => [row, { "Unit Number": `${row}00` }]));
    const path = correctFix(dir, changes);
    service.change({ latency: { meanMs: 200 } });
    // The first corrected lead goes alone; when it is answered, two are on their way.
    const args = ["replay", "run", "--with", path, "--concurrency", "2"];
    const program = await startUntil(args, service, 4, cwd);
    program.signal("SIGKILL");
    await program.exit;
    service.change({ latency: null });

    const resumed = await runProgram(["resume", "run", "--json"], { cwd, env: service.env });

    expect(resumed.exitCode).toBe(5);
    const report = readReport(dir);
    expect(countedStatuses(report.summary)).toStrictEqual({ created: 4, unknown: 2 });
    expect(report.leads.map(({ row }) => row)).toStrictEqual([2, ...ROWS]);
    const sent = new Map(service.quotes().map(({ email, lead }) => [email, lead]));
    for (const row of ROWS) {
      if (leadAt(dir, row).status !== "created") continue;
      const corrected = changed(brokenLead(row), "address.unitNumber", row * 100);
      expect(sent.get(`applicant-${row}@example.com`)).toStrictEqual(corrected);
    }
    const settled = await runProgram(["replay", "run", "--status", "unknown", "--json"], {
      cwd,
      env: service.env,
    });
    expect(JSON.parse(settled.stdout).summary).toMatchObject({ unknown: 0, invalid: 0 });
    expect(service.quotes()).toHaveLength(6);
  });

  it("leaves no trace when no round named the corrections yet", async () => {
    const { dir, cwd, service, replay } = await submitted([leadOf(2), brokenLead(3)]);
    const path = correctFix(dir, { 3: { "Unit Number": "1" } });
    // As a program that died after writing its corrections, before its round began.
    await runProgram(["replay", "run", "--with", path], {
      cwd,
      env: { ...service.env, LEADCTL_API_KEY: "" },
    });
    expect(readdirSync(dir)).toContain("plan-2.ndjson");
    const resumed = await runProgram(["resume", "run", "--json"], { cwd, env: service.env });
    expect(JSON.parse(resumed.stdout).summary).toMatchObject({ created: 1, invalid: 1 });

    const end = await replay("--with", correctFix(dir, { 3: { "Unit Number": "2" } }));
    expect(end.exitCode).toBe(0);
    expect(service.quotes()[1]?.lead).toStrictEqual(changed(brokenLead(3), "address.unitNumber", 2));
  });

  it("is not resumed when the corrections were changed afterwards", async () => {
    const { dir, cwd, service } = await submitted([leadOf(2), brokenLead(3), brokenLead(4)]);
    const path = correctFix(dir, { 3: { "Unit Number": "1" }, 4: { "Unit Number": "1" } });
    service.change({ faults: { script: { "applicant-4@example.com": ["503-before", "503-before"] } } });
    const env = service.env;
    await runProgram(["replay", "run", "--with", path, "--attempts", "1"], { cwd, env });
    expect(leadAt(dir, 4).status).toBe("failed");
    const file = join(dir, "plan-2.ndjson");
    writeFileSync(file, readFileSync(file, "utf8").replace('"unitNumber":1', '"unitNumber":8'));
    const end = await runProgram(["replay", "run", "--json"], { cwd, env });
    expect(end.exitCode).toBe(6);
    expect(JSON.parse(end.stdout).error.code).toBe("plan-changed");
    expect(service.requestCount()).toBe(3);
  });
});
