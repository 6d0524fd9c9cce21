import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { removeFile } from "../../base/files.ts";
import { withRoom } from "../../base/growable.ts";
import { replaceShared } from "../../base/replacement.ts";
import { emailKey } from "../../lead/email.ts";
import { EMAIL_INDEX, fileIn, isReported } from "../folder/run-folder.ts";
import { hashOf } from "../plan/email-register.ts";
import { leadBytesOf } from "../plan/plan-record.ts";
import { isWholePlan, planName, readRowLines } from "../plan/read-plan.ts";
import { runPaths } from "../run-paths.ts";

const PLAN_NAME = /^plan(?:-[1-9]\d*)?\.ndjson$/;
const HASH_BYTES = 8;
const ROW_BYTES = 4;
/** Of a run with hundreds of corrections. */
const HEAD_BYTES_MAX = 16 * 1024;
/** Hold the beginning of one index after the other, what is looked for, and a page: new memory for each of many takes longer than reading it. */
const HEAD = Buffer.alloc(1024);
const WANTED = Buffer.alloc(HASH_BYTES);
let page = Buffer.alloc(0);
/** Hashes are whole numbers below it, and lie evenly. */
const HASH_LIMIT = 16 ** 13;
/** Of an index, written at once. */
const PIECE_NUMBERS = 16_384;
const NEWLINE = 0x0a;

/**
 * Which rows of a run have an e-mail address: hashes of addresses, in order, and beside each its row. It lies in the run's
 * own folder, is made of its plans, holds no address, and goes with the run. It is made anew whenever it is missing; who
 * finds none reads the plans instead.
 *
 * The file: this as a line of JSON, then 8 bytes for each hash (a whole number below 2^52, as a double), then 4 bytes for each row, all little-endian.
 */
interface IndexHead {
  type: "email-index";
  version: 1;
  /** The plans that it was made of, and their sizes in bytes: they are never changed, only added. */
  plans: [name: string, bytes: number][];
  count: number;
}

/** The plans of a run's folder and their sizes, the first one first. */
export function plansIn(dir: string): [name: string, bytes: number][] {
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
    statSync(fileIn(dir, name), { throwIfNoEntry: false })?.size === bytes;
  return plans.every(isAsItWas) && !existsSync(fileIn(dir, planName(plans.length + 1)));
}

/** What is kept of an address: the first 52 bits of a cryptographic hash, which a number holds exactly. */
export function emailHash(key: string): number {
  const [high, low] = hashOf(key);
  return high * 0x10_0000 + (low >>> 12);
}

/**
 * The rows of a run that have one of some addresses, in any version; a few may be there that only share a hash.
 *
 * @param hashes Of addresses, as `emailHash` has them.
 * @returns Undefined where the index is missing, or of other plans than are there.
 */
export function lookUpEmails(dir: string, hashes: readonly number[]): number[] | undefined {
  return withIndex(dir, (file) => {
    const rows = hashes.flatMap((wanted) => file.rowsOf(wanted));
    return [...new Set(rows)].sort((a, b) => a - b);
  });
}

/** Whether a run's folder has an index that can be used. */
export function hasEmailIndex(dir: string): boolean {
  return withIndex(dir, (file) => file.isWhole()) === true;
}

