import { BitSet, NumberColumn } from "../../base/growable.ts";
import { handOn } from "../../base/row-stream.ts";
import { EMAIL_LOW, type PersonKeys, personKeys, type SharedKey } from "../../lead/person-keys.ts";
import type { PlannedRow } from "./plan-record.ts";

/** What a lead is looked up by. */
export type IndexedKey = "email" | SharedKey;

/** Keys in ascending order, each with a place in a register beside it. As pairs: the place, then the key. */
export type SortedKeys = Uint32Array;

/** Keys that are looked for among many. */
export interface WantedKeys {
  has(key: number): boolean;
  /** All of them, where they are few: to look for each takes a fraction of asking about each number that is there. */
  few?: readonly number[];
}

/** To look a few people up takes no more memory than they need. */
const BLOCK_ROWS = 4_096;
/** What is kept of a row, each in 32 bits. */
const FIELDS = [
  "row",
  "email",
  "emailLow",
  "reference",
  "phone",
  "place",
  "last",
  "given",
  "street",
  "town",
] as const;
type Field = (typeof FIELDS)[number];
/** The same number of each row, in blocks. */
type FieldColumn = Uint32Array[];
export const ROW_BYTES = 4 * FIELDS.length;
/** The bits of a suffix and of two names, and of what tells properties apart, in the order of `PersonKeys`. */
const GIVEN_BITS = 14;
const GIVEN_MASK = 2 ** GIVEN_BITS - 1;
const SUFFIX_BIT = 2 * GIVEN_BITS;
/** Keys that differ in so many bits only are taken together where they are counted: that takes 1 MB, whatever there are. */
const KEY_GROUP_BITS = 10;

/**
 * The person keys of rows, one after the other as they are read; of a row that was corrected, each version. Memory: 40 bytes a row, in
 * blocks that stay where they are.
 */
export class PeopleRegister {
  readonly #columns: Record<Field, FieldColumn>;
  #count = 0;

  constructor() {
    this.#columns = Object.fromEntries(FIELDS.map((field) => [field, []])) as never;
  }

  /**
   * One that was kept.
   *
   * @param columnOf Gives what `columns` gave out of a field, one block behind the other.
   * @param kinds Where only these keys are asked for: nothing else is there.
   */
  static of(
    count: number,
    columnOf: (nth: number) => Uint32Array,
    kinds?: readonly IndexedKey[],
  ): PeopleRegister {
    const register = new PeopleRegister();
    register.#count = count;
    for (const [nth, field] of FIELDS.entries()) {
      if (kinds && !kinds.some((kind) => kind === field)) continue;
      const column = columnOf(nth);
      for (let at = 0; at < count; at += BLOCK_ROWS)
        register.#columns[field].push(column.subarray(at, at + BLOCK_ROWS));
    }
    return register;
  }

  /** Everything that is in it: of each field the numbers of all rows. */
  *columns(): Generator<Uint32Array> {
    for (const field of FIELDS) yield* this.#blocks(field);
  }

  *#blocks(field: Field): Generator<Uint32Array> {
    for (const [nth, block] of this.#columns[field].entries())
      yield block.subarray(0, this.#count - nth * BLOCK_ROWS);
  }

  get count(): number {
    return this.#count;
  }

  add(row: number, { email, reference, phone, place, name, property }: PersonKeys): void {
    const [given = 0, second = 0] = name.given;
    const [part = 0, other = 0] = name.last;
    const [street = 0, city = 0, zip = 0, state = 0, unit = 0] = property;
    this.#push("row", row);
    this.#push("email", email / EMAIL_LOW);
    this.#push("emailLow", email % EMAIL_LOW);
    this.#push("reference", reference);
    this.#push("phone", phone);
    this.#push("place", place);
    this.#push("last", (part << 16) | other);
    this.#push("given", (name.suffix << SUFFIX_BIT) | (second << GIVEN_BITS) | given);
    this.#push("street", (street << 16) | city);
    this.#push("town", (zip << 16) | (state << 8) | unit);
    this.#count += 1;
  }

  #push(field: Field, number: number): void {
    const blocks = this.#columns[field];
    const at = this.#count % BLOCK_ROWS;
    if (at === 0) blocks.push(new Uint32Array(BLOCK_ROWS));
    const block = blocks.at(-1);
    if (block) block[at] = number;
  }

  /** @param at Its place: how many rows were added before it. */
  rowAt(at: number): number {
    return this.#field(at, "row");
  }

  emailAt(at: number): number {
    return this.#field(at, "email") * EMAIL_LOW + this.#field(at, "emailLow");
  }

  keysAt(at: number): PersonKeys {
    const [last, given] = [this.#field(at, "last"), this.#field(at, "given")];
    const [street, town] = [this.#field(at, "street"), this.#field(at, "town")];
    return {
      email: this.emailAt(at),
      reference: this.#field(at, "reference"),
      phone: this.#field(at, "phone"),
      place: this.#field(at, "place"),
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
    const places = new NumberColumn(Uint32Array);
    let count = 0;
    this.#each(kind, wanted, (_key, place) => places.set(count++, place));
    const pairs = new Uint32Array(2 * count);
    for (let nth = 0; nth < count; nth++) {
      const place = places.get(nth);
      pairs[2 * nth] = place;
      pairs[2 * nth + 1] = this.#field(place, kind);
    }
    // As numbers of 64 bits, of which the lower half comes first, as on every processor that Node.js runs on.
    new BigUint64Array(pairs.buffer).sort();
    return pairs;
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
    let before = 0;
    for (const block of this.#blocks(kind)) {
      for (const key of wanted?.few ?? [])
        for (let at = block.indexOf(key); at >= 0; at = block.indexOf(key, at + 1)) take(key, before + at);
      for (let at = wanted?.few ? block.length : 0; at < block.length; at++) {
        const key = block[at] ?? 0;
        if (key !== 0 && (wanted === undefined || wanted.has(key))) take(key, before + at);
      }
      before += block.length;
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

  #field(at: number, field: Field): number {
    return this.#columns[field][Math.floor(at / BLOCK_ROWS)]?.[at % BLOCK_ROWS] ?? 0;
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

const FEW_KEYS = 8;

/** The keys of a list, as one asks about many others: a table of their upper halves answers for most. */
export class KeySet implements WantedKeys {
  static of(keys: readonly number[]): KeySet {
    return new KeySet(
      Uint32Array.from([...keys].sort((one, other) => one - other).flatMap((key) => [0, key])),
    );
  }

  readonly list: SortedKeys;
  readonly few?: readonly number[];
  readonly #upperHalves = new Uint8Array(2 ** 16);

  constructor(list: SortedKeys) {
    this.list = list;
    if (list.length <= 2 * FEW_KEYS) this.few = [...new Set(list.filter((_, at) => at % 2 === 1))];
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

/** Goes through the keys of a list, in ascending order, that stand there more than once, or in another list too. */
export function* groupsOf(list: SortedKeys, other: SortedKeys): Generator<KeyGroup> {
  for (let [at, from] = [0, 0]; at < list.length; ) {
    const key = list[at + 1] ?? 0;
    const own = placesBeside(list, at, key);
    while (at < list.length && list[at + 1] === key) at += 2;
    while (from < other.length && (other[from + 1] ?? 0) < key) from += 2;
    const theirs = placesBeside(other, from, key);
    if (own.length > 1 || theirs.length > 0) yield { key, own, theirs };
  }
}

function placesBeside(keys: SortedKeys, from: number, key: number): number[] {
  const places: number[] = [];
  for (let at = from; keys[at + 1] === key; at += 2) places.push(keys[at] ?? 0);
  return places;
}
