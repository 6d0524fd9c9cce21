import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  type SheetColumn,
  type WrittenSheet,
  writeWorkbook,
} from "../../../../src/sheet/formats/write/xlsx-writer.ts";
import { collected } from "../../../collected.ts";
import { readContent } from "../../columns/read-content.ts";
import { partsOf } from "../workbook-parts.ts";

function written(columns: SheetColumn[], rows: WrittenSheet["rows"]): Promise<Buffer> {
  return workbookOf({ name: "Leads", columns, rows });
}

async function workbookOf(...sheets: WrittenSheet[]): Promise<Buffer> {
  return Buffer.concat(await collected(writeWorkbook(sheets)));
}

describe("a workbook that we write", () => {
  it("is read back as the texts it was given, whatever they look like", async () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary-ascii" }),
      fc.constantFrom("02134", "1.5E+10", "_x000D_", "=1+1", "a\r\nb", "5-Apr", "]]>&<\"'"),
    );
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const columns = [{ header: "Email" }, { header: "Zip" }, { header: "Last Name" }];
        const bytes = await written(
          columns,
          rows.map((cells) => ["@", ...cells]),
        );
        const read = await readContent(bytes, { format: "xlsx" });
        const filled = (cells: readonly unknown[]) => [0, 1, 2].map((at) => cells[at] ?? "");
        expect(read.rows.map(({ cells }) => filled(cells))).toEqual(rows.map((cells) => ["@", ...cells]));
      }),
    );
  });

  it("holds many rows without holding them at once", async () => {
    let most = 0;
    let made = 0;
    let length = 0;
    function* rows(): Generator<string[]> {
      for (; made < 20_000; made++) yield [`a${made}@b.co`, "x".repeat(200)];
    }
    for await (const chunk of writeWorkbook([
      { name: "Leads", columns: [{ header: "Email" }, { header: "Zip" }], rows: rows() },
    ])) {
      if (length === 0) most = made;
      length += chunk.length;
    }
    expect(most).toBeLessThan(20_000);
    expect(made).toBe(20_000);
  });

  it("ends with the fault of its rows", async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield ["a@b.co"];
      throw new Error("the plan is damaged");
    }
    await expect(written([{ header: "Email" }], rows())).rejects.toThrow("the plan is damaged");
  });

  it("closes its rows when nobody reads on", async () => {
    let isClosed = false;
    async function* rows(): AsyncGenerator<string[]> {
      try {
        for (;;) yield [randomBytes(200).toString("hex")];
      } finally {
        isClosed = true;
      }
    }
    let length = 0;
    for await (const chunk of writeWorkbook([
      { name: "Leads", columns: [{ header: "Email" }], rows: rows() },
    ])) {
      length += chunk.length;
      if (length > 100_000) break;
    }
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });
});

const EMAIL: SheetColumn = { header: "Email" };

describe("a cell of a workbook that we write", () => {
  it("carries its note, in a box that stands beside it", async () => {
    const note = "Unit # (O17): Required for <condo> properties\nIn your sheet: H53";
    const parts = await partsOf(await written([EMAIL], [["a"], [{ text: "", mark: "error", note }]]));
    expect(parts.get("xl/comments1.xml")).toContain('<comment ref="A3" authorId="0">');
    expect(parts.get("xl/comments1.xml")).toContain("Required for &lt;condo&gt; properties\nIn your sheet");
    const boxes = parts.get("xl/drawings/vmlDrawing1.vml") ?? "";
    expect(boxes).toContain("<x:Row>2</x:Row><x:Column>0</x:Column>");
    expect(parts.get("xl/worksheets/sheet1.xml")).toContain('<legacyDrawing r:id="rId1"/>');
    expect(parts.get("[Content_Types].xml")).toContain("/xl/comments1.xml");
  });

  it("gives the boxes of different sheets different ids", async () => {
    const sheet = (name: string): WrittenSheet => ({
      name,
      columns: [EMAIL],
      rows: Array.from({ length: 1_500 }, () => [{ text: "x", note: "y" }]),
    });
    const parts = await partsOf(await workbookOf(sheet("One"), sheet("Two")));
    const ids = [1, 2].flatMap((number) =>
      [...(parts.get(`xl/drawings/vmlDrawing${number}.vml`) ?? "").matchAll(/id="_x0000_s(\d+)"/g)].map(
        ([, id]) => id,
      ),
    );
    expect(new Set(ids).size).toBe(3_000);
  });

  it("leads where its link says, if that is an address of the web", async () => {
    const links = [
      "https://apply.example.com/login?token=a b|c#start",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "not a link",
      `https://example.com/${"x".repeat(3_000)}`,
    ];
    const parts = await partsOf(
      await written(
        [EMAIL],
        links.map((link) => [{ text: link, link }]),
      ),
    );
    const relations = parts.get("xl/worksheets/_rels/sheet1.xml.rels") ?? "";
    expect([...relations.matchAll(/Target="(.*?)"/g)].map(([, target]) => target)).toEqual([
      "https://apply.example.com/login?token=a%20b%7Cc",
    ]);
    expect(parts.get("xl/worksheets/sheet1.xml")).toContain(
      '<hyperlinks><hyperlink ref="A2" r:id="rId1" location="start"/></hyperlinks>',
    );
  });

  it("holds what cannot be a formula, whatever it begins with", async () => {
    const rows = ["=1+1", "+1-206-555-0100", "@SUM(A1)", "-5"].map((text) => [
      { text, mark: "error" as const },
    ]);
    const parts = await partsOf(await written([EMAIL], rows));
    const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).not.toContain("<f>");
    expect(sheet.match(/t="inlineStr"/g)).toHaveLength(5);
    expect(sheet).toContain('<ignoredError sqref="A1:A5" numberStoredAsText="1"');
  });

  it("shows that it holds less than it was given", async () => {
    const { rows } = await readContent(await written([EMAIL], [["x".repeat(40_000)]]), { format: "xlsx" });
    expect(String(rows[0]?.cells[0])).toMatch(/^x{32766}…$/);
  });
});

