import { NumberColumn } from "../../base/growable.ts";
import { handOn } from "../../base/row-stream.ts";
import {
  EMAIL_LOW,
  type PersonKeys,
  personKeys,
  SHARED_KEYS,
  type SharedKey,
} from "../../lead/person-keys.ts";
import type { PlannedRow } from "./plan-record.ts";
import type { PlanChanges } from "./write-plan.ts";

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
/** The bits of a suffix and of two names, and of what tells properties apart, in the order of `PersonKeys`. */
const GIVEN_BITS = 14;
const GIVEN_MASK = 2 ** GIVEN_BITS - 1;
const SUFFIX_BIT = 2 * GIVEN_BITS;

/** The places of rows by one kind of key, each counted from 1 on: a hash table of the first ones, and behind each the next with its key. */
interface Places {
  slots: Uint32Array;
  next: Uint32Array;
}

/**
 * The person keys of rows, one after the other as they are read; of a row that was corrected, each version. Memory: 40 bytes a row, and
 * 10 to 16 for each kind of key that is looked up.
 */
export class PeopleRegister {
  /** For each field the same number of each row. */
  readonly #columns: Readonly<Record<Field, NumberColumn>>;
  #count: number;
  readonly #places: Partial<Record<IndexedKey, Places>> = {};

  /** @param kept What `columns` gave out, as one: to these nothing is added. */
  constructor(kept = new Uint32Array()) {
    const count = kept.length / FIELDS.length;
    this.#count = count;
    const columns = FIELDS.map((field, nth) => {
      const numbers = kept.subarray(nth * count, (nth + 1) * count);
      return [field, new NumberColumn(Uint32Array, numbers)] as const;
    });
    this.#columns = Object.fromEntries(columns) as Record<Field, NumberColumn>;
  }

