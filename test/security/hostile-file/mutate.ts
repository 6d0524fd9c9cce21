import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { zipOf } from "../../sheet/formats/workbook.ts";
import { partsOf } from "../../sheet/formats/workbook-parts.ts";
import type { SeededRandom } from "../../simulation/seeded-random.ts";

/** A file to begin from, or one that mutations made of another. */
export interface Seed {
  extension: string;
  /** The texts of a package by path; of any other file its bytes, a character each, under the empty path. */
  parts: Readonly<Record<string, string>>;
}

type Dialect = "csv" | "json" | "xml";

const BYTES_MAX = 100_000;
const TEXT_CHARACTERS_MAX = 150_000;
const ROUNDS_MAX = 6;

/** Between two of these stands what a reader takes for one piece; or between two of the lines. */
const SEAMS: Readonly<Record<Dialect, readonly [pieces: RegExp, lines: RegExp]>> = {
  csv: [/[,;\t|"\r\n]+/g, /\n/g],
  json: [/[{}[\]:,"\r\n]+/g, /,/g],
  xml: [/[<>"=\s]+/g, /</g],
};

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const words = (text: string): string[] => text.split(" ");
const HEADERS = FIELDS.flatMap(({ path, label }) => [path, label]);

/** Texts that mean something to somebody. */
const TELLING = [
  ...words("=1+1 +1-555-0100 @SUM(A1) -2+3 '=x ''+ ＝1 1e999 -0 1.5E+10"),
  ...["\t=x", "9".repeat(400), " ".repeat(3_000), "a".repeat(40_000), "A, B", "a@b.co, c@d.co"],
  ...words("__proto__ constructor.prototype.x toString leadctl_row leadctl_status leads NaN null"),
  ...words("\u001b[2J \u009b31m \u202e \u2028 \ufeff \u200b \u0000 \u{e0041} 😀 ﷺ İ ß"),
  ...words("<script> ]]> &amp; --> <!-- javascript:x"),
  ...words('a@b.co mailto:x@y.zz Total #REF! ="02134" 5-Apr 0x10 2.500 true'),
  ...HEADERS,
];
const ODD_CHARACTERS = [..."\0\t\n\r\u001b\"',;\\\u007f\u0080\u009b\u00c0\u00ed\u00ff"];

const TOKENS: Readonly<Record<Dialect, readonly string[]>> = {
  csv: [
    ...words(', ; | " "" """ \\" "," ,,,,'),
    ...["\t", "\n", "\r", "\r\n", "\n\n", "sep=;\n", '"\n"'],
    ...TELLING.map(latin1),
  ],
  json: [
    ...words("{ } [ ] : , \" \\ \\u0000 \\ud800 null true {} [] // '"),
    ...words('"__proto__":{"x":1}, "leads":[ 1e400 12345678901234567890 - .5'),
    ...["\n", "[".repeat(60), '{"a":'.repeat(20)],
    ...TELLING.map((text) => latin1(JSON.stringify(text))),
    ...HEADERS.map((text) => latin1(`${JSON.stringify(text)}:1,`)),
  ],
  xml: [
    ...words('< > /> </ " = <c> </c> <row> </row> <v> </v> <t> </t> <f>1</f> <!-- --> <si/> <xf/>'),
    ...["0", "1", "-1", "1e9", "x", '2" hidden="1'].map((at) => `<row r="${at}">`),
    ...["A0", "XFD1048577", "a1", "ZZZZZZZ1", "1", ""].map((at) => `<c r="${at}">`),
    ...words('t="s" t="b" t="e" t="d" t="inlineStr" s="1" s="-1" s="1e9" hidden r:id="rId1" ../'),
    ...words("<v>-1</v> <v>1e9</v> <v>NaN</v> <v>1e999</v> _x0000_ _xD800_"),
    ...words("&a; &#0; &#x1F600; &#xD800; <![CDATA[ ]]> <?x?>"),
    ...["<v> </v>", "<!DOCTYPE x [<!ENTITY a 'b'>]>", '<col min="-9" max="99999999" hidden="1"/>'],
    ...[
      '<numFmt numFmtId="9" formatCode="0000000000000"/>',
      "<a>".repeat(250),
      `<x y="${"z".repeat(3_000)}"/>`,
    ],
    ...TELLING.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  ],
};

/** The small files of some folders. */
export async function readSeeds(folders: readonly string[]): Promise<Seed[]> {
  const paths = folders.flatMap((dir) =>
    readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.expected\.json$|\.md$/.test(entry.name))
      .map(({ name }) => join(dir, name)),
  );
  const files = paths.sort().map((path) => ({ extension: extname(path), bytes: readFileSync(path) }));
  const small = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= BYTES_MAX);
  return Promise.all(small.map(async ({ extension, bytes }) => ({ extension, parts: await textsOf(bytes) })));
}

async function textsOf(bytes: Buffer): Promise<Record<string, string>> {
  const parts =
    bytes.toString("latin1", 0, 2) === "PK" ? await partsOf(bytes).catch(() => undefined) : undefined;
  return parts ? Object.fromEntries(parts) : { "": bytes.toString("latin1") };
}

/** A file like another, with something wrong in it. The same random numbers make the same file. */
export function mutate(seed: Seed, other: Seed, random: SeededRandom): Seed {
  let { parts } = seed;
  for (let round = random.whole(1, ROUNDS_MAX); round > 0; round--) {
    const name = random.pick(["", ...Object.keys(parts)].slice(Object.keys(parts).length > 0 ? 1 : 0));
    const dialect = name !== "" ? "xml" : /json/.test(seed.extension) ? "json" : "csv";
    const [text, theirs] = [parts[name] ?? "", other.parts[name] ?? ""];
    parts =
      name !== "" && random.chance(0.2)
        ? withOtherParts(parts, name, theirs, random)
        : { ...parts, [name]: mutateText(text, theirs, dialect, random).slice(0, TEXT_CHARACTERS_MAX) };
  }
  return { ...seed, parts };
}

function withOtherParts(
  parts: Seed["parts"],
  name: string,
  theirs: string,
  random: SeededRandom,
): Record<string, string> {
  const { [name]: text = "", ...rest } = parts;
  const evil = random.pick(["../evil.xml", "/abs.xml", "xl\\x.xml", "C:/x.xml", `${name}/`]);
  return random.pick<Record<string, string>>([
    rest,
    { ...parts, [name.toUpperCase()]: text },
    { ...rest, [evil]: text },
    { ...parts, [name]: theirs },
  ]);
}

/** A piece of a text replaced, doubled or taken out, or something put beside it; where its reader cuts it, or anywhere. */
function mutateText(text: string, theirs: string, dialect: Dialect, random: SeededRandom): string {
  const [pieces, lines] = SEAMS[dialect];
  const seams = random.chance(0.3) ? [] : [...text.matchAll(random.chance(0.3) ? lines : pieces)];
  const places = seams.length > 0 ? seams.map(({ index }) => index) : [random.whole(0, text.length)];
  const at = random.pick(places);
  const end = places.find((place) => place > at) ?? Math.min(text.length, at + random.whole(1, 64));
  const [before, piece, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  const token = random.chance(0.3) ? random.pick(ODD_CHARACTERS) : random.pick(TOKENS[dialect]);
  const from = random.whole(0, theirs.length);
  return random.pick([
    before + token + piece + after,
    before + piece.slice(0, 1) + token + after,
    before + token.repeat(token.length > 1 ? 1 : random.whole(1, 300)) + after,
    before + after,
    before + piece.repeat(random.whole(2, 30)) + after,
    after.slice(0, 200) + before + piece + after,
    before + theirs.slice(from, from + 2_000) + after,
    before,
  ]);
}

/** The file itself. Now and then a package lies about its sizes, or has bytes of its directory changed. */
export function bytesOf({ parts }: Seed, random: SeededRandom): Buffer {
  const text = parts[""];
  if (text !== undefined) return Buffer.from(text, "latin1");
  const liar = random.chance(0.05) ? random.pick([0, 1, 100, 2 ** 31, 2 ** 32 - 1]) : undefined;
  const bytes = zipOf(parts, () => liar);
  if (!random.chance(0.1)) return bytes;
  const at = random.whole(0, bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
  return bytes;
}
