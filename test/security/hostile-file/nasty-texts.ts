import type { Nasty } from "./nasty.ts";

const HEADER = "Email,First Name,Zip";
const LEAD = "ann@example.com,Ann,02134";
const sheet = (...lines: string[]): string => `${[HEADER, LEAD, ...lines].join("\n")}\n`;
const BELLS = "\x1b[2J\x1b]0;owned\x07\x9b31m";
const DIRECTIONS = "\u202egnp.exe\u202c\u2066\u2028\u200b";

/** Delimited text that no spreadsheet program wrote. */
const NASTY_SHEETS: readonly [string, string | (() => string | Buffer), string][] = [
  [
    "a header of a million characters",
    () => `${HEADER},${"x".repeat(1_000_000)}\n${LEAD}\n`,
    "csv-record-too-long",
  ],
  ["a header of 200,000 characters", () => `${HEADER},${"x".repeat(200_000)}\n${LEAD}\n`, "ready"],
  ["a header of 200,000 spaces", () => `${HEADER},x${" ".repeat(200_000)}x\n${LEAD}\n`, "ready"],
  ["a header of 200,000 dots", () => `${HEADER},x${".".repeat(200_000)}x\n${LEAD}\n`, "ready"],
  ["no header but 200,000 at signs", () => `${"@".repeat(200_000)}x\n${LEAD}\n`, "no-known-column"],
  ["a million columns", () => `${HEADER}${",x".repeat(1_000_000)}\n${LEAD}\n`, "csv-record-too-long"],
  ["100,000 columns", () => `${HEADER}${",x".repeat(100_000)}\n${LEAD}\n`, "too-many-columns"],
  ["100,000 columns without a name", () => `${HEADER}${",".repeat(100_000)}\n${LEAD}\n`, "ready"],
  ["100,000 cells in a row", () => sheet(`bob@example.com${",x".repeat(100_000)}`), "invalid"],
  [
    "a cell of 200,000 spaces and a letter",
    () => sheet(`bob@example.com,"B${" ".repeat(200_000)}b"`),
    "invalid",
  ],
  [
    "cells of 30,000 spaces and a letter",
    () => sheet(`"b${" ".repeat(30_000)}b","B${" ".repeat(30_000)}b"`),
    "invalid",
  ],
  ["an e-mail of 30,000 open brackets", () => sheet(`"${"(".repeat(30_000)}",Bob,02134`), "invalid"],
  ["a phone of 30,000 digits", () => `Email,Phone\na@example.com,${"0".repeat(30_000)}\n`, "invalid"],
  [
    "an amount of 30,000 spaces",
    () => `Email,Monthly Rental Income\na@example.com,1${" ".repeat(30_000)}1\n`,
    "invalid",
  ],
  ["100,000 quotation marks", () => sheet(`bob@example.com,${'"'.repeat(100_000)},02134`), "invalid"],
  [
    "100,001 quotation marks",
    () => sheet(`bob@example.com,${'"'.repeat(100_001)},02134`),
    "csv-quote-not-closed",
  ],
  [
    "quotation marks and spaces in turn",
    () => sheet(`bob@example.com,${'" '.repeat(32_000)},02134`),
    "invalid",
  ],
  ["carriage returns alone", () => sheet("bob@example.com,Bob,02134").replaceAll("\n", "\r"), "ready"],
  ["a hundred thousand blank lines", () => sheet("\r".repeat(100_000), "bob@example.com,Bob,02134"), "ready"],
  ["NULs in a name", () => sheet("bob@example.com,B\0b,02134"), "invalid"],
  ["NULs in a header", () => `Email,First\0 Name\n${LEAD}\n`, "invalid"],
  [
    "escape sequences everywhere",
    () => `${sheet(...new Array(50).fill(LEAD), `${BELLS},${BELLS}`)},${BELLS}\n`,
    "invalid",
  ],
  [
    "directions of writing everywhere",
    () => `Email,${DIRECTIONS}\n${DIRECTIONS},${DIRECTIONS}\nann@example.com,x\n`,
    "invalid",
  ],
  ["formulas everywhere", () => `Email,=cmd|' /C calc'!A0\n=1+1,@SUM(1)\n-1@example.com,+1\n`, "invalid"],
  [
    "keys of prototypes as headers",
    () => `Email,__proto__,constructor.prototype.x,toString\na@example.com,1,2,3\n`,
    "ready",
  ],
  [
    "three encodings in one file",
    () => latin1(sheet("b@example.com,Jos\xe9,02134", "c@example.com,\xc3\xa9")),
    "ready",
  ],
  ["characters longer than they need be", () => latin1(sheet("b@example.com,\xc0\xaf,02134")), "ready"],
  [
    "UTF-16 with half a character at its end",
    () => Buffer.concat([utf16(sheet()), Buffer.from([0])]),
    "input-encoding",
  ],
  ["a page behind its first line", () => `Email\na@example.com\n<script>alert(1)</script>\n`, "invalid"],
];

