import { statSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type FoundLine, pickLines } from "../base/find-lines.ts";

/** Small enough that a row's few are read at once, large enough that a run of a million rows has some thousands. */
const PIECE_BYTES = 256 * 1024;

/** Stands for a run as a whole: who asks about any row reads its lines too. */
export const WHOLE_RUN = 0;

/** A piece of a file: the CRC-32 of its bytes, and between which rows lie those that have a line in it. */
export type KeptPiece = readonly [crc32: number, firstRow: number, lastRow: number];

/** What is kept of a file of rows, so that the lines of a few are read alone, and are known to be all of them. */
export interface KeptFile {
  bytes: number;
  /** All of the same length but the last. */
  pieces: readonly KeptPiece[];
}

/** Gathers what is to be kept of a file while it is read or written. */
export class PieceGatherer {
  byteCount = 0;
  #sums: number[] = [];
  readonly #firstRows: number[] = [];
  readonly #lastRows: number[] = [];

  /** The next bytes of the file. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = Math.floor(this.byteCount / PIECE_BYTES);
      const length = Math.min(bytes.length - at, (piece + 1) * PIECE_BYTES - this.byteCount);
      this.#sums[piece] = crc32(bytes.subarray(at, at + length), this.#sums[piece]);
      this.byteCount += length;
      at += length;
    }
  }

  /** Forgets the bytes so far: the file was cut off, and they are added anew. */
  forgetBytes(): void {
    this.byteCount = 0;
    this.#sums = [];
  }

  /**
   * Notes where a row has a line, before or after its bytes.
   *
   * @param begin In bytes of the file.
   * @param end Behind the line.
   */
  note(row: number, begin: number, end: number): void {
    const last = Math.floor((end - 1) / PIECE_BYTES);
    for (let piece = Math.floor(begin / PIECE_BYTES); piece <= last; piece++) {
      this.#firstRows[piece] = Math.min(row, this.#firstRows[piece] ?? row);
      this.#lastRows[piece] = Math.max(row, this.#lastRows[piece] ?? row);
    }
  }

  file(): KeptFile {
    const pieces = this.#sums.map((sum, piece): KeptPiece => {
      // Where nothing is noted, everybody reads.
      const [first, last] = [this.#firstRows[piece], this.#lastRows[piece]];
      return [sum, first ?? WHOLE_RUN, last ?? WHOLE_RUN];
    });
    return { bytes: this.byteCount, pieces };
  }
}

/**
 * The lines of some rows, and of the run as a whole, in a file of which something was kept. Nothing else of it is read.
 *
 * @param kept Every byte of the pieces in which these rows may have lines has to be what it was then.
 * @param wanted Texts that stand in these lines alone, and places where some of them begin.
 * @returns Undefined where the file is another one.
 */
export function pickKeptLines(
  path: string,
  kept: KeptFile,
  rows: ReadonlySet<number>,
  wanted: Parameters<typeof pickLines>[1],
): FoundLine[] | undefined {
  if (statSync(path).size !== kept.bytes) return undefined;
  const found: FoundLine[] = [];
  for (const { first, behind } of rangesOf(kept, [WHOLE_RUN, ...rows])) {
    const range = { from: first * PIECE_BYTES, to: Math.min(behind * PIECE_BYTES, kept.bytes) };
    const read = new PieceGatherer();
    found.push(...pickLines(path, wanted, (bytes) => read.add(bytes), range));
    const sums = read.file().pieces.map(([sum]) => sum);
    const isAsItWas = kept.pieces.slice(first, behind).every(([sum], at) => sum === sums[at]);
    if (!isAsItWas) return undefined;
  }
  return found;
}

/** Pieces that follow each other, in which some rows may have lines. */
function rangesOf({ pieces }: KeptFile, rows: readonly number[]): { first: number; behind: number }[] {
  const ranges: { first: number; behind: number }[] = [];
  for (const [at, [, firstRow, lastRow]] of pieces.entries()) {
    if (!rows.some((row) => row >= firstRow && row <= lastRow)) continue;
    const before = ranges.at(-1);
    if (before?.behind === at) before.behind = at + 1;
    else ranges.push({ first: at, behind: at + 1 });
  }
  return ranges;
}
