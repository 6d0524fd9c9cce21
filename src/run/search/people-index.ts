import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { removeFile } from "../../base/files.ts";
import { replaceShared } from "../../base/replacement.ts";
import { personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { FORMER_INDEX, isReported, PEOPLE_INDEX } from "../folder/run-folder.ts";
import type { AskedKeys } from "../plan/match-people.ts";
import { INDEXED_KEYS, type IndexedKey, PeopleRegister, type SortedKeys } from "../plan/people-register.ts";
import { leadBytesOf, type RowLine } from "../plan/plan-record.ts";
import { isWholePlan, planName, readLinesOf, readRowLines } from "../plan/read-plan.ts";
import { runPaths } from "../run-paths.ts";

const PLAN_NAME = /^plan(?:-[1-9]\d*)?\.ndjson$/;
const KEY_BYTES = 4;
const ROW_BYTES = 3;
/** Holds the beginning of one index after the other, also of a run with hundreds of corrections. */
const HEAD = Buffer.alloc(16 * 1024);
/** Keys are whole numbers below it, and lie evenly. */
const KEY_LIMIT = 2 ** 32;
/** Entries of an index that are written at once. */
const PIECE_ENTRIES = 16_384;
const NEWLINE = 0x0a;

/**
 * Which rows of a run have somebody's e-mail, reference, phone or place: hashes of these, in order, and beside each its row, as any
 * of its versions has it. It lies in the run's own folder, is made of its plans, and goes with the run. Where it is missing, or of
 * other plans than are there, it is made anew.
 *
 * The file: this as a line of JSON, then for each kind of key, in the order of `INDEXED_KEYS`, its entries: a row and a hash of 4 bytes,
 * little-endian.
 */
interface IndexHead {
  type: "people-index";
  version: 1;
  /** The plans that it was made of, and their sizes in bytes: they are never changed, only added. */
  plans: [name: string, bytes: number][];
  /** How many entries each kind of key has. */
  counts: number[];
  /** How many bytes a row takes. */
  rowBytes: number;
}

/** The plans of a run's folder and their sizes, the first one first. */
export function plansIn(dir: string): IndexHead["plans"] {
  return readdirSync(dir)
    .filter((name) => name.startsWith("plan") && PLAN_NAME.test(name))
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .map((name) => [name, statSync(join(dir, name)).size]);
}

/**
 * Makes sure that plans hold all the leads of a run. One that never began has none.
 *
 * @throws Error where one is missing or cut off in a run that may have sent something.
 */
export function requireWhole(plans: IndexHead["plans"], dir: string): void {
  const { plan, journal, mark } = runPaths(dir);
  const isWhole = plans[0]?.[0] === basename(plan) && plans.every(([name]) => isWholePlan(join(dir, name)));
  const mayHaveSent =
    plans.length > 1 ||
    [journal, mark].some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0);
  if (!isWhole && (mayHaveSent || isReported(dir))) throw new Error(`a plan in ${dir} is missing or cut off`);
}

/** Whether the plans in a folder are those that an index was made of: they have no gaps, so the next one would be there. */
function areThere(plans: IndexHead["plans"], dir: string): boolean {
  const isAsItWas = ([name, bytes]: (typeof plans)[number]) =>
    statSync(join(dir, name), { throwIfNoEntry: false })?.size === bytes;
  return plans.every(isAsItWas) && !existsSync(join(dir, planName(plans.length + 1)));
}

/**
 * The rows of a run that have a key, in any version; a few may be there that only share its hash.
 *
 * @throws the system's error, or an Error, where the run cannot be read.
 */
export async function lookUpPeople(dir: string, keys: readonly [IndexedKey, number][]): Promise<number[]> {
  const file = await openIndex(dir);
  try {
    const rows = keys.flatMap(([kind, key]) => file.rowsOf(kind, key));
    return [...new Set(rows)].sort((a, b) => a - b);
  } finally {
    file.close();
  }
}

