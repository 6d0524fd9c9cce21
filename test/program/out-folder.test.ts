import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenLead } from "./corrected-run.ts";
import { leadOf } from "./lead-sheet.ts";
import { allFiles, onlyRun, readReport } from "./run-files.ts";
import { type ProgramEnd, runProgram, startService } from "./run-program.ts";
import { sheetFolder } from "./started.ts";

describe("--out", () => {
  async function submitInto(
    out: string,
    prepare: (cwd: string) => void,
  ): Promise<{ cwd: string; end: ProgramEnd }> {
    const cwd = sheetFolder([leadOf(4)]);
    prepare(cwd);
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--out", out], { cwd });
    return { cwd, end };
  }

  it.each([
    ["a new folder", "run", () => undefined],
    ["a new folder below new ones", "a/b/run", () => undefined],
    ["a folder among the runs of another place", "other/leadctl-runs/run", () => undefined],
    ["an empty folder", "run", (cwd: string) => mkdirSync(join(cwd, "run"))],
    [
      "a folder in which a run never began",
      "run",
      (cwd: string) => {
        mkdirSync(join(cwd, "run"));
        writeFileSync(join(cwd, "run/plan.ndjson"), '{"type":"plan","version":1}\n{"row":2,');
      },
    ],
  ])("takes %s", async (_what, out, prepare) => {
    const { cwd, end } = await submitInto(out, prepare);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(readReport(join(cwd, out)).summary).toMatchObject({ total: 1, created: 1 });
    // Only that it is there, and is a rehearsal, is remembered, for `runs` and `explain`.
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["runs.ndjson"]);
    const line = JSON.parse(readFileSync(join(cwd, "leadctl-runs/runs.ndjson"), "utf8"));
    expect(line).toStrictEqual({ dir: out, createdAt: expect.any(String), sandbox: true });
  });

  it("is remembered also where the program died before its first round, which resume begins", async () => {
    const { cwd } = await submitInto("run", () => undefined);
    for (const name of readdirSync(join(cwd, "run")))
      if (name !== "plan.ndjson") rmSync(join(cwd, "run", name));
    rmSync(join(cwd, "leadctl-runs"), { recursive: true });
    const end = await runProgram(["resume", "run", "--sandbox"], { cwd });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(readdirSync(join(cwd, "leadctl-runs"))).toStrictEqual(["runs.ndjson"]);
  });

  it("is found by its name alone, as the page and the files name it that may be sent on", async () => {
    const { cwd } = await submitInto("of/november", () => undefined);
    const page = readFileSync(join(cwd, "of/november/report.html"), "utf8");
    expect(page).toContain("<span>run november</span>");
    for (const command of ["resume", "report", "replay"]) {
      const end = await runProgram([command, "november", ...(command === "report" ? [] : ["--sandbox"])], {
        cwd,
      });
      expect(end.exitCode, end.stderr).toBe(0);
    }
    const { exitCode } = await runProgram(["submit", "leads.csv", "--sandbox", "--out", "or/november"], {
      cwd,
    });
    expect(exitCode).toBe(0);
    const end = await runProgram(["report", "november", "--json"], { cwd });
    expect(JSON.parse(end.stdout).error.finding).toBe("no-run");
  });

  it("refuses a folder that holds a run, and leaves it as it is", async () => {
    const { cwd } = await submitInto("run", () => undefined);
    const before = allFiles(join(cwd, "run"));
    const end = await runProgram(["submit", "leads.csv", "--sandbox", "--out", "run"], { cwd });
    expect(end.exitCode).toBe(2);
    expect(end.stderr).toContain("leadctl resume run");
    expect(allFiles(join(cwd, "run"))).toStrictEqual(before);
  });
});

it("the folder of a run is for its owner alone, whatever the umask, and holds neither a lock nor half a file", async () => {
  const { env } = await startService();
  const cwd = sheetFolder([leadOf(2), brokenLead(3)]);
  await runProgram(["submit", "leads.csv"], { cwd, env, umask: "000" });
  const dir = onlyRun(cwd);
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect([mode(dir), mode(join(cwd, "leadctl-runs"))]).toStrictEqual(["700", "700"]);
  const names = readdirSync(dir);
  expect(names).toEqual(
    expect.arrayContaining(["plan.ndjson", "journal.ndjson", "report.json", "report.csv", "fix.csv"]),
  );
  expect(names.filter((name) => /lock|tmp|ballast|stale/.test(name))).toStrictEqual([]);
  expect(names.map((name) => [name, mode(join(dir, name))])).toStrictEqual(
    names.map((name) => [name, "600"]),
  );
});
