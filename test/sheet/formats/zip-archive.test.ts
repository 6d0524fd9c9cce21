import { describe, expect, it } from "vitest";
import { readContent } from "../columns/read-content.ts";
import { workbookOf, zipOf } from "./workbook.ts";

describe("a package that cannot be held or read", () => {
  it.each([
    ["is no ZIP", Buffer.from("PK\x03\x04 and nothing more"), "workbook-broken"],
    [
      "lacks its workbook",
      zipOf({
        "_rels/.rels": '<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></R>',
      }),
      "workbook-broken",
    ],
    [
      "is cut off",
      workbookOf({ sheets: [{ name: "A", rows: [["Email"]] }] }).subarray(0, -40),
      "workbook-broken",
    ],
    ["has broken XML", zipOf({ "xl/workbook.xml": "<workbook><sheets>" }), "workbook-broken"],
    ["promises 2 GB", zipOf({ "xl/workbook.xml": "x" }, () => 2 ** 31), "workbook-too-large"],
    ["packs zeros 1000 to 1", zipOf({ "xl/workbook.xml": " ".repeat(40_000_000) }), "workbook-too-large"],
    [
      "unpacks to more than it promises",
      zipOf({ "xl/workbook.xml": `<workbook>${" ".repeat(9e6)}</workbook>` }, () => 100),
      "workbook-broken",
    ],
  ])("is refused when it %s", async (_, bytes, code) => {
    const opened = readContent(bytes, { format: "xlsx" });
    await expect(opened).rejects.toMatchObject({ name: "CliError", code, exitCode: 2 });
  });

  it("never expands entities of its own", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>`;
    await expect(readContent(zipOf({ "xl/workbook.xml": bomb }), { format: "xlsx" })).rejects.toMatchObject({
      code: "workbook-broken",
    });
  });
});