/** For each that is asked for the keys of a run's rows, in any version. @throws as `lookUpPeople` does. */
export async function* keysIn(dir: string, asked: readonly AskedKeys[]): AsyncGenerator<SortedKeys> {
  const file = await openIndex(dir);
  try {
    for (const { kind, wanted } of asked)
      yield wanted
        ? Uint32Array.from(wanted.flatMap((key) => file.rowsOf(kind, key).flatMap((row) => [row, key])))
        : file.all(kind);
  } finally {
    file.close();
  }
}

/** The leads of some rows of a run in all their versions, the oldest first. */
export async function* versionsOf(
  dir: string,
  rows: readonly number[],
): AsyncGenerator<{ row: number; lead: Lead }> {
  for (const [name] of plansIn(dir))
    for await (const line of readLinesOf(join(dir, name), rows)) yield { row: line.row, lead: leadOf(line) };
}

/** @param register All versions of its rows, where they are known. @throws the system's error where it cannot be written. */
export async function writePeopleIndex(dir: string, register?: PeopleRegister): Promise<void> {
  const plans = plansIn(dir);
  await keep(dir, plans, register ?? (await readPeople(dir, plans)));
}

export function leadOf(line: RowLine): Lead {
  return JSON.parse(leadBytesOf(line).toString()) as Lead;
}

async function readPeople(dir: string, plans: IndexHead["plans"]): Promise<PeopleRegister> {
  requireWhole(plans, dir);
  const register = new PeopleRegister();
  for (const [name] of plans)
    for await (const lines of readRowLines(join(dir, name)))
      for (const line of lines) register.add(line.row, personKeys(leadOf(line)));
  return register;
}

/** What can be asked of an index; whoever opened it closes it. */
interface OpenIndex {
  rowsOf(kind: IndexedKey, key: number): number[];
  all(kind: IndexedKey): SortedKeys;
  close(): void;
}

/** One that is missing is made on the way, and kept where the folder can be written. */
async function openIndex(dir: string): Promise<OpenIndex> {
  const known = IndexFile.open(dir);
  if (known) return known;
  const plans = plansIn(dir);
  const register = await readPeople(dir, plans);
  await keep(dir, plans, register).catch(() => undefined);
  return (
    IndexFile.open(dir) ?? {
      all: (kind) => register.sorted(kind, "row"),
      rowsOf: (kind, key) => rowsIn(register.sorted(kind, "row"), key),
      close: () => undefined,
    }
  );
}

/** Keys are looked for where they should be, since they lie evenly. */
class IndexFile implements OpenIndex {
  readonly #fd: number;
  readonly #bodyAt: number;
  readonly #head: IndexHead;

  private constructor(fd: number, bodyAt: number, head: IndexHead) {
    this.#fd = fd;
    this.#bodyAt = bodyAt;
    this.#head = head;
  }

