import { describe, expect, it } from "vitest";
import type { InputOptions } from "../../../src/sheet/table.ts";
import { readContent } from "../columns/read-content.ts";
import { sheetOf, type TestCell, type TestWorkbook, workbookOf } from "./workbook.ts";

const read = (workbook: TestWorkbook, options: InputOptions = {}) =>
  readContent(workbookOf(workbook), { format: "xlsx", ...options });
const HEADER = ["First Name", "Last Name", "Email", "City"];
const lead = (email: string): TestCell[] => ["Ana", "Ng", email, "Reno"];
const leads = (name: string, ...emails: string[]) => sheetOf(name, HEADER, ...emails.map(lead));
/** A sheet with merged cells. */
const merged = (merges: string[], ...rows: TestCell[][]) =>
  read({ sheets: [{ name: "Leads", rows, merges }] });
const emailsOf = (rows: { cells: readonly unknown[] }[]) => rows.map(({ cells }) => cells[2]);

describe("the sheet of a workbook", () => {
  const guide = sheetOf("READ ME", ["How to use"], ["Fill in the Leads tab"]);
  const lists = sheetOf("Lists", ["Property Type", "Loan Purpose"], ["Condo", "Refinance"]);
  const summary = sheetOf("Summary", ["City", "Leads"], ["Reno", 2]);
  const team = sheetOf("Loan Officers", ["Name", "Email", "Phone"], ["Pat", "pat@acme.com", "555-010-1000"]);

  it("is the one that holds leads, and the others are told", async () => {
    const { table, rows } = await read({ sheets: [guide, summary, leads("Nov", "a@b.co"), lists, team] });
    expect(emailsOf(rows)).toEqual(["a@b.co"]);
    const others = ["READ ME", "Summary", "Lists", "Loan Officers"].map((personal) => ({ personal }));
    expect(table.notices).toMatchObject([
      { code: "sheet-chosen", params: { sheet: { personal: "Nov" }, others, more: 0 } },
    ]);
  });

  it("is not chosen among several with leads, nor where a template has no rows", async () => {
    await expect(read({ sheets: [leads("Nov", "a@b.co"), leads("Oct", "c@b.co")] })).rejects.toMatchObject({
      code: "sheet-ambiguous",
    });
    const { rows } = await read({ sheets: [leads("Template"), leads("Nov", "a@b.co")] });
    expect(emailsOf(rows)).toEqual(["a@b.co"]);
  });

  it("is never a hidden one unless it is named", async () => {
    const hidden = { ...leads("Raw", "h@b.co"), isHidden: true };
    await expect(read({ sheets: [guide, hidden] })).rejects.toMatchObject({
      code: "sheet-hidden",
      params: { first: "Raw" },
    });
    const both = await read({ sheets: [leads("Nov", "a@b.co"), hidden] });
    expect(both.table.notices).toMatchObject([{ code: "hidden-sheet" }]);
    expect(emailsOf((await read({ sheets: [guide, hidden] }, { sheet: "raw" })).rows)).toEqual(["h@b.co"]);
  });
});

describe("merged cells", () => {
  it("over several rows hold for each of them, and that is said", async () => {
    const others = ["b@b.co", "c@b.co", "d@b.co"].map((email) => lead(email).slice(0, 3));
    const { table, rows } = await merged(["D2:D4"], HEADER, lead("a@b.co"), ...others);
    expect(rows.map(({ cells }) => cells[3])).toEqual(["Reno", "Reno", "Reno", undefined]);
    expect(table.notices).toMatchObject([{ code: "merged-cells", params: { cells: ["D2:D4"], more: 0 } }]);
  });

  it("are found however XML quotes where they stand", async () => {
    const rows = [HEADER, lead("a@b.co"), lead("b@b.co").slice(0, 3)];
    const before = "<mergeCells count='1'><mergeCell ref='D2:D3'/></mergeCells>";
    const sheet = await read({ sheets: [{ name: "Leads", rows, before }] });
    expect(sheet.rows.map(({ cells }) => cells[3])).toEqual(["Reno", "Reno"]);
  });

  it("make no lead of a row that has nothing else", async () => {
    const merges = ["A2:A3", "B2:B3", "C2:C3", "D2:D3"];
    const nothing = [null, null, null, null];
    const { rows } = await merged(merges, HEADER, lead("a@b.co"), nothing, lead("b@b.co"));
    expect(rows.map(({ row }) => row)).toEqual([2, 4]);
  });

  it("over columns of several fields make the row invalid, unless what they say holds for all", async () => {
    const { rows } = await merged(
      ["B2:C2", "D3:E3"],
      ["Email", "First Name", "Last Name", "Residential Street", "Residential City"],
      ["a@b.co", "Ana Ng"],
      ["b@b.co", "Bob", "Ng", "same as property"],
    );
    expect(rows[0]?.damage).toMatchObject({ finding: "cells-merged", params: { cells: "B2:C2" } });
    expect(rows[1]?.damage).toBeUndefined();
  });

  it("of a branch across the sheet are no lead", async () => {
    const { table } = await merged(["A2:D2"], HEADER, ["NORTH"], lead("a@b.co"));
    expect(table.skipped).toEqual([{ first: 2, last: 2, reason: "separator", text: "NORTH" }]);
  });

  it("above the labels say how far a band reaches", async () => {
    const { table } = await merged(
      ["A1:E1", "A2:B2", "C2:D2", "E2:E3"],
      ["November", null, null, null, null],
      ["Borrower", null, "Home Address", null, "Notes"],
      ["First", "Email", "Street", "City", null],
      ["Ana", "a@b.co", "1 Elm", "Reno", "x"],
    );
    const names = table.columns.map(({ name }) => name);
    expect(names).toEqual(["First", "Email", "Home Address Street", "Home Address City", "Notes"]);
  });

  it("that overlap without end are refused", async () => {
    const merges = Array.from({ length: 2_001 }, () => "A2:A1048576");
    await expect(merged(merges, HEADER, lead("a@b.co"))).rejects.toMatchObject({ code: "workbook-broken" });
  });
});
