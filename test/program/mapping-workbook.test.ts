import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPlainSheets } from "../../src/sheet/formats/plain-sheets.ts";
import { type TestSheet, workbookOf } from "../sheet/formats/workbook.ts";
import { doubtfulFolder, QUESTION, WORD } from "./question-sheet.ts";
import { quotesByEmail, runProgram, startService } from "./run-program.ts";

/** Writes answers into a mapping's workbook, as another program saves it: by the word that each is about. */
async function answer(path: string, answers: Readonly<Record<string, string>>): Promise<void> {
  const sheets = await readPlainSheets(path);
  const filled = sheets.map(
    ({ name = "", rows }): TestSheet => ({
      name,
      rows: rows.map(({ cells }) => {
        const given = answers[cells[4] ?? ""];
        return cells.map((cell, at) => (name === "Questions" && at === 1 && given ? given : cell));
      }),
    }),
  );
  writeFileSync(path, workbookOf({ sheets: filled }));
}

async function started() {
  const service = await startService();
  const cwd = doubtfulFolder();
  const run = async (...args: string[]) => {
    const end = await runProgram(args, { cwd, env: service.env });
    return { ...end, told: end.stderr.replace(/\s+/g, " ") };
  };
  const types = () =>
    quotesByEmail(service).map(({ lead }) => (lead as { buildingType?: string }).buildingType);
  return { service, cwd, run, types };
}

describe("a mapping as a workbook", () => {
  it("is offered, filled in and sent by, and stays with the run", async () => {
    const { cwd, run, types } = await started();
    const asked = await run("submit", "leads.csv");
    expect(asked.exitCode).toBe(2);
    expect(asked.told).toContain("leadctl map leads.csv --save mapping.xlsx writes a workbook");

    const saved = await run("map", "leads.csv", "--save", "mapping.xlsx");
    expect(saved.exitCode, saved.stderr).toBe(1);
    expect(saved.told).toContain(
      "Saved as mapping.xlsx. Open it, choose an answer in each amber cell, and save it.",
    );
    const path = join(cwd, "mapping.xlsx");
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const open = await run("validate", "leads.csv", "--mapping", "mapping.xlsx");
    expect(open.exitCode).toBe(1);
    expect(open.told).toContain("Fill in the amber cells of mapping.xlsx");

    await answer(path, { [WORD]: "Townhouse" });
    const end = await run("submit", "leads.csv", "--mapping", "mapping.xlsx", "--out", "run");
    expect(end.exitCode, end.stderr).toBe(0);
    expect(types()).toStrictEqual(["singleFamily", "townhouse", "singleFamily", "townhouse"]);
    const plan = readFileSync(join(cwd, "run", "plan.ndjson"), "utf8")
      .trim()
      .split("\n");
    expect(JSON.parse(plan.at(-1) ?? "").reading.answers).toContainEqual([QUESTION, "townhouse"]);
    expect((await run("map", "leads.csv", "--mapping", "mapping.xlsx")).exitCode).toBe(0);
  });

  it("is written as nothing but .xlsx or JSON", async () => {
    const { run } = await started();
    for (const name of ["mapping.csv", "mapping.ods"]) {
      const end = await run("map", "leads.csv", "--json", "--save", name);
      expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, "usage/save-name"]);
    }
  });
});
