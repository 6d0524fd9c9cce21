import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { pickLines } from "../../src/base/find-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "leadctl-find-lines-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Parts of records, of what looks like them, and enough to fill blocks. */
const PARTS = ['","row":', "row", "w", '"', ":", ",", "1", "12", "123", "attempt", "é", "x".repeat(30_000)];
const line = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join(""));
const text = fc.oneof(
  fc.nat(300).map((row) => `","row":${row},`),
  fc.constantFrom("w", "12", "row", '":1', '"row":12', "attempt"),
);

describe("lines that hold a text", () => {
  it("are those of the file that do, each once, beside those that begin at a place", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        (lines, texts) => {
          const path = join(folder, "lines");
          writeFileSync(path, lines.map((each) => `${each}\n`).join(""));
          const starts = lines.map((_, at) => Buffer.byteLength(lines.slice(0, at).join("")) + at);
          const offsets = starts.filter((_, at) => at % 5 === 0);
          const expected = lines.flatMap((each, at) =>
            at % 5 === 0 || texts.some((wanted) => each.includes(wanted))
              ? [{ offset: starts[at], line: each }]
              : [],
          );
          const picked = pickLines(path, { texts, offsets });
          expect(picked.map(({ offset, line: found }) => ({ offset, line: found.toString() }))).toStrictEqual(
            expected,
          );
        },
      ),
    );
  });
});