  /** Undefined where it is missing, of other plans than are there, or cut off. */
  static open(dir: string): IndexFile | undefined {
    let fd: number;
    try {
      fd = openSync(join(dir, PEOPLE_INDEX), "r");
    } catch {
      return undefined;
    }
    try {
      const start = HEAD.subarray(0, readSync(fd, HEAD, 0, HEAD.length, 0));
      const newline = start.indexOf(NEWLINE);
      const head = JSON.parse(start.toString("utf8", 0, newline)) as IndexHead;
      const file = new IndexFile(fd, newline + 1, head);
      if (head.type === "people-index" && head.version === 1 && areThere(head.plans, dir) && file.#isWhole())
        return file;
    } catch {
      // It is made anew.
    }
    closeSync(fd);
    return undefined;
  }

  rowsOf(kind: IndexedKey, key: number): number[] {
    const count = this.#countOf(kind);
    const place = Math.floor((key / KEY_LIMIT) * count);
    // Half the root is the most by which it is off as a rule: four times as much is enough for all but one in thousands.
    const reach = 2 * Math.ceil(Math.sqrt(count));
    const [from, to] = [Math.max(0, place - reach), Math.min(place + reach, count)];
    const near = this.#read(kind, from, to);
    const isIn =
      (from === 0 || this.#keyAt(near, 0) < key) && (to === count || this.#keyAt(near, to - from - 1) > key);
    return this.#rowsIn(isIn ? near : this.#read(kind, 0, count), key);
  }

  all(kind: IndexedKey): SortedKeys {
    const count = this.#countOf(kind);
    const bytes = this.#read(kind, 0, count);
    const entries = new Uint32Array(count * 2);
    for (let at = 0; at < count; at++) {
      entries[at * 2] = this.#rowAt(bytes, at);
      entries[at * 2 + 1] = this.#keyAt(bytes, at);
    }
    return entries;
  }

  /** @param bytes Of entries in order. */
  #rowsIn(bytes: Buffer, key: number): number[] {
    const count = bytes.length / this.#entryBytes;
    let low = 0;
    for (let high = count; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#keyAt(bytes, middle) < key) low = middle + 1;
      else high = middle;
    }
    const rows: number[] = [];
    for (let at = low; at < count && this.#keyAt(bytes, at) === key; at++) rows.push(this.#rowAt(bytes, at));
    return rows;
  }

  get #entryBytes(): number {
    return this.#head.rowBytes + KEY_BYTES;
  }

  #rowAt(bytes: Buffer, at: number): number {
    return bytes.readUIntLE(at * this.#entryBytes, this.#head.rowBytes);
  }

  #keyAt(bytes: Buffer, at: number): number {
    return bytes.readUInt32LE(at * this.#entryBytes + this.#head.rowBytes);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #isWhole(): boolean {
    const { counts, rowBytes } = this.#head;
    const entryCount = counts.reduce((sum, count) => sum + count, 0);
    const end = this.#bodyAt + entryCount * (rowBytes + KEY_BYTES);
    return entryCount === 0 || readSync(this.#fd, HEAD, 0, 1, end - 1) === 1;
  }

  #countOf(kind: IndexedKey): number {
    return this.#head.counts[INDEXED_KEYS.indexOf(kind)] ?? 0;
  }

  #read(kind: IndexedKey, from: number, to: number): Buffer {
    const before = this.#head.counts
      .slice(0, INDEXED_KEYS.indexOf(kind))
      .reduce((sum, count) => sum + count, from);
    const bytes = Buffer.allocUnsafe((to - from) * this.#entryBytes);
    readSync(this.#fd, bytes, 0, bytes.length, this.#bodyAt + before * this.#entryBytes);
    return bytes;
  }
}

function rowsIn(entries: SortedKeys, key: number): number[] {
  const rows: number[] = [];
  for (let at = 0; at < entries.length; at += 2) if (entries[at + 1] === key) rows.push(entries[at] ?? 0);
  return rows;
}

async function keep(dir: string, plans: IndexHead["plans"], register: PeopleRegister): Promise<void> {
  if (plans.length === 0) return;
  const path = join(dir, PEOPLE_INDEX);
  await replaceShared(path, indexPieces(plans, register));
  // The run may have been removed meanwhile, of which nothing is to stay.
  if (!areThere(plans, dir)) await removeFile(path);
  await removeFile(join(dir, FORMER_INDEX));
}

function* indexPieces(plans: IndexHead["plans"], register: PeopleRegister): Generator<Buffer> {
  const counts = INDEXED_KEYS.map((kind) => register.keyCounts[kind]);
  const rowBytes = register.rowMax < 2 ** (8 * ROW_BYTES) ? ROW_BYTES : ROW_BYTES + 1;
  const head: IndexHead = { type: "people-index", version: 1, plans, counts, rowBytes };
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const kind of INDEXED_KEYS) yield* packed(register.sorted(kind, "row"), rowBytes);
}

/** Entries as bytes, some of them at a time. */
function* packed(entries: SortedKeys, rowBytes: number): Generator<Buffer> {
  for (let from = 0; from < entries.length; from += 2 * PIECE_ENTRIES) {
    const some = entries.subarray(from, from + 2 * PIECE_ENTRIES);
    const piece = Buffer.allocUnsafe((some.length / 2) * (rowBytes + KEY_BYTES));
    for (let at = 0, to = 0; at < some.length; at += 2) {
      to = piece.writeUIntLE(some[at] ?? 0, to, rowBytes);
      to = piece.writeUInt32LE(some[at + 1] ?? 0, to);
    }
    yield piece;
  }
}
