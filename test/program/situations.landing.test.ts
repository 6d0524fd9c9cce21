import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { summaryData } from "../../src/job/round/report-round.ts";
import { buildReport } from "../../src/report/model/build-report.ts";
import { RowTally } from "../../src/report/model/reason-tally.ts";
import type { RunReport } from "../../src/report/model/report-model.ts";
import { renderRunSummary } from "../../src/report/text/summary-text.ts";
import type { WrittenReport } from "../../src/report/write-reports.ts";
import { Run } from "../../src/run/run.ts";
import { styleFor } from "../../src/terminal/style.ts";
import { brokenLead } from "./corrected-run.ts";
import { correctFix } from "./fix-sheet.ts";
import { HistoryWorld } from "./histories.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { doubtfulLeads } from "./question-sheet.ts";
import { freshFolder, runProgram } from "./run-program.ts";

const WIDTHS = [100, 80, 60, 40];
const UTF8 = { LANG: "C.UTF-8" };

/** What one sees where something has happened: made once, and shown as on terminals of four widths. */
interface Situation {
  what: string;
  /** Returns the folder that one stands in, where the run lies there, and the end of the command that one looks at. */
  make(): Promise<{ cwd: string; dir?: string; last: { stderr: string } }>;
}

function rowsOf(count: number): NestedLead[] {
  return Array.from({ length: count }, (_, index) => leadOf(index + 2));
}

/** Twelve rows of which four are to be corrected: two for one reason. */
function someBroken(): NestedLead[] {
  const rows = rowsOf(12);
  rows[2] = brokenLead(4);
  rows[5] = brokenLead(7);
  rows[7] = changed(leadOf(9), "contactInfo.email", "applicant-9@example");
  rows[9] = changed(leadOf(11), "buildingType", "multiUnit");
  return rows;
}

/** What three of them say of the property has to be read: as words, as a number, as a zip that a spreadsheet spoilt. */
function spelt(rows: readonly NestedLead[]): NestedLead[] {
  return rows.map((lead, index) => {
    if (index < 3) return changed(lead, "buildingType", "SFR");
    if (index === 4) return changed(lead, "address.zip", "2139");
    return index === 6 ? changed(lead, "address.state", "Atlantis") : lead;
  });
}

const BAD_GATEWAY = { side: "before", status: 502, body: {} } as const;

const SITUATIONS: readonly Situation[] = [
  {
    what: "all created",
    make: async () => {
      const world = await HistoryWorld.begin();
      return { cwd: world.cwd, last: await world.submit(rowsOf(4)) };
    },
  },
  {
    what: "some invalid, and some read otherwise",
    make: async () => {
      const world = await HistoryWorld.begin();
      return { cwd: world.cwd, last: await world.submit(spelt(someBroken())) };
    },
  },
  {
    what: "wrong key",
    make: async () => {
      const world = await HistoryWorld.begin();
      writeFileSync(join(world.cwd, "leads.csv"), csvOf(rowsOf(4)));
      const wrong = { LEADCTL_API_KEY: "a-key-that-nobody-has" };
      return { cwd: world.cwd, last: await world.call(["submit", "leads.csv", "--out", "run"], wrong) };
    },
  },
  {
    what: "nothing listening",
    make: async () => {
      const world = await HistoryWorld.begin();
      await world.service.stop();
      return { cwd: world.cwd, last: await world.submit(rowsOf(4)) };
    },
  },
  {
    what: "an outage in the middle",
    make: async () => {
      const world = await HistoryWorld.begin({ 5: [{ kind: "503-before", retryAfter: 3600 }] });
      return { cwd: world.cwd, last: await world.submit(rowsOf(8)) };
    },
  },
  {
    what: "stopped by hand",
    make: async () => {
      const world = await HistoryWorld.begin({ 4: ["no-answer-before"] });
      writeFileSync(join(world.cwd, "leads.csv"), csvOf(rowsOf(6)));
      const program = await world.start(["submit", "leads.csv", "--out", "run", "--timeout", "400ms"], 4);
      program.signal("SIGINT");
      await program.exit;
      return { cwd: world.cwd, last: program };
    },
  },
  {
    what: "a replay with corrections",
    make: async () => {
      const world = await HistoryWorld.begin();
      await world.submit([leadOf(2), brokenLead(3), brokenLead(4), leadOf(5)]);
      correctFix(world.dir, { 3: { "Unit Number": "3" } });
      return { cwd: world.cwd, last: await world.call(["replay", "run", "--with", "corrected.csv"]) };
    },
  },
  {
    what: "rows that may exist",
    make: async () => {
      const world = await HistoryWorld.begin({
        3: ["reset-after"],
        4: ["500-before", { side: "before", status: 409, body: { message: "Conflict" } }],
        5: [BAD_GATEWAY],
      });
      return { cwd: world.cwd, last: await world.submit([...rowsOf(6), brokenLead(8)]) };
    },
  },
  {
    what: "nothing ready to be sent",
    make: async () => {
      const world = await HistoryWorld.begin();
      return { cwd: world.cwd, last: await world.submit([brokenLead(2), brokenLead(3)]) };
    },
  },
  {
    what: "one sheet sent twice",
    make: async () => {
      const world = await HistoryWorld.begin();
      writeFileSync(join(world.cwd, "leads.csv"), csvOf(rowsOf(4)));
      await world.call(["submit", "leads.csv", "--out", "leadctl-runs/monday"]);
      const dir = "leadctl-runs/tuesday";
      return { cwd: world.cwd, dir, last: await world.call(["submit", "leads.csv", "--out", dir]) };
    },
  },
  {
    what: "a second run in the sandbox",
    make: async () => {
      const cwd = freshFolder();
      writeFileSync(join(cwd, "leads.csv"), csvOf(someBroken()));
      await runProgram(["submit", "leads.csv", "--sandbox", "--out", "leadctl-runs/first"], { cwd });
      const dir = "leadctl-runs/second";
      const args = ["submit", "leads.csv", "--sandbox", "--out", dir, "--progress", "none"];
      return { cwd, dir, last: await runProgram(args, { cwd, env: UTF8 }) };
    },
  },
];

