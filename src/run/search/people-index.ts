import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { removeFile } from "../../base/files.ts";
import { firstLineIn, holding } from "../../base/read-lines.ts";
import { replaceFile } from "../../base/replacement.ts";
import { personKeys } from "../../lead/person-keys.ts";
import type { Lead } from "../../lead/schema.ts";
import { isReported } from "../folder/run-folder.ts";
import { type IndexedKey, KeySet, PeopleRegister, ROW_BYTES } from "../plan/people-register.ts";
import { leadBytesOf, leadOf, type RowLine } from "../plan/plan-record.ts";
import { isWholePlan, planName, plansIn, readRowLines } from "../plan/read-plan.ts";
import { FORMER_INDEX, PEOPLE_INDEX, runPaths } from "../run-paths.ts";

/**
 * The people of a run, in all versions of its rows: hashes of their keys, the oldest version first. It lies in the run's own folder, is
 * made of its plans, and goes with the run. Where it is missing, of an earlier form, or of other plans than are there, it is made anew.
 *
 * The file: this as a line of JSON, then a register's columns, little-endian: whoever looks for a phone number reads those of phones.
 */
interface IndexHead {
  type: "people-index";
  /** Another one wherever keys are made otherwise. */
  version: 3;
  /** The plans that it was made of, and their sizes in bytes: they are never changed, only added. */
  plans: [name: string, bytes: number][];
  count: number;
}

/** A version of a row. */
interface RowLead {
  row: number;
  lead: Lead;
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
export async function lookUpPeople(dir: string, keys: ReadonlyMap<IndexedKey, KeySet>): Promise<number[]> {
  const register = await peopleIn(dir, [...keys.keys()]);
  const found = [...keys].flatMap(([kind, wanted]) => [...register.sorted(kind, wanted)]);
  if (found.length === 0) return [];
  const whole = await peopleIn(dir);
  const places = found.filter((_, at) => at % 2 === 0);
  return [...new Set(places.map((place) => whole.rowAt(place)))].sort((a, b) => a - b);
}

/** Keys to be looked up, by their kind. */
export function keySets(keys: readonly (readonly [IndexedKey, number])[]): Map<IndexedKey, KeySet> {
  const kinds = new Set(keys.map(([kind]) => kind));
  return new Map(
    [...kinds].map((kind) => [kind, KeySet.of(keys.flatMap(([each, key]) => (each === kind ? key : [])))]),
  );
}

/**
 * The people of a run. An index that is missing is made on the way, and kept where the folder can be written.
 *
 * @param kinds The keys that are asked for, where nothing else is.
 * @throws as `lookUpPeople` does.
 */
export async function peopleIn(dir: string, kinds?: readonly IndexedKey[]): Promise<PeopleRegister> {
  const known = readIndex(dir, kinds);
  if (known) return known;
  const plans = plansWithSizes(dir);
  const register = await readPeople(dir);
  await keep(dir, plans, register).catch(() => undefined);
  return register;
}

/**
 * The leads of a run in all their versions, the oldest first.
 *
 * @param word Where only those are asked for that may have it: see `LeadQuery`.
 * @throws as `lookUpPeople` does, at the end: what is left of a plan that was cut off still says something.
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
  return leadsOf(dir, plansIn(dir), ({ row }) => wanted.has(row));
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

/** @param register All versions of its rows, where they are known. @throws the system's error where it cannot be written. */
export async function writePeopleIndex(dir: string, register?: PeopleRegister): Promise<void> {
  const plans = plansWithSizes(dir);
  await keep(dir, plans, register ?? (await readPeople(dir)));
}

function plansWithSizes(dir: string): IndexHead["plans"] {
  return plansIn(dir).map((name) => [name, statSync(join(dir, name)).size]);
}

async function readPeople(dir: string): Promise<PeopleRegister> {
  const register = new PeopleRegister();
  for await (const { row, lead } of leadsIn(dir)) register.add(row, personKeys(lead));
  return register;
}

/** Undefined where it is missing, of other plans than are there, or cut off. */
function readIndex(dir: string, kinds?: readonly IndexedKey[]): PeopleRegister | undefined {
  try {
    const file = openSync(join(dir, PEOPLE_INDEX), "r");
    try {
      const { line } = firstLineIn(file);
      const { type, version, plans, count } = JSON.parse(line.toString()) as IndexHead;
      if (type !== "people-index" || version !== 3 || !areThere(plans, dir)) return undefined;
      const at = line.length + 1;
      if (fstatSync(file).size !== at + count * ROW_BYTES) return undefined;
      const columnOf = (nth: number): Uint32Array => {
        const column = new Uint32Array(count);
        readSync(file, column, 0, column.byteLength, at + nth * column.byteLength);
        return column;
      };
      return PeopleRegister.of(count, columnOf, kinds);
    } finally {
      closeSync(file);
    }
  } catch {
    // It is made anew.
    return undefined;
  }
}

async function keep(dir: string, plans: IndexHead["plans"], register: PeopleRegister): Promise<void> {
  if (plans.length === 0) return;
  const path = join(dir, PEOPLE_INDEX);
  const head: IndexHead = { type: "people-index", version: 3, plans, count: register.count };
  await replaceFile(path, indexPieces(head, register), "shared");
  // The run may have been removed meanwhile, of which nothing is to stay.
  if (!areThere(plans, dir)) await removeFile(path);
  await removeFile(join(dir, FORMER_INDEX));
}

function* indexPieces(head: IndexHead, register: PeopleRegister): Generator<string | Uint8Array> {
  yield `${JSON.stringify(head)}\n`;
  for (const { buffer, byteOffset, byteLength } of register.columns())
    yield new Uint8Array(buffer, byteOffset, byteLength);
}
