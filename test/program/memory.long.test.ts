import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { csvOf, leadOf } from "./lead-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const PRELOAD = fileURLToPath(new URL("report-peak-memory.mjs", import.meta.url));
const TIMEOUT_MS = 120_000;
const GROWTH_MIB_MAX = 100;

/** Runs a command over so many rows and returns its peak of resident memory in MiB. */
async function peakMib(
  args: readonly string[],
  rowCount: number,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), sheetOf(rowCount));
  const PEAK_FILE = join(cwd, "peak");
  const end = await runProgram([...args, "leads.csv", "--json", "--quiet"], {
    cwd,
    env: { ...env, PEAK_FILE },
    nodeArgs: ["--import", PRELOAD],
    timeoutMs: TIMEOUT_MS,
  });
  expect(end.exitCode, end.stderr).toBe(0);
  expect(JSON.parse(end.stdout)).toMatchObject({ run: { rowsRead: rowCount }, summary: { total: rowCount } });
  return Number(readFileSync(PEAK_FILE, "utf8")) / 1_024;
}

/** A sheet of many rows that differ in their e-mail alone, quick to make. */
function sheetOf(rowCount: number): string {
  const [header = "", row = ""] = csvOf([leadOf(4)]).split("\n");
  const [before = "", after = ""] = row.split("applicant-4@");
  const rows = Array.from({ length: rowCount }, (_, n) => `${before}applicant-${n}@${after}`);
  return `${[header, ...rows].join("\n")}\n`;
}

describe("peak memory", () => {
  it(
    `of checking 200,000 rows is within ${GROWTH_MIB_MAX} MiB of checking 2,000`,
    async () => {
      const few = await peakMib(["validate"], 2_000);
      const many = await peakMib(["validate"], 200_000);
      expect(many - few).toBeLessThan(GROWTH_MIB_MAX);
    },
    TIMEOUT_MS,
  );

  it(
    `of sending 30,000 rows is within ${GROWTH_MIB_MAX} MiB of sending 2,000`,
    async () => {
      const peaks: number[] = [];
      for (const rowCount of [2_000, 30_000]) {
        const { env } = await startService({ keepLeads: false });
        peaks.push(await peakMib(["submit", "--concurrency", "64"], rowCount, env));
      }
      expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(GROWTH_MIB_MAX);
    },
    TIMEOUT_MS,
  );
});
