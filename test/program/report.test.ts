import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdToSchema } from "../published-schemas.ts";
import { csvNumbers, htmlNumbers, jsonNumbers } from "../report/report-numbers.ts";
import { workbookCells } from "./fix-sheet.ts";
import { mixedRun, ROW_COUNT, SHARDS, sendMixedRun } from "./mixed-run.ts";
import { readReport } from "./run-files.ts";
import type { ProgramEnd } from "./run-program.ts";

sendMixedRun();

describe("report", () => {
  it("gives what the run's own reports hold, and writes them anew when no format is named", async () => {
    const { cwd, report } = await mixedRun();
    for (const name of ["report.json", "report.csv", "report.html"]) {
      const path = join(cwd, "run", name);
      const own = readFileSync(path, "utf8");
      const format = name.replace("report.", "");
      // Only the page in the run's folder leads to the files beside it.
      const alone = own.replace(/<p class="line">(?:(?!<\/p>).)*report\.csv.*?<\/p>/s, "");
      expect(own === alone).toBe(format !== "html");
      expect((await report("run", "--format", format)).stdout).toBe(alone);
      writeFileSync(path, "");
      expect((await report("run")).exitCode).toBe(0);
      expect(readFileSync(path, "utf8")).toBe(own);
    }
  });

  it("is a workbook too, for who asks for one, and never on a sheet or a terminal", async () => {
    const { cwd, report } = await mixedRun();
    expect(existsSync(join(cwd, "run/report.xlsx"))).toBe(false);
    expect((await report("run", "--output", "told.xlsx")).stderr).toContain(`told.xlsx: ${ROW_COUNT} rows`);
    expect(statSync(join(cwd, "told.xlsx")).mode & 0o777).toBe(0o600);
    const told = readFileSync(join(cwd, "told.xlsx"));
    expect((await report("run", "--output", "told.xlsx")).exitCode).toBe(0);
    expect(readFileSync(join(cwd, "told.xlsx"))).toEqual(told);
    const others = { ...jsonNumbers(readFileSync(join(cwd, "run/report.json"), "utf8")).rows };
    const [header = [], ...rows] = await workbookCells(join(cwd, "told.xlsx"));
    const [row, status] = [header.indexOf("leadctl_row"), header.indexOf("leadctl_status")];
    expect(Object.fromEntries(rows.map((cells) => [cells[row], cells[status]]))).toEqual(others);
    writeFileSync(join(cwd, "leads.xlsx"), "PK a sheet of leads");
    const refused = await report("run", "--output", "leads.xlsx", "--progress", "json");
    expect(refusalOf(refused)).toStrictEqual([2, "", "output-unusable"]);
  });

  it("writes report.json as its published schema says", async () => {
    const { cwd } = await mixedRun();
    await holdToSchema(readFileSync(join(cwd, "run", "report.json"), "utf8"));
  });

  it("tells only the rows and statuses that are asked for, and counts these", async () => {
    const { report } = await mixedRun();
    const all = jsonNumbers((await report("run", "--format", "json")).stdout);
    const rows = await report("run", "--format", "json", "--rows", "2-11,20");
    expect(Object.keys(jsonNumbers(rows.stdout).rows ?? {})).toHaveLength(11);
    expect(jsonNumbers(rows.stdout).summary.total).toBe(11);
    expect(JSON.parse(rows.stdout).run.filter).toEqual({ rows: "2-11,20" });
    const failed = await report("run", "--format", "csv", "--status", "invalid,unconfirmed");
    const page = htmlNumbers((await report("run", "--format", "html", "--rows", "2-11")).stdout);
    expect(Object.keys(page.rows ?? {})).toHaveLength(10);
    const { invalid, unconfirmed } = all.statuses;
    expect(csvNumbers(failed.stdout).statuses).toEqual({
      ...(invalid && { invalid }),
      ...(unconfirmed && { unconfirmed }),
    });
  });

  it("writes into a file of its own, for its owner alone where it has links, in the format that the name asks for", async () => {
    const { cwd, report } = await mixedRun();
    for (const [name, beginning] of [
      ["out.html", "<!doctype html>"],
      ["out.csv", "\uFEFF"],
      ["out.json", '{"schema":"leadctl/report-json"'],
      ["out.xml", "<?xml"],
      ["out.md", "<!-- leadctl"],
    ] as const) {
      for (const _again of [1, 2]) expect((await report("run", "--output", name)).exitCode).toBe(0);
      expect(readFileSync(join(cwd, name), "utf8").startsWith(beginning)).toBe(true);
      const isShareSafe = ["out.html", "out.xml", "out.md"].includes(name);
      expect(statSync(join(cwd, name)).mode & 0o777).toBe(isShareSafe ? 0o644 : 0o600);
    }
    expect((await report("run", "--output", "all.md", "--reveal")).exitCode).toBe(0);
    expect(statSync(join(cwd, "all.md")).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["a sheet of leads", "leads.csv", "csv"],
    ["a fix file that somebody may be mending", "run/fix.csv", "csv"],
    ["the plan", "run/plan.ndjson", "json"],
    ["the journal", "run/journal.ndjson", "json"],
    ["a report in another format", "run/report.json", "html"],
  ])("does not write over %s", async (_what, name, format) => {
    const { cwd, report } = await mixedRun();
    const before = readFileSync(join(cwd, name), "utf8");
    const end = await report("run", "--format", format, "--output", name);
    expect(end.exitCode).toBe(2);
    expect(end.stderr).toContain(name);
    expect(readFileSync(join(cwd, name), "utf8")).toBe(before);
  });

  it.each([
    ["no-run", ["none", "--format", "csv"]],
    ["usage/choice", ["run", "--format", "pdf"]],
    ["usage/choice", ["run", "--format", "csv", "--status", "done"]],
    ["usage/format-unknown", ["run", "--output", "out.txt"]],
    ["usage/format-name", ["run", "--format", "handover", "--output", "x.xlsx"]],
    ["usage/format-name", ["run", "--format", "xlsx", "--output", "x.csv"]],
    ["usage/own-report", ["run", "--status", "failed"]],
    ["usage/stdout-twice", ["run", "--format", "json", "--json"]],
  ])("refuses with %s: %j", async (finding, args) => {
    const { report } = await mixedRun();
    expect(refusalOf(await report(...args, "--progress", "json"))).toStrictEqual([2, "", finding]);
  });
});

describe("report of several runs", () => {
  it("tells the shards of one input as one, row by row as a run of the whole", async () => {
    const { cwd, report } = await mixedRun();
    const merged = await report(...SHARDS, "--format", "json");
    expect(merged.exitCode, merged.stderr).toBe(0);
    const told = JSON.parse(merged.stdout);
    expect(told.run).toMatchObject({ dir: null, complete: true, rowsRead: ROW_COUNT });
    expect(told.run.shards).toEqual(SHARDS.map((dir) => ({ id: dir, dir })));
    expect(told.leads.map(({ row }: { row: number }) => row)).toEqual(
      Array.from({ length: ROW_COUNT }, (_, index) => index + 2),
    );
    const parts = SHARDS.flatMap((dir) => readReport(join(cwd, dir)).leads);
    expect(told.leads).toEqual(parts.toSorted((a, b) => a.row - b.row));
    const csv = await report(...SHARDS, "--format", "csv");
    expect(csvNumbers(csv.stdout).rows).toEqual(jsonNumbers(merged.stdout).rows);
    const html = await report(...SHARDS, "--format", "html");
    expect(htmlNumbers(html.stdout).rows).toEqual(jsonNumbers(merged.stdout).rows);
  });

  it("is complete only when every shard is", async () => {
    const { cwd, report } = await mixedRun();
    // As a run that was killed before its first request: everything is left to be sent.
    rmSync(join(cwd, "shard-1", "journal.ndjson"));
    const end = await report(...SHARDS, "--output", "all.json", "--json");
    expect(end.exitCode, end.stderr).toBe(0);
    const { run, summary } = JSON.parse(end.stdout);
    expect(run.complete).toBe(false);
    const pending = readReport(join(cwd, "shard-1")).leads.length;
    expect(summary).toMatchObject({ created: ROW_COUNT - pending, pending });
    expect(JSON.parse(readFileSync(join(cwd, "all.json"), "utf8"))).toMatchObject({
      run: { complete: false },
      summary,
    });
  });

  it.each([
    ["shards-incomplete", ["shard-0", "shard-2"]],
    ["shards-overlap", [...SHARDS, "shard-2"]],
    ["shards-differ", [...SHARDS, "other"]],
  ])("is refused with %s: %j", async (finding, runs) => {
    const { report } = await mixedRun();
    const end = await report(...runs, "--format", "csv", "--progress", "json");
    expect(refusalOf(end)).toStrictEqual([2, "", finding]);
  });
});

/** Exit code, stdout and finding of a command that was called with `--progress json`. */
function refusalOf({ exitCode, stdout, stderr }: ProgramEnd): [number | null, string, string] {
  const data = stdout.startsWith('{"schema":"leadctl/report","version":1,"error"') ? "" : stdout;
  return [exitCode, data, JSON.parse(stderr.trim().split("\n").at(-1) ?? "").finding];
}
