type TypedArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;
type TypedArrayKind = { new (length: number): TypedArray; readonly BYTES_PER_ELEMENT: number };

const BLOCK_BYTES = 16 * 1024;

/**
 * Keeps one number for each row, by the row's number from 0 on; 0 where none was set. Its blocks never move, because the memory that a
 * growing array leaves behind is not given back.
 */
export class NumberColumn {
  readonly #blocks: TypedArray[] = [];
  readonly #kind: TypedArrayKind;
  /** How many bits of a place are those within a block. */
  readonly #bits: number;

  /** @param kept Numbers that were kept, from 0 on: to these none is added. */
  constructor(kind: TypedArrayKind, kept: TypedArray = new kind(0)) {
    this.#kind = kind;
    this.#bits = Math.log2(BLOCK_BYTES / kind.BYTES_PER_ELEMENT);
    for (let at = 0; at < kept.length; at += this.#blockLength)
      this.#blocks.push(kept.subarray(at, at + this.#blockLength));
  }

  get #blockLength(): number {
    return 1 << this.#bits;
  }

  get(at: number): number {
    return this.#blocks[at >>> this.#bits]?.[at & (this.#blockLength - 1)] ?? 0;
  }

  set(at: number, number: number): void {
    const nth = at >>> this.#bits;
    const block = this.#blocks[nth] ?? new this.#kind(this.#blockLength);
    block[at & (this.#blockLength - 1)] = number;
    this.#blocks[nth] = block;
  }

  /** The first so many numbers, block by block. */
  *blocks(count: number): Generator<TypedArray> {
    for (const [nth, block] of this.#blocks.entries())
      yield block.subarray(0, count - nth * this.#blockLength);
  }

  /** Gives out every number that was set and is not 0, in ascending order of their places. */
  each(take: (at: number, number: number) => void): void {
    this.#blocks.forEach((block, nth) => {
      block.forEach((number, at) => {
        if (number !== 0) take(nth * this.#blockLength + at, number);
      });
    });
  }
}

/** Keeps one bit for each row, by the row's number from 0 on. */
export class BitSet {
  readonly #bytes = new NumberColumn(Uint8Array);

  has(number: number): boolean {
    return (this.#bytes.get(number >>> 3) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    const at = number >>> 3;
    this.#bytes.set(at, this.#bytes.get(at) | (1 << (number & 7)));
  }

  delete(number: number): void {
    const at = number >>> 3;
    if (this.has(number)) this.#bytes.set(at, this.#bytes.get(at) & ~(1 << (number & 7)));
  }
}

/** Adds to the list that stands under a key, which begins with it where there is none. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
