import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { columnLetters } from "../../src/sheet/table.ts";
import { changed, csvOf, leadOf, leads } from "./lead-sheet.ts";
import { allFiles, onlyRun, readReport, readSheet } from "./run-files.ts";
import { freshFolder, KEY, runProgram, startService } from "./run-program.ts";

const OWN_COLUMNS = [
  "leadctl_row",
  "leadctl_status",
  "leadctl_quote_id",
  "leadctl_login_url",
  "leadctl_issues",
];

/** Row 3 lacks the unit that a condo needs; the service refuses row 4. */
const ROWS = [leadOf(4), changed(leadOf(6), "address.unitNumber", undefined), leadOf(8), leadOf(12)];
const REFUSAL = { code: "custom", message: "No such county", path: ["address", "county"] };
const FAULTS = {
  script: {
    "applicant-8@example.com": [{ side: "before", status: 400, body: { error: { issues: [REFUSAL] } } }],
  },
} as const;

async function submitSheet(sheet: string, options: { umask?: string } = {}) {
  const service = await startService({ faults: FAULTS });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), sheet);
  const end = await runProgram(["submit", "leads.csv"], { cwd, env: service.env, ...options });
  return { service, cwd, end, dir: onlyRun(cwd) };
}

describe("the folder of a run", () => {
  it("is for its owner alone, whatever the umask", async () => {
    const { cwd, dir } = await submitSheet(csvOf(ROWS), { umask: "000" });
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    expect([mode(dir), mode(join(cwd, "leadctl-runs"))]).toStrictEqual(["700", "700"]);
    const names = readdirSync(dir);
    expect(names).toEqual(
      expect.arrayContaining(["plan.ndjson", "journal.ndjson", "report.json", "report.csv", "fix.csv"]),
    );
    expect(names.map((name) => [name, mode(join(dir, name))])).toStrictEqual(
      names.map((name) => [name, "600"]),
    );
  });

  it("holds neither a lock nor half a file when the run is over", async () => {
    const { dir } = await submitSheet(csvOf(ROWS));
    expect(readdirSync(dir).filter((name) => /lock|tmp|ballast|stale/.test(name))).toStrictEqual([]);
  });

  it("is named for the time and the input, in letters that every system takes", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, "Leads März: 50% #1.csv"), csvOf(leads(1)));
    await runProgram(["submit", "Leads März: 50% #1.csv", "--sandbox"], { cwd });
    expect(readdirSync(join(cwd, "leadctl-runs"))[0]).toMatch(/^\d{8}T\d{9}Z-Leads-März-50-1$/);
  });
});

describe("report.json", () => {
  it("tells of every lead in the same order", async () => {
    const { service, dir, end } = await submitSheet(csvOf(ROWS));
    expect(end.exitCode, end.stderr).toBe(1);
    const { leads: told, run, summary } = readReport(dir);
    const quotes = new Map(service.quotes().map((quote) => [quote.email, quote]));
    const created = (row: number, n: number) => ({
      row,
      status: "created",
      affiliateId: `REF-${n}`,
      email: `applicant-${n}@example.com`,
      firstName: ["Siobhán", "Ng", "O'Neil"][n % 3],
      lastName: "Noor",
      quoteId: quotes.get(`applicant-${n}@example.com`)?.quoteId,
      loginUrl: quotes.get(`applicant-${n}@example.com`)?.loginUrl,
      httpStatus: 200,
      attempts: 1,
      issues: [],
      error: null,
      maybeCreated: false,
      dismissed: false,
      resolved: null,
    });
    const refused = { quoteId: null, loginUrl: null, error: null, maybeCreated: false, resolved: null };
    expect(told).toStrictEqual([
      created(2, 4),
      {
        ...created(3, 6),
        ...refused,
        status: "invalid",
        httpStatus: null,
        attempts: 0,
        issues: [
          {
            code: "custom",
            finding: "unit-number-missing",
            message: expect.any(String),
            path: ["address", "unitNumber"],
            column: "Unit Number",
            cell: "O3",
          },
        ],
      },
      {
        ...created(4, 8),
        ...refused,
        status: "rejected",
        httpStatus: 400,
        issues: [{ ...REFUSAL, column: "County", cell: "N4" }],
      },
      created(5, 12),
    ]);
    expect(run).toMatchObject({ complete: true, rowsRead: 4, stopReason: null });
    expect(summary).toMatchObject({ total: 4, created: 2, invalid: 1, rejected: 1, pending: 0 });
  });
});

