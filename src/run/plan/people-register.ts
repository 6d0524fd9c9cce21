import { BitSet } from "../../base/growable.ts";
import { handOn } from "../../base/hand-on.ts";
import {
  EMAIL_LOW,
  type PersonKeys,
  personKeys,
  SHARED_KEYS,
  type SharedKey,
} from "../../lead/person-keys.ts";
import type { PlannedRow } from "./plan-record.ts";

/** What a lead is looked up by. */
export type IndexedKey = "email" | SharedKey;

export const INDEXED_KEYS: readonly IndexedKey[] = ["email", ...SHARED_KEYS];

/** Keys in ascending order, each with a number beside it: of a row, or of a place in a register. As pairs: the number, then the key. */
export type SortedKeys = Uint32Array;

/** To look a few people up takes no more memory than they need. */
const BLOCK_ROWS = 1_024;
/** What is kept of a row, each in 32 bits. */
const FIELD = {
  row: 0,
  email: 1,
  emailLow: 2,
  reference: 3,
  phone: 4,
  place: 5,
  last: 6,
  given: 7,
  street: 8,
  town: 9,
} as const;
const FIELD_COUNT = 10;
const NO_BLOCK = new Uint32Array();
/** The bits of a suffix and of two names, and of what tells properties apart, in the order of `PersonKeys`. */
const GIVEN_BITS = 14;
const GIVEN_MASK = 2 ** GIVEN_BITS - 1;
const SUFFIX_BIT = 2 * GIVEN_BITS;

/** The person keys of rows, one after the other as they are read. Memory: 40 bytes a row, in blocks that stay where they are. */
export class PeopleRegister {
  readonly #blocks: Uint32Array[] = [];
  #count = 0;
  /** How many rows have a key, by its kind. */
  readonly keyCounts: Record<IndexedKey, number> = { email: 0, reference: 0, phone: 0, place: 0 };
  /** The greatest one. */
  rowMax = 0;

  get count(): number {
    return this.#count;
  }

