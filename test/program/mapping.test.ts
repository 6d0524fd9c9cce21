import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fieldListText } from "../../src/cli/commands/template.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { readPlainSheets } from "../../src/sheet/formats/plain-sheets.ts";
import { type TestSheet, workbookOf } from "../sheet/formats/workbook.ts";
import { correctFix } from "./fix-sheet.ts";
import { doubtfulLeads, QUESTION, WORD } from "./question-sheet.ts";
import { readSheet } from "./run-files.ts";
import { freshFolder, quotesByEmail, runProgram, startService } from "./run-program.ts";
import { sheetFolder, started } from "./started.ts";

const documentAt = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), "utf8");

const GUIDE = documentAt("mapping.md");

/** The block of the guide's example in that language. */
function exampleIn(language: string): string {
  const example = GUIDE.slice(GUIDE.indexOf("## An example"));
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(example)?.[1];
  if (block === undefined) throw new Error(`docs/mapping.md has no example in ${language}`);
  return block;
}

/** A fresh folder with the guide's sheet and mapping in it. */
function exampleFolder(env: Readonly<Record<string, string>> = {}) {
  const cwd = sheetFolder(exampleIn("csv"));
  writeFileSync(join(cwd, "mapping.json"), exampleIn("json"));
  return { cwd, run: (...args: string[]) => runProgram(args, { cwd, env }) };
}

const ANA = {
  affiliateId: "CR-1",
  buildingType: "singleFamily",
  loanPurpose: "homeImprovement",
  propertyUsage: "investment",
  contactInfo: { firstName: "Ana", lastName: "Reyes", email: "ana@example.com" },
  address: { street: "12 Elm St", city: "Salem", state: "MA", zip: "01970" },
  residentialAddress: { street: "4 Oak Ave", city: "Lynn", state: "MA", zip: "01901" },
  statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 1250.5 },
  listedForSaleIn6Months: false,
  purchasedOrSubjectToMortgageIn6Months: false,
  liabilitiesIn4Years: false,
};

describe("the guide to mapping files", () => {
  it("has an example that does what it says, and stays with the run", async () => {
    const service = await startService();
    const { cwd, run } = exampleFolder(service.env);

    const end = await run("submit", "leads.csv", "--mapping", "mapping.json", "--out", "run", "--json");

    expect(JSON.parse(end.stdout).summary).toMatchObject({ total: 2, created: 1, invalid: 1 });
    expect(service.quotes()[0]?.lead).toStrictEqual(ANA);
    const fix = readSheet(join(cwd, "run"), "fix.csv");
    expect(fix.map((row) => [row.Lead, row.leadctl_row])).toStrictEqual([["CR-2", "3"]]);

    // The mapping file is gone: the plan has it.
    writeFileSync(join(cwd, "mapping.json"), "");
    const text = readFileSync(join(cwd, "run/fix.csv"), "utf8");
    writeFileSync(join(cwd, "fixed.csv"), text.replace("Flat", "House"));
    const replayed = await run("replay", "run", "--with", "fixed.csv", "--json");
    expect(JSON.parse(replayed.stdout).summary).toMatchObject({ created: 2 });
    expect(service.quotes()[1]?.lead).toMatchObject({
      affiliateId: "CR-2",
      buildingType: "singleFamily",
      statedInformation: { rentalOccupancy: "vacant" },
      listedForSaleIn6Months: true,
    });
  });

  it("has a sheet that is refused without its mapping, and one that is refused with another sheet", async () => {
    const { cwd, run } = exampleFolder();
    const without = await run("validate", "leads.csv");
    expect(without.exitCode).toBe(1);
    expect(without.stderr).toMatch(/Question 1 of 4: /);
    writeFileSync(join(cwd, "other.csv"), "Email,First Name\nana@example.com,Ana\n");
    const other = await run("validate", "other.csv", "--json", "--mapping", "mapping.json");
    expect([other.exitCode, JSON.parse(other.stdout).error.finding]).toStrictEqual([2, "mapping-mismatch"]);
  });
});

