import { packed } from "../../sheet/formats/packed.ts";
import type { Nasty } from "./nasty.ts";
import { LEAD_ROW, packageParts, rowsXml, type WorkbookXml, withCell } from "./package-parts.ts";

const lead = (row: string, email = "bob@example.com") =>
  `<row r="${row}"><c t="str"><v>${email}</v></c><c t="str"><v>Bob</v></c></row>`;
const BROKEN = "workbook-broken";
const ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';

/** Workbooks whose XML means what no sheet means. */
export const NASTY_WORKBOOKS: readonly Nasty[] = (
  [
    [
      "entities within entities",
      { ...withCell('<c r="C2" t="str"><v>&b;</v></c>'), prologue: ENTITIES },
      BROKEN,
    ],
    [
      "an entity of a file",
      {
        ...withCell('<c r="C2" t="str"><v>&x;</v></c>'),
        prologue: '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      },
      BROKEN,
    ],
    [
      "a document type that nobody needs",
      { prologue: '<!DOCTYPE x SYSTEM "http://evil.example.test/x.dtd">' },
      "ready",
    ],
    ["elements 100,000 deep", { sheet: `${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}` }, BROKEN],
    ["an attribute of 10 MB", { sheet: `<a b="${noise(10_000_000)}"/>` }, BROKEN],
    ["a comment of 10 MB", { sheet: `<!--${noise(10_000_000)}-->` }, BROKEN],
    ["a cell of 10 MB", withCell(`<c r="C2" t="str"><v>${noise(10_000_000)}</v></c>`), BROKEN],
    ["a cell of 1 MB", withCell(`<c r="C2" t="str"><v>${noise(1_000_000)}</v></c>`), "invalid"],
    [
      "a cell below every row and beyond every column",
      withCell('<c r="XFD1048577" t="str"><v>x</v></c>'),
      "invalid",
    ],
    ["a cell in row 0", withCell('<c r="C0" t="str"><v>02134</v></c>'), "ready"],
    ["a cell without a column", withCell('<c r="2" t="str"><v>x</v></c>'), BROKEN],
    ["a cell with an empty address", withCell('<c r="" t="str"><v>x</v></c>'), BROKEN],
    ["a cell in column -1", withCell('<c r="-1" t="str"><v>x</v></c>'), BROKEN],
    [
      "a cell in a column of 400 letters",
      withCell(`<c r="${"Z".repeat(400)}2" t="str"><v>x</v></c>`),
      BROKEN,
    ],
    ["two cells in one place", withCell('<c r="B2" t="str"><v>Eve</v></c>'), BROKEN],
    ["a text that is not there", withCell('<c r="C2" t="s"><v>1000000000</v></c>'), BROKEN],
    ["a text before the first", withCell('<c r="C2" t="s"><v>-1</v></c>'), BROKEN],
    ["a text and a half", withCell('<c r="C2" t="s"><v>0.5</v></c>'), BROKEN],
    [
      "a text that says nothing",
      { ...withCell('<c r="C2" t="s"><v/></c>'), strings: "<si><t>Zip</t></si>" },
      "ready",
    ],
    [
      "a text within a text",
      {
        ...withCell('<c r="C2" t="s"><v>0</v></c>'),
        strings: "<si><t>02134</t><si><t>02135</t></si></si><si><t>02136</t></si>",
      },
      BROKEN,
    ],
    [
      "the style -1 and the style 1e9",
      withCell('<c r="C2" s="-1"><v>2134</v></c><c r="D2" s="1e9"/>'),
      "ready",
    ],
    ["a number too large", withCell('<c r="C2"><v>1e999</v></c>'), "invalid"],
    ["a number in words of JavaScript", withCell('<c r="C2"><v>Infinity</v></c>'), "ready"],
    ["rows in row -1", rowsXml(LEAD_ROW, lead("-1")), BROKEN],
    ["rows in row 0", rowsXml(lead("0")), BROKEN],
    ["rows in no row", rowsXml(LEAD_ROW, lead("two")), BROKEN],
    ["rows in half a row", rowsXml(LEAD_ROW, lead("2.5")), BROKEN],
    ["two rows in one", rowsXml(LEAD_ROW, lead("2")), BROKEN],
    ["rows backwards", rowsXml(lead("9"), lead("3", "cy@example.com")), BROKEN],
    ["a row within a row", rowsXml(`<row r="2">${lead("3")}</row>`), BROKEN],
    ["a row beyond a billion", rowsXml(LEAD_ROW, lead("4000000000")), BROKEN],
    ["a format of a million zeros", { styles: styles("0".repeat(1_000_000)), ...styled() }, "ready"],
    ["a format of 300,000 open brackets", { styles: styles("[".repeat(300_000)), ...styled() }, "ready"],
    ["a million styles", { styles: `<cellXfs>${"<xf/>".repeat(1_000_000)}</cellXfs>` }, BROKEN],
    ["a sheet listed 2,000 times", { sheets: '<sheet name="A" r:id="rId1"/>'.repeat(2_000) }, BROKEN],
    [
      "a sheet whose name is a megabyte",
      { sheets: `<sheet name="${noise(1_000_000)}" r:id="rId1"/>` },
      "ready",
    ],
    ["100,000 relations", { relations: relations(100_000) }, BROKEN],
    [
      "a relation to another host",
      { relations: relation("rId1", "http://evil.example.test/x.xml") },
      "ready",
    ],
    ["a relation that is no address", { relations: relation("rIdX", "http://[") }, BROKEN],
    ["a NUL", withCell('<c r="C2" t="str"><v>&#0;</v></c>'), BROKEN],
    ["a NUL as the format writes it", withCell('<c r="C2" t="str"><v>_x0000_</v></c>'), "invalid"],
    ["half a character as the format writes it", withCell('<c r="C2" t="str"><v>_xD800_</v></c>'), "invalid"],
    [
      "an escape sequence as the format writes it",
      withCell('<c r="C2" t="str"><v>_x001B_[2J</v></c>'),
      "invalid",
    ],
  ] as [string, WorkbookXml, string][]
).map(([about, xml, ends]) => ({
  about: `a workbook with ${about}`,
  name: "leads.xlsx",
  content: () =>
    packed(packageParts(xml).map((entry) => ({ ...entry, isStored: entry.text.length > 100_000 }))),
  ends,
}));

function noise(length: number): string {
  return "x".repeat(length);
}

function styles(code: string): string {
  return `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs>`;
}

function styled(): WorkbookXml {
  return withCell('<c r="C2" s="1"><v>2134</v></c>');
}

function relation(id: string, target: string): string {
  return `<Relationship Id="${id}" Type="x/hyperlink" Target="${target}"/>`;
}

function relations(count: number): string {
  return Array.from({ length: count }, (_, n) => relation(`x${n}`, "a.xml")).join("");
}