  add(row: number, { email, reference, phone, place, name, property }: PersonKeys): void {
    if (this.#count % BLOCK_ROWS === 0) this.#blocks.push(new Uint32Array(BLOCK_ROWS * FIELD_COUNT));
    const block = this.#blocks.at(-1) ?? NO_BLOCK;
    const begin = (this.#count % BLOCK_ROWS) * FIELD_COUNT;
    const [given = 0, second = 0] = name.given;
    const [part = 0, other = 0] = name.last;
    const [street = 0, city = 0, zip = 0, state = 0, unit = 0] = property;
    block[begin + FIELD.row] = row;
    block[begin + FIELD.email] = email / EMAIL_LOW;
    block[begin + FIELD.emailLow] = email % EMAIL_LOW;
    block[begin + FIELD.reference] = reference;
    block[begin + FIELD.phone] = phone;
    block[begin + FIELD.place] = place;
    block[begin + FIELD.last] = (part << 16) | other;
    block[begin + FIELD.given] = (name.suffix << SUFFIX_BIT) | (second << GIVEN_BITS) | given;
    block[begin + FIELD.street] = (street << 16) | city;
    block[begin + FIELD.town] = (zip << 16) | (state << 8) | unit;
    for (const kind of INDEXED_KEYS) if (block[begin + FIELD[kind]] !== 0) this.keyCounts[kind] += 1;
    this.rowMax = Math.max(this.rowMax, row);
    this.#count += 1;
  }

  /** @param at Its place: how many rows were added before it. */
  rowAt(at: number): number {
    return this.#field(at, FIELD.row);
  }

  keysAt(at: number): PersonKeys {
    const [last, given] = [this.#field(at, FIELD.last), this.#field(at, FIELD.given)];
    const [street, town] = [this.#field(at, FIELD.street), this.#field(at, FIELD.town)];
    return {
      email: this.#field(at, FIELD.email) * EMAIL_LOW + this.#field(at, FIELD.emailLow),
      reference: this.#field(at, FIELD.reference),
      phone: this.#field(at, FIELD.phone),
      place: this.#field(at, FIELD.place),
      name: {
        given: [given & GIVEN_MASK, (given >>> GIVEN_BITS) & GIVEN_MASK].filter(Boolean),
        last: [last >>> 16, last & 0xffff].filter(Boolean),
        suffix: given >>> SUFFIX_BIT,
      },
      property: [street >>> 16, street & 0xffff, town >>> 16, (town >>> 8) & 0xff, town & 0xff],
    };
  }

  /**
   * All keys of a kind that rows have. Memory: 8 bytes a row more.
   *
   * @param beside What stands beside each: its row, or its place here.
   */
  sorted(kind: IndexedKey, beside: "row" | "place"): SortedKeys {
    const pairs = new Uint32Array(this.keyCounts[kind] * 2);
    let length = 0;
    for (const [nth, block] of this.#blocks.entries()) {
      const first = nth * BLOCK_ROWS;
      const end = Math.min(BLOCK_ROWS, this.#count - first) * FIELD_COUNT;
      for (let at = 0; at < end; at += FIELD_COUNT) {
        const key = block[at + FIELD[kind]] ?? 0;
        if (key === 0) continue;
        pairs[length++] = beside === "row" ? (block[at] ?? 0) : first + at / FIELD_COUNT;
        pairs[length++] = key;
      }
    }
    // As numbers of 64 bits, of which the lower half comes first, as on every processor that Node.js runs on.
    new BigUint64Array(pairs.buffer).sort();
    return pairs;
  }

  #field(at: number, field: number): number {
    return this.#blocks[Math.floor(at / BLOCK_ROWS)]?.[(at % BLOCK_ROWS) * FIELD_COUNT + field] ?? 0;
  }
}

/** The people in the rows of a sheet, gathered as they are planned. */
export class SheetPeople {
  readonly register = new PeopleRegister();
  readonly #isReady = new BitSet();
  readonly #isDue = new BitSet();
  readonly #isSought = new BitSet();
  readonly #onlyNew: boolean;

  /** @param onlyNew Whether rows of people who have a quote are left out, those with mistakes among them. */
  constructor(onlyNew = false) {
    this.#onlyNew = onlyNew;
  }

  /** @param isDue Whether it may be asked about; not where a person has said that it goes. */
  add(row: number, keys: PersonKeys, isReady: boolean, isDue: boolean): void {
    const at = this.register.count;
    if (isReady) this.#isReady.add(at);
    if (isReady && isDue) this.#isDue.add(at);
    if ((isReady && isDue) || this.#onlyNew) this.#isSought.add(at);
    this.register.add(row, keys);
  }

  /** Gathers rows on their way. */
  note(rows: AsyncIterable<PlannedRow>): AsyncIterable<PlannedRow> {
    return handOn(rows, (planned) => {
      // The service refuses a second quote whatever a person says of the row.
      if (planned.ready) this.#isSought.add(this.register.count);
      this.add(planned.row, personKeys(planned.lead), planned.ready, planned.isToGo !== true);
      return planned;
    });
  }

  isDue(at: number): boolean {
    return this.#isDue.has(at);
  }

  goes(at: number): boolean {
    return this.#isReady.has(at);
  }

  isSought(at: number): boolean {
    return this.#isSought.has(at);
  }
}

/** The numbers beside a key that several have. */
export interface KeyGroup {
  key: number;
  /** Beside the key in each list. */
  beside: readonly (readonly number[])[];
}

/**
 * Goes through the keys of a list, in ascending order, that stand there more than once, or in another list too.
 *
 * @param besideMax How many of one key are given out from each list.
 */
export function* groupsOf(
  first: SortedKeys,
  others: readonly SortedKeys[],
  besideMax: number,
): Generator<KeyGroup> {
  const ats = others.map(() => 0);
  for (let at = 0; at < first.length; ) {
    const key = first[at + 1] ?? 0;
    const from = at;
    while (at < first.length && first[at + 1] === key) at += 2;
    let isGroup = at - from > 2;
    for (const [nth, keys] of others.entries()) {
      let other = ats[nth] ?? 0;
      while (other < keys.length && (keys[other + 1] ?? 0) < key) other += 2;
      ats[nth] = other;
      if (other < keys.length && keys[other + 1] === key) isGroup = true;
    }
    if (!isGroup) continue;
    const beside = others.map((keys, nth) => besideKey(keys, ats[nth] ?? 0, key, besideMax));
    yield { key, beside: [besideKey(first, from, key, besideMax), ...beside] };
  }
}

function besideKey(keys: SortedKeys, from: number, key: number, besideMax: number): number[] {
  const numbers: number[] = [];
  for (let at = from; keys[at + 1] === key && numbers.length < besideMax; at += 2)
    numbers.push(keys[at] ?? 0);
  return numbers;
}