describe("the only address of a sheet, which its header calls the applicant's home", () => {
  it("is asked about, and goes as the property's as well, also after a correction", async () => {
    const service = await startService();
    const cwd = freshFolder();
    const run = (...args: string[]) => runProgram(args, { cwd, env: service.env });
    const sheet = `Email,Home Address,Type
ana@example.com,"700 Colfax Ave Unit 8, Denver, CO 80203",Condo
ben@example.com,"88 Logan St Apt 4B, Denver, CO 80203",Condo
`;
    writeFileSync(join(cwd, "leads.csv"), sheet);
    const asked = await run("submit", "leads.csv", "--json");
    expect(JSON.parse(asked.stdout).error.questions).toMatchObject([
      { id: "address:homeaddress", kind: "address", options: [{ answer: "both" }, {}, {}, {}] },
    ]);
    writeFileSync(join(cwd, "mapping.json"), '{"answers":{"address:homeaddress":"both"}}');
    const end = await run("submit", "leads.csv", "--mapping", "mapping.json", "--out", "run", "--json");
    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 1, invalid: 1 });

    const fixed = correctFix(join(cwd, "run"), { 3: { "Unit Number": "4" } });
    expect((await run("replay", "run", "--with", fixed, "--quiet")).exitCode).toBe(0);
    const leads = service.quotes().map(({ lead }) => lead as Lead);
    const home = (street: string) => ({ street, city: "Denver", state: "CO", zip: "80203" });
    expect(leads.map(({ address, residentialAddress }) => [address, residentialAddress])).toStrictEqual([
      [{ ...home("700 Colfax Ave Unit 8"), unitNumber: 8 }, home("700 Colfax Ave Unit 8")],
      [{ ...home("88 Logan St Apt 4B"), unitNumber: 4 }, home("88 Logan St Apt 4B")],
    ]);
  });
});

describe("leadctl map", () => {
  it("asks what only a person knows, writes it down, and takes the answers", async () => {
    const { cwd, run } = exampleFolder();
    const asked = await run("map", "leads.csv", "--save", "mine.json");
    expect(asked.exitCode).toBe(1);
    expect(asked.stdout).toMatch(/^! {2}F {2}Street +\? +12 Elm St · 9 Bay Rd$/m);
    expect(asked.stderr).toContain("Next: leadctl validate leads.csv --mapping mine.json");
    const unanswered = await run("validate", "leads.csv", "--mapping", "mine.json");
    expect(unanswered.exitCode).toBe(2);
    for (const place of ["answers.address:street", "answers.address:street#2"])
      expect(unanswered.stderr).toContain(place);

    const answered = await run("map", "leads.csv", "--mapping", "mapping.json", "--json");
    expect(answered.exitCode).toBe(0);
    const { columns, missing } = JSON.parse(answered.stdout);
    expect(columns[9]).toMatchObject({
      header: "Street",
      letters: "J",
      field: "residentialAddress.street",
      settled: true,
    });
    expect(missing).not.toContain("loanPurpose");
    const draft = readFileSync(join(cwd, "mine.json"), "utf8");
    expect(draft).toContain('"address:street": "?"');
    const filled = draft.replace('"address:street": "?"', '"address:street": "property"');
    writeFileSync(
      join(cwd, "mine.json"),
      filled
        .replace('"address:street#2": "?"', '"address:street#2": "residence"')
        .replace('"word:buildingType:flat": "?"', '"word:buildingType:flat": "condo"')
        .replace('"column:letto": "?"', '"column:letto": "leave-out"'),
    );
    const own = await run("map", "leads.csv", "--mapping", "mine.json", "--json");
    expect([own.exitCode, JSON.parse(own.stdout).questions]).toStrictEqual([0, []]);
    const again = await run("map", "leads.csv", "--save", "mine.json", "--json");
    expect([again.exitCode, JSON.parse(again.stdout).error.finding]).toStrictEqual([2, "usage/new-file"]);
  });
});

describe("the field list", () => {
  it("is what the program prints", async () => {
    expect(documentAt("fields.md")).toBe(fieldListText());
    const end = await runProgram(["template", "--describe"], { cwd: freshFolder() });
    expect(end.stdout).toBe(documentAt("fields.md"));
  });
});

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
