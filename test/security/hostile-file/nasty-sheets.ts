import { type Nasty, nasty } from "./nasty.ts";

const HEADER = "Email,First Name,Zip";
const LEAD = "ann@example.com,Ann,02134";
const sheet = (...lines: string[]): string => `${[HEADER, LEAD, ...lines].join("\n")}\n`;
const BELLS = "\x1b[2J\x1b]0;owned\x07\x9b31m";
const DIRECTIONS = "\u202egnp.exe\u202c\u2066\u2028\u200b";

/** Delimited text that no spreadsheet program wrote. */
const SHEETS: readonly [string, string | (() => string | Buffer), string][] = [
  [
    "a header of a million characters",
    () => `${HEADER},${"x".repeat(1_000_000)}\n${LEAD}\n`,
    "csv-record-too-long",
  ],
  ["a header of 200,000 characters", () => `${HEADER},${"x".repeat(200_000)}\n${LEAD}\n`, "ready"],
  ["a header of 20,000 spaces", () => `${HEADER},x${" ".repeat(20_000)}x\n${LEAD}\n`, "ready"],
  ["a header of 20,000 dots", () => `${HEADER},x${".".repeat(20_000)}x\n${LEAD}\n`, "ready"],
  ["no header but 20,000 at signs", () => `${"@".repeat(20_000)}x\n${LEAD}\n`, "no-known-column"],
  ["a million columns", () => `${HEADER}${",x".repeat(1_000_000)}\n${LEAD}\n`, "csv-record-too-long"],
  ["5,000 columns", () => `${HEADER}${",x".repeat(5_000)}\n${LEAD}\n`, "too-many-columns"],
  ["100,000 columns without a name", () => `${HEADER}${",".repeat(100_000)}\n${LEAD}\n`, "ready"],
  ["100,000 cells in a row", () => sheet(`bob@example.com${",x".repeat(100_000)}`), "invalid"],
  ["a cell of 200,000 letters", () => sheet(`bob@example.com,"${"b".repeat(200_000)}"`), "invalid"],
  [
    "cells of 100,000 spaces and a letter",
    () => sheet(`"b${" ".repeat(100_000)}b","B${" ".repeat(100_000)}b"`),
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
  ["20,000 blank lines", () => sheet("\r".repeat(20_000), "bob@example.com,Bob,02134"), "ready"],
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
    () => latin1(sheet("b@example.com,Jos\xe9,02134", "c@example.com,\xc3\xa9,02134")),
    "ready",
  ],
  ["characters longer than they need be", () => latin1(sheet("b@example.com,\xc0\xaf,02134")), "ready"],
  [
    "UTF-16 with half a character at its end",
    () => Buffer.concat([utf16(sheet()), Buffer.from([0])]),
    "input-encoding",
  ],
  ["a page behind its first line", () => `Email\na@example.com\n<script>alert(1)</script>\n`, "invalid"],
  // What the fuzzer found, made small.
  ["a header that begins like a formula", () => "Email,''+First Name,=x\nnobody,Ana,1\n", "invalid"],
  [
    "cells that make a text look binary once the rest is left out",
    () => `\0E\0m\0a\0i\0l\0,${" ".repeat(2_000)}Email\n\0a\0@\0b,nobody\n`,
    "invalid",
  ],
  [
    "a row to fix that looks more like the headers than they do",
    () => "x,Home Foo,Home Bar,\nEmail,City,State,Zip\nEmail,City,State,Zip\nnobody,a,b,c\n",
    "invalid",
  ],
];

export const NASTY_SHEETS: readonly Nasty[] = SHEETS.map(nasty("a sheet", "leads.csv"));

function latin1(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, "utf16le");
}
