import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { removeFile } from "../../base/files.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { firstLineIn, holding } from "../../base/read-lines.ts";
import { replaceFile } from "../../base/replacement.ts";
import { personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { isReported } from "../folder/run-folder.ts";
import { PeopleRegister, ROW_BYTES } from "../plan/people-register.ts";
import { leadBytesOf, leadOf, type RowLine } from "../plan/plan-record.ts";
import { isWholePlan, planName, plansIn, readRowLines } from "../plan/read-plan.ts";
import { FORMER_INDEX, PEOPLE_INDEX, runPaths } from "../run-paths.ts";

/**
 * The people of a run, in all versions of its rows: hashes of their keys, the oldest version first. It lies in the run's own folder, is
 * made of its plans, and goes with the run. Where it is missing, of an earlier form, or of other plans than are there, it is made anew.
 *
 * The file: this as a line of JSON, then a register's columns, little-endian.
 */
interface IndexHead {
  type: "people-index";
  /** Another one wherever keys are made otherwise. */
  version: 6;
  /** The plans that it was made of, and their sizes in bytes: they are never changed, only added. */
  plans: [name: string, bytes: number][];
  count: number;
  /** The checksum of each column. */
  sums: number[];
}

/** A column is not as it was written: what is in it must not be believed. */
class DamagedColumn extends Error {}

/** A version of a row. */
interface RowLead {
  row: number;
  lead: Lead;
}

/**
 * Does something with the people of a run. An index that is missing is made on the way, and kept where the folder can be written.
 *
 * @param work Begun again where a column turns out to be damaged when it is read first: what it did until then it does once more.
 * @throws the system's error, or an Error, where the run cannot be read; and what the work throws.
 */
export async function withPeople<T>(
  dir: string,
  work: (people: PeopleRegister) => T | Promise<T>,
): Promise<T> {
  const file = ifPossible(() => openSync(join(dir, PEOPLE_INDEX), "r"));
  try {
    const kept = file === undefined ? undefined : ifPossible(() => peopleIn(file, dir));
    if (kept) return await work(kept);
  } catch (error) {
    if (!(error instanceof DamagedColumn)) throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return work(await writePeopleIndex(dir));
}

/**
 * Undefined where the index is of other plans than are there, or cut off; of nobody, it has nothing that could be checked, and is made in no
 * time. Most questions need few of its columns.
 */
function peopleIn(file: number, dir: string): PeopleRegister | undefined {
  const { line } = firstLineIn(file);
  const { type, version, plans, count, sums = [] } = JSON.parse(line.toString()) as IndexHead;
  const at = line.length + 1;
  const isWhole = fstatSync(file).size === at + count * ROW_BYTES;
  const isOfRun = type === "people-index" && version === 6 && isWhole && areThere(plans, dir);
  if (!isOfRun || count === 0) return undefined;
  return new PeopleRegister(count, (nth) => {
    const column = new Uint32Array(count);
    readSync(file, column, 0, column.byteLength, at + nth * column.byteLength);
    if (crc32(column) !== sums[nth]) throw new DamagedColumn(dir);
    return column;
  });
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
  const sums = people.columns().map((blocks) => blocks.reduce((sum, block) => crc32(bytesOf(block), sum), 0));
  const head: IndexHead = { type: "people-index", version: 6, plans, count: people.count, sums };
  if (plans.length > 0) await keep(dir, head, people).catch(() => undefined);
  return people;
}

async function readPeople(dir: string): Promise<PeopleRegister> {
  const people = new PeopleRegister();
  for await (const { row, lead } of leadsIn(dir)) people.add(row, personKeys(lead));
  return people;
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function keep(dir: string, head: IndexHead, people: PeopleRegister): Promise<void> {
  const path = join(dir, PEOPLE_INDEX);
  const pieces = function* (): Generator<string | Uint8Array> {
    yield `${JSON.stringify(head)}\n`;
    yield* people.columns().flat().map(bytesOf);
  };
  await replaceFile(path, pieces(), "shared");
  // The run may have been removed meanwhile, of which nothing is to stay.
  if (!areThere(head.plans, dir)) await removeFile(path);
  await removeFile(join(dir, FORMER_INDEX));
}

/** Whether the plans in a folder are those that an index was made of: they have no gaps, so the next one would be there. */
function areThere(plans: IndexHead["plans"], dir: string): boolean {
  const isAsItWas = ([name, bytes]: (typeof plans)[number]) =>
    statSync(join(dir, name), { throwIfNoEntry: false })?.size === bytes;
  return plans.every(isAsItWas) && !existsSync(join(dir, planName(plans.length + 1)));
}

/**
 * The leads of a run in all their versions, the oldest first.
 *
 * @param word Where only those are asked for that may have it: see `LeadQuery`.
 * @throws as `withPeople` does, at the end: what is left of a plan that was cut off still says something.
 */
export async function* leadsIn(dir: string, word: string | null = null): AsyncGenerator<RowLead> {
  const plans = plansIn(dir);
  const mayHold = word === null ? () => true : holding([JSON.stringify(word).slice(1, -1)]);
  yield* leadsOf(dir, plans, (line) => mayHold(leadBytesOf(line)));
  requireWhole(plans, dir);
}

/** The leads of some rows of a run in all their versions, the oldest first. */
export function versionsOf(dir: string, rows: Iterable<number>): AsyncGenerator<RowLead> {
  const wanted = new Set(rows);
  return leadsOf(dir, wanted.size === 0 ? [] : plansIn(dir), ({ row }) => wanted.has(row));
}

async function* leadsOf(
  dir: string,
  plans: readonly string[],
  isWanted: (line: RowLine) => boolean,
): AsyncGenerator<RowLead> {
  for (const name of plans)
    for await (const lines of readRowLines(join(dir, name)))
      for (const line of lines) if (isWanted(line)) yield { row: line.row, lead: leadOf(line) };
}

/**
 * Makes sure that plans hold all the leads of a run. One that never began has none.
 *
 * @throws Error where one is missing or cut off in a run that may have sent something.
 */
function requireWhole(plans: readonly string[], dir: string): void {
  const { plan, journal, mark } = runPaths(dir);
  const isWhole = plans[0] === basename(plan) && plans.every((name) => isWholePlan(join(dir, name)));
  const mayHaveSent =
    plans.length > 1 ||
    [journal, mark].some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0);
  if (!isWhole && (mayHaveSent || isReported(dir))) throw new Error(`a plan in ${dir} is missing or cut off`);
}
