import { BitSet, withRoom } from "../../base/growable.ts";
import { handOn } from "../../base/hand-on.ts";
import { EMAIL_LOW, type PersonKeys, personKeys, type SharedKey } from "../../lead/person-keys.ts";
import type { PlannedRow } from "./plan-record.ts";

/** What a lead is looked up by. */
export type IndexedKey = "email" | SharedKey;

/** Keys in ascending order, each with a place in a register beside it. As pairs: the place, then the key. */
export type SortedKeys = Uint32Array;

/** Keys that are looked for among many. */
export interface WantedKeys {
  has(key: number): boolean;
}

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
export const ROW_BYTES = 4 * FIELD_COUNT;
const NO_BLOCK = new Uint32Array();
/** The bits of a suffix and of two names, and of what tells properties apart, in the order of `PersonKeys`. */
const GIVEN_BITS = 14;
const GIVEN_MASK = 2 ** GIVEN_BITS - 1;
const SUFFIX_BIT = 2 * GIVEN_BITS;
/** Keys that differ in so many bits only are taken together where they are counted: that takes 4 MB, whatever there are. */
const KEY_GROUP_BITS = 8;

/**
 * The person keys of rows, one after the other as they are read; of a row that was corrected, each version. Memory: 40 bytes a row, in
 * blocks that stay where they are.
 */
export class PeopleRegister {
  readonly #blocks: Uint32Array[] = [];
  #count = 0;

  /** @param all What `blocks` gave out, one behind the other. */
  static of(all: Uint32Array): PeopleRegister {
    const register = new PeopleRegister();
    register.#count = all.length / FIELD_COUNT;
    for (let at = 0; at < all.length; at += BLOCK_ROWS * FIELD_COUNT)
      register.#blocks.push(all.subarray(at, at + BLOCK_ROWS * FIELD_COUNT));
    return register;
  }

  /** Everything that is in it. */
  *blocks(): Generator<Uint32Array> {
    for (const [nth, block] of this.#blocks.entries())
      yield block.subarray(0, (this.#count - nth * BLOCK_ROWS) * FIELD_COUNT);
  }

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
    this.#count += 1;
  }

  /** @param at Its place: how many rows were added before it. */
  rowAt(at: number): number {
    return this.#field(at, FIELD.row);
  }

  emailAt(at: number): number {
    return this.#field(at, FIELD.email) * EMAIL_LOW + this.#field(at, FIELD.emailLow);
  }

  keysAt(at: number): PersonKeys {
    const [last, given] = [this.#field(at, FIELD.last), this.#field(at, FIELD.given)];
    const [street, town] = [this.#field(at, FIELD.street), this.#field(at, FIELD.town)];
    return {
      email: this.emailAt(at),
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
   * The keys of a kind that rows have. Memory: 8 bytes a row more.
   *
   * @param wanted Those that are asked for; absent: all.
   */
  sorted(kind: IndexedKey, wanted?: WantedKeys): SortedKeys {
    let pairs = new Uint32Array(wanted ? 0 : this.#count * 2);
    let length = 0;
    this.#each(kind, wanted, (key, place) => {
      pairs = withRoom(pairs, length + 2);
      pairs[length++] = place;
      pairs[length++] = key;
    });
    const found = pairs.subarray(0, length);
    // As numbers of 64 bits, of which the lower half comes first, as on every processor that Node.js runs on.
    new BigUint64Array(found.buffer, 0, length / 2).sort();
    return found;
  }

  /** The keys that several rows may have, and few that one row has. */
  repeated(kind: IndexedKey): WantedKeys {
    const [once, again] = [new BitSet(), new BitSet()];
    this.#each(kind, undefined, (key) => {
      const group = key >>> KEY_GROUP_BITS;
      (once.has(group) ? again : once).add(group);
    });
    return { has: (key) => again.has(key >>> KEY_GROUP_BITS) };
  }

  /** Gives out each key of a kind that is asked for, with the place of its row. */
  #each(kind: IndexedKey, wanted: WantedKeys | undefined, take: (key: number, place: number) => void): void {
    let place = 0;
    for (const block of this.blocks())
      for (let field = FIELD[kind]; field < block.length; field += FIELD_COUNT, place++) {
        const key = block[field] ?? 0;
        if (key !== 0 && (wanted === undefined || wanted.has(key))) take(key, place);
      }
  }

  /** The places of versions that a correction of their row has replaced. */
  replaced(): BitSet {
    const [replaced, seen] = [new BitSet(), new BitSet()];
    for (let at = this.#count - 1; at >= 0; at--) {
      const row = this.rowAt(at);
      if (seen.has(row)) replaced.add(at);
      seen.add(row);
    }
    return replaced;
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

export const NO_KEYS: SortedKeys = new Uint32Array();

/** The keys of a list, as one asks about many others: a table of their upper halves answers for most. */
export class KeySet implements WantedKeys {
  static of(keys: readonly number[]): KeySet {
    return new KeySet(
      Uint32Array.from([...keys].sort((one, other) => one - other).flatMap((key) => [0, key])),
    );
  }

  readonly list: SortedKeys;
  readonly #upperHalves = new Uint8Array(2 ** 16);

  constructor(list: SortedKeys) {
    this.list = list;
    for (let at = 1; at < list.length; at += 2) this.#upperHalves[(list[at] ?? 0) >>> 16] = 1;
  }

  has(key: number): boolean {
    if (this.#upperHalves[key >>> 16] === 0) return false;
    let low = 0;
    for (let high = this.list.length / 2; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.list[2 * middle + 1] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return this.list[2 * low + 1] === key;
  }
}

/** The places beside a key that several have, in the list that is gone through and in the other one. */
interface KeyGroup {
  key: number;
  own: readonly number[];
  theirs: readonly number[];
}

/** So many places beside one key are given out from a list: nobody has more properties. */
const GROUP_MAX = 1_000;

/**
 * Goes through the keys of a list, in ascending order, that stand there more than once, or in another list too.
 *
 * @param theirsMax How many places from the other list are given out for a key.
 */
export function* groupsOf(list: SortedKeys, other: SortedKeys, theirsMax = GROUP_MAX): Generator<KeyGroup> {
  for (let [at, from] = [0, 0]; at < list.length; ) {
    const key = list[at + 1] ?? 0;
    const own = placesBeside(list, at, key, GROUP_MAX);
    while (at < list.length && list[at + 1] === key) at += 2;
    while (from < other.length && (other[from + 1] ?? 0) < key) from += 2;
    const theirs = placesBeside(other, from, key, theirsMax);
    if (own.length > 1 || theirs.length > 0) yield { key, own, theirs };
  }
}

function placesBeside(keys: SortedKeys, from: number, key: number, max: number): number[] {
  const places: number[] = [];
  for (let at = from; keys[at + 1] === key && places.length < max; at += 2) places.push(keys[at] ?? 0);
  return places;
}