const DEEP = 100_000;
const item = (members: string): string => `[{"email":"ann@example.com"${members}}]`;

/** JSON that is valid, nearly valid, or only means harm. */
const NASTY_JSON: readonly [string, () => string | Buffer, string][] = [
  ["lists 100,000 deep", () => "[".repeat(DEEP) + "]".repeat(DEEP), "no-known-column"],
  ["objects 100,000 deep", () => item(`,"x":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`), "invalid"],
  ["a list in a value 100,000 deep", () => item(`,"zip":${"[".repeat(DEEP)}${"]".repeat(DEEP)}`), "invalid"],
  ["an e-mail twice", () => item(',"email":"eve@example.com"'), "invalid"],
  ["an e-mail twice, once in disguise", () => item(',"\\u0065mail":"eve@example.com"'), "invalid"],
  [
    "keys of prototypes",
    () => item(',"__proto__":{"zip":"02134"},"constructor":{"prototype":{"x":1}}'),
    "ready",
  ],
  ["the key of our own mark for numbers", () => item(',"zip":{"\\u0000leadctl number":"1"}'), "invalid"],
  ["a number too large", () => item(',"propertyUnits":1e999'), "invalid"],
  ["a number of 100,000 digits", () => item(`,"affiliateId":${"9".repeat(100_000)}`), "invalid"],
  ["a fraction of 100,000 digits", () => item(`,"propertyUnits":1.${"0".repeat(100_000)}`), "ready"],
  ["half characters", () => item(',"contactInfo":{"firstName":"\\ud800"},"\\udfff":1'), "invalid"],
  ["NULs", () => item(',"contactInfo":{"firstName":"\\u0000"},"\\u0000":1'), "invalid"],
  ["escape sequences everywhere", () => item(`,"${escaped(BELLS)}":"${escaped(BELLS)}"`), "ready"],
  ["a text that never ends", () => `[{"email":"ann@example.com","x":"${"x".repeat(500_000)}`, "json-broken"],
  ["a text of two megabytes", () => item(`,"x":"${"x".repeat(2_000_000)}"`), "json-broken"],
  ["20,000 items with nothing in them", () => `[${"{},".repeat(20_000)}{}]`, "no-known-column"],
  [
    "3,000 keys",
    () => item(Array.from({ length: 3_000 }, (_, n) => `,"x${n}":1`).join("")),
    "too-many-columns",
  ],
  [
    "3,000 keys over as many items",
    () => `[${many(3_000, (n) => `{"email":"a${n}@example.com","x${n}":1}`)}]`,
    "too-many-columns",
  ],
  ["brackets that are only text", () => item(`,"zip":"]]}}[[{{\\"]}"`), "ready"],
  ["a comment", () => '[/* x */{"email":"ann@example.com"}]', "json-broken"],
];

/** Lines of JSON: each is read on its own, so that one can be torn. */
const NASTY_LINES: readonly [string, () => string, string][] = [
  [
    "a text that never ends, full of quotation marks",
    () => `{"email":"ann@example.com"}\n{"x":1234567890123456,"y":"${'\\"'.repeat(400_000)}\n`,
    "json-broken",
  ],
  [
    "a line of two megabytes",
    () => `{"email":"ann@example.com"}\n"${"x".repeat(2_000_000)}"\n`,
    "json-broken",
  ],
  ["two leads in one line", () => '{"email":"a@example.com"}{"email":"b@example.com"}\n', "json-broken"],
  [
    "NUL bytes between lines",
    () => '{"email":"a@example.com"}\n\0\n{"email":"b@example.com"}\n',
    "json-broken",
  ],
];

const nasty =
  (what: string, name: string) =>
  ([about, content, ends]: readonly [string, string | (() => string | Buffer), string]): Nasty => ({
    about: `${what} with ${about}`,
    name,
    content: typeof content === "string" ? () => content : content,
    ends,
  });

export const NASTY_TEXTS: readonly Nasty[] = [
  ...NASTY_SHEETS.map(nasty("a sheet", "leads.csv")),
  ...NASTY_JSON.map(nasty("JSON", "leads.json")),
  ...NASTY_LINES.map(nasty("lines of JSON", "leads.jsonl")),
];

function latin1(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, "utf16le");
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function many(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join(",");
}
