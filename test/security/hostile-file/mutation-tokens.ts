import { FIELDS } from "../../../src/lead/field-catalogue.ts";

export type Dialect = "csv" | "json" | "xml";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const words = (text: string): string[] => text.split(" ");
const HEADERS = FIELDS.flatMap(({ path, label }) => [path, label]);

/** Texts that mean something to somebody. For CSV and JSON they stand as UTF-8 bytes, a character each. */
const TELLING = [
  ...words("=1+1 +1-555-0100 @SUM(A1) -2+3 '=x ''+ ＝1 1e999 -0 1.5E+10"),
  "\t=x",
  "9".repeat(400),
  ...words("__proto__ constructor.prototype.x toString leadctl_row leadctl_status leads NaN null"),
  ...words("\u001b[2J \u009b31m \u202e \u2028 \ufeff \u200b \u0000 \u{e0041} 😀 ﷺ İ ß"),
  ...words("<script> ]]> &amp; --> <!-- javascript:x"),
  " ".repeat(3_000),
  "a".repeat(40_000),
  "A, B",
  ...words('a@b.co mailto:x@y.zz Total #REF! ="02134" 5-Apr 0x10 2.500 true'),
  "a@b.co, c@d.co",
];
export const TOKENS: Readonly<Record<Dialect, readonly string[]>> = {
  csv: [
    ...words(', ; | " "" """ \\" "," ,,,,'),
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "sep=;\n",
    '"\n"',
    ...[...TELLING, ...HEADERS].map(latin1),
  ],
  json: [
    ...words("{ } [ ] : , \" \\ \\u0000 \\ud800 null true {} [] // '"),
    "\n",
    ...words('"__proto__":{"x":1}, "leads":[ 1e400 12345678901234567890 - .5'),
    "[".repeat(60),
    '{"a":'.repeat(20),
    ...[...TELLING, ...HEADERS].map((text) => latin1(JSON.stringify(text))),
    ...HEADERS.map((text) => latin1(`${JSON.stringify(text)}:1,`)),
  ],
  xml: [
    ...words('< > /> </ " = <c> </c> <row> </row> <v> </v> <t> </t> <f>1</f>'),
    ...["0", "1", "-1", "1e9", "x", '2" hidden="1'].map((at) => `<row r="${at}">`),
    ...["A0", "XFD1048577", "a1", "ZZZZZZZ1", "1", ""].map((at) => `<c r="${at}">`),
    ...words('t="s" t="b" t="e" t="d"'),
    ...words('t="inlineStr" s="1" s="-1" s="1e9" <v>-1</v> <v>1e9</v> <v>NaN</v> <v>1e999</v>'),
    "<v> </v>",
    ...words("&a; &#0; &#x1F600; &#xD800; <![CDATA[ ]]> <?x?>"),
    "<!DOCTYPE x [<!ENTITY a 'b'>]>",
    "<!-- -->",
    ...[
      '<col min="-9" max="99999999" hidden="1"/>',
      '<numFmt numFmtId="9" formatCode="0000000000000"/>',
      "_x0000_",
      "_xD800_",
    ],
    ...words('hidden r:id="rId1" ../ <si/> <xf/>'),
    "<a>".repeat(250),
    '<x y="'.concat("z".repeat(3_000), '"/>'),
    ...[...TELLING, ...HEADERS].map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  ],
};
