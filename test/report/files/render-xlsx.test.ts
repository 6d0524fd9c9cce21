import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { renderXlsx } from "../../../src/report/files/render-xlsx.ts";
import type { RunReport } from "../../../src/report/model/report-model.ts";
import type { RunRow } from "../../../src/run/run-row.ts";
import { mapContent, readContent } from "../../sheet/columns/read-content.ts";
import { partsOf } from "../../sheet/formats/workbook-parts.ts";
import { type StoryFields, sampleStory, storyOf, storyRow } from "../sample-story.ts";

const workbook = (report: RunReport): Promise<Buffer> => buffer(renderXlsx(report));

async function sheetOf(report: RunReport, sheet: string): Promise<unknown[][]> {
  const { table, rows } = await readContent(await workbook(report), { format: "xlsx", sheet });
  return [table.columns.map(({ name }) => name), ...rows.map(({ cells }) => [...cells])];
}

const link = (row: number): string => `https://service.example.test/login?token=${row}.abc`;

const created = (row: number, fields: StoryFields = {}): RunRow =>
  storyRow(row, {
    cells: [`0213${row}`, `lead-${row}@example.test`],
    firstName: "Jane",
    lastName: `Doe ${row}`,
    email: `lead-${row}@example.test`,
    quoteId: `q-${row}`,
    loginUrl: link(row),
    ...fields,
  });

const COLUMNS = [{ name: "Zip" }, { name: "Email" }, { name: "leadctl_status" }];

describe("report.xlsx", () => {
  it("says of each row what became of it, then holds the row as it came", async () => {
    const [header, , invalid] = await sheetOf(sampleStory(), "Report");
    expect(header?.slice(0, 6)).toEqual([
      "leadctl_row",
      "leadctl_status",
      "leadctl_issues",
      "leadctl_login_url",
      "leadctl_quote_id",
      "ID",
    ]);
    expect(invalid?.slice(0, 3)).toEqual([
      3,
      "invalid",
      "Unit # (E3): Required for condo properties; E-mail (C3): Invalid email",
    ]);
    expect(invalid?.slice(5)).toEqual(["8", 'Ann, "A"\nLee', "nobody", "+1 555-010-0002"]);
  });

  it("marks the cells that kept a row back, and says at them why", async () => {
    const parts = await partsOf(await workbook(sampleStory()));
    const notes = parts.get("xl/comments1.xml")?.match(/<comment ref="\w+"|(?<=preserve">)[^<]*/g);
    expect(notes).toEqual(
      expect.arrayContaining([
        '<comment ref="H3"',
        "Invalid email",
        '<comment ref="J3"',
        "Required for condo properties",
      ]),
    );
  });

  it("leads by a click to each lead that was created, and replaces our columns of an earlier report", async () => {
    const report = storyOf([created(2), created(3, { status: "pending", loginUrl: null })], COLUMNS);
    const parts = await partsOf(await workbook(report));
    expect(parts.get("xl/worksheets/_rels/sheet1.xml.rels")?.match(/Target="[^"]*"/g)).toEqual([
      `Target="${link(2)}"`,
    ]);
    expect(parts.get("xl/worksheets/sheet1.xml")).toContain('<hyperlink ref="D2" r:id="rId1"/>');
    const [header] = await sheetOf(report, "Report");
    expect(header?.filter((name) => name === "leadctl_status")).toHaveLength(1);
  });

  it.each(["javascript:alert(1)", "https://service.example.test/login", "https://evil.example/?token=2.abc"])(
    "makes nothing to click of %s",
    async (loginUrl) => {
      const parts = await partsOf(await workbook(storyOf([created(2, { loginUrl })], COLUMNS)));
      expect(parts.get("xl/worksheets/sheet1.xml")).not.toContain("<hyperlink");
      expect(parts.get("xl/worksheets/sheet1.xml")).toContain(loginUrl);
    },
  );

  it("lists the links of those that were created for a mail merge, and of nobody else", async () => {
    const rows = [
      created(2),
      created(3, { status: "unknown", maybeCreated: true }),
      created(4, { loginUrl: null, quoteId: null }),
      created(5),
    ];
    expect(await sheetOf(storyOf(rows, COLUMNS), "Links")).toEqual([
      ["First Name", "Last Name", "Email", "Login Link"],
      ["Jane", "Doe 2", "lead-2@example.test", link(2)],
      ["Jane", "Doe 5", "lead-5@example.test", link(5)],
    ]);
  });

  it("is read back from its rows, whatever its other sheets hold", async () => {
    const content = await workbook(storyOf([created(2), created(3)], COLUMNS));
    const { input, rows } = await mapContent(content, { format: "xlsx" });
    expect(rows.map(({ lead }) => lead.contactInfo?.email)).toEqual([
      "lead-2@example.test",
      "lead-3@example.test",
    ]);
    expect(input.notices.map(({ code }) => code)).toEqual(["absent-columns"]);
  });
});
