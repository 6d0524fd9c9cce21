import { NumberColumn } from "../../base/growable.ts";
import { textHash } from "../../base/text-hash.ts";

const SLOTS_START = 1024;
const LOAD_MAX = 0.6;

/**
 * Which row has an e-mail, or an answer's id, first. It keeps 53 bits of a hash, never the text. Memory: 12 bytes for each claim, and 7
 * to 14 for the hash table of their numbers, which alone is made anew to grow.
 */
export class ClaimRegister {
  readonly #hashes = new NumberColumn(Float64Array);
  readonly #rows = new NumberColumn(Uint32Array);
  #count = 0;
  /** The number of a claim, from 1 on; 0 where there is none. */
  #slots = new Uint32Array(SLOTS_START);

  /** Claims a text for a row. Returns the row that has it already, or undefined when the claim is new. */
  claim(text: string, row: number): number | undefined {
    const hash = textHash(text);
    const slot = this.#find(hash);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return this.#rows.get(known);
    this.#count += 1;
    this.#hashes.set(this.#count, hash);
    this.#rows.set(this.#count, row);
    this.#slots[slot] = this.#count;
    if (this.#count > this.#slots.length * LOAD_MAX) this.#grow();
    return undefined;
  }

  /** The row that has a text. */
  ownerOf(text: string): number | undefined {
    const known = this.#slots[this.#find(textHash(text))] ?? 0;
    return known === 0 ? undefined : this.#rows.get(known);
  }

  /** The slot of a hash, or the one that it would have. */
  #find(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const claim = this.#slots[slot] ?? 0;
      if (claim === 0 || this.#hashes.get(claim) === hash) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let claim = 1; claim <= this.#count; claim++)
      this.#slots[this.#find(this.#hashes.get(claim))] = claim;
  }
}
