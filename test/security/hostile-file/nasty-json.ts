import { type Nasty, nasty } from "./nasty.ts";

const BELLS = "\x1b[2J\x1b]0;owned\x07\x9b31m";
const DEEP = 100_000;
const item = (members: string): string => `[{"email":"ann@example.com"${members}}]`;

/** JSON that is valid, nearly valid, or only means harm. */
const DOCUMENTS: readonly [string, () => string | Buffer, string][] = [
  ["lists 100,000 deep", () => "[".repeat(DEEP) + "]".repeat(DEEP), "no-known-column"],
  ["objects 100,000 deep", () => item(`,"x":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`), "invalid"],
  ["a list in a value 100,000 deep", () => item(`,"zip":${"[".repeat(DEEP)}${"]".repeat(DEEP)}`), "invalid"],
  ["an e-mail twice", () => item(',"email":"eve@example.com"'), "invalid"],
  ["an e-mail twice, once in disguise", () => item(',"\\u0065mail":"eve@example.com"'), "invalid"],
  [
    "keys of prototypes",
    () => item(',"__proto__":{"polluted":"02134"},"constructor":{"prototype":{"x":1}}'),
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
  ["5,000 items with nothing in them", () => `[${"{},".repeat(5_000)}{}]`, "no-known-column"],
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
const LINES: readonly [string, () => string, string][] = [
  [
    "a text that never ends, full of quotation marks",
    () => `{"email":"ann@example.com"}\n{"x":1234567890123456,"y":"${'\\"'.repeat(60_000)}\n`,
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

export const NASTY_JSON: readonly Nasty[] = [
  ...DOCUMENTS.map(nasty("JSON", "leads.json")),
  ...LINES.map(nasty("lines of JSON", "leads.jsonl")),
];

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function many(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join(",");
}
