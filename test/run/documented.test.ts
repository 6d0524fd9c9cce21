import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeLine, encodeLine } from "../../src/run/journal/journal-line.ts";
import { runFileOf } from "../../src/run/run-paths.ts";

const PAGE = readFileSync(new URL("../../docs/journal.md", import.meta.url), "utf8");

describe("docs/journal.md", () => {
  it("shows lines exactly as the program writes them, one of each type", () => {
    const lines = /```json\n(.*?)```/s.exec(PAGE)?.[1]?.trimEnd().split("\n") ?? [];
    const records = lines.map((line) => decodeLine(Buffer.from(line)));
    expect(new Set(records.map((record) => record?.type))).toStrictEqual(
      new Set(["run", "round", "intent", "result", "recovered", "end"]),
    );
    for (const [at, record] of records.entries()) expect(record && encodeLine(record)).toBe(`${lines[at]}\n`);
  });

  it("explains every type of record", () => {
    const explained = [...PAGE.matchAll(/^\| `([a-z]+)` \|/gm)].map((match) => match[1]);
    expect(explained).toEqual(
      expect.arrayContaining(["run", "round", "intent", "result", "end", "recovered"]),
    );
  });

  it("names the files that vanish", () => {
    expect(PAGE).toContain("`.ballast`, `.*.tmp`");
    for (const name of [".plan.ndjson.tmp", ".fix.xlsx.tmp"]) expect(runFileOf(name)?.isTemporary).toBe(true);
    for (const name of ["report.json", "plan.ndjson"]) expect(runFileOf(name)?.isTemporary).toBeUndefined();
    for (const name of ["notes.tmp", "leads.csv"]) expect(runFileOf(name)).toBeUndefined();
  });
});
