import { closeSync, constants, openSync, readSync, rmSync, writeSync } from "node:fs";
import { fileError } from "../../base/file-error.ts";
import { withRoom } from "../../base/growable.ts";
import type { CellValue, Damage, InputRow } from "../../sheet/table.ts";

/** Rows are written in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

/**
 * The rows of an input as they were read, on disk, to be read again in any order: sixteen bytes of memory each. The file
 * has no name where the system allows that, so that nothing of it outlives the process.
 */
export class RowFile {
  readonly #path: string;
  readonly #file: number;
  /** Where each row begins; and behind the last one, where the next would. */
  #offsets = new Float64Array(1);
  #rows = new Uint32Array(0);
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #writtenBytes = 0;
  #length = 0;

  /** @throws CliError with exit code 6 when it cannot be made. */
  constructor(path: string) {
    this.#path = path;
    try {
      rmSync(path, { force: true });
      this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
      if (process.platform !== "win32") rmSync(path);
    } catch (error) {
      throw fileError(path, error);
    }
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a row; their numbers grow. */
  append({ row, cells, damage }: InputRow): void {
    const bytes = Buffer.from(JSON.stringify(damage === undefined ? [row, cells] : [row, cells, damage]));
    this.#offsets = withRoom(this.#offsets, this.#length + 2);
    this.#rows = withRoom(this.#rows, this.#length + 1);
    this.#rows[this.#length] = row;
    this.#length += 1;
    this.#offsets[this.#length] = (this.#offsets[this.#length - 1] ?? 0) + bytes.length;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= PIECE_BYTES) this.#flush();
  }

  /** Number of the row at an index, as its sheet has it. */
  rowAt(index: number): number {
    return this.#rows[index] ?? 0;
  }

  /** Index of the row of a number; undefined where there is none. */
  indexOf(row: number): number | undefined {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.#rows[low] === row ? low : undefined;
  }

  /** The row at an index. */
  read(index: number): InputRow {
    const from = this.#offsets[index] ?? 0;
    const to = this.#offsets[index + 1] ?? from;
    if (to > this.#writtenBytes) this.#flush();
    const bytes = Buffer.allocUnsafe(to - from);
    readSync(this.#file, bytes, 0, bytes.length, from);
    const [row, cells, damage] = JSON.parse(bytes.toString()) as [number, CellValue[], Damage?];
    return { row, cells, ...(damage !== undefined && { damage }) };
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    try {
      let done = 0;
      while (done < bytes.length)
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#writtenBytes + done);
    } catch (error) {
      throw fileError(this.#path, error);
    }
    this.#writtenBytes += bytes.length;
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
