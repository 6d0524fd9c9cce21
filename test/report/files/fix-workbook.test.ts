import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { finder, personal } from "../../../src/base/finding.ts";
import { fieldAt } from "../../../src/lead/field-catalogue.ts";
import { LEAD_TEXTS } from "../../../src/lead/lead-texts.ts";
import { renderFixCsv, renderFixXlsx } from "../../../src/report/files/render-fix.ts";
import { RowTally } from "../../../src/report/model/reason-tally.ts";
import { FIX_FILE_TEXTS, runFinding } from "../../../src/run/run-texts.ts";
import { cellFinding } from "../../../src/sheet/cell-texts.ts";
import type { Column } from "../../../src/sheet/table.ts";
import { collected } from "../../collected.ts";
import { readContent } from "../../sheet/columns/read-content.ts";
import { partsOf } from "../../sheet/formats/workbook-parts.ts";
import { storyOf, storyRow } from "../sample-story.ts";
import { textOf } from "../text-of.ts";

const UNIT = fieldAt("address.unitNumber");
const COLUMNS: Column[] = [
  { name: "leadctl_status", letters: "A" },
  { name: "Type", letters: "B" },
  { name: "E-mail", letters: "C" },
  { name: "Occupancy", letters: "D" },
  { name: "Rent", letters: "E" },
];
const PLACES = {
  buildingType: { column: "Type", letters: "B" },
  "contactInfo.email": { column: "E-mail", letters: "C" },
  "statedInformation.rentalOccupancy": { column: "Occupancy", letters: "D" },
  "statedInformation.monthlyRentalIncome": { column: "Rent", letters: "E" },
};
const EMAIL = { code: "invalid_string", path: ["contactInfo", "email"], column: "E-mail" };

const STORY = storyOf(
  [
    storyRow(2, { cells: ["", "condo", "a@example.com", "", ""] }),
    storyRow(53, {
      status: "invalid",
      cells: ["", "condo", "nobody", "", ""],
      issues: [
        { ...EMAIL, message: "Invalid email", cell: "C53" },
        { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] },
        {
          code: "custom",
          message: "Required for investment properties",
          path: ["statedInformation", "rentalOccupancy"],
          column: "Occupancy",
          cell: "D53",
        },
      ],
      warnings: [
        { ...EMAIL, message: "Unusual", cell: "C53", harm: "doubtful" },
        { code: "x", message: "Read as condo", path: ["buildingType"], column: "Type", harm: "changed" },
      ],
    }),
    storyRow(60, {
      status: "rejected",
      cells: ["", "=1+1", "b@example.com", "vacant", ""],
      issues: [{ ...EMAIL, ...runFinding("email-repeated", { row: 2, of: "sheet" }), cell: "C60" }],
      warnings: [{ code: "x", message: "Not known", path: ["buildingType"], column: "Type", cell: "B60" }],
    }),
  ],
  COLUMNS,
  { places: PLACES },
);

const RENT_NEXT = finder(LEAD_TEXTS)("rent-missing-next").message;
/** In a fix file, where other rows have these numbers. */
const REPEATED = FIX_FILE_TEXTS["email-repeated"]({ row: 2, of: "sheet" });

async function workbook(): Promise<Buffer> {
  return Buffer.concat(await collected(renderFixXlsx(STORY, UNIT ? [UNIT] : [])));
}

/** `E2 Invalid email`, a text for each note at a cell, in the order of the cells. */
function notesOf(parts: ReadonlyMap<string, string>): string[] {
  const notes = parts.get("xl/comments1.xml") ?? "";
  return [...notes.matchAll(/<comment ref="(\w+)".*?<t(?: [^>]*)?>(.*?)<\/t>/gs)].map(
    ([, cell, text]) => `${cell} ${text}`,
  );
}

describe("fix.xlsx", () => {
  it("has row, status and reasons in front, then the sheet's own columns, then what it lacks", async () => {
    const { table, rows } = await readContent(await workbook(), { format: "xlsx" });
    expect(table.columns.map(({ name }) => name)).toStrictEqual([
      ...["leadctl_row", "leadctl_status", "leadctl_issues"],
      ...["Type", "E-mail", "Occupancy", "Rent", "Unit Number"],
    ]);
    expect(rows.map(({ cells }) => cells.slice(0, 5))).toStrictEqual([
      [
        53,
        "invalid",
        [
          "E-mail (E2; in your sheet C53): Invalid email",
          "Unit Number (H2): Required for condo properties",
          "Occupancy (F2; in your sheet D53): Required for investment properties",
          "Warning: E-mail (E2; in your sheet C53): Unusual",
          `Warning: Rent (G2; in your sheet E53): ${RENT_NEXT}`,
        ].join("\n"),
        "condo",
        "nobody",
      ],
      [
        60,
        "rejected",
        `E-mail (E3; in your sheet C60): ${REPEATED}\nWarning: Type (D3; in your sheet B60): Not known`,
        "=1+1",
        "b@example.com",
      ],
    ]);
  });

  it("marks the cells, says why in a note, offers the known words, and keeps what it says in sight", async () => {
    const parts = await partsOf(await workbook());
    const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
    const styleOf = (cell: string): string =>
      new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1] ?? "none";
    const [red, amber, plain] = ["E2", "G2", "E2"].map(styleOf);
    expect(["H2", "F2", "E3"].map(styleOf)).toStrictEqual([red, red, red]);
    expect(styleOf("D3")).toBe(amber);
    expect(new Set([red, amber, styleOf("D2")]).size).toBe(3);
    expect(plain).toBe(red);
    expect(notesOf(parts)).toStrictEqual([
      "E2 Invalid email\nWarning: Unusual",
      "F2 Required for investment properties",
      `G2 Warning: ${RENT_NEXT}`,
      "H2 Required for condo properties",
      "D3 Warning: Not known",
      `E3 ${REPEATED}`,
    ]);
    const lists = [...sheet.matchAll(/sqref="(\w+):\w+"><formula1>(.*?)<\/formula1>/g)].map(
      ([, at, list]) => [at, list],
    );
    expect(lists).toStrictEqual([
      ["B2", '"invalid,rejected,not a lead,send"'],
      ["D2", '"Single family,Multi unit,Condo,Townhouse"'],
      ["F2", '"Long term,Vacant"'],
    ]);
    expect(sheet).toMatch(/<pane xSplit="3" ySplit="1" topLeftCell="D2"/);
    expect(sheet).toContain('<autoFilter ref="A1:H3"/>');
    expect(sheet).not.toMatch(/<f[ >]/);
  });

  it("says on a sheet of its own how it goes back", async () => {
    const guide = (await partsOf(await workbook())).get("xl/worksheets/sheet2.xml") ?? "";
    expect(guide).toContain("leadctl replay 2026-01-02T030405Z-leads --with fix.xlsx");
  });
});

