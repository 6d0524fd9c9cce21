import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unescapeFormula } from "../../../../src/sheet/text/spreadsheet-text.ts";
import { openContent, readContent } from "../../columns/read-content.ts";

describe("delimited text", () => {
  it("takes the first row with text as the header and numbers rows as a spreadsheet does", async () => {
    const { table, rows } = await readContent(
      'Email,Street\r\na@b.co,"1 Elm\r\nFloor 2"\r\n\r\n,\r\nc@d.co,x\r\n',
    );
    expect(table.columns).toEqual([
      { name: "Email", letters: "A" },
      { name: "Street", letters: "B" },
    ]);
    expect(rows).toEqual([
      { row: 2, cells: ["a@b.co", "1 Elm\r\nFloor 2"] },
      { row: 5, cells: ["c@d.co", "x"] },
    ]);
  });

  it("reads a header in CRLF above rows in LF", async () => {
    const { rows } = await readContent("Email,Street\r\na@b.co,x\nc@d.co,y\rd@d.co,z\n");
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, "a@b.co", "x"],
      [3, "c@d.co", "y"],
      [4, "d@d.co", "z"],
    ]);
  });

  it("drops empty cells beyond the header, and marks a row with text there as damaged", async () => {
    const { rows } = await readContent("Email,Street,,\na@b.co,x,,\nc@d.co,1 Elm, Apt 4,\n");
    expect(rows[0]).toEqual({ row: 2, cells: ["a@b.co", "x"] });
    expect(rows[1]).toMatchObject({ row: 3, cells: ["c@d.co", "1 Elm,Apt 4"] });
    expect(rows[1]?.damage?.finding).toBe("row-long");
  });

  it("gives out the rows above another table, and looks at them, before it refuses that table", async () => {
    const content =
      "Who,Contact,City\nAna,ana@example.com,Reno\nBo,bo@example.com,Lynn\nCity,Email,First Name\nReno,c@example.com,Cy\nReno,d@example.com,Di\n";
    const table = await openContent(content);
    expect(table.sample?.map(({ row }) => row)).toStrictEqual([2, 3]);
    const rows: number[] = [];
    const readAll = async (): Promise<void> => {
      for await (const { row } of table.rows) rows.push(row);
    };
    await expect(readAll()).rejects.toMatchObject({ finding: "several-tables", params: { row: 4 } });
    expect(rows).toStrictEqual([2, 3]);
  });

  it.each([
    ["an empty file", "", "input-empty", { name: "leads.csv" }],
    ["blank rows only", "\n\n , \n", "input-empty", { name: "leads.csv" }],
    ["a header alone", "Email,Street\n\n", "input-no-rows", {}],
    ["an open quote", 'Email\na@b.co\n"c\nd@e.co\n', "csv-quote-not-closed", { row: 3, line: 3 }],
    [
      "an open quote below a cell of two lines",
      'Email,Street\n"a@b.co\n",1 Elm\nc@d.co,"2 Oak\n',
      "csv-quote-not-closed",
      { row: 3, line: 4 },
    ],
    [
      "an endless cell",
      `Email\na@b.co\n"${"x".repeat(300_000)}`,
      "csv-record-too-long",
      { row: 3, kibibytesMax: 256 },
    ],
    ["binary content", "Email\nPK\u0003\u0004\u0000\u0000", "input-binary", {}],
  ])("refuses %s as a whole", async (_, content, finding, params) => {
    const refusal = { name: "CliError", exitCode: 2, finding, params };
    await expect(readContent(content)).rejects.toMatchObject(refusal);
  });

  it("reads back any table that csv-stringify wrote, however it is cut into chunks", async () => {
    const cell = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
    const table = fc
      .integer({ min: 1, max: 6 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async (cells, chunkBytes) => {
        const filled = cells.map((row) => [...row, "@"]);
        const header = filled[0]?.map((_, index) => `h${index}`) ?? [];
        const text = stringify([header, ...filled], { quoted: true });
        const { rows } = await readContent(text, { format: "csv", keepsAll: true }, chunkBytes);
        expect(rows).toEqual(
          filled.map((row, index) => ({ row: index + 2, cells: row.map(unescapeFormula) })),
        );
      }),
    );
  });
});
