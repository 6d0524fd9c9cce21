import { textHash } from "../../base/text-hash.ts";

const SLOTS_START = 1024;
const LOAD_MAX = 0.6;
const BLOCK_CLAIMS = 16_384;

interface Block {
  hashes: Float64Array;
  rows: Uint32Array;
}

/**
 * Which row has an e-mail, or an answer's id, first. It keeps 53 bits of a hash, never the text. Memory: 12 bytes for each
 * claim, in blocks that stay where they are, and 7 to 14 for the hash table of their numbers, which alone is made anew to grow.
 */
export class ClaimRegister {
  readonly #blocks: Block[] = [];
  #count = 0;
  /** The number of a claim, from 1 on; 0 where there is none. */
  #slots = new Uint32Array(SLOTS_START);

  /** Claims a text for a row. Returns the row that has it already, or undefined when the claim is new. */
  claim(text: string, row: number): number | undefined {
    const hash = textHash(text);
    const slot = this.#find(hash);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return this.#rowOf(known);
    const at = this.#count % BLOCK_CLAIMS;
    if (at === 0)
      this.#blocks.push({ hashes: new Float64Array(BLOCK_CLAIMS), rows: new Uint32Array(BLOCK_CLAIMS) });
    const block = this.#blocks.at(-1);
    if (block) {
      block.hashes[at] = hash;
      block.rows[at] = row;
    }
    this.#count += 1;
    this.#slots[slot] = this.#count;
    if (this.#count > this.#slots.length * LOAD_MAX) this.#grow();
    return undefined;
  }

  /** The row that has a text. */
  ownerOf(text: string): number | undefined {
    const known = this.#slots[this.#find(textHash(text))] ?? 0;
    return known === 0 ? undefined : this.#rowOf(known);
  }

  #rowOf(claim: number): number | undefined {
    return this.#blocks[Math.floor((claim - 1) / BLOCK_CLAIMS)]?.rows[(claim - 1) % BLOCK_CLAIMS];
  }

  #hashOf(claim: number): number {
    return this.#blocks[Math.floor((claim - 1) / BLOCK_CLAIMS)]?.hashes[(claim - 1) % BLOCK_CLAIMS] ?? 0;
  }

  /** The slot of a hash, or the one that it would have. */
  #find(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const claim = this.#slots[slot] ?? 0;
      if (claim === 0 || this.#hashOf(claim) === hash) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let claim = 1; claim <= this.#count; claim++) this.#slots[this.#find(this.#hashOf(claim))] = claim;
  }
}
