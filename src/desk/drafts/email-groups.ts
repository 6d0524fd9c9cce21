import { withRoom } from "../../base/growable.ts";
import { hashOf } from "../../run/plan/claim-register.ts";

const BUCKETS_START = 1_024;
/** Ends a chain, and stands for no row: indexes are kept one higher. */
const NONE = 0;

/**
 * Which rows have the same e-mail, while rows change theirs: sixteen bytes a row. Like `ClaimRegister` it keeps 64 bits of a
 * cryptographic hash and never the address; unlike it, a row may leave.
 */
export class EmailGroups {
  #high = new Uint32Array(0);
  #low = new Uint32Array(0);
  /** By row: the next one of its bucket. */
  #next = new Uint32Array(0);
  #buckets = new Uint32Array(BUCKETS_START);
  #size = 0;

  /**
   * Puts a row into the group of its e-mail, in which it must not be yet.
   *
   * @returns Whether another row is in it.
   */
  add(index: number, emailKey: string): boolean {
    this.#high = withRoom(this.#high, index + 1);
    this.#low = withRoom(this.#low, index + 1);
    this.#next = withRoom(this.#next, index + 1);
    [this.#high[index], this.#low[index]] = hashOf(emailKey);
    this.#size += 1;
    if (this.#size > this.#buckets.length) this.#grow();
    const bucket = this.#bucketOf(index);
    const isShared = this.#anyFrom(this.#buckets[bucket] ?? NONE, index);
    this.#next[index] = this.#buckets[bucket] ?? NONE;
    this.#buckets[bucket] = index + 1;
    return isShared;
  }

  /** Takes a row out of its group, in which it must be. */
  remove(index: number): void {
    const bucket = this.#bucketOf(index);
    const next = this.#next[index] ?? NONE;
    this.#size -= 1;
    let at = this.#buckets[bucket] ?? NONE;
    if (at === index + 1) {
      this.#buckets[bucket] = next;
      return;
    }
    while (at !== NONE) {
      const following = this.#next[at - 1] ?? NONE;
      if (following === index + 1) {
        this.#next[at - 1] = next;
        return;
      }
      at = following;
    }
  }

  /** All rows of a row's group, itself included, in no order. */
  *of(index: number): Generator<number> {
    let at = this.#buckets[this.#bucketOf(index)] ?? NONE;
    while (at !== NONE) {
      if (this.#isSame(at - 1, index)) yield at - 1;
      at = this.#next[at - 1] ?? NONE;
    }
  }

  /** The first row of a row's group. */
  firstOf(index: number): number {
    let first = index;
    for (const other of this.of(index)) if (other < first) first = other;
    return first;
  }

  /** The newest of a group stands at the head of its chain: where a group is large, it is found at once. */
  #anyFrom(start: number, index: number): boolean {
    for (let at = start; at !== NONE; at = this.#next[at - 1] ?? NONE)
      if (this.#isSame(at - 1, index)) return true;
    return false;
  }

  #isSame(one: number, other: number): boolean {
    return this.#high[one] === this.#high[other] && this.#low[one] === this.#low[other];
  }

  #bucketOf(index: number): number {
    return (this.#low[index] ?? 0) & (this.#buckets.length - 1);
  }

  #grow(): void {
    const before = this.#buckets;
    this.#buckets = new Uint32Array(before.length * 2);
    for (const head of before) {
      const chain: number[] = [];
      for (let at = head; at !== NONE; at = this.#next[at - 1] ?? NONE) chain.push(at - 1);
      for (const index of chain.reverse()) {
        const bucket = this.#bucketOf(index);
        this.#next[index] = this.#buckets[bucket] ?? NONE;
        this.#buckets[bucket] = index + 1;
      }
    }
  }
}
