import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import { openInput } from "../../src/sheet/open-input.ts";
import { freshFolder, runProgram } from "../program/run-program.ts";
import { partsOf } from "../sheet/formats/workbook-parts.ts";
import { describeWithOffice, savedByOffice } from "./office.ts";

describeWithOffice("a template that LibreOffice opened and saved", () => {
  it("has its columns as text, with their choices", async () => {
    const cwd = freshFolder();
    await runProgram(["template", "--output", "template.xlsx"], { cwd });
    const path = savedByOffice(join(cwd, "template.xlsx"), "xlsx");
    const table = await openInput({ path }, {});
    expect(table.columns.map(({ name }) => name)).toEqual(FIELDS.map(({ label }) => label));
    expect(table.notices).toEqual([]);
    const sheet = (await partsOf(readFileSync(path))).get("xl/worksheets/sheet1.xml") ?? "";
    const choices = [...sheet.matchAll(/<dataValidation [^>]*type="list"/g)];
    expect(choices).toHaveLength(
      FIELDS.filter(({ type, shownValues }) => shownValues ?? type === "boolean").length,
    );
  });
});
