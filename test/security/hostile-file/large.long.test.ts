import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { freshFolder, runProgram } from "../../program/run-program.ts";
import { packed } from "../../sheet/formats/packed.ts";
import { packageParts, rowsXml, type WorkbookXml } from "./package-parts.ts";

const PRELOAD = fileURLToPath(new URL("../../program/report-peak-memory.mjs", import.meta.url));
const PEAK_MIB_MAX = 400;
const TIMEOUT_MS = 120_000;
const MB = 1_000_000;

/** Beside bytes that cannot be packed, so that the whole is no bomb by its ratio. */
function heavy(xml: WorkbookXml, paddingBytes = 4 * MB): Buffer {
  const padding = {
    name: "padding.bin",
    text: randomBytes(paddingBytes / 2).toString("hex"),
    isStored: true,
  };
  return packed([...packageParts(xml), padding]);
}

const row = (number: number, cell: string): string =>
  `<row r="${number}"><c r="A${number}" ${cell}</c></row>`;
const text = (length: number): string => "x".repeat(length);
const many = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(",\n");

type Large = readonly [what: string, name: string, content: () => string | Buffer, code: string | null];
const workbook = (what: string, content: () => Buffer, code = "workbook-broken"): Large => {
  return [what, "leads.xlsx", content, code];
};
const json = (what: string, content: () => string, code: string | null = "json-broken"): Large => {
  return [what, "leads.json", content, code];
};
const pieces = (): string => `<t>${text(500_000)}</t>`.repeat(480);

/** What weighs most in memory, each in the form that a reader is tempted to hold as a whole. */
const LARGE: readonly Large[] = [
  workbook(
    "7 million texts in 45 MB",
    () => heavy({ strings: "<si><t>abcdefghijklmnopqrst</t></si>".repeat(7 * MB) }, 30 * MB),
    "workbook-too-large",
  ),
  workbook("50 million empty texts", () => heavy({ strings: "<si/>".repeat(50 * MB) }), "workbook-too-large"),
  workbook("a text of 240 MB in pieces", () => heavy({ strings: `<si>${pieces()}</si>` })),
  workbook("a cell of 240 MB in pieces", () => heavy(rowsXml(row(2, `t="inlineStr"><is>${pieces()}</is>`)))),
  workbook("a row of 240 MB", () =>
    heavy(rowsXml(`<row r="2">${`<c t="str"><v>${text(500_000)}</v></c>`.repeat(480)}</row>`)),
  ),
  ["a line of 100 MB", "leads.csv", () => text(100 * MB), "csv-record-too-long"],
  ["100 million quotation marks", "leads.csv", () => `Email\n${'"'.repeat(100 * MB)}`, "csv-record-too-long"],
  json("a text of 100 MB", () => `[{"email":"a@example.com","x":"${text(100 * MB)}"}]`),
  json("a text of 100 MB in front of the leads", () => `{"x":"${text(100 * MB)}","leads":[]}`),
  json("100 million open brackets", () => "[".repeat(100 * MB)),
  json(
    "100 keys of a megabyte",
    () => `[${many(100, (n) => `{"email":"a${n}@example.com","${n}${text(MB)}":1}`)}]`,
    "too-many-columns",
  ),
  json(
    "100 texts of a megabyte",
    () => `[${many(100, (n) => `{"email":"a${n}@example.com","x":"${text(MB)}"}`)}]`,
    null,
  ),
  [
    "a line of 100 MB",
    "leads.jsonl",
    () => `{"email":"a@example.com"}\n{"x":"${text(100 * MB)}"}\n`,
    "json-broken",
  ],
];

describe(`the program takes less than ${PEAK_MIB_MAX} MiB`, () => {
  it.each(LARGE)(
    "for %s in %s",
    async (_what, name, content, code) => {
      const cwd = freshFolder();
      writeFileSync(join(cwd, name), content());
      const end = await runProgram(["validate", name, "--out", "check", "--json"], {
        cwd,
        env: { PEAK_FILE: join(cwd, "peak") },
        nodeArgs: ["--import", PRELOAD],
        timeoutMs: TIMEOUT_MS,
      });
      const { error } = JSON.parse(end.stdout) as { error?: { code: string } };
      expect(error?.code ?? null, extname(name)).toBe(code);
      expect(end.exitCode, end.stderr).toBe(code === null ? 0 : 2);
      expect(Number(readFileSync(join(cwd, "peak"), "utf8")) / 1_024).toBeLessThan(PEAK_MIB_MAX);
    },
    TIMEOUT_MS,
  );
});
