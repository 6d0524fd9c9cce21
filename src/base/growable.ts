type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const LENGTH_START = 1024;
const GROWTH = 1.5;

/**
 * An array with room for so many numbers: the same one while it is long enough, else a longer one that begins as it
 * does. For what is kept of each of a million rows.
 */
export function withRoom<T extends TypedArray>(array: T, lengthMin: number): T {
  if (lengthMin <= array.length) return array;
  const length = Math.max(LENGTH_START, Math.ceil(lengthMin * GROWTH));
  const grown = new (array.constructor as new (length: number) => T)(length);
  grown.set(array);
  return grown;
}

/** Whole numbers from 0 on, as those of rows, a bit each. */
export class BitSet {
  #bits = new Uint8Array(LENGTH_START);

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    const at = number >>> 3;
    this.#bits = withRoom(this.#bits, at + 1);
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number & 7));
  }

  delete(number: number): void {
    const at = number >>> 3;
    if (at < this.#bits.length) this.#bits[at] = (this.#bits[at] ?? 0) & ~(1 << (number & 7));
  }
}
