import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openInput } from "../../src/sheet/open-input.ts";
import { freshFolder } from "../program/run-program.ts";
import { workbookOf } from "../sheet/formats/workbook.ts";
import { describeWithOffice, savedByOffice } from "./office.ts";

describeWithOffice("a sheet that LibreOffice wrote", () => {
  it.each(["xlsx", "ods"] as const)(
    "is read as it was before, with its titles, bands, totals and merged cells: %s",
    async (format) => {
      const bytes = workbookOf({
        formats: ["00000"],
        sheets: [
          { name: "READ ME", rows: [["How to use"]] },
          {
            name: "Pipeline",
            rows: [
              ["Weekly Pipeline – Week 47"],
              ["Borrower", null, null, "Subject Property", null, null, "Home Address"],
              ["First", "Last", "Email", "Street", "City", "Zip", "Street"],
              ["Lia", "May", "lia@may.com", "1 B St", "Mesa", { xml: '<c s="1"><v>2134</v></c>' }, "9 C St"],
              ["NORTH"],
              { hidden: true, cells: ["Moe", "Nye", "moe@nye.com", null, null, 85201, "3 D St"] },
              [
                "Zoë",
                "Ng",
                { xml: '<c t="str"><f>LOWER("ZOE@NG.COM")</f><v>zoe@ng.com</v></c>' },
                "4 E St",
                "Reno",
                89501,
                "5 F St",
              ],
              ["TOTAL", 3],
            ],
            merges: ["A1:G1", "A2:C2", "D2:F2", "D4:D6", "A5:C5"],
          },
        ],
      });
      const path = join(freshFolder(), "pipeline.xlsx");
      writeFileSync(path, bytes);
      const table = await openInput({ path: savedByOffice(path, format) }, { hiddenRows: "include" });
      const rows = [];
      for await (const { row, cells } of table.rows) rows.push([row, ...cells]);
      expect(table.columns.map(({ name }) => name)).toEqual([
        "First",
        "Last",
        "Email",
        "Subject Property Street",
        "Subject Property City",
        "Subject Property Zip",
        "Home Address Street",
      ]);
      expect(rows).toEqual([
        [4, "Lia", "May", "lia@may.com", "1 B St", "Mesa", "02134", "9 C St"],
        [6, "Moe", "Nye", "moe@nye.com", "1 B St", null, 85201, "3 D St"],
        [7, "Zoë", "Ng", "zoe@ng.com", "4 E St", "Reno", 89501, "5 F St"],
      ]);
      expect(table.skipped).toMatchObject([
        { first: 5, reason: "separator", text: "NORTH" },
        { first: 8, reason: "total", text: "TOTAL" },
      ]);
      expect(table.notices.map(({ code }) => code).sort()).toEqual([
        "header-bands",
        "header-row",
        "merged-cells",
        "rows-skipped",
        "sheet-chosen",
      ]);
    },
  );
});