describe("a list to choose from", () => {
  const rulesOf = (sheet = ""): string[] => sheet.match(/<dataValidation .*?<\/dataValidation>/g) ?? [];

  it("stands in the rule of its column, or on a hidden sheet where it is long or has commas", async () => {
    const choices = ["City, state and zip", "Unit #"];
    const long = Array.from({ length: 60 }, (_, index) => `Choice ${index}`);
    const parts = await partsOf(
      await written(
        [
          { header: "A", choices: ["yes", "no"] },
          { header: "B", choices },
          { header: "C", choices: long },
          { header: "D", choices },
        ],
        [],
      ),
    );
    expect(
      rulesOf(parts.get("xl/worksheets/sheet1.xml")).map(
        (rule) => /<formula1>(.*)<\/formula1>/.exec(rule)?.[1],
      ),
    ).toEqual(['"yes,no"', "Choices!$A$2:$A$3", "Choices!$B$2:$B$61", "Choices!$A$2:$A$3"]);
    expect(parts.get("xl/workbook.xml")).toContain(
      '<sheet name="Choices" sheetId="2" state="hidden" r:id="rId2"/>',
    );
    expect(parts.get("xl/worksheets/sheet2.xml")).toContain("City, state and zip");
  });

  it("is a single cell's, too", async () => {
    const choices = ["a", "b"];
    const rows = [[{ text: "", choices }], ["x"], [{ text: "a", choices }]];
    const parts = await partsOf(await written([EMAIL], rows));
    expect(rulesOf(parts.get("xl/worksheets/sheet1.xml"))).toEqual([
      '<dataValidation type="list" allowBlank="1" sqref="A2 A4"><formula1>"a,b"</formula1></dataValidation>',
    ]);
  });

  it("makes one rule of a cell at most: with two of them Excel calls the file damaged", async () => {
    const columns = [
      { header: "A", note: "Which?" },
      { header: "B", choices: ["x"] },
    ];
    const rows = [
      [
        { text: "", choices: ["a", "b"] },
        { text: "", choices: ["c"] },
      ],
      ["", ""],
    ];
    const parts = await partsOf(await written(columns, rows));
    const prompt = ' showInputMessage="1" promptTitle="A" prompt="Which?"';
    expect(rulesOf(parts.get("xl/worksheets/sheet1.xml"))).toEqual([
      '<dataValidation type="list" allowBlank="1" sqref="B2:B10003"><formula1>"x"</formula1></dataValidation>',
      `<dataValidation type="list" allowBlank="1"${prompt} sqref="A2"><formula1>"a,b"</formula1></dataValidation>`,
    ]);
  });
});

describe("a sheet of a workbook that we write", () => {
  it("keeps its header and first columns in sight, and has its filter", async () => {
    const columns = ["One", "Two", "Three"].map((header) => ({ header }));
    const sheet = { name: "It's", columns, rows: [["1", "2", "3"]], frozenColumns: 2, hasFilter: true };
    const parts = await partsOf(await workbookOf(sheet));
    expect(parts.get("xl/worksheets/sheet1.xml")).toContain('xSplit="2" ySplit="1" topLeftCell="C2"');
    expect(parts.get("xl/worksheets/sheet1.xml")).toContain('<autoFilter ref="A1:C2"/>');
    expect(parts.get("xl/workbook.xml")).toContain("'It''s'!$A$1:$C$2</definedName>");
  });

  it("has columns as wide as what they hold", async () => {
    const columns = [{ header: "A" }, { header: "B" }, { header: "C", width: 5 }];
    const rows = [["x", "a@b.example.com", "long long long"]];
    const parts = await partsOf(await workbookOf({ name: "One", columns, rows }));
    const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
    expect([...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([8, 17, 5]);
  });
});