/** The run of a situation as a report, in the folder in which the person stands. */
async function modelOf(cwd: string, dir: string): Promise<RunReport> {
  const model = buildReport(await Run.readVerified(join(cwd, dir)));
  return {
    ...model,
    run: { ...model.run, dir },
    evidence: () => model.evidence().map((evidence) => ({ ...evidence, dir })),
  };
}

/** The summary as the program prints it, for terminals of several widths. */
async function summaries(cwd: string, dir: string): Promise<string[]> {
  const model = await modelOf(cwd, dir);
  const tally = new RowTally();
  for await (const batch of model.rows()) for (const row of batch) tally.add(row);
  const files: WrittenReport[] = [
    { label: "Report", path: `${dir}/report.html` },
    { label: "Report", path: `${dir}/report.csv` },
    ...(tally.fixableCount > 0 ? [{ label: "Fix" as const, path: `${dir}/fix.csv` }] : []),
  ];
  const shell = { kind: "posix", program: "leadctl", call: "leadctl", cwd, standsIn: cwd } as const;
  return WIDTHS.map((columns) => {
    const style = styleFor({ isTTY: true, columns }, UTF8, "linux");
    return renderRunSummary(
      summaryData(model, null, { files, tally }, { shell, style, isAll: false, placeWords: [] }),
      style,
    );
  });
}

/** Without what differs from run to run. */
function settled(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, "2026-01-02 03:04:05 UTC")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "2026-01-02 03:04 UTC")
    .replace(/^\d+\/\d+ {2}\d+%.*\n/gm, "");
}

function page(what: string, parts: readonly (readonly [title: string, text: string])[]): string {
  const shown = parts.map(
    ([title, text]) => `=== ${title} ===\n\n${settled(text).replace(/^\n+/, "").trimEnd()}\n`,
  );
  return [`${what}\n`, ...shown].join("\n");
}

function fileOf(what: string): string {
  return `__snapshots__/situations/${what.replace(/[^a-z]+/g, "-")}.txt`;
}

describe("the first lines answer whether it worked, and what to do", () => {
  it.each(SITUATIONS.map((situation) => [situation.what, situation] as const))(
    "%s",
    async (what, { make }) => {
      const { cwd, dir = "run", last } = await make();
      const [wide = "", ...narrow] = await summaries(cwd, dir);
      // What is shown here is what the program says.
      expect(settled(last.stderr)).toContain(settled(wide));
      const parts = narrow.map((text, index) => [`${WIDTHS[index + 1]} columns`, text] as const);
      await expect(page(what, [["all of it", last.stderr], ...parts])).toMatchFileSnapshot(fileOf(what));
      for (const [index, text] of [wide, ...narrow].entries()) expectHead(text, WIDTHS[index] ?? 0);
    },
  );
});

/** What a check says of a sheet, at four widths; each has a next step. */
const CHECKS: readonly [what: string, rows: readonly NestedLead[], exitCode: number][] = [
  ["a check of a sheet with nothing ready", [brokenLead(2), brokenLead(3)], 1],
  ["a check of a sheet with some ready", spelt(someBroken()), 1],
  ["a check of a sheet with all ready", rowsOf(4), 0],
  ["a check of a sheet with a question", doubtfulLeads(), 1],
];

/** Only a command line in a process that is kept may be told how wide its terminal is. */
describe.skipIf(process.env.NODE_V8_COVERAGE)(
  "the first lines of a check answer what is ready, and what to do",
  () => {
    it.each(CHECKS)("%s", async (what, rows, exitCode) => {
      const cwd = freshFolder();
      writeFileSync(join(cwd, "leads.csv"), csvOf(rows));
      const parts: [title: string, text: string][] = [];
      for (const columns of WIDTHS) {
        const end = await runProgram(["validate", "leads.csv", "--progress", "none"], {
          cwd,
          env: { ...UTF8, NO_COLOR: "1" },
          columns,
        });
        expect(end.exitCode).toBe(exitCode);
        expectHead(end.stderr, columns);
        parts.push([`${columns} columns`, end.stderr]);
      }
      await expect(page(what, parts)).toMatchFileSnapshot(fileOf(what));
    });
  },
);

/** The result first, then one step; what is to be copied stands alone on its line. */
function expectHead(text: string, columns: number): void {
  const lines = text.split("\n");
  const next = lines.findIndex((line) => line.startsWith("Next: "));
  expect(lines[0]).toMatch(/^[✔!✖] \S/);
  expect(next).toBeGreaterThan(0);
  expect(next).toBeLessThanOrEqual(columns >= 80 ? 3 : 6);
  for (const line of lines.filter((line) => line.includes("leadctl ")))
    expect(line).toMatch(/^ {0,4}leadctl /);
}