describe("report.csv", () => {
  it("holds the input's own columns and cells, then ours", async () => {
    const { service, dir } = await submitSheet(csvOf(ROWS));
    const sheet = readSheet(dir, "report.csv");
    const input = readSheet(join(dir, "../.."), "leads.csv");
    expect(Object.keys(sheet[0] ?? {})).toStrictEqual([...Object.keys(input[0] ?? {}), ...OWN_COLUMNS]);
    for (const [index, line] of sheet.entries()) {
      for (const [column, text] of Object.entries(input[index] ?? {})) {
        // A phone that begins with + would be a formula.
        expect(line[column]).toBe(/^[=+\-@]/.test(text) ? `'${text}` : text);
      }
    }
    const quotes = new Map(service.quotes().map((quote) => [quote.email, quote]));
    expect(sheet.map((line) => OWN_COLUMNS.map((column) => line[column]))).toStrictEqual([
      [
        "2",
        "created",
        quotes.get("applicant-4@example.com")?.quoteId,
        quotes.get("applicant-4@example.com")?.loginUrl,
        "",
      ],
      ["3", "invalid", "", "", expect.stringMatching(/^Unit Number \(O3\): ./)],
      ["4", "rejected", "", "", "County (N4): No such county"],
      [
        "5",
        "created",
        quotes.get("applicant-12@example.com")?.quoteId,
        quotes.get("applicant-12@example.com")?.loginUrl,
        "",
      ],
    ]);
  });

  it("holds no formula, whatever the sheet or the service says", async () => {
    const evil = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1+1", "＝1+1"];
    const rows = evil.map((text, index) => changed(leadOf(4 + 12 * index), "contactInfo.lastName", text));
    const { dir } = await submitSheet(csvOf(rows));
    const cells = readSheet(dir, "report.csv").flatMap((line) => Object.values(line));
    expect(cells.filter((text) => /^[=+\-@\t\r＝＋－＠]/.test(text))).toStrictEqual([]);
  });
});

describe("fix.csv", () => {
  it("holds only the rows to fix, with their original text, in the input's delimiter", async () => {
    const rows = ROWS.map((lead) => changed(lead, "address.street", '12; "Rear" Elm, St'));
    const { dir, cwd } = await submitSheet(csvOf(rows, "label", ";"));
    const bytes = readFileSync(join(dir, "fix.csv"));
    expect([...bytes.subarray(0, 3)]).toStrictEqual([0xef, 0xbb, 0xbf]);
    const fix = readSheet(dir, "fix.csv", ";");
    const input = readSheet(cwd, "leads.csv", ";");
    expect(Object.keys(fix[0] ?? {})).toStrictEqual([
      ...Object.keys(input[0] ?? {}),
      "leadctl_row",
      "leadctl_status",
      "leadctl_issues",
    ]);
    expect(fix.map((line) => [line.leadctl_row, line.leadctl_status])).toStrictEqual([
      ["3", "invalid"],
      ["4", "rejected"],
    ]);
    expect(fix.map(({ Street }) => Street)).toStrictEqual([input[1]?.Street, input[2]?.Street]);
  });

  it("is a sheet of its own: mended, it is sent, and nothing has to be removed from it", async () => {
    const { service, cwd, dir } = await submitSheet(csvOf(ROWS));
    const fix = readFileSync(join(dir, "fix.csv"), "utf8");
    const mended = fix.replace(/"Middlesex"|""(?=,"\d+ Elm Close)/g, '"106"');
    writeFileSync(join(cwd, "mended.csv"), mended);
    const end = await runProgram(["submit", "mended.csv", "--out", "second"], { cwd, env: service.env });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).not.toContain("left out");
    const arrived = service.quotes().find(({ email }) => email === "applicant-6@example.com")?.lead;
    expect(arrived).toStrictEqual(changed(leadOf(6), "address.unitNumber", 106));
  });

  it("is not there when there is nothing to fix", async () => {
    const { dir } = await submitSheet(csvOf([leadOf(4)]));
    expect(readdirSync(dir)).not.toContain("fix.csv");
  });
});

describe("a column that is no field", () => {
  it("is left out of the lead, kept in the reports, and named once", async () => {
    const [header = "", ...lines] = csvOf([4, 12, 16].map(leadOf)).trimEnd().split("\n");
    const sheet = [`${header},Agent Notes`, ...lines.map((line) => `${line},call back`)].join("\n");
    const { service, dir, end } = await submitSheet(sheet);
    expect(end.exitCode, end.stderr).toBe(0);
    const column = `Agent Notes (${columnLetters(header.split(",").length)})`;
    expect(end.stderr.replace(/\s+/g, " ").split(column)).toHaveLength(2);
    expect(JSON.stringify(service.quotes().map(({ lead }) => lead))).not.toContain("call back");
    expect(readSheet(dir, "report.csv").map((line) => line["Agent Notes"])).toStrictEqual([
      "call back",
      "call back",
      "call back",
    ]);
  });
});

describe("the key", () => {
  it("stands in no file and no stream of a run, even where the service echoes it", async () => {
    const echo = { message: `Authorization was Bearer ${KEY}`, error: KEY };
    const service = await startService({
      faults: { script: { "applicant-12@example.com": [{ side: "before", status: 422, body: echo }] } },
    });
    const cwd = freshFolder();
    writeFileSync(join(cwd, "leads.csv"), csvOf(ROWS));
    writeFileSync(join(cwd, "settings.env"), `LEADCTL_API_KEY=${KEY}\n`);
    const { LEADCTL_API_KEY: _, ...env } = service.env;
    for (const [out, more] of Object.entries({ a: service.env, b: env })) {
      const flags = ["--out", out, "--json", "--env-file", "settings.env"];
      const end = await runProgram(["submit", "leads.csv", ...flags], { cwd, env: more });
      expect(end.exitCode, end.stderr).toBe(1);
      expect(end.stdout + end.stderr).not.toContain(KEY);
    }
    const files = allFiles(cwd).filter(({ path }) => !path.endsWith("settings.env"));
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter(({ text }) => text.includes(KEY)).map(({ path }) => path)).toStrictEqual([]);
  });
});
