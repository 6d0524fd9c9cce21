import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type KeptFile, PieceGatherer, pickKeptLines, WHOLE_RUN } from "../../src/run/kept-pieces.ts";

const PIECE_BYTES = 256 * 1024;

const folder = mkdtempSync(join(tmpdir(), "leadctl-kept-pieces-"));
const path = join(folder, "rows");
afterAll(() => rmSync(folder, { recursive: true }));

interface Line {
  row: number;
  text: string;
}

/** Lines of few rows in any order, some of which fill pieces, and some of the run as a whole. */
const lines = fc.array(
  fc
    .tuple(fc.integer({ min: WHOLE_RUN, max: 9 }), fc.oneof(fc.nat(50), fc.nat(2 * PIECE_BYTES)))
    .map(([row, length]): Line => ({ row, text: `{"row":${row},${"x".repeat(length)}}` })),
  { minLength: 1, maxLength: 12 },
);

/** Writes the lines, and gathers what is to be kept of them in blocks of some length. */
function kept(all: readonly Line[], blockBytes: number): KeptFile {
  const bytes = Buffer.from(all.map(({ text }) => `${text}\n`).join(""));
  writeFileSync(path, bytes);
  const gatherer = new PieceGatherer();
  for (let at = 0; at < bytes.length; at += blockBytes) gatherer.add(bytes.subarray(at, at + blockBytes));
  for (const [index, { row, text }] of all.entries()) {
    const offset = offsetOf(all, index);
    gatherer.note(row, offset, offset + text.length);
  }
  return gatherer.file();
}

function offsetOf(all: readonly Line[], index: number): number {
  return all.slice(0, index).reduce((sum, { text }) => sum + text.length + 1, 0);
}

function pick(all: readonly Line[], file: KeptFile, row: number): string[] | undefined {
  const offsets = all.flatMap((line, index) => (line.row === WHOLE_RUN ? offsetOf(all, index) : []));
  const wanted = { texts: [`{"row":${row},`], offsets };
  return pickKeptLines(path, file, new Set([row]), wanted)?.map(({ line }) => line.toString());
}

function expected(all: readonly Line[], row: number): string[] {
  return all.filter((line) => line.row === row || line.row === WHOLE_RUN).map(({ text }) => text);
}

describe("what is kept of a file of rows", () => {
  it("finds the lines of a row and of the run, wherever pieces end", () => {
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(1000, 65_536, PIECE_BYTES, 300_000),
        (all, row, blockBytes) => {
          expect(pick(all, kept(all, blockBytes), row)).toStrictEqual(expected(all, row));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is believed of no byte that is another one, and of what is not read whatever it is", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), fc.nat(), (all, row, place) => {
        const file = kept(all, PIECE_BYTES);
        const bytes = readFileSync(path);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        writeFileSync(path, bytes);
        const index = all.findLastIndex((_, each) => offsetOf(all, each) <= at);
        const line = all[index];
        // A line's newline may be the first byte of a piece that nobody reads.
        const isWithin = line !== undefined && at < offsetOf(all, index) + line.text.length;
        const isAsked = isWithin && (line.row === row || line.row === WHOLE_RUN);
        const picked = pick(all, file, row);
        if (isAsked) expect(picked).toBeUndefined();
        else if (picked) expect(picked).toStrictEqual(expected(all, row));
      }),
      { numRuns: 200 },
    );
  });

  it("is of a file of this length alone", () => {
    const all = [1, 2, 3].map((row) => ({ row, text: `{"row":${row},}` }));
    const file = kept(all, 10);
    expect(pick(all, file, 2)).toStrictEqual(expected(all, 2));
    appendFileSync(path, "\n");
    expect(pick(all, file, 2)).toBeUndefined();
    truncateSync(path, file.bytes - 1);
    expect(pick(all, file, 2)).toBeUndefined();
  });
});
