import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineWindow, readLineBlocks } from "../../src/base/read-lines.ts";
import { sharedFolder } from "../folders.ts";

const folder = sharedFolder();

interface Seen {
  length: number;
  /** Its first byte, which tells it from the lines beside it. */
  first: number | undefined;
  offset: number;
  isTorn: boolean;
}

describe("the lines of a file", () => {
  it("are passed on, each where it stands, however long they are and wherever blocks of the file end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.nat(40), fc.nat(300_000), fc.constant(262_143)), { maxLength: 8 }),
        fc.boolean(),
        async (lengths, isTorn) => {
          const path = join(folder, "lines");
          const lines = lengths.map((length, index) => Buffer.alloc(length, 0x61 + index));
          const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
          const cut = isTorn ? bytes.subarray(0, -1) : bytes;
          writeFileSync(path, cut);
          const expected: Seen[] = [];
          for (const [index, line] of lines.entries()) {
            const offset = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
            const isLast = isTorn && index === lines.length - 1;
            if (!isLast || line.length > 0)
              expected.push({ length: line.length, first: line[0], offset, isTorn: isLast });
          }
          expect(await kept(path)).toStrictEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("are found by where they begin, in any order, one that is longer than all that is held at once included", async () => {
    const lengths = [10, 700_000, 262_143, 0, 300_000, 3_000_000, 90, 800_000, 262_144, 700_000, 20];
    const lines = lengths.map((length, index) => Buffer.alloc(length, 0x61 + index));
    const path = join(folder, "window");
    writeFileSync(path, Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
    await fc.assert(
      fc.property(fc.array(fc.nat(lengths.length - 1), { minLength: 1, maxLength: 40 }), (order) => {
        const window = new LineWindow(path);
        try {
          for (const index of order) {
            const offset = lengths.slice(0, index).reduce((sum, length) => sum + length + 1, 0);
            expect(lines[index]?.equals(window.lineAt(offset))).toBe(true);
          }
        } finally {
          window.close();
        }
      }),
      { numRuns: 20 },
    );
  });
});

async function kept(path: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const { lines, offsets, isTorn } of readLineBlocks(path))
    for (const [index, line] of lines.entries())
      seen.push({ length: line.length, first: line[0], offset: offsets[index] ?? 0, isTorn });
  return seen;
}
