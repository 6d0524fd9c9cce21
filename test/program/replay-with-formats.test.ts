import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { describe, expect, it } from "vitest";
import { brokenLead, leadAt, submitted } from "./corrected-run.ts";
import { correctFix, saveFix } from "./fix-sheet.ts";
import { changed, csvOf, leadOf, type NestedLead } from "./lead-sheet.ts";
import { readReport, readSheet } from "./run-files.ts";
import { started } from "./started.ts";

describe("a JSON input", () => {
  it("is corrected through its fix.json", async () => {
    const broken = brokenLead(3);
    const sheet = JSON.stringify([leadOf(2), broken, brokenLead(4)]);
    const { service, cwd, call: run } = await started(sheet, {}, "leads.json");
    await run("submit", "leads.json", "--out", "run", "--quiet");
    const items: NestedLead[] = JSON.parse(readFileSync(join(cwd, "run/fix.json"), "utf8"));
    expect(items.map((item) => item.leadctl_row)).toStrictEqual([2, 3]);
    const fixed = [changed(items[0] ?? {}, "address.unitNumber", 7), items[1]];
    writeFileSync(join(cwd, "fixed.json"), JSON.stringify(fixed));

    const end = await run("replay", "run", "--with", "fixed.json", "--json");

    expect(JSON.parse(end.stdout)).toMatchObject({
      summary: { created: 2, invalid: 1 },
      correction: { corrected: 1, unchanged: 1 },
    });
    expect(service.quotes()[1]?.lead).toStrictEqual(changed(broken, "address.unitNumber", 7));
    expect(leadAt(join(cwd, "run"), 3).issues[0]?.finding).toBe("unit-number-missing");
  });
});

describe("a sheet of another country", () => {
  it("goes on reading its fractions as before, whatever the corrected file is cut by", async () => {
    const lead = changed(
      { ...brokenLead(3), propertyUsage: "investment" },
      "statedInformation.rentalOccupancy",
      "longTerm",
    );
    const rows: string[][] = parse(csvOf([leadOf(2), lead]));
    const rent = rows[0]?.indexOf("Monthly Rental Income") ?? -1;
    const texts = rows.map((row, at) =>
      row.map((cell, index) => (at === 2 && index === rent ? "1.250,50" : cell)),
    );
    const { service, cwd, call: run } = await started(stringify(texts, { delimiter: ";", quoted: true }));
    await run("submit", "leads.csv", "--out", "run", "--quiet");
    const fix = readSheet(join(cwd, "run"), "fix.csv", ";");
    expect(fix[0]?.["Monthly Rental Income"]).toBe("1.250,50");
    saveFix(
      join(cwd, "fixed.csv"),
      fix.map((row) => ({ ...row, "Unit Number": "3", Phone: row.Phone?.replace(/^'/, "") ?? "" })),
    );

    const end = await run("replay", "run", "--with", "fixed.csv", "--json");

    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 2 });
    expect(service.quotes()[1]?.lead).toMatchObject({
      statedInformation: { monthlyRentalIncome: 1250.5 },
      address: { unitNumber: 3 },
    });
  });
});

describe("an amount that other rows explain", () => {
  it("means the same when its row comes back alone", async () => {
    const header = "Email,Unit #,Building Type,Usage,Rental Occupancy,Monthly Rent";
    const rows = [
      'a@b.co,1,condo,investment,longTerm,"1.250,50"',
      "c@d.co,4B,condo,investment,longTerm,2.500",
    ];
    const { service, cwd, call: run } = await started([header, ...rows, ""].join("\r\n"));
    await run("submit", "leads.csv", "--out", "run", "--quiet");
    const fixed = correctFix(join(cwd, "run"), { 3: { "Unit #": "4" } });

    const end = await run("replay", "run", "--with", fixed, "--json");

    expect(JSON.parse(end.stdout).summary).toMatchObject({ created: 2 });
    expect(service.quotes().map(({ lead }) => lead)).toMatchObject(
      [1250.5, 2500].map((monthlyRentalIncome) => ({ statedInformation: { monthlyRentalIncome } })),
    );
  });
});

describe("a lead that was a duplicate for a mistyped address", () => {
  it("goes when the address is corrected in a copy of the report", async () => {
    const { dir, service, replay } = await submitted([leadOf(2), leadOf(3)], {
      users: ["applicant-3@example.com"],
    });
    expect(readReport(dir).leads.map(({ status }) => status)).toStrictEqual(["created", "duplicate"]);
    const rows = readSheet(dir, "report.csv").map((row) => ({
      ...row,
      Phone: row.Phone?.replace(/^'/, "") ?? "",
      ...(row.leadctl_row === "3" && { Email: "right@example.com" }),
    }));
    saveFix(join(dir, "..", "all.csv"), rows);
    const end = await replay("--with", "all.csv");
    expect(end.exitCode).toBe(0);
    expect(JSON.parse(end.stdout).correction).toMatchObject({ corrected: 1, unchanged: 1 });
    expect(leadAt(dir, 3)).toMatchObject({ status: "created", email: "right@example.com" });
    expect(service.quotes().map(({ email }) => email)).toStrictEqual([
      "applicant-2@example.com",
      "right@example.com",
    ]);
  });
});
