import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { removeFile } from "../../base/files.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { firstLineIn } from "../../base/read-lines.ts";
import { replaceFile } from "../../base/replacement.ts";
import { personKeys } from "../../lead/person-keys.ts";
import { INDEXED_KEYS, PeopleRegister } from "../plan/people-register.ts";
import { planName, plansIn } from "../plan/read-plan.ts";
import { FORMER_INDEX, PEOPLE_INDEX } from "../run-paths.ts";
import { leadsIn } from "./read-leads.ts";

/**
 * The people of a run, in all versions of its rows: hashes of their keys, the oldest version first. It lies in the run's own folder, is
 * made of its plans, and goes with the run. Where it is missing, of an earlier form, or of other plans than are there, it is made anew.
 *
 * The file: this as a line of JSON, then a filter and a register's columns, little-endian.
 */
interface IndexHead {
  type: "people-index";
  /** Another one wherever keys are made otherwise. */
  version: 7;
  /** The plans that it was made of, and their sizes in bytes: they are never changed, only added. */
  plans: [name: string, bytes: number][];
  filter: Part;
  people: Part;
}

/** Numbers of 32 bits, and their checksum. */
interface Part {
  count: number;
  sum: number;
}

/** Who is looked for among more than so many is looked for in a run itself. */
const FEW_ROWS = 1_000;

/**
 * The people of a run; null where none of them has a key of somebody who is wanted. An index that is missing or damaged is made on the
 * way, and kept where the folder can be written.
 *
 * @param filter Of that run, where it is known.
 * @throws the system's error, or an Error, where the run cannot be read.
 */
export async function peopleLike(
  wanted: PeopleRegister,
  dir: string,
  filter = wanted.count > FEW_ROWS ? undefined : filterIn(dir),
): Promise<PeopleRegister | null> {
  if (filter && !filter.mayHaveKeyOf(wanted)) return null;
  const kept = keptIn(dir, "people");
  return kept ? new PeopleRegister(kept) : writePeopleIndex(dir);
}

/** The filter of a run's people; undefined where its index has to be made anew. */
export function filterIn(dir: string): KeyFilter | undefined {
  const kept = keptIn(dir, "filter");
  return kept && new KeyFilter(kept);
}

/**
 * A part of a run's index; undefined where that is missing, cut off, damaged, or of other plans than are there. Of nobody, it has nothing
 * that could be checked, and is made in no time.
 */
function keptIn(dir: string, part: "filter" | "people"): Uint32Array<ArrayBuffer> | undefined {
  const file = ifPossible(() => openSync(join(dir, PEOPLE_INDEX), "r"));
  if (file === undefined) return undefined;
  try {
    const { line } = firstLineIn(file);
    const { type, version, plans, ...parts } = JSON.parse(line.toString()) as IndexHead;
    const from = line.length + 1;
    const isWhole = fstatSync(file).size === from + 4 * (parts.filter.count + parts.people.count);
    const isOfRun = type === "people-index" && version === 7 && isWhole && areThere(plans, dir);
    if (!isOfRun || parts[part].count === 0) return undefined;
    const numbers = new Uint32Array(parts[part].count);
    readSync(file, numbers, 0, numbers.byteLength, part === "filter" ? from : from + 4 * parts.filter.count);
    return crc32(numbers) === parts[part].sum ? numbers : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Bits for each key, of which one for each spread is set: of a thousand keys that nobody has, one passes. */
const KEY_BITS = 16;
const SPREADS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1, 0xd3a2646d];

/** Says of nearly every key that nobody has it, where that is so: a Bloom filter. It is a sixth of an index, and enough for most questions. */
export class KeyFilter {
  readonly bits: Uint32Array<ArrayBuffer>;

  constructor(bits: Uint32Array<ArrayBuffer>) {
    this.bits = bits;
  }

  static of(people: PeopleRegister): KeyFilter {
    const bitCount = people.count * INDEXED_KEYS.length * KEY_BITS;
    const filter = new KeyFilter(new Uint32Array(bitCount / 32));
    for (const key of people.shortKeys())
      for (const spread of SPREADS) {
        const at = filter.#placeOf(key, spread);
        filter.bits[at >>> 5] = (filter.bits[at >>> 5] ?? 0) | (1 << (at & 31));
      }
    return filter;
  }

  mayHaveKeyOf(wanted: PeopleRegister): boolean {
    for (const key of wanted.shortKeys())
      if (SPREADS.every((spread) => this.#isSet(this.#placeOf(key, spread)))) return true;
    return false;
  }

  #placeOf(key: number, spread: number): number {
    return Math.floor(((Math.imul(key, spread) >>> 0) / 2 ** 32) * 32 * this.bits.length);
  }

  #isSet(at: number): boolean {
    return ((this.bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }
}

/**
 * Makes the index of a run, and keeps it where its folder can be written.
 *
 * @param known All versions of its rows, where they are known.
 * @throws the system's error, or an Error, where the run cannot be read.
 */
export async function writePeopleIndex(dir: string, known?: PeopleRegister): Promise<PeopleRegister> {
  const plans = plansIn(dir).map((name): [string, number] => [name, statSync(join(dir, name)).size]);
  const people = known ?? (await readPeople(dir));
  const parts = [[KeyFilter.of(people).bits], people.columns()];
  if (plans.length > 0) await keep(dir, plans, parts).catch(() => undefined);
  return people;
}

/** @throws as `leadsIn` does: what was read until then has been added. */
export async function readPeople(dir: string, people = new PeopleRegister()): Promise<PeopleRegister> {
  for await (const { row, lead } of leadsIn(dir)) people.add(row, personKeys(lead));
  return people;
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function keep(
  dir: string,
  plans: IndexHead["plans"],
  [filter = [], people = []]: readonly (readonly NodeJS.TypedArray[])[],
): Promise<void> {
  const partOf = (blocks: readonly NodeJS.TypedArray[]): Part => ({
    count: blocks.reduce((count, { length }) => count + length, 0),
    sum: blocks.reduce((sum, block) => crc32(bytesOf(block), sum), 0),
  });
  const head: IndexHead = {
    type: "people-index",
    version: 7,
    plans,
    filter: partOf(filter),
    people: partOf(people),
  };
  const path = join(dir, PEOPLE_INDEX);
  await replaceFile(path, [`${JSON.stringify(head)}\n`, ...[...filter, ...people].map(bytesOf)], "shared");
  // The run may have been removed meanwhile, of which nothing is to stay.
  if (!areThere(plans, dir)) await removeFile(path);
  await removeFile(join(dir, FORMER_INDEX));
}

/** Whether the plans in a folder are those that an index was made of: they have no gaps, so the next one would be there. */
function areThere(plans: IndexHead["plans"], dir: string): boolean {
  const isAsItWas = ([name, bytes]: (typeof plans)[number]) =>
    statSync(join(dir, name), { throwIfNoEntry: false })?.size === bytes;
  return plans.every(isAsItWas) && !existsSync(join(dir, planName(plans.length + 1)));
}