  /** Everything that is in it: one field after the other, the numbers of all rows, block by block. */
  columns(): NodeJS.TypedArray[] {
    return FIELDS.flatMap((field) => [...this.#columns[field].blocks(this.#count)]);
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
    this.#columns[field].set(this.#count, number);
  }

  /** @param at Its place: how many rows were added before it. */
  rowAt(at: number): number {
    return this.#columns.row.get(at);
  }

  keyAt(at: number, kind: IndexedKey): number {
    const number = this.#columns[kind].get(at);
    return kind === "email" ? number * EMAIL_LOW + this.#columns.emailLow.get(at) : number;
  }

  keysAt(at: number): PersonKeys {
    const numberOf = (field: Field): number => this.#columns[field].get(at);
    const [last, given] = [numberOf("last"), numberOf("given")];
    const [street, town] = [numberOf("street"), numberOf("town")];
    return {
      email: this.keyAt(at, "email"),
      reference: this.keyAt(at, "reference"),
      phone: this.keyAt(at, "phone"),
      place: this.keyAt(at, "place"),
      name: {
        given: [given & GIVEN_MASK, (given >>> GIVEN_BITS) & GIVEN_MASK].filter(Boolean),
        last: [last >>> 16, last & 0xffff].filter(Boolean),
        suffix: given >>> SUFFIX_BIT,
      },
      property: [street >>> 16, street & 0xffff, town >>> 16, (town >>> 8) & 0xff, town & 0xff],
    };
  }

  /** The places of all rows that have a key, in ascending order; none of 0, which is no key. */
  *placesOf(kind: IndexedKey, key: number): Generator<number> {
    const { next } = this.#placesBy(kind);
    for (let at = key === 0 ? 0 : this.#firstOf(kind, key); at !== 0; at = next[at - 1] ?? 0) yield at - 1;
  }

  /** The keys of all rows, of e-mails the upper halves. */
  *shortKeys(): Generator<number> {
    for (const kind of INDEXED_KEYS)
      for (let at = 0; at < this.#count; at++) {
        const key = this.#columns[kind].get(at);
        if (key !== 0) yield key;
      }
  }

  /** The keys of a kind that rows here share with those of another register, each once. */
  *shared(kind: IndexedKey, other: PeopleRegister): Generator<number> {
    const { slots } = other.#placesBy(kind);
    for (let place = 0; place < this.#count; place++) {
      const key = this.keyAt(place, kind);
      const isThere = key !== 0 && slots[other.#slotOf(kind, key, slots)] !== 0;
      if (isThere && this.#firstOf(kind, key) === place + 1) yield key;
    }
  }

  /** Goes through the keys of a kind that several rows have, each once. */
  *repeated(kind: IndexedKey): Generator<number> {
    for (const [place, next] of this.#placesBy(kind).next.entries()) {
      const key = next === 0 ? 0 : this.keyAt(place, kind);
      if (key !== 0 && this.#firstOf(kind, key) === place + 1) yield key;
    }
  }

  #firstOf(kind: IndexedKey, key: number): number {
    const { slots } = this.#placesBy(kind);
    return slots[this.#slotOf(kind, key, slots)] ?? 0;
  }

  /** Made when a kind is looked up first, and again where rows were added since. */
  #placesBy(kind: IndexedKey): Places {
    const known = this.#places[kind];
    if (known?.next.length === this.#count) return known;
    // At most two thirds of it are taken.
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(1.5 * this.#count + 1)));
    const next = new Uint32Array(this.#count);
    for (let place = this.#count - 1; place >= 0; place--) {
      const key = this.keyAt(place, kind);
      if (key === 0) continue;
      const slot = this.#slotOf(kind, key, slots);
      next[place] = slots[slot] ?? 0;
      slots[slot] = place + 1;
    }
    const made = { slots, next };
    this.#places[kind] = made;
    return made;
  }

  /** The slot of a key, or the one that it would have. Keys are hashes: their lowest bits are as good as any. */
  #slotOf(kind: IndexedKey, key: number, slots: Uint32Array): number {
    const mask = slots.length - 1;
    for (let slot = key & mask; ; slot = (slot + 1) & mask) {
      const at = slots[slot] ?? 0;
      if (at === 0 || this.keyAt(at - 1, kind) === key) return slot;
    }
  }

  /** The place of the last version of each row, by row. */
  latest(): NumberColumn {
    const places = new NumberColumn(Uint32Array);
    for (let at = 0; at < this.#count; at++) places.set(this.rowAt(at), at);
    return places;
  }
}

/**
 * What becomes of a row, as far as it is known: whether it may be asked about, is looked for by its e-mail, and is there for others. What is
 * found of a row of another shard is told there.
 */
export const FATES = {
  /** It is about to go. */
  due: { isAsked: true, isSought: true, goes: true },
  /** The same in another shard. */
  other: { isAsked: true, isSought: true, goes: true, isTold: false },
  /** It goes, since a person has said so; the service refuses a second quote whatever a person says. */
  said: { isAsked: false, isSought: true, goes: true },
  /** It went, or waits, in the run itself. */
  there: { isAsked: false, isSought: false, goes: true },
  /** It stays behind, and is left out where its person has a quote. */
  wrong: { isAsked: false, isSought: true, goes: false },
  /** It stays behind. */
  behind: { isAsked: false, isSought: false, goes: false },
  /** It is in a run, and somebody asks who else it may be. */
  known: { isAsked: true, isSought: false, goes: false },
} as const satisfies Record<string, Fate>;

export interface Fate {
  isAsked: boolean;
  isSought: boolean;
  goes: boolean;
  /** Absent: yes. */
  isTold?: false;
}

export type RowFate = keyof typeof FATES;

const FATE_NAMES = Object.keys(FATES) as RowFate[];

/** The people in the rows of a sheet, gathered as they are planned. */
export class SheetPeople {
  readonly register = new PeopleRegister();
  readonly #fates = new NumberColumn(Uint8Array);
  /** Of rows of which it was settled since what becomes of them. */
  readonly #settled = new Map<number, RowFate>();

  add(row: number, keys: PersonKeys, fate: RowFate): void {
    this.#fates.set(this.register.count, FATE_NAMES.indexOf(fate));
    this.register.add(row, keys);
  }

  /** Gathers a row that another shard sends: of two rows of a sheet the first goes, whichever process sends it. */
  readonly noteOther = ({ row, lead, ready, isToGo }: PlannedRow): void =>
    this.add(row, personKeys(lead), ready ? (isToGo ? "there" : "other") : "behind");

  /**
   * Gathers rows on their way.
   *
   * @param onlyNew Whether rows of people who have a quote are left out, those with mistakes among them.
   */
  note(rows: AsyncIterable<PlannedRow>, onlyNew = false): AsyncIterable<PlannedRow> {
    return handOn(rows, (planned) => {
      const { row, lead, ready, isToGo } = planned;
      const fate = ready ? (isToGo ? "said" : "due") : onlyNew ? "wrong" : "behind";
      this.add(row, personKeys(lead), fate);
      return planned;
    });
  }

  /** Notes what was settled of rows that may be somebody twice: nobody asks about them again. */
  settle({ leftOut, issues }: PlanChanges): void {
    for (const row of leftOut) this.#settled.set(row, "behind");
    for (const [row, { harm }] of issues) this.#settled.set(row, harm === undefined ? "behind" : "said");
  }

  /** @param at Its place in the register. */
  fateOf(at: number): RowFate {
    return this.#settled.get(this.register.rowAt(at)) ?? FATE_NAMES[this.#fates.get(at)] ?? "behind";
  }
}
