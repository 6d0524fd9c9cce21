import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { changed, leadOf } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { runProgram } from "./run-program.ts";

const NOT_A_LEAD = { leadctl_status: "Not a lead" };

describe("a row that a person marks as not a lead", () => {
  it("is closed for good: it counts no longer, stands in no fix file, and is told everywhere", async () => {
    const { cwd, dir, service, replay } = await submitted([leadOf(2), brokenLead(3), brokenLead(4)]);
    const path = correctFix(dir, { 3: NOT_A_LEAD, 4: { "Unit Number": "41" } });

    const end = await replay("--with", path);

    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).toContain("1 row corrected; 1 row taken out as not a lead.");
    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { total: 3, created: 2, invalid: 1, dismissed: 1 },
      correction: { corrected: 1, dismissed: 1 },
    });
    expect(leadAt(dir, 3)).toMatchObject({ status: "invalid", dismissed: true });
    expect(leadAt(dir, 4)).toMatchObject({ status: "created", dismissed: false });
    expect(() => readFileSync(join(dir, "fix.csv"))).toThrow();
    const told = await runProgram(["explain", "run", "3"], { cwd });
    expect(told.stdout).toContain("invalid; taken out");
    expect(told.stdout).toMatch(/Recorded by hand\n {2}20.* UTC: taken out, as not a lead\./);
    const junit = await runProgram(["report", "run", "--format", "junit"], { cwd });
    expect(junit.stdout).toContain('failures="0" errors="0" skipped="1"');

    const again = await replay("--with", path);

    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ correction: { dismissed: 0, unchanged: 2 } });
    expect(service.requestCount()).toBe(2);
  });

  it("needs neither key nor target where nothing is sent, and may have been rejected", async () => {
    const script = { "applicant-2@example.com": [{ side: "before" as const, status: 422, body: {} }] };
    const { cwd, dir } = await submitted([leadOf(2), leadOf(3)], { faults: { script } });
    const path = correctFix(dir, { 2: NOT_A_LEAD });

    const end = await runProgram(["replay", "run", "--with", path], { cwd });

    expect(end.exitCode, end.stderr).toBe(0);
    expect(leadAt(dir, 2)).toMatchObject({ status: "rejected", dismissed: true });
    const sent = await runProgram(["replay", "run", "--status", "rejected"], { cwd });
    expect(sent.stderr).toContain("no rejected row left to send");
  });

  it("comes back in when it is corrected later, and frees the e-mail that it had", async () => {
    const same = changed(leadOf(3), "contactInfo.email", "applicant-2@example.com");
    const script = { "applicant-2@example.com": [{ side: "before" as const, status: 422, body: {} }] };
    const { dir, service, replay } = await submitted([leadOf(2), same], { faults: { script } });
    const path = correctFix(dir, { 2: NOT_A_LEAD });

    expect(JSON.parse((await replay("--with", path)).stdout)).toMatchObject({
      summary: { created: 1, rejected: 1, dismissed: 1 },
    });
    expect(service.quotes().map(({ email }) => email)).toStrictEqual(["applicant-2@example.com"]);

    writeFileSync(
      join(dir, "..", "back.csv"),
      "leadctl_row,leadctl_status,Email\n2,rejected,other@example.com\n",
    );
    const end = await replay("--with", "back.csv");

    expect(JSON.parse(end.stdout)).toMatchObject({ summary: { created: 2, dismissed: 0 } });
    expect(leadAt(dir, 2)).toMatchObject({ status: "created", dismissed: false });
  });

  it("is not taken out where a quote may exist or does: nothing may hide that", async () => {
    const script = { "applicant-3@example.com": ["502-after" as const] };
    const { cwd, dir, replay } = await submitted([leadOf(2), leadOf(3)], { faults: { script } });
    writeFileSync(join(cwd, "gone.csv"), "leadctl_row,leadctl_status\n2,not a lead\n3,not a lead\n");

    const end = await replay("--with", "gone.csv");

    expect(end.exitCode).toBe(5);
    expect(end.stderr.replace(/\s+/g, " ")).toContain(
      "Row 2 is not used: it is created, and only a row that was refused",
    );
    expect(end.stderr).toContain(
      "Row 3 is not used: it cannot be taken out, since an attempt may have created",
    );
    expect(readReport(dir).summary).toMatchObject({ created: 1, unknown: 1, dismissed: 0, maybeCreated: 1 });
  });
});

describe("a fix file that is sent as a sheet of its own", () => {
  it("leaves rows out that are marked", async () => {
    const { cwd, dir } = await submitted([brokenLead(2), brokenLead(3), brokenLead(4)]);
    const unit = { "Unit Number": "9" };
    correctFix(dir, { 2: { ...unit, ...NOT_A_LEAD }, 3: { ...unit, ...NOT_A_LEAD }, 4: unit });

    const end = await runProgram(["submit", "corrected.csv", "--sandbox", "--json"], { cwd });

    expect(JSON.parse(end.stdout).summary).toMatchObject({ total: 1, created: 1 });
  });
});

describe("a correction that was typed beside the rows of the fix file", () => {
  it("says which row was probably meant, and takes the others", async () => {
    const rows = [2, 3, 4, 5, 6].map(leadOf);
    const { cwd, dir, replay } = await submitted([...rows, brokenLead(7), brokenLead(8)]);
    const [header = "", first = "", second = ""] = readFileSync(join(dir, "fix.csv"), "utf8").split("\r\n");
    const units = header.split(",").indexOf('"Unit Number"');
    const typed = [...Array(units).fill(""), "71"].join(",");
    const corrected = second.split('","');
    corrected[units] = "81";
    writeFileSync(
      join(cwd, "typed.csv"),
      [header, first, corrected.join('","'), "", "", "", typed].join("\r\n"),
    );

    const end = await replay("--with", "typed.csv");

    expect(end.stderr.replace(/\s+/g, " ")).toContain(
      "Row 7 of the file has no leadctl_row, and is not used. If it is meant for row 7 of your sheet, write it into row 2 of the file, whose leadctl_row says 7.",
    );
    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { created: 6, invalid: 1 },
      correction: { corrected: 1, unchanged: 1, strays: [{ row: 7, meant: 2 }] },
    });
  });
});
