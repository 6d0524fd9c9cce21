import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/base/text-width.ts";
import { fieldAt } from "../../../src/lead/field-catalogue.ts";
import {
  changeReasons,
  noticeLines,
  readingLines,
  renderBriefReading,
  type ShownReading,
} from "../../../src/report/text/reading-text.ts";
import { type ColumnReading, targetAt } from "../../../src/sheet/columns/column-reading.ts";
import { styleFor } from "../../../src/terminal/style.ts";

const styleAt = (columns: number) => styleFor({ isTTY: true, columns }, { LANG: "C.UTF-8" }, "linux");

function reading(
  name: string,
  letters: string,
  path: string,
  more: Partial<ColumnReading> = {},
): ColumnReading {
  const target = targetAt(path);
  return {
    column: { name, letters },
    index: 0,
    rank: 0,
    reason: "header",
    ...(target && { target }),
    ...more,
  };
}

const BESIDE = { finding: "beside", message: "beside the property's" };

const READING: ShownReading = {
  readings: [
    reading("Borrower Name", "A", "contactInfo.fullName"),
    reading("Email", "B", "contactInfo.email", { reason: "named" }),
    reading("Street", "C", "residentialAddress.street", {
      reason: "evidence",
      remark: BESIDE,
    }),
    reading("City", "D", "residentialAddress.city", { reason: "evidence", remark: BESIDE }),
    reading("Prop Type", "E", "buildingType"),
    { column: { name: "Notes", letters: "F" }, index: 5, rank: 0, reason: "irrelevant" },
  ],
  changes: [
    { path: "buildingType", column: { name: "Prop Type" }, from: "SFR", to: "singleFamily", rowCount: 2 },
    { path: "buildingType", column: { name: "Prop Type" }, from: "2-4 unit", to: "multiUnit", rowCount: 12 },
    {
      path: "buildingType",
      column: { name: "Prop Type" },
      from: "Single-Family",
      to: "singleFamily",
      rowCount: 40,
    },
  ],
  sample: {
    row: 2,
    cells: [],
    lead: {
      buildingType: "singleFamily",
      contactInfo: { firstName: "Jane", lastName: "Doe", email: "jane@mail.com" },
      residentialAddress: { street: "1 Elm St", city: "Reno" },
    },
  },
};

describe("the reading of a sheet", () => {
  it("shows what other names feed, with a lead's values, and what values became", () => {
    expect(readingLines(READING, styleAt(80)).join("\n")).toMatchInlineSnapshot(`
      "  Read     Borrower Name (A)  → First Name, Last Name  Jane | Doe
                 Street (C)         → Residential Street     1 Elm St
                   beside the property's
                 City (D)           → Residential City       Reno
                 Prop Type (E)      → Building Type          Single family
                 and 1 column named like its field
                 The values on the right are from row 2"
    `);
  });

  it("shows a lead's values also beside a column of many fields", () => {
    const readings = [reading("Home address", "A", "residentialAddress.fullAddress")];
    const lines = readingLines({ ...READING, readings }, styleAt(80));
    expect(lines[0]).toMatch(/ 1 Elm St \| Reno$/);
  });

  it("tells what values became, most rows first, and no other spelling of a value", () => {
    expect(changeReasons(READING.changes, styleAt(80)).map(({ message, count }) => [message, count])).toEqual(
      [
        ['"2-4 unit" → Multi unit', 12],
        ['"SFR" → Single family', 2],
      ],
    );
    expect(renderBriefReading({ ...READING, notices: [] }, styleAt(80))).toContain(
      'Changed  Prop Type: "2-4 unit" → Multi unit (12 rows)\n',
    );
  });

  it("says nothing of a sheet whose columns are named like their fields", () => {
    const readings = [reading("Email", "A", "contactInfo.email", { reason: "named" })];
    expect(readingLines({ readings }, styleAt(80))).toEqual([]);
    expect(renderBriefReading({ readings, changes: [], notices: [] }, styleAt(80))).toBe("");
  });

  it("is brief before leads are sent, and says all that the sheet as a whole asks to be said", () => {
    const readings = Array.from({ length: 9 }, (_, at) => reading(`Column ${at}`, "A", "address.city"));
    const text = renderBriefReading({ ...READING, readings, notices: ["Row 9 is no lead"] }, styleAt(80));
    expect(text).toContain("and 3 more");
    expect(text).toContain("Row 9 is no lead");
  });

  it("shows what stands in each of several columns for one field, and the beginning of a long header", () => {
    const long = "Current home address (if it is not the property): postal code";
    const shown: ShownReading = {
      readings: [
        reading("Cell", "A", "contactInfo.phone"),
        reading("Home Ph", "B", "contactInfo.phone", { index: 1, rank: 2 }),
        reading(long, "C", "residentialAddress.zip", { index: 2 }),
      ],
      changes: [],
      sample: {
        row: 2,
        cells: ["555-010-0001", "555-010-0002", "89501"],
        lead: { contactInfo: { phone: "555-010-0001" }, residentialAddress: { zip: "89501" } },
      },
    };
    const text = readingLines(shown, styleAt(100)).join("\n");
    expect(text).toContain("555-010-0002");
    expect(text).toContain("Current home address (if it is no…");
  });

  it("stays within the width", () => {
    for (let columns = 40; columns <= 160; columns++) {
      const lines = [
        ...readingLines(READING, styleAt(columns)),
        ...renderBriefReading({ ...READING, notices: [] }, styleAt(columns)).split("\n"),
      ];
      // A column and its field are never broken.
      for (const line of lines.filter((text) => !text.includes("→"))) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("shows hostile text of the sheet as text", () => {
    const hostile = "\u001B[2J\u009B1m\u202E\nCREATED";
    const path = fieldAt("address.city")?.path ?? "";
    const shown: ShownReading = {
      readings: [reading(hostile, hostile, path, { remark: { finding: "hostile", message: hostile } })],
      changes: [{ path, column: { name: hostile }, from: hostile, to: hostile + hostile, rowCount: 1 }],
      sample: { row: 2, cells: [hostile], lead: { address: { city: hostile } } },
    };
    const text = [...readingLines(shown, styleAt(80)), ...noticeLines([hostile], styleAt(80))].join("\n");
    for (const all of [text, renderBriefReading({ ...shown, notices: [hostile] }, styleAt(80))]) {
      expect(all).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
    }
  });
});
