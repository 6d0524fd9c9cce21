/** Row numbers, a bit each. */
export class RowSet {
  #bits = new Uint8Array(1024);

  has(row: number): boolean {
    return ((this.#bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  add(row: number): void {
    const at = row >>> 3;
    if (at >= this.#bits.length) {
      const bits = new Uint8Array(at * 2);
      bits.set(this.#bits);
      this.#bits = bits;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (row & 7));
  }
}
