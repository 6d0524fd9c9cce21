import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPlainSheets } from "../../src/sheet/formats/plain-sheets.ts";
import { type TestSheet, workbookOf } from "../sheet/formats/workbook.ts";
import { doubtfulLeads, QUESTION, WORD } from "./question-sheet.ts";
import { quotesByEmail } from "./run-program.ts";
import { started } from "./started.ts";

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

async function doubtfulPlace() {
  const { service, cwd, call } = await started(doubtfulLeads());
  const run = async (...args: string[]) => {
    const end = await call(...args);
    return { ...end, told: end.stderr.replace(/\s+/g, " ") };
  };
  return { service, cwd, run };
}

describe("a mapping as a workbook", () => {
  it("is offered, filled in and sent by, and stays with the run", async () => {
    const { service, cwd, run } = await doubtfulPlace();
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
    expect(quotesByEmail(service).map(({ lead }) => lead)).toMatchObject(
      ["singleFamily", "townhouse", "singleFamily", "townhouse"].map((buildingType) => ({ buildingType })),
    );
    const plan = readFileSync(join(cwd, "run", "plan.ndjson"), "utf8")
      .trim()
      .split("\n");
    expect(JSON.parse(plan.at(-1) ?? "").reading.answers).toContainEqual([QUESTION, "townhouse"]);
    expect((await run("map", "leads.csv", "--mapping", "mapping.xlsx")).exitCode).toBe(0);
  });

  it("is written as nothing but .xlsx or JSON", async () => {
    const { run } = await doubtfulPlace();
    for (const name of ["mapping.csv", "mapping.ods"]) {
      const end = await run("map", "leads.csv", "--json", "--save", name);
      expect([end.exitCode, JSON.parse(end.stdout).error.finding]).toStrictEqual([2, "usage/save-name"]);
    }
  });
});
