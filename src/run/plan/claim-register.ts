const SLOTS_START = 1024;
const LOAD_MAX = 0.6;
const BLOCK_CLAIMS = 16_384;
/** Numbers of a claim: both halves of the hash, and the row. */
const CLAIM_NUMBERS = 3;

/**
 * Which row has an e-mail, or an answer's id, first. It keeps 64 bits of a hash, never the text. Memory: 12 bytes for each
 * claim, in blocks that stay where they are, and 7 to 14 for the hash table of their numbers, which alone is made anew to grow.
 */
export class ClaimRegister {
  readonly #blocks: Uint32Array[] = [];
  #count = 0;
  /** The number of a claim, from 1 on; 0 where there is none. */
  #slots = new Uint32Array(SLOTS_START);

  /** Claims a text for a row. Returns the row that has it already, or undefined when the claim is new. */
  claim(text: string, row: number): number | undefined {
    const [high, low] = hashOf(text);
    const slot = this.#find(high, low);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return this.#numberOf(known, 2);
    const at = (this.#count % BLOCK_CLAIMS) * CLAIM_NUMBERS;
    let block = this.#blocks.at(-1);
    if (!block || at === 0) {
      block = new Uint32Array(BLOCK_CLAIMS * CLAIM_NUMBERS);
      this.#blocks.push(block);
    }
    block[at] = high;
    block[at + 1] = low;
    block[at + 2] = row;
    this.#count += 1;
    this.#slots[slot] = this.#count;
    if (this.#count > this.#slots.length * LOAD_MAX) this.#grow();
    return undefined;
  }

  /** The row that has a text. */
  ownerOf(text: string): number | undefined {
    const known = this.#slots[this.#find(...hashOf(text))] ?? 0;
    return known === 0 ? undefined : this.#numberOf(known, 2);
  }

  /** @param which Of the numbers of a claim. */
  #numberOf(claim: number, which: 0 | 1 | 2): number {
    const at = claim - 1;
    const block = this.#blocks[Math.floor(at / BLOCK_CLAIMS)];
    return block?.[(at % BLOCK_CLAIMS) * CLAIM_NUMBERS + which] ?? 0;
  }

  /** The slot of a hash, or the one that it would have. */
  #find(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const claim = this.#slots[slot] ?? 0;
      if (claim === 0 || (this.#numberOf(claim, 0) === high && this.#numberOf(claim, 1) === low)) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let claim = 1; claim <= this.#count; claim++) {
      let slot = this.#numberOf(claim, 1) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = claim;
    }
  }
}

/**
 * 64 bits of a text's hash, as two numbers: two sums of its characters, mixed as cyrb53 does. A cryptographic hash takes several
 * times as long, and who could make two texts alike could as well write one twice.
 */
export function hashOf(text: string): [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    high = Math.imul(high ^ character, 0x9e3779b1);
    low = Math.imul(low ^ character, 0x5f356495);
  }
  return [mixed(high, low), mixed(low, high)];
}

function mixed(one: number, other: number): number {
  return (Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)) >>> 0;
}
