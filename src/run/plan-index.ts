import { readLineBlocks } from "../base/read-lines.ts";
import { decodeHead } from "./plan-record.ts";

const CAPACITY_START = 256;

/** Where the rows of a plan stand in its file, 13 bytes a row, whatever their order there. */
export class PlanIndex {
  #rows = new Uint32Array(CAPACITY_START);
  #offsets = new Float64Array(CAPACITY_START);
  #ready = new Uint8Array(CAPACITY_START);
  #length = 0;

  static async read(path: string): Promise<PlanIndex> {
    const index = new PlanIndex();
    for await (const { lines, offsets } of readLineBlocks(path)) {
      for (const [at, line] of lines.entries()) {
        const head = decodeHead(line);
        if (head) index.#push(head.row, offsets[at] ?? 0, head.ready);
      }
    }
    index.#sort();
    return index;
  }

  /** Byte offset of the row's line; undefined when the file does not hold it. */
  offsetOf(row: number): number | undefined {
    let low = 0;
    for (let high = this.#length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.#rows[low] === row ? this.#offsets[low] : undefined;
  }

  /** Every row in ascending order, and whether it is ready. */
  *rows(): Generator<{ row: number; ready: boolean }> {
    for (let at = 0; at < this.#length; at++) {
      yield { row: this.#rows[at] ?? 0, ready: this.#ready[at] === 1 };
    }
  }

  #push(row: number, offset: number, ready: boolean): void {
    if (this.#length === this.#rows.length) {
      this.#rows = doubled(this.#rows, new Uint32Array(this.#length * 2));
      this.#offsets = doubled(this.#offsets, new Float64Array(this.#length * 2));
      this.#ready = doubled(this.#ready, new Uint8Array(this.#length * 2));
    }
    this.#rows[this.#length] = row;
    this.#offsets[this.#length] = offset;
    this.#ready[this.#length] = ready ? 1 : 0;
    this.#length += 1;
  }

  #sort(): void {
    const rows = this.#rows.subarray(0, this.#length);
    if (rows.every((row, at) => at === 0 || (rows[at - 1] ?? 0) < row)) return;
    const order = Uint32Array.from(rows, (_row, at) => at).sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0));
    this.#offsets = Float64Array.from(order, (at) => this.#offsets[at] ?? 0);
    this.#ready = Uint8Array.from(order, (at) => this.#ready[at] ?? 0);
    this.#rows = Uint32Array.from(order, (at) => rows[at] ?? 0);
  }
}

function doubled<T extends { set(from: T): void }>(from: T, into: T): T {
  into.set(from);
  return into;
}
