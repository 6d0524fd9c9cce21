import { describe, expect, it } from "vitest";
import { leads } from "./lead-sheet.ts";
import { countedStatuses, onlyRun, readJournal, readReport, readSheet, statusCounts } from "./run-files.ts";
import { started } from "./started.ts";

const LEAD_COUNT = 2_000;

describe("2,000 leads at a service that answers 500 to three attempts in ten", () => {
  it("are all created, each exactly once, and reported in input order", async () => {
    const rows = leads(LEAD_COUNT);
    const faults = { probabilities: { "500-before": 0.3 }, seed: 7 };
    const { service, cwd, call } = await started(rows, { faults });
    const flags = ["--attempts", "12", "--retry-base", "5ms", "--retry-max", "50ms", "--json", "--quiet"];
    const end = await call("submit", "leads.csv", ...flags);

    expect(end.stderr).toBe("");
    expect(end.exitCode).toBe(0);
    const dir = onlyRun(cwd);
    const report = readReport(dir);
    expect(JSON.parse(end.stdout)).toMatchObject({
      run: { complete: true, rowsRead: LEAD_COUNT },
      summary: { total: LEAD_COUNT, created: LEAD_COUNT },
    });
    expect(countedStatuses(report.summary)).toStrictEqual({ created: LEAD_COUNT });
    expect(statusCounts(report)).toStrictEqual({ created: LEAD_COUNT });
    expect(report.leads.map(({ row }) => row)).toStrictEqual(rows.map((_, index) => index + 2));
    expect(report.leads.map(({ email }) => email)).toStrictEqual(
      rows.map((_, index) => `applicant-${index + 2}@example.com`),
    );

    const quotes = new Map(service.quotes().map((quote) => [quote.email, quote]));
    expect(service.quotes()).toHaveLength(LEAD_COUNT);
    expect(quotes.size).toBe(LEAD_COUNT);
    for (const [index, lead] of report.leads.entries()) {
      const quote = quotes.get(lead.email ?? "");
      expect(quote?.lead).toStrictEqual(rows[index]);
      expect([lead.quoteId, lead.loginUrl]).toStrictEqual([quote?.quoteId, quote?.loginUrl]);
    }

    const attempts = report.leads.reduce((sum, lead) => sum + lead.attempts, 0);
    expect(attempts).toBe(service.requestCount());
    // Three in ten fail: some 2,857 attempts for 2,000 leads.
    expect(attempts).toBeGreaterThan(2_700);
    expect(attempts).toBeLessThan(3_000);
    const results = readJournal(dir).filter(({ type }) => type === "result");
    expect(results).toHaveLength(attempts);
    expect(readSheet(dir, "report.csv").map((line) => line.leadctl_row)).toStrictEqual(
      report.leads.map(({ row }) => String(row)),
    );
  });
});
