import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fieldListText } from "../../src/cli/commands/template.ts";
import { readSheet } from "./run-files.ts";
import { freshFolder, runProgram, startService } from "./run-program.ts";

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
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), exampleIn("csv"));
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