describe("a field that several columns feed", () => {
  const columns: Column[] = [
    { name: "House No", letters: "A" },
    { name: "Street", letters: "B" },
    { name: "Cell", letters: "C" },
    { name: "Home", letters: "D" },
  ];
  const street = { code: "custom", message: "No such street", path: ["address", "street"] };
  const phone = { code: "x", message: "Unusual", path: ["contactInfo", "phone"], harm: "doubtful" as const };
  const story = storyOf(
    [
      storyRow(9, {
        status: "rejected",
        cells: ["12", "Elm", "1", "2"],
        issues: [{ ...street, column: "Street", cell: "B9", alsoFrom: [{ column: "House No", cell: "A9" }] }],
        warnings: [{ ...phone, column: "Cell", cell: "C9", alsoFrom: [{ column: "Home", cell: "D9" }] }],
      }),
    ],
    columns,
  );

  it("is marked in each of their cells with the same note, and named with all their places", async () => {
    const bytes = Buffer.concat(await collected(renderFixXlsx(story, [])));
    const parts = await partsOf(bytes);
    const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
    const styles = ["D2", "E2", "F2", "G2"].map(
      (cell) => sheet.split(`<c r="${cell}" s="`)[1]?.split('"')[0],
    );
    expect(styles[0]).toBe(styles[1]);
    expect(styles[2]).toBe(styles[3]);
    expect(styles[0]).not.toBe(styles[2]);
    expect(notesOf(parts)).toStrictEqual([
      "D2 No such street",
      "E2 No such street",
      "F2 Warning: Unusual",
      "G2 Warning: Unusual",
    ]);
    const { rows } = await readContent(bytes, { format: "xlsx" });
    expect(rows[0]?.cells[2]).toBe(
      "Street (E2; in your sheet B9) and House No (D2; in your sheet A9): No such street\n" +
        "Warning: Cell (F2; in your sheet C9) and Home (G2; in your sheet D9): Unusual",
    );
  });
});

describe("fix.csv", () => {
  it("says the same on one line, in its own cells, and has ours at the end", async () => {
    const records: string[][] = parse(await textOf(renderFixCsv(STORY, UNIT ? [UNIT] : [])), { bom: true });
    expect(records[0]?.slice(4)).toStrictEqual([
      "Unit Number",
      ...["leadctl_row", "leadctl_status", "leadctl_issues"],
    ]);
    expect(records[2]).toStrictEqual([
      ...["'=1+1", "b@example.com", "vacant", "", "", "60", "rejected"],
      `E-mail (B3; in your sheet C60): ${REPEATED}; Warning: Type (A3; in your sheet B60): Not known`,
    ]);
  });

  it("lacks no column that the sheet has under a header of its own, for a unit that its street cannot say", async () => {
    const issue = {
      code: "invalid_type",
      ...cellFinding("unit-of-street-not-number", { text: personal("12B"), place: personal("Apt") }),
      path: ["address", "unitNumber"],
      column: "Address",
    };
    const row = storyRow(2, { status: "invalid", cells: ["", ""], issues: [issue] });
    const tally = new RowTally();
    tally.add(row);
    expect(tally.absentFields).toStrictEqual([UNIT]);
    const headersWith = async (places: object): Promise<string[]> => {
      const story = storyOf([row], [{ name: "Address" }, { name: "Apt" }], { places: { ...places } });
      const [headers = []]: string[][] = parse(await textOf(renderFixCsv(story, tally.absentFields)), {
        bom: true,
      });
      return headers.filter((header) => !header.startsWith("leadctl_"));
    };
    expect(await headersWith({})).toStrictEqual(["Address", "Apt", "Unit Number"]);
    const apt = { "address.unitNumber": { column: "Apt" } };
    expect(await headersWith(apt)).toStrictEqual(["Address", "Apt"]);
  });
});
