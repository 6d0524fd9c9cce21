import { BitSet, NumberColumn } from "../../base/growable.ts";
import { handOn } from "../../base/row-stream.ts";
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
export const ROW_BYTES = 4 * FIELDS.length;
/** The bits of a suffix and of two names, and of what tells properties apart, in the order of `PersonKeys`. */
const GIVEN_BITS = 14;
const GIVEN_MASK = 2 ** GIVEN_BITS - 1;
const SUFFIX_BIT = 2 * GIVEN_BITS;
/** Keys that differ in so many bits only are a group: those of all groups are looked for at once, and take 1 MB, whatever there are. */
const GROUP_BITS = 10;

/** The person keys of rows, one after the other as they are read; of a row that was corrected, each version. Memory: 40 bytes a row. */
export class PeopleRegister {
  /** The same number of each row. */
  readonly #columns: Partial<Record<Field, NumberColumn>> = {};
  readonly #kept: (nth: number) => Uint32Array | undefined;
  #count: number;

  /** @param kept Gives the numbers of a field where they were kept, when they are asked for: nothing is added to those. */
  constructor(count = 0, kept: (nth: number) => Uint32Array | undefined = () => undefined) {
    this.#count = count;
    this.#kept = kept;
  }

  /** Everything that is in it: of each field the numbers of all rows, block by block. */
  columns(): NodeJS.TypedArray[][] {
    return FIELDS.map((field) => [...this.#column(field).blocks(this.#count)]);
  }

  #column(field: Field): NumberColumn {
    const known = this.#columns[field];
    if (known) return known;
    const column = new NumberColumn(Uint32Array, this.#kept(FIELDS.indexOf(field)));
    this.#columns[field] = column;
    return column;
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
    this.#column(field).set(this.#count, number);
  }

  /** @param at Its place: how many rows were added before it. */
  rowAt(at: number): number {
    return this.#numberAt(at, "row");
  }

  emailAt(at: number): number {
    return this.#numberAt(at, "email") * EMAIL_LOW + this.#numberAt(at, "emailLow");
  }

  keysAt(at: number): PersonKeys {
    const [last, given] = [this.#numberAt(at, "last"), this.#numberAt(at, "given")];
    const [street, town] = [this.#numberAt(at, "street"), this.#numberAt(at, "town")];
    return {
      email: this.emailAt(at),
      reference: this.#numberAt(at, "reference"),
      phone: this.#numberAt(at, "phone"),
      place: this.#numberAt(at, "place"),
      name: {
        given: [given & GIVEN_MASK, (given >>> GIVEN_BITS) & GIVEN_MASK].filter(Boolean),
        last: [last >>> 16, last & 0xffff].filter(Boolean),
        suffix: given >>> SUFFIX_BIT,
      },
      property: [street >>> 16, street & 0xffff, town >>> 16, (town >>> 8) & 0xff, town & 0xff],
    };
  }

  /**
   * The keys of a kind that rows have, in ascending order.
   *
   * @param groups Only those in one of these groups.
   * @param few Or only these: to look for each of a few takes a fraction of asking about each number that is there.
   */
  sorted(kind: IndexedKey, groups: BitSet, few?: readonly number[]): SortedKeys {
    const [column, places] = [this.#column(kind), new NumberColumn(Uint32Array)];
    let [length, before] = [0, 0];
    for (const block of column.blocks(this.#count)) {
      for (const key of few ?? [])
        for (let at = block.indexOf(key); at >= 0; at = block.indexOf(key, at + 1))
          places.set(length++, before + at);
      for (let at = few ? block.length : 0; at < block.length; at++) {
        const key = block[at] ?? 0;
        if (key !== 0 && groups.has(key >>> GROUP_BITS)) places.set(length++, before + at);
      }
      before += block.length;
    }
    const pairs = new Uint32Array(2 * length);
    for (let nth = 0; nth < length; nth++) {
      pairs[2 * nth] = places.get(nth);
      pairs[2 * nth + 1] = column.get(places.get(nth));
    }
    // As numbers of 64 bits, of which the lower half comes first, as on every processor that Node.js runs on.
    new BigUint64Array(pairs.buffer).sort();
    return pairs;
  }

  /** The groups of keys of a kind: all, and those with the keys that several rows have. */
  groups(kind: IndexedKey): { all: BitSet; repeated: BitSet } {
    const [all, repeated] = [new BitSet(), new BitSet()];
    for (const block of this.#column(kind).blocks(this.#count))
      for (const key of block)
        if (key !== 0) (all.has(key >>> GROUP_BITS) ? repeated : all).add(key >>> GROUP_BITS);
    return { all, repeated };
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

  #numberAt(at: number, field: Field): number {
    return this.#column(field).get(at);
  }
}

/** Keys, each with the place of its row. As pairs: the place, then the key. */
type SortedKeys = Uint32Array;

/** A key that several rows have: their places in the register that is gone through, and in the other one. */
export interface KeyGroup<Kind extends IndexedKey> {
  kind: Kind;
  key: number;
  own: readonly number[];
  theirs: readonly number[];
}

const FEW_KEYS = 8;

/** The keys of one kind in a register, to be looked for there and in others. Memory: 8 bytes a row. */
export class KeyList<Kind extends IndexedKey> {
  readonly #kind: Kind;
  readonly #groups: BitSet;
  readonly #keys: SortedKeys;
  readonly #few: readonly number[] | undefined;

  /** @param isAlone Whether no other register is looked at: then only those count that stand there twice. */
  constructor(people: PeopleRegister, kind: Kind, isAlone = false) {
    const { all, repeated } = people.groups(kind);
    this.#kind = kind;
    this.#groups = all;
    this.#keys = people.sorted(kind, isAlone ? repeated : all);
    if (this.#keys.length <= 2 * FEW_KEYS)
      this.#few = [...new Set(this.#keys.filter((_, at) => at % 2 === 1))];
  }

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  /** Goes through the keys, in ascending order, that stand there more than once, or in another register too. */
  *shared(other?: PeopleRegister): Generator<KeyGroup<Kind>> {
    const kind = this.#kind;
    const mine = this.#keys;
    const others = other && !this.isEmpty ? other.sorted(kind, this.#groups, this.#few) : new Uint32Array();
    for (let [at, from] = [0, 0]; at < mine.length; ) {
      const key = mine[at + 1] ?? 0;
      const own = placesBeside(mine, at, key);
      at += 2 * own.length;
      while (from < others.length && (others[from + 1] ?? 0) < key) from += 2;
      const theirs = placesBeside(others, from, key);
      if (own.length > 1 || theirs.length > 0) yield { kind, key, own, theirs };
    }
  }
}

function placesBeside(keys: SortedKeys, from: number, key: number): number[] {
  const places: number[] = [];
  for (let at = from; keys[at + 1] === key; at += 2) places.push(keys[at] ?? 0);
  return places;
}

/**
 * What becomes of a row, as far as it is known: it is about to go, and may be asked about; it goes, since a person has said so; it
 * went, or waits, in the run itself; or it stays behind.
 */
export type RowFate = (typeof FATES)[number];

const FATES = ["due", "said", "there", "behind"] as const;

/** The people in the rows of a sheet, gathered as they are planned. */
export class SheetPeople {
  readonly register = new PeopleRegister();
  readonly #fates = new NumberColumn(Uint8Array);
  readonly #onlyNew: boolean;

  /** @param onlyNew Whether rows of people who have a quote are left out, those with mistakes among them. */
  constructor(onlyNew = false) {
    this.#onlyNew = onlyNew;
  }

  add(row: number, keys: PersonKeys, fate: RowFate): void {
    this.#fates.set(this.register.count, FATES.indexOf(fate));
    this.register.add(row, keys);
  }

  /** Gathers rows on their way. */
  note(rows: AsyncIterable<PlannedRow>): AsyncIterable<PlannedRow> {
    return handOn(rows, (planned) => {
      const { row, lead, ready, isToGo } = planned;
      this.add(row, personKeys(lead), ready ? (isToGo ? "said" : "due") : "behind");
      return planned;
    });
  }

  #fate(at: number): RowFate | undefined {
    return FATES[this.#fates.get(at)];
  }

  isDue(at: number): boolean {
    return this.#fate(at) === "due";
  }

  goes(at: number): boolean {
    return this.#fate(at) !== "behind";
  }

  isSought(at: number): boolean {
    // The service refuses a second quote whatever a person says of the row.
    return this.#onlyNew || this.isDue(at) || this.#fate(at) === "said";
  }
}
