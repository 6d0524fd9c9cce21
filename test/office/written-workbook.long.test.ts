import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { type WrittenSheet, writeWorkbook } from "../../src/sheet/formats/write/xlsx-writer.ts";
import { freshFolder } from "../program/run-program.ts";
import { describeWithOffice, savedByOffice } from "./office.ts";

const LINK = "https://apply.example.test/login?token=a.b-c_d&x=1#start";
const TEXTS = [
  "=1+1",
  "@SUM(A1)",
  "+1-206-555-0100",
  "-5",
  "02134",
  "1e5",
  "2026-01-02",
  "TRUE",
  "'x",
  "_x000D_",
];

const SHEET: WrittenSheet = {
  name: "It's a sheet",
  columns: [
    { header: "Text" },
    { header: "Note" },
    { header: "Link" },
    { header: "Short", choices: ["yes", "no"] },
    { header: "Long", choices: ["City, state and zip", "Unit #"] },
    { header: "Key", isHidden: true },
  ],
  rows: TEXTS.map((text, index) => [
    text,
    { text, mark: "error", note: `Wrong & <${index}>\nIn your sheet: H${index}` },
    { text: "open", link: LINK },
    "",
    "",
    `key ${index}`,
  ]),
  frozenColumns: 1,
  hasFilter: true,
};

describeWithOffice("a workbook of ours, opened and saved by LibreOffice", () => {
  it("has its texts, notes, links, lists, filter and hidden column", async () => {
    const ours = join(freshFolder(), "ours.xlsx");
    writeFileSync(ours, await buffer(writeWorkbook([SHEET])));
    const file = readFileSync(savedByOffice(ours, "fods"), "utf8");
    const cells = [...file.matchAll(/office:value-type="(\w+)"/g)].map(([, type]) => type);
    expect(new Set(cells)).toEqual(new Set(["string"]));
    expect(file).not.toContain("table:formula");
    for (const text of TEXTS) expect(file).toContain(`<text:p>${text.replace("'", "&apos;")}</text:p>`);
    expect(file.match(/<office:annotation /g)).toHaveLength(TEXTS.length);
    expect(file).toMatch(/Wrong &amp; &lt;3&gt;/);
    expect(file.match(/xlink:href="[^"]*"/g)).toEqual(
      TEXTS.map(() => `xlink:href="${LINK.replace("&", "&amp;")}"`),
    );
    expect(file).toContain("cell-content-is-in-list(&quot;yes&quot;;&quot;no&quot;)");
    expect(file).toContain("cell-content-is-in-list([$Choices.$A$2:.$A$3])");
    expect(file).toContain('table:display-filter-buttons="true"');
    expect(file).toContain('table:visibility="collapse"');
  });
});

describe("a sheet of more rows than Excel takes", () => {
  it("is refused, and the most that it takes is written", async () => {
    const written = (rowCount: number) => {
      function* rows(): Generator<string[]> {
        for (let row = 1; row <= rowCount; row++) yield [String(row)];
      }
      return buffer(writeWorkbook([{ name: "Report", columns: [{ header: "Row" }], rows: rows() }]));
    };
    const full = { finding: "workbook-full", params: { rowsMax: 1_048_576 } };
    await expect(written(1_048_576)).rejects.toMatchObject(full);
    let end = "";
    const zip = await fromBufferPromise(await written(1_048_575));
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== "xl/worksheets/sheet1.xml") continue;
      for await (const chunk of await zip.openReadStreamPromise(entry)) end = (end + chunk).slice(-2_000);
    }
    expect(end).toContain('<c r="A1048576"');
  });
});
