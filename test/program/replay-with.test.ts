import { existsSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix, readFix, saveFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { countedStatuses, readReport, readSheet } from "./run-files.ts";
import { quotesByEmail } from "./run-program.ts";
import { started } from "./started.ts";

describe("replay --with a corrected fix file", () => {
  it("sends the corrected rows, skips the others, and shows every original row once with its corrected cells", async () => {
    const { dir, service, replay } = await submitted([
      leadOf(2),
      brokenLead(3),
      brokenLead(4),
      brokenLead(5),
    ]);
    const path = correctFix(dir, { 3: { "Unit Number": "31" }, 5: { "Unit Number": "51", City: "Boston" } });

    const end = await replay("--with", path);

    expect(end.exitCode).toBe(1);
    expect(end.stderr).toContain("2 rows corrected; 1 row unchanged and skipped.");
    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { total: 4, created: 3, invalid: 1 },
      correction: { corrected: 2, ready: 2, unchanged: 1, notSelected: 0, refused: [] },
    });
    const report = readReport(dir);
    expect(report.leads.map(({ row, status }) => `${row} ${status}`)).toStrictEqual([
      "2 created",
      "3 created",
      "4 invalid",
      "5 created",
    ]);
    expect(countedStatuses(report.summary)).toStrictEqual({ created: 3, invalid: 1 });
    const sheet = readSheet(dir, "report.csv");
    expect(sheet.map((line) => [line["Unit Number"], line.City])).toStrictEqual([
      ["102", "Cambridge"],
      ["31", "Cambridge"],
      ["", "Cambridge"],
      ["51", "Boston"],
    ]);
    expect(readFix(join(dir, "fix.csv")).map((line) => line.leadctl_row)).toStrictEqual(["4"]);
    expect(service.quotes().map(({ email }) => email)).toStrictEqual(
      [2, 3, 5].map((n) => `applicant-${n}@example.com`),
    );
    expect(service.quotes()[2]?.lead).toStrictEqual(
      changed(changed(brokenLead(5), "address.unitNumber", 51), "address.city", "Boston"),
    );
    expect(service.requestCount()).toBe(3);
    expect(statSync(join(dir, "plan-2.ndjson")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toStrictEqual([]);
  });

  it("is looked for in the run's folder where its name alone is given, as on the report's page", async () => {
    const { dir, replay } = await submitted([leadOf(2), brokenLead(3)]);
    renameSync(correctFix(dir, { 3: { "Unit Number": "31" } }), join(dir, "fix.csv"));
    const end = await replay("--with", "fix.csv");
    expect(end.exitCode, end.stderr).toBe(0);
    expect((await replay("--with", "fixed.csv")).exitCode).toBe(2);
  });

  it("takes a file whose columns were moved, lost or renamed, and one that gained a column", async () => {
    const rows = [leadOf(2), brokenLead(3), brokenLead(4)].map((lead) => changed(lead, "affiliateId", "A-1"));
    // The sheet never had the column that the condos need.
    const { service, cwd, call } = await started(csvOf(rows).replace("Unit Number", "Remarks"));
    await call("submit", "leads.csv", "--out", "run", "--quiet");
    const dir = join(cwd, "run");
    const fix = readFix(join(dir, "fix.csv")).map(({ County: _, Street, ...row }) => ({
      leadctl_row: row.leadctl_row ?? "",
      "Unit #": `${row.leadctl_row}7`,
      "Property Street": Street ?? "",
      ...row,
    }));
    saveFix(
      join(cwd, "moved.csv"),
      fix,
      Object.keys(fix[0] ?? {}).filter((header) => header !== "Street"),
    );

    const end = await call("replay", "run", "--with", "moved.csv");

    expect(end.stderr).toContain("3 rows corrected");
    expect(end.exitCode).toBe(0);
    expect(quotesByEmail(service).map(({ lead }) => lead)).toStrictEqual(
      rows.map((lead, index) => changed(lead, "address.unitNumber", Number(`${index + 2}7`))),
    );
    const sheet = readSheet(dir, "report.csv");
    expect(Object.keys(sheet[0] ?? {}).slice(-7)).toStrictEqual([
      "Liabilities In 4 Years",
      "Unit #",
      "leadctl_row",
      "leadctl_status",
      "leadctl_quote_id",
      "leadctl_login_url",
      "leadctl_issues",
    ]);
    expect(sheet.map((line) => [line["Unit #"], line.County, line.Street])).toStrictEqual(
      rows.map((lead, index) => [
        `${index + 2}7`,
        String((lead.address as NestedLead).county ?? ""),
        (lead.address as NestedLead).street,
      ]),
    );
  });

  it("keeps a row that is still wrong, with its new cells and issues, and takes the next correction of it", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), brokenLead(3)]);
    const first = await replay("--with", correctFix(dir, { 3: { "Unit Number": "soon" } }));
    expect(first.exitCode).toBe(1);
    expect(first.stderr).toContain("1 row corrected; 0 ready, 1 still invalid");
    const wrong = leadAt(dir, 3);
    expect(wrong).toMatchObject({ status: "invalid", issues: [{ cell: "O3", column: "Unit Number" }] });
    expect(wrong.issues[0]).toMatchObject({
      finding: "unit-letters",
      params: { text: { personal: "soon" } },
    });
    expect(readFix(join(dir, "fix.csv"))[0]?.["Unit Number"]).toBe("soon");
    expect(service.requestCount()).toBe(1);

    const second = await replay("--with", correctFix(dir, { 3: { "Unit Number": "12" } }));
    expect(second.exitCode).toBe(0);
    expect(readdirSync(dir).filter((name) => /^plan/.test(name))).toStrictEqual([
      "plan-2.ndjson",
      "plan-3.ndjson",
      "plan.ndjson",
    ]);
    expect(leadAt(dir, 3)).toMatchObject({ status: "created", issues: [], attempts: 1 });
    expect(existsSync(join(dir, "fix.csv"))).toBe(false);
  });

  it("sends what the service rejected once it is corrected, and not while it is as it was", async () => {
    const issue = { code: "custom", message: "Not in this state", path: ["address", "state"] };
    const refusal = { side: "before" as const, status: 400, body: { error: { issues: [issue] } } };
    const { dir, service, replay } = await submitted([leadOf(2), leadOf(3), leadOf(4)], {
      faults: { script: { "applicant-3@example.com": [refusal], "applicant-4@example.com": [refusal] } },
    });
    expect(leadAt(dir, 3).status).toBe("rejected");

    const end = await replay("--with", correctFix(dir, { 4: { State: "NH" } }));

    expect(end.exitCode).toBe(1);
    expect(leadAt(dir, 3)).toMatchObject({ status: "rejected", attempts: 1, issues: [{ cell: "L3" }] });
    expect(leadAt(dir, 4)).toMatchObject({ status: "created", attempts: 2, issues: [], error: null });
    expect(service.requestCount()).toBe(4);
  });

  it("does nothing when nothing was corrected", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), brokenLead(3)]);
    const before = readFileSync(join(dir, "journal.ndjson"), "utf8");
    const end = await replay("--with", correctFix(dir, {}));
    expect(end.exitCode).toBe(1);
    expect(end.stderr).toContain("nothing was sent");
    expect(JSON.parse(end.stdout)).toMatchObject({ correction: { corrected: 0, unchanged: 1 } });
    expect(readFileSync(join(dir, "journal.ndjson"), "utf8")).toBe(before);
    expect(readdirSync(dir).filter((name) => /plan/.test(name))).toStrictEqual(["plan.ndjson"]);
    expect(service.requestCount()).toBe(1);
  });

  it("takes only the rows asked for, and keeps a copy of what it did not take", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), brokenLead(3), brokenLead(4)]);
    const rows = readFix(join(dir, "fix.csv")).map((row) => ({ ...row, "Unit Number": "9" }));
    // A person corrects the file where it lies.
    saveFix(join(dir, "fix.csv"), rows);

    const end = await replay("--with", "run/fix.csv", "--rows", "4");

    expect(end.stderr).toContain("1 changed row outside --rows");
    expect(leadAt(dir, 3).status).toBe("invalid");
    expect(leadAt(dir, 4).status).toBe("created");
    expect(service.requestCount()).toBe(2);
    expect(readFix(join(dir, "fix.csv"))[0]?.["Unit Number"]).toBe("");
    expect(readFix(join(dir, "fix-as-given-1.csv"))).toStrictEqual(rows);
    const rest = await replay("--with", "run/fix-as-given-1.csv", "--rows", "3");
    expect(rest.exitCode).toBe(0);
  });

  it("keeps a fix file with corrections that were not sent when another round writes it anew", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), brokenLead(3)]);
    const unsent = readFix(join(dir, "fix.csv")).map((row) => ({ ...row, "Unit Number": "9" }));
    const copies = () => readdirSync(dir).filter((name) => name.includes("as-given"));
    await replay();
    expect(copies()).toStrictEqual([]);
    saveFix(join(dir, "fix.csv"), unsent);

    const end = await replay();

    expect(end.stderr).toContain("fix-as-given-1.csv");
    expect(readFix(join(dir, "fix.csv"))[0]?.["Unit Number"]).toBe("");
    expect(copies()).toStrictEqual(["fix-as-given-1.csv"]);
    await replay("--with", "run/fix-as-given-1.csv");
    expect(service.requestCount()).toBe(2);
    expect(copies()).toStrictEqual(["fix-as-given-1.csv"]);
  });
});
