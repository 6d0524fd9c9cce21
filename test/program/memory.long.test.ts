import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

const PRELOAD = fileURLToPath(new URL("report-peak-memory.mjs", import.meta.url));
const TIMEOUT_MS = 120_000;
const GROWTH_MIB_MAX = 100;
/** The packed workbook itself is in memory. */
const WORKBOOK_GROWTH_MIB_MAX = 60;

/** Runs a command over so many rows and returns its peak of resident memory in MiB. */
async function peakMib(
  args: readonly string[],
  rowCount: number,
  { name = "leads.csv", env = {} }: { name?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const cwd = freshFolder();
  writeFileSync(join(cwd, name), name === "leads.csv" ? csvOf(peopleOf(rowCount)) : workbookOfRows(rowCount));
  const PEAK_FILE = join(cwd, "peak");
  const end = await runProgram([...args, name, "--json", "--quiet"], {
    cwd,
    env: { ...env, PEAK_FILE },
    nodeArgs: ["--import", PRELOAD],
    timeoutMs: TIMEOUT_MS,
  });
  expect(end.exitCode, end.stderr).toBe(0);
  expect(JSON.parse(end.stdout)).toMatchObject({ run: { rowsRead: rowCount }, summary: { total: rowCount } });
  return Number(readFileSync(PEAK_FILE, "utf8")) / 1_024;
}

/** The leads of so many people, no two of whom share a key. */
function peopleOf(rowCount: number): NestedLead[] {
  return Array.from({ length: rowCount }, (_, n) => {
    const { affiliateId: _none, ...lead } = leadOf(4);
    const phone = `+1-${200 + (n % 700)}-555-${String(Math.floor(n / 700)).padStart(4, "0")}`;
    const { residentialAddress } = leadOf(n);
    const contactInfo = { ...(lead.contactInfo as NestedLead), email: `applicant-${n}@example.com`, phone };
    return {
      ...lead,
      contactInfo,
      address: { ...(lead.address as NestedLead), street: `${n} Elm St` },
      residentialAddress,
    } as NestedLead;
  });
}

/** The same rows as a workbook, each with text that hardly packs: what unpacks to far more than it was is refused. */
function workbookOfRows(rowCount: number): Buffer {
  const [header = [], ...rows] = parse(csvOf(peopleOf(rowCount))) as string[][];
  const remarked = rows.map((row) => [...row, randomBytes(30).toString("hex")]);
  return workbookOf({ sheets: [{ name: "Leads", rows: [[...header, "Remark"], ...remarked] }] });
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
    `of checking a workbook of 60,000 rows is within ${WORKBOOK_GROWTH_MIB_MAX} MiB of checking one of 10,000`,
    async () => {
      const [few = 0, many = 0] = [
        await peakMib(["validate"], 10_000, { name: "leads.xlsx" }),
        await peakMib(["validate"], 60_000, { name: "leads.xlsx" }),
      ];
      expect(many - few).toBeLessThan(WORKBOOK_GROWTH_MIB_MAX);
    },
    TIMEOUT_MS,
  );

  it(
    `of sending 30,000 rows is within ${GROWTH_MIB_MAX} MiB of sending 2,000`,
    async () => {
      const peaks: number[] = [];
      for (const rowCount of [2_000, 30_000]) {
        const { env } = await startService({ keepLeads: false });
        peaks.push(await peakMib(["submit", "--concurrency", "64"], rowCount, { env }));
      }
      expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(GROWTH_MIB_MAX);
    },
    TIMEOUT_MS,
  );
});
