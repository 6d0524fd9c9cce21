import { hash } from "node:crypto";

const CAPACITY_START = 1024;
const LOAD_MAX = 0.6;

/**
 * Which row uses an e-mail first: a hash table in typed arrays, 12 bytes a slot and at most about 40
 * bytes a row. It keeps 64 bits of a cryptographic hash, never the address.
 */
export class EmailRegister {
  #high = new Uint32Array(CAPACITY_START);
  #low = new Uint32Array(CAPACITY_START);
  #rows = new Uint32Array(CAPACITY_START);
  #size = 0;

  /** Claims an address for a row. Returns the row that has it already, or undefined when the claim is new. */
  claim(emailKey: string, row: number): number | undefined {
    const [high, low] = hashOf(emailKey);
    const slot = this.#find(high, low);
    const owner = this.#rows[slot] ?? 0;
    if (owner !== 0) return owner;
    this.#put(slot, high, low, row);
    this.#size += 1;
    if (this.#size > this.#rows.length * LOAD_MAX) this.#grow();
    return undefined;
  }

  /** The row that has an address. */
  ownerOf(emailKey: string): number | undefined {
    return this.#rows[this.#find(...hashOf(emailKey))] || undefined;
  }

  #find(high: number, low: number): number {
    const mask = this.#rows.length - 1;
    let slot = low & mask;
    while (this.#rows[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #put(slot: number, high: number, low: number, row: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#rows[slot] = row;
  }

  #grow(): void {
    const [high, low, rows] = [this.#high, this.#low, this.#rows];
    const capacity = rows.length * 2;
    this.#high = new Uint32Array(capacity);
    this.#low = new Uint32Array(capacity);
    this.#rows = new Uint32Array(capacity);
    for (let slot = 0; slot < rows.length; slot++) {
      const row = rows[slot] ?? 0;
      if (row === 0) continue;
      const [highBits, lowBits] = [high[slot] ?? 0, low[slot] ?? 0];
      this.#put(this.#find(highBits, lowBits), highBits, lowBits, row);
    }
  }
}

/** 64 bits of an address's hash, as two numbers. */
export function hashOf(emailKey: string): [high: number, low: number] {
  const digest = hash("sha256", emailKey, "hex");
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}
