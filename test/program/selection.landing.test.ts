import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { countedStatuses, onlyRun, type Report, readReport } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

async function submitSheet(
  sheet: string,
  flags: readonly string[],
): Promise<{ report: Report; emails: string[] }> {
  const service = await startService();
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), sheet);
  const end = await runProgram(["submit", "leads.csv", ...flags], { cwd, env: service.env });
  expect([0, 1], end.stderr).toContain(end.exitCode);
  return { report: readReport(onlyRun(cwd)), emails: service.quotes().map(({ email }) => email) };
}

const rowsOf = (report: Report): number[] => report.leads.map(({ row }) => row);

describe("a selection of rows", () => {
  it.each([
    ["--rows", ["--rows", "5,7-10"], [5, 7, 8, 9, 10]],
    ["--limit of --rows", ["--rows", "8-20", "--limit", "2"], [8, 9]],
  ])("sends exactly those of %s", async (_what, flags, rows) => {
    const { report, emails } = await submitSheet(csvOf(leads(20)), flags);
    expect(rowsOf(report)).toStrictEqual(rows);
    expect(emails.sort()).toStrictEqual(rows.map((row) => `applicant-${row}@example.com`).sort());
    expect([report.run.rowsRead, report.summary.total]).toStrictEqual([20, rows.length]);
  });

  it("counts rows as a spreadsheet does, with blank lines and line breaks in cells", async () => {
    const [header = "", ...lines] = csvOf([2, 4, 8].map(leadOf)).split("\n");
    const { report } = await submitSheet([header, "", ...lines].join("\n"), ["--rows", "3"]);
    expect(report.leads.map(({ row, email }) => [row, email])).toStrictEqual([
      [3, "applicant-2@example.com"],
    ]);
  });

  it("is cut into shards that cover every row once and keep equal e-mails together", async () => {
    const rows = leads(60).map((lead, index) =>
      index < 40 ? lead : changed(lead, "contactInfo.email", ` Applicant-${index - 38}@EXAMPLE.com`),
    );
    const shards = await Promise.all(
      [0, 1, 2].map((index) => submitSheet(csvOf(rows), ["--shard", `${index}/3`])),
    );
    expect(shards.flatMap(({ report }) => rowsOf(report)).sort((a, b) => a - b)).toStrictEqual(
      rows.map((_, index) => index + 2),
    );
    const whole = await submitSheet(csvOf(rows), []);
    expect(shards.reduce((sum, { report }) => sum + (report.summary.created ?? 0), 0)).toBe(40);
    expect(countedStatuses(whole.report.summary)).toStrictEqual({ created: 40, invalid: 20 });
    for (const { report } of shards) {
      expect(report.leads.length).toBeGreaterThan(0);
      expect(countedStatuses(report.summary)).not.toHaveProperty("duplicate");
      expect(report.run.rowsRead).toBe(60);
    }
    expect(shards.flatMap(({ emails }) => emails).sort()).toStrictEqual(whole.emails.sort());
  });
});

describe("equal e-mails in one input", () => {
  it("let the first row that is ready go, and name it in the others", async () => {
    const broken = changed(leadOf(6), "address.unitNumber", undefined);
    const email = "Jane.Doe@Example.com";
    const rows = [broken, leadOf(3), leadOf(4), leadOf(5), leadOf(7)].map((lead, index) =>
      index === 4
        ? lead
        : changed(lead, "contactInfo.email", [email, email.toUpperCase(), ` ${email} `, email][index]),
    );
    const { report, emails } = await submitSheet(csvOf(rows), []);
    expect(report.leads.map(({ row, status }) => [row, status])).toStrictEqual([
      [2, "invalid"],
      [3, "created"],
      [4, "invalid"],
      [5, "invalid"],
      [6, "created"],
    ]);
    expect(emails.sort()).toStrictEqual(["JANE.DOE@EXAMPLE.COM", "applicant-7@example.com"].sort());
    for (const row of [4, 5]) {
      const issues = report.leads.find((lead) => lead.row === row)?.issues;
      expect(issues).toHaveLength(1);
      const told = { finding: "email-repeated", params: { row: 3 }, column: "Email", cell: `H${row}` };
      expect(issues?.[0]).toMatchObject(told);
    }
  });
});

describe("--strict", () => {
  const sheet = csvOf([
    leadOf(4),
    changed(leadOf(8), "loanPurpose", "purchase"),
    changed(leadOf(12), "contactInfo.firstName", undefined),
  ]);

  it("refuses rows with a doubtful value, and none for a value that is absent", async () => {
    const { report, emails } = await submitSheet(sheet, ["--strict"]);
    expect(report.leads.map(({ status }) => status)).toStrictEqual(["created", "invalid", "created"]);
    expect(report.leads.map(({ issues }) => issues.map(({ path }) => path.join(".")))).toStrictEqual([
      [],
      ["loanPurpose"],
      [],
    ]);
    expect(emails).toStrictEqual(["applicant-4@example.com", "applicant-12@example.com"]);
  });

  it("is needed for that: without it they go as they are", async () => {
    const { report } = await submitSheet(sheet, []);
    expect(countedStatuses(report.summary)).toStrictEqual({ created: 3 });
  });
});
