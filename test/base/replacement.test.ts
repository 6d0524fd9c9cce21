import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../src/base/replacement.ts";
import { sharedFolder } from "../folders.ts";

const folder = sharedFolder();

/** A few characters over and over, of one to four bytes each, and halves of some that UTF-8 does not know. */
const text = fc
  .tuple(
    fc.array(fc.constantFrom("a", "é", "€", "😀", "\uD83D", "\uDE00"), { maxLength: 6 }),
    fc.nat(150_000),
  )
  .map(([characters, times]) => characters.join("").repeat(times));
const bytes = fc
  .tuple(fc.nat(255), fc.nat(600_000))
  .map(([byte, length]) => new Uint8Array(length).fill(byte));

describe("a file that is replaced", () => {
  it("holds what it was given, in pieces of whatever length", async () => {
    const path = join(folder, "file");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, bytes), { maxLength: 5 }), async (pieces) => {
        await replaceFile(path, pieces);
        const expected = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
        expect(readFileSync(path).equals(expected)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
