import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import type { SeededRandom } from "../../simulation/seeded-random.ts";

export type Dialect = "csv" | "json" | "xml";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const HEADERS = FIELDS.flatMap(({ path, label }) => [path, label]);

/** Texts that mean something to somebody. For CSV and JSON they stand as UTF-8 bytes, a character each. */
const TELLING = [
  ...[
    "=1+1",
    "+1-555-0100",
    "@SUM(A1)",
    "-2+3",
    "'=x",
    "''+",
    "\t=x",
    "＝1",
    "1e999",
    "-0",
    "1.5E+10",
    "9".repeat(400),
  ],
  ...[
    "__proto__",
    "constructor.prototype.x",
    "toString",
    "leadctl_row",
    "leadctl_status",
    "leads",
    "NaN",
    "null",
  ],
  ...[
    "\u001b[2J",
    "\u009b31m",
    "\u202e",
    "\u2028",
    "\ufeff",
    "\u200b",
    "\u0000",
    "\u{e0041}",
    "😀",
    "ﷺ",
    "İ",
    "ß",
  ],
  ...[
    "<script>",
    "]]>",
    "&amp;",
    "-->",
    "<!--",
    "javascript:x",
    " ".repeat(3_000),
    "a".repeat(40_000),
    "A, B",
  ],
  ...[
    "a@b.co",
    "a@b.co, c@d.co",
    "mailto:x@y.zz",
    "Total",
    "#REF!",
    '="02134"',
    "5-Apr",
    "0x10",
    "2.500",
    "true",
  ],
];
const TOKENS: Readonly<Record<Dialect, readonly string[]>> = {
  csv: [
    ...[
      ",",
      ";",
      "\t",
      "|",
      '"',
      '""',
      '"""',
      "\n",
      "\r",
      "\r\n",
      "\n\n",
      '\\"',
      "sep=;\n",
      '"\n"',
      '","',
      ",,,,",
    ],
    ...[...TELLING, ...HEADERS].map(latin1),
  ],
  json: [
    ...[
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"',
      "\\",
      "\\u0000",
      "\\ud800",
      "null",
      "true",
      "{}",
      "[]",
      "//",
      "\n",
      "'",
    ],
    ...[
      '"__proto__":{"x":1},',
      '"leads":[',
      "1e400",
      "12345678901234567890",
      "-",
      ".5",
      "[".repeat(60),
      '{"a":'.repeat(20),
    ],
    ...[...TELLING, ...HEADERS].map((text) => latin1(JSON.stringify(text))),
    ...HEADERS.map((text) => latin1(`${JSON.stringify(text)}:1,`)),
  ],
  xml: [
    ...[
      "<",
      ">",
      "/>",
      "</",
      '"',
      "=",
      "<c>",
      "</c>",
      "<row>",
      "</row>",
      "<v>",
      "</v>",
      "<t>",
      "</t>",
      "<f>1</f>",
    ],
    ...[
      '<row r="0">',
      '<row r="1">',
      '<row r="-1">',
      '<row r="1e9">',
      '<row r="x">',
      '<row r="2" hidden="1">',
      '<c r="A0">',
    ],
    ...[
      '<c r="XFD1048577">',
      '<c r="a1">',
      '<c r="ZZZZZZZ1">',
      '<c r="1">',
      '<c r="">',
      't="s"',
      't="b"',
      't="e"',
      't="d"',
    ],
    ...[
      't="inlineStr"',
      's="1"',
      's="-1"',
      's="1e9"',
      "<v>-1</v>",
      "<v>1e9</v>",
      "<v>NaN</v>",
      "<v> </v>",
      "<v>1e999</v>",
    ],
    ...[
      "<!DOCTYPE x [<!ENTITY a 'b'>]>",
      "&a;",
      "&#0;",
      "&#x1F600;",
      "&#xD800;",
      "<![CDATA[",
      "]]>",
      "<?x?>",
      "<!-- -->",
    ],
    ...[
      '<col min="-9" max="99999999" hidden="1"/>',
      '<numFmt numFmtId="9" formatCode="0000000000000"/>',
      "_x0000_",
      "_xD800_",
    ],
    ...[
      "<a>".repeat(250),
      '<x y="'.concat("z".repeat(3_000), '"/>'),
      "hidden",
      'r:id="rId1"',
      "../",
      "<si/>",
      "<xf/>",
    ],
    ...[...TELLING, ...HEADERS].map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  ],
};

/** Where a text is made of pieces: between two of these. */
const SEAMS: Readonly<Record<Dialect, RegExp>> = {
  csv: /[,;\t|"\r\n]+/g,
  json: /[{}[\]:,"\r\n]+/g,
  xml: /[<>"=\s]+/g,
};

/** A piece of a text replaced, put in, doubled, moved or taken out, by what its readers know. */
export function mutateTokens(text: string, dialect: Dialect, random: SeededRandom): string {
  if (random.chance(0.25)) return mutateLines(text, dialect, random);
  const seams = [...text.matchAll(SEAMS[dialect])].map(({ index }) => index);
  const at = seams.length === 0 ? 0 : random.pick(seams);
  const next = seams.find((seam) => seam > at) ?? text.length;
  const token = random.pick(TOKENS[dialect]);
  switch (random.whole(0, 4)) {
    case 0:
      return text.slice(0, at) + token + text.slice(at);
    case 1:
      return text.slice(0, at + 1) + token + text.slice(next);
    case 2:
      return text.slice(0, at) + text.slice(next);
    case 3:
      return text.slice(0, next) + text.slice(at);
    default:
      return text.slice(0, at + 1) + token + text.slice(at + 1);
  }
}

function mutateLines(text: string, dialect: Dialect, random: SeededRandom): string {
  const seam = dialect === "xml" ? "<" : dialect === "json" ? "," : "\n";
  const lines = text.split(seam);
  const [one, two] = [random.whole(0, lines.length - 1), random.whole(0, lines.length - 1)];
  const [line = "", other = ""] = [lines[one], lines[two]];
  switch (random.whole(0, 3)) {
    case 0:
      lines.splice(one, 1);
      break;
    case 1:
      lines.splice(two, 0, line);
      break;
    case 2:
      lines[one] = other;
      lines[two] = line;
      break;
    default:
      lines.splice(one, 0, ...new Array<string>(random.whole(1, 30)).fill(line));
  }
  return lines.join(seam);
}