/** Undefined where the index is missing, of other plans than are there, or cut off where it is read. */
function withIndex<T>(dir: string, use: (file: IndexFile) => T): T | undefined {
  let fd: number;
  try {
    fd = openSync(fileIn(dir, EMAIL_INDEX), "r");
  } catch {
    return undefined;
  }
  try {
    return use(IndexFile.read(fd, dir));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Whatever is read of it has to be there: that costs less than a look at its size, which hundreds are asked. */
class IndexFile {
  readonly #fd: number;
  readonly #hashesAt: number;
  readonly #count: number;

  private constructor(fd: number, hashesAt: number, count: number) {
    this.#fd = fd;
    this.#hashesAt = hashesAt;
    this.#count = count;
  }

  /** @throws Error when it is none, or of other plans than are there. */
  static read(fd: number, dir: string): IndexFile {
    let start: Buffer = HEAD.subarray(0, readSync(fd, HEAD, 0, HEAD.length, 0));
    let newline = start.indexOf(NEWLINE);
    if (newline < 0) {
      start = Buffer.alloc(HEAD_BYTES_MAX);
      newline = start.subarray(0, readSync(fd, start, 0, start.length, 0)).indexOf(NEWLINE);
    }
    const { type, version, plans, count } = JSON.parse(start.toString("utf8", 0, newline)) as IndexHead;
    if (type === "email-index" && version === 1 && areThere(plans, dir))
      return new IndexFile(fd, newline + 1, count);
    throw new Error("it is of other plans");
  }

  isWhole(): boolean {
    return fstatSync(this.#fd).size === this.#hashesAt + this.#count * (HASH_BYTES + ROW_BYTES);
  }

  rowsOf(wanted: number): number[] {
    const { hashes, from } = this.#hashesAround(wanted);
    WANTED.writeDoubleLE(wanted);
    const rows: number[] = [];
    for (let at = hashes.indexOf(WANTED); at >= 0; at = hashes.indexOf(WANTED, at + 1))
      if (at % HASH_BYTES === 0) rows.push(this.#rowAt(from + at / HASH_BYTES));
    return rows;
  }

  /** All that equal a hash are among them: as a rule within a page that is read at once. `from`: the place of the first. */
  #hashesAround(wanted: number): { hashes: Buffer; from: number } {
    const place = Math.floor((wanted / HASH_LIMIT) * this.#count);
    // Half the root is the most by which it is off as a rule: four times as much is enough for all but one in thousands.
    const reach = 2 * Math.ceil(Math.sqrt(this.#count));
    const from = Math.max(0, place - reach);
    const to = Math.min(place + reach, this.#count);
    const length = (to - from) * HASH_BYTES;
    if (page.length < length) page = Buffer.alloc(length);
    const hashes = this.#read(page.subarray(0, length), this.#hashesAt + from * HASH_BYTES);
    const isIn =
      (from === 0 || hashes.readDoubleLE() < wanted) &&
      (to === this.#count || hashes.readDoubleLE(length - HASH_BYTES) > wanted);
    if (isIn) return { hashes, from };
    return { hashes: this.#read(Buffer.allocUnsafe(this.#count * HASH_BYTES), this.#hashesAt), from: 0 };
  }

  all(): EmailRows {
    const body = this.#read(Buffer.alloc(this.#count * (HASH_BYTES + ROW_BYTES)), this.#hashesAt);
    const rowsAt = this.#count * HASH_BYTES;
    return {
      hashes: Float64Array.from({ length: this.#count }, (_, at) => body.readDoubleLE(at * HASH_BYTES)),
      rows: Uint32Array.from({ length: this.#count }, (_, at) => body.readUInt32LE(rowsAt + at * ROW_BYTES)),
    };
  }

  #rowAt(index: number): number {
    const at = this.#hashesAt + this.#count * HASH_BYTES + index * ROW_BYTES;
    return this.#read(Buffer.allocUnsafe(ROW_BYTES), at).readUInt32LE();
  }

  #read(bytes: Buffer, position: number): Buffer {
    if (readSync(this.#fd, bytes, 0, bytes.length, position) === bytes.length) return bytes;
    throw new Error("it is cut off");
  }
}

/** As much as is read in a tenth of a second or so: nobody is kept waiting for an index. */
const MADE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Makes the indexes of runs that have none, as many as take no time that a person notices. Where a folder cannot be written,
 * it stays without.
 */
export async function makeMissingIndexes(dirs: readonly string[]): Promise<void> {
  let madeBytes = 0;
  for (const dir of dirs) {
    try {
      if (hasEmailIndex(dir)) continue;
      const plans = plansIn(dir);
      madeBytes += plans.reduce((sum, [, bytes]) => sum + bytes, 0);
      if (madeBytes > MADE_BYTES_MAX) return;
      requireWhole(plans, dir);
      if (plans.length > 0) await writeEmailIndex(dir);
    } catch {
      // Its plans are read instead.
    }
  }
}

/** The addresses of a run as hashes, ascending, and beside each its row. */
export interface EmailRows {
  hashes: Float64Array;
  rows: Uint32Array;
}

/**
 * Makes a run's index anew, of its plans as they are. Memory: 28 to 34 bytes a row while it works.
 *
 * @param gathered The addresses of all its rows, where they were read anyway. A corrected row had others before, which
 *   only its plans tell: they are read then.
 * @throws CliError with exit code 6, or the system's error, where the folder cannot be read or written.
 */
export async function writeEmailIndex(dir: string, gathered?: EmailGatherer): Promise<void> {
  const plans = plansIn(dir);
  const isWhole = gathered !== undefined && plans.length === 1;
  await keep(dir, plans, isWhole ? gathered.emails() : await emailsOf(dir, plans));
}

/**
 * All addresses of a run. An index that is missing is made on the way, where the folder can be written.
 *
 * @throws CliError with exit code 6, or the system's error, where the folder cannot be read.
 */
export async function readEmails(dir: string): Promise<EmailRows> {
  const known = withIndex(dir, (file) => file.all());
  if (known) return known;
  const plans = plansIn(dir);
  requireWhole(plans, dir);
  const emails = await emailsOf(dir, plans);
  await keep(dir, plans, emails).catch(() => undefined);
  return emails;
}

/** Pairs of rows that have the same address, as far as their hashes tell. */
export function* sameEmails(one: EmailRows, other: EmailRows): Generator<[row: number, otherRow: number]> {
  let begin = 0;
  for (const [at, hash] of one.hashes.entries()) {
    while ((other.hashes[begin] ?? Number.POSITIVE_INFINITY) < hash) begin += 1;
    for (let same = begin; other.hashes[same] === hash; same++)
      yield [one.rows[at] ?? 0, other.rows[same] ?? 0];
  }
}

/** Gathers the addresses of a run's rows, one after the other as its plans have them. Memory: 12 bytes a row. */
export class EmailGatherer {
  #hashes: Float64Array;
  #rows: Uint32Array;
  #count = 0;

  /** @param expected How many rows there are, where that is known: then nothing is copied to grow. */
  constructor(expected = 0) {
    this.#hashes = new Float64Array(expected);
    this.#rows = new Uint32Array(expected);
  }

  /** @param email Of the row's lead; null where it has none. */
  add(row: number, email: string | null): void {
    if (email === null) return;
    const at = this.#count++;
    this.#hashes = withRoom(this.#hashes, this.#count);
    this.#rows = withRoom(this.#rows, this.#count);
    this.#hashes[at] = emailHash(emailKey(email));
    this.#rows[at] = row;
  }

  /**
   * Takes 16 bytes a row more while it works: hashes are sorted as numbers, in place, and each row then finds its own. Sorting
   * rows by their hashes took a hundred.
   */
  emails(): EmailRows {
    const hashes = this.#hashes.slice(0, this.#count).sort();
    const rows = new Uint32Array(this.#count);
    /** How many rows of an address have their place, beside its first. */
    const placed = new Uint32Array(this.#count);
    for (let at = 0; at < this.#count; at++) {
      const first = firstNotBelow(this.#hashes[at] ?? 0, (place) => hashes[place] ?? 0, 0, this.#count);
      rows[first + (placed[first] ?? 0)] = this.#rows[at] ?? 0;
      placed[first] = (placed[first] ?? 0) + 1;
    }
    return { hashes, rows };
  }
}

/** Where the first of some ascending numbers is that is no smaller, between two places. */
function firstNotBelow(
  wanted: number,
  numberAt: (place: number) => number,
  from: number,
  to: number,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function emailsOf(dir: string, plans: IndexHead["plans"]): Promise<EmailRows> {
  const gatherer = new EmailGatherer();
  for (const [name] of plans) {
    for await (const lines of readRowLines(join(dir, name)))
      for (const line of lines) gatherer.add(line.row, emailIn(leadBytesOf(line)));
  }
  return gatherer.emails();
}

async function keep(dir: string, plans: IndexHead["plans"], { hashes, rows }: EmailRows): Promise<void> {
  if (plans.length === 0) return;
  const head: IndexHead = { type: "email-index", version: 1, plans, count: hashes.length };
  const path = join(dir, EMAIL_INDEX);
  await replaceShared(path, indexPieces(head, hashes, rows));
  // The run may have been removed meanwhile, of which nothing is to stay.
  if (!areThere(plans, dir)) await removeFile(path);
}

function* indexPieces(head: IndexHead, hashes: Float64Array, rows: Uint32Array): Generator<Buffer> {
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  yield* packed(hashes, HASH_BYTES, (piece, hash, at) => piece.writeDoubleLE(hash, at));
  yield* packed(rows, ROW_BYTES, (piece, row, at) => piece.writeUInt32LE(row, at));
}

/** Numbers as bytes, some of them at a time. */
function* packed(
  numbers: Float64Array | Uint32Array,
  bytesEach: number,
  put: (piece: Buffer, number: number, at: number) => void,
): Generator<Buffer> {
  for (let from = 0; from < numbers.length; from += PIECE_NUMBERS) {
    const some = numbers.subarray(from, from + PIECE_NUMBERS);
    const piece = Buffer.allocUnsafe(some.length * bytesEach);
    for (const [at, number] of some.entries()) put(piece, number, at * bytesEach);
    yield piece;
  }
}

const EMAIL_KEY = Buffer.from('"email":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The address in a lead's JSON; null where it has none. Parsed as a whole only where something in it is escaped. */
export function emailIn(lead: Buffer): string | null {
  const start = lead.indexOf(EMAIL_KEY) + EMAIL_KEY.length;
  if (start < EMAIL_KEY.length) return null;
  const end = lead.indexOf(QUOTE, start);
  const text = lead.subarray(start, end);
  if (!text.includes(BACKSLASH) && end > start) return text.toString();
  const { contactInfo } = JSON.parse(lead.toString()) as { contactInfo?: { email?: string } };
  return contactInfo?.email ?? null;
}
