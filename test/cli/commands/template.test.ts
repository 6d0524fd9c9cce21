import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { template } from "../../../src/cli/commands/template.ts";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { readPlainSheets } from "../../../src/sheet/formats/plain-sheets.ts";
import { mapInput } from "../../../src/sheet/map-input.ts";
import { showColumns } from "../../../src/sheet/mapping/shown-columns.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import { collected } from "../../collected.ts";
import { sharedFolder } from "../../folders.ts";
import { testContext } from "../../security/test-context.ts";
import { workbookOf } from "../../sheet/formats/workbook.ts";

const folder = sharedFolder();

describe("leadctl template", () => {
  it("writes a CSV header that names every field", async () => {
    const { context, stdout } = testContext();
    expect(await template({ describe: false }, context)).toBe(0);
    expect(stdout.text).toBe(`\ufeff${FIELDS.map(({ label }) => label).join(",")}\r\n`);
    expect(parse(stdout.text, { bom: true })).toEqual([FIELDS.map(({ label }) => label)]);
  });

  it("writes a workbook whose columns match every field, as text and with choices", async () => {
    const { context, stderr } = testContext();
    const path = join(folder, "leads.xlsx");
    expect(await template({ describe: false, output: path }, context)).toBe(0);
    expect(stderr.text).toContain(`leadctl validate ${path}`);
    const table = await openInput({ path }, {});
    expect(table.columns.map(({ name }) => name)).toEqual(FIELDS.map(({ label }) => label));
    const { columns, questions, missing } = await showColumns(mapInput(table, undefined, true));
    expect(columns.every(({ reading }) => reading.target && reading.reason === "named")).toBe(true);
    expect(questions.open).toEqual([]);
    expect(missing).toEqual([]);
    await expect(template({ describe: false, output: path }, context)).rejects.toMatchObject({
      finding: "usage/new-file",
    });
    const nowhere = template({ describe: false, output: join(folder, "none", "leads.xlsx") }, context);
    await expect(nowhere).rejects.toMatchObject({ code: "output-unusable", exitCode: 6 });
  });

  it("writes a workbook that asks nothing once its own examples are filled in", async () => {
    const path = join(folder, "filled.xlsx");
    await template({ describe: false, output: path }, testContext().context);
    const sheets = (await readPlainSheets(path)).map(({ name = "", rows }) => ({
      name,
      rows: rows.map(({ cells }) => [...cells]),
    }));
    expect(sheets.map(({ name }) => name)).toEqual(["Leads", "How to fill it in"]);
    const guide = new Map(sheets[1]?.rows.map((cells) => [cells[0], cells]));
    expect(guide.get("Building Type")?.slice(3)).toEqual([
      "Single family, Multi unit, Condo, Townhouse; others are sent as they are",
      "Single family",
    ]);
    expect(guide.get("Email")?.[2]).toBe("Needed");
    const examples = FIELDS.map(({ label }) => guide.get(label)?.[4] ?? "");
    sheets[0]?.rows.push(examples);
    await writeFile(path, workbookOf({ sheets }));
    const table = await openInput({ path }, {});
    const input = mapInput(table);
    const rows = await collected(input.rows);
    expect(input.notices).toEqual([]);
    expect(input.questions.open).toEqual([]);
    expect(rows[0]).toMatchObject({ unreadable: [], warnings: [] });
    expect(rows[0]?.lead).toMatchObject({
      buildingType: "singleFamily",
      propertyUsage: "primaryResidence",
      contactInfo: { email: "jane.doe@example.com" },
      statedInformation: { monthlyRentalIncome: 1850.5 },
      liabilitiesIn4Years: true,
    });
  });

  it("writes JSON with every field in its place", async () => {
    const path = join(folder, "leads.json");
    await template({ describe: false, output: path }, testContext().context);
    const [lead] = JSON.parse(await readFile(path, "utf8"));
    expect(Object.keys(lead.contactInfo)).toEqual(["firstName", "lastName", "email", "phone"]);
    expect(lead.affiliateId).toBeNull();
  });

  it("describes the fields", async () => {
    const { context, stdout } = testContext();
    await template({ describe: true }, context);
    for (const { label, path } of FIELDS) {
      expect(stdout.text).toContain(`**${label}**`);
      expect(stdout.text).toContain(`\`${path}\``);
    }
  });

  it("does not put a workbook on a terminal", async () => {
    const { context, stdout } = testContext();
    Object.assign(stdout, { isTTY: true });
    await expect(template({ describe: false, format: "xlsx" }, context)).rejects.toMatchObject({
      exitCode: 2,
    });
  });
});
