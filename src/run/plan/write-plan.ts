import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { removeFile, rename } from "../../base/files.ts";
import { type PreparedFile, prepareFile } from "../../base/replacement.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import { isDoubtfulLead } from "../../lead/validate.ts";
import type { Mapping } from "../../sheet/columns/mapping.ts";
import { passedAnswers } from "../../sheet/mapping/open-questions.ts";
import type { FeedingColumn, MappedInput } from "../../sheet/rows/mapped-input.ts";
import { RunState } from "../journal/run-state.ts";
import {
  decodeRow,
  encodeMapping,
  encodeRow,
  type MappingRecord,
  type Place,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type PlannedRow,
  type RowLine,
} from "./plan-record.ts";
import type { PlanTally } from "./plan-rows.ts";
import { readRowLines } from "./read-plan.ts";

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
  changesOf?: () => Promise<PlanChanges>,
): Promise<FreshPlan> {
  const draft = await draftPlan(path, input, rows, tally, origin);
  try {
    return await placePlan(path, draft, (await changesOf?.()) ?? NO_CHANGES);
  } catch (error) {
    await draft.file.discard();
    throw error;
  }
}

/** A plan that is whole, and has not its name yet: rows may still be kept back. Whoever made it places or discards it. */
export interface PlanDraft extends FreshPlan, DraftFile {}

/** What becomes of rows once all of them are known. */
export interface PlanChanges {
  /** They are in the plan no longer. */
  leftOut: ReadonlySet<number>;
  /** Of rows that stay behind, and warnings of rows that go. */
  issues: ReadonlyMap<number, Issue>;
}

export const NO_CHANGES: PlanChanges = { leftOut: new Set(), issues: new Map() };

export async function draftPlan(
  path: string,
  input: MappedInput,
  rows: AsyncIterable<PlannedRow>,
  tally: PlanTally,
  origin: PlanOrigin,
): Promise<PlanDraft> {
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
  const note: OnRow = ({ row, ready }) => state.plan(row, ready);
  return { ...(await draftPlanFile(path, planHeader(input, origin), rows, closing, note)), state };
}

/** Gives a draft its name, with the changes written into it. */
export async function placePlan(path: string, draft: PlanDraft, changes: PlanChanges): Promise<FreshPlan> {
  const state = new RunState();
  const written = await placePlanFile(path, draft, changes, ({ row, ready }) => state.plan(row, ready));
  return written === draft ? draft : { ...written, state };
}

/**
 * The same of any plan. The digest of its rows stays: it is of the same leads.
 *
 * @param onRow Called with each row of a plan that changes.
 * @returns The draft itself, where nothing has changed.
 */
export async function placePlanFile<T extends DraftFile>(
  path: string,
  draft: T,
  changes: PlanChanges,
  onRow?: OnRow,
): Promise<T | WrittenPlan> {
  const { file, facts } = draft;
  if (changes.leftOut.size + changes.issues.size === 0) {
    await file.place();
    return draft;
  }
  const aside = join(dirname(path), ".plan-draft.tmp");
  await rename(file.temporary, aside);
  try {
    const counts = { ...facts.end };
    const rows = changedRows(aside, changes, counts);
    const written = await draftPlanFile(path, facts.header, rows, () => counts, onRow);
    await written.file.place();
    return written;
  } finally {
    await removeFile(aside);
  }
}

async function* changedRows(
  path: string,
  { leftOut, issues }: PlanChanges,
  counts: { total: number; ready: number; doubtful?: number },
): AsyncGenerator<PlannedRow | RowLine> {
  for await (const lines of readRowLines(path))
    for (const line of lines) {
      const [isLeftOut, issue] = [leftOut.has(line.row), issues.get(line.row)];
      if (!isLeftOut && !issue) {
        yield line;
        continue;
      }
      const planned = decodeRow(line);
      const isSent = issue?.harm !== undefined;
      if (line.ready && !isSent) {
        counts.ready -= 1;
        if (counts.doubtful !== undefined && isDoubtfulLead(planned.lead)) counts.doubtful -= 1;
      }
      if (isLeftOut) counts.total -= 1;
      else if (issue && isSent) yield { ...planned, warnings: [...planned.warnings, issue] };
      else if (issue) yield { ...planned, ready: false, issues: [...planned.issues, issue] };
    }
}

/** A plan that has not its name yet. */
export interface DraftFile extends WrittenPlan {
  file: PreparedFile;
}

type OnRow = (row: Pick<PlannedRow, "row" | "ready">) => void;

/**
 * Writes any plan, but for its name: rows between a header and an end.
 *
 * @param closing Called once, after the last row.
 * @param onRow Called with each row as it is written.
 */
export async function draftPlanFile(
  path: string,
  header: PlanHeader,
  rows: AsyncIterable<PlannedRow | RowLine>,
  closing: () => PlanClosing & Partial<Pick<PlanEnd, "rowsSha256">>,
  onRow?: OnRow,
): Promise<DraftFile> {
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
    const closed = closing();
    const { rowsRead, total, ready, doubtful, columns, places, notices, changes = [], reading } = closed;
    const rowsSha256 = closed.rowsSha256 ?? rowsDigest.digest("hex");
    const counts = { rowsRead, total, ready, ...(doubtful !== undefined && { doubtful }), rowsSha256 };
    const read = { ...(changes.length > 0 && { changes }), ...(reading && { reading }) };
    end = { type: "end", ...counts, columns, places, notices, ...read };
    yield noted(encodeFact(end));
  }
  const file = await prepareFile(path, content());
  if (!end) throw new Error("a plan was written without its end");
  return { sha256: digest.digest("hex"), facts: asRead({ header, end }), file };
}

/** The same as a reader of the file gets it. */
function asRead(facts: PlanFacts): PlanFacts {
  return JSON.parse(JSON.stringify(facts)) as PlanFacts;
}

function encodeFact(fact: PlanHeader | PlanEnd): Buffer {
  return Buffer.from(`${JSON.stringify(fact)}\n`);
}

/** The lines of rows, in pieces that take few writes. */
async function* rowBytes(rows: AsyncIterable<PlannedRow | RowLine>, onRow?: OnRow): AsyncGenerator<Buffer> {
  let text = "";
  for await (const row of rows) {
    onRow?.(row);
    text += "bytes" in row ? `${row.bytes.toString()}\n` : encodeRow(row);
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
