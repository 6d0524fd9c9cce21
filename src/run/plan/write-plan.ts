import { createHash } from "node:crypto";
import { replaceFile } from "../../base/replacement.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import type { Mapping } from "../../sheet/columns/mapping.ts";
import { passedAnswers } from "../../sheet/mapping/open-questions.ts";
import type { FeedingColumn, MappedInput } from "../../sheet/rows/mapped-input.ts";
import { RunState } from "../journal/run-state.ts";
import {
  encodeMapping,
  encodeRow,
  type MappingRecord,
  type Place,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type PlannedRow,
} from "./plan-record.ts";
import type { PlanTally } from "./plan-rows.ts";

export interface WrittenPlan {
  /** Of the whole file, in hex: the journal is bound to it. */
  sha256: string;
  facts: PlanFacts;
}

/** A plan that this process has just written: it need not be read again. */
export interface FreshPlan extends WrittenPlan {
  /** Every row has been planned in it, and nothing else has happened. */
  state: RunState;
}

/** What a plan says of how it came about. */
export interface PlanOrigin {
  createdAt: Date;
  /** Whether warnings refused a row. */
  strict: boolean;
  mapping?: Mapping;
}

/** What is known when the rows have been written. */
export type PlanClosing = Omit<PlanEnd, "type" | "rowsSha256" | "reading"> & {
  reading?: PlanEnd["reading"] | undefined;
};

/**
 * Freezes planned rows into a file. It has its name only once it is whole and synced: a fault in the
 * middle of the input leaves nothing behind.
 *
 * @param tally The counts that the rows fill while they are read.
 */
export async function writePlan(
  path: string,
  input: MappedInput,
  rows: AsyncIterable<PlannedRow>,
  tally: PlanTally,
  origin: PlanOrigin,
): Promise<FreshPlan> {
  const state = new RunState();
  const { columns, notices } = input;
  const closing = (): PlanClosing => ({
    ...tally,
    columns,
    places: placesOf(input),
    notices,
    changes: [...input.changes],
    reading: readingOf(input),
  });
  const note = ({ row, ready }: PlannedRow): void => state.plan(row, ready);
  return { ...(await writePlanFile(path, planHeader(input, origin), rows, closing, note)), state };
}

/**
 * Writes any plan: rows between a header and an end.
 *
 * @param closing Called once, after the last row.
 * @param onRow Called with each row as it is written.
 */
export async function writePlanFile(
  path: string,
  header: PlanHeader,
  rows: AsyncIterable<PlannedRow>,
  closing: () => PlanClosing,
  onRow?: (planned: PlannedRow) => void,
): Promise<WrittenPlan> {
  const digest = createHash("sha256");
  let end: PlanEnd | undefined;
  const noted = (bytes: Buffer): Buffer => {
    digest.update(bytes);
    return bytes;
  };
  async function* content(): AsyncGenerator<Buffer> {
    yield noted(encodeFact(header));
    const rowsDigest = createHash("sha256");
    for await (const bytes of rowBytes(rows, onRow)) {
      rowsDigest.update(bytes);
      yield noted(bytes);
    }
    const rowsSha256 = rowsDigest.digest("hex");
    const { rowsRead, total, ready, doubtful, columns, places, notices, changes = [], reading } = closing();
    const counts = { rowsRead, total, ready, ...(doubtful !== undefined && { doubtful }), rowsSha256 };
    const read = { ...(changes.length > 0 && { changes }), ...(reading && { reading }) };
    end = { type: "end", ...counts, columns, places, notices, ...read };
    yield noted(encodeFact(end));
  }
  await replaceFile(path, content());
  if (!end) throw new Error("a plan was written without its end");
  return { sha256: digest.digest("hex"), facts: asRead({ header, end }) };
}

/** The same as a reader of the file gets it. */
function asRead(facts: PlanFacts): PlanFacts {
  return JSON.parse(JSON.stringify(facts)) as PlanFacts;
}

function encodeFact(fact: PlanHeader | PlanEnd): Buffer {
  return Buffer.from(`${JSON.stringify(fact)}\n`);
}

/** The lines of rows, in pieces that take few writes. */
async function* rowBytes(
  rows: AsyncIterable<PlannedRow>,
  onRow?: (planned: PlannedRow) => void,
): AsyncGenerator<Buffer> {
  let text = "";
  for await (const planned of rows) {
    onRow?.(planned);
    text += encodeRow(planned);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** The first line of the plan of an input. */
export function planHeader(
  { name, format, delimiter, shownMark }: Pick<MappedInput, "name" | "format" | "delimiter" | "shownMark">,
  { createdAt, strict, mapping }: PlanOrigin,
): PlanHeader {
  return {
    type: "plan",
    version: 1,
    name,
    format,
    ...(delimiter !== undefined && { delimiter }),
    ...(shownMark !== undefined && { shownMark }),
    createdAt: createdAt.toISOString(),
    ...(strict && { strict }),
    ...(mapping && { mapping: encodeMapping(mapping) }),
  };
}

/** How an input was read, for its corrections. */
export function readingOf(input: MappedInput): MappingRecord {
  const mapping = input.resolvedMapping();
  return encodeMapping({ ...mapping, answers: new Map([...mapping.answers, ...passedAnswers(input)]) });
}

/** Longer texts would be among the large objects, which wait longer for the collector. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Which columns feed which field, by canonical path. */
export function placesOf(
  input: Pick<MappedInput, "feeding">,
  paths: readonly string[] = FIELDS.map(({ path }) => path),
): Record<string, Place> {
  const places: Record<string, Place> = {};
  for (const path of paths) {
    const [first, ...others] = input.feeding(path);
    if (!first) continue;
    const { rank: lowest = 0 } = first;
    places[path] = {
      ...placeAt(first),
      ...(others.length > 0 && {
        others: others.map(({ column, rank }) => ({
          ...placeAt({ column }),
          ...(rank !== undefined && { rank: rank - lowest }),
        })),
      }),
    };
  }
  return places;
}

function placeAt({ column: { name, letters } }: FeedingColumn): Pick<Place, "column" | "letters"> {
  return { column: name, ...(letters !== undefined && { letters }) };
}
