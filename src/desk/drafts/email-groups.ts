import { withRoom } from "../../base/growable.ts";
import { textHash } from "../../base/text-hash.ts";

/**
 * Which rows have the same e-mail, while rows change theirs. Like `ClaimRegister` it keeps a hash and never the address; unlike it, a row
 * may leave.
 */
export class EmailGroups {
  /** By row; 0 for none. */
  #keys = new Float64Array(0);
  /** Most addresses have one row. */
  readonly #rows = new Map<number, number | Set<number>>();

  /**
   * Puts a row into the group of its e-mail, in which it must not be yet.
   *
   * @returns Whether another row is in it.
   */
  add(index: number, emailKey: string): boolean {
    const key = textHash(emailKey);
    this.#keys = withRoom(this.#keys, index + 1);
    this.#keys[index] = key;
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, index);
    else if (typeof rows === "number") this.#rows.set(key, new Set([rows, index]));
    else rows.add(index);
    return rows !== undefined;
  }

  /** Takes a row out of its group, where it is in one. */
  remove(index: number): void {
    const key = this.#keys[index] ?? 0;
    this.#keys[index] = 0;
    const rows = this.#rows.get(key);
    if (typeof rows === "object") rows.delete(index);
    if (rows === index || (typeof rows === "object" && rows.size === 0)) this.#rows.delete(key);
  }

  /** All rows of a row's group, itself included, in no order; none where it is in none. */
  of(index: number): Iterable<number> {
    const rows = this.#rows.get(this.#keys[index] ?? 0) ?? [];
    return typeof rows === "number" ? [rows] : rows;
  }

  /** The first row of a row's group. */
  firstOf(index: number): number {
    let first = index;
    for (const other of this.of(index)) if (other < first) first = other;
    return first;
  }
}
