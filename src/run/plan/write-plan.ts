import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { removeFile, rename } from "../../base/files.ts";
import { prepareFile, type Replacement } from "../../base/replacement.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import { isDoubtfulLead } from "../../lead/validate.ts";
import { passedAnswers } from "../../sheet/mapping/open-questions.ts";
import type { FeedingColumn, MappedInput } from "../../sheet/rows/mapped-input.ts";
import type { PlanTally } from "./judge-rows.ts";
import {
  decodeRow,
  encodeMapping,
  encodeRow,
  type InputShape,
  inputShape,
  type MappingRecord,
  type Place,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type PlannedRow,
  type RowLine,
} from "./plan-record.ts";
import { readPlanFacts, readRowLines } from "./read-plan.ts";

/** What a plan says of how it came about. */
export interface PlanOrigin {
  createdAt: Date;
  /** Whether warnings refused a row. */
  strict: boolean;
}

/** What is known when the rows have been written; they are counted as they are. */
export type PlanClosing = Omit<PlanEnd, "type" | "total" | "ready" | "rowsSha256"> &
  Partial<Pick<PlanEnd, "rowsSha256">>;

/** A plan that is whole, and has not its name yet: rows may still be kept back. Whoever made it places or discards it. */
export interface PlanDraft {
  facts: PlanFacts;
  file: Replacement;
}

/** What becomes of rows once all of them are known. */
export interface PlanChanges {
  /** They are in the plan no longer. */
  leftOut: ReadonlySet<number>;
  /** Issues of rows that stay behind, and warnings of rows that go. */
  issues: ReadonlyMap<number, Issue>;
}

export const NO_CHANGES: PlanChanges = { leftOut: new Set(), issues: new Map() };

/**
 * Freezes the planned rows of an input into a file, which has no name yet: a fault in the middle of the input leaves nothing
 * behind.
 *
 * @param tally The counts that the rows fill while they are read.
 */
export function draftPlan(
  path: string,
  input: MappedInput,
  rows: AsyncIterable<PlannedRow>,
  tally: PlanTally,
  origin: PlanOrigin,
): Promise<PlanDraft> {
  const closing = (): PlanClosing => ({
    rowsRead: tally.rowsRead,
    doubtful: tally.doubtful,
    columns: input.columns,
    places: placesOf(input),
    notices: input.notices,
    ...(input.changes.length > 0 && { changes: [...input.changes] }),
    reading: readingOf(input),
  });
  return draftPlanFile(path, planHeader(input, origin), rows, closing);
}

/**
 * Gives a draft its name, with the changes written into it. The digest of its rows stays: it is of the same leads.
 *
 * @param changesOf Null where there is to be no plan. Then, and where it throws, nothing stays of the draft.
 * @param laterChanges Asked once the plan has its name, and others see who is in it: of two that are planned at once, one at least finds
 *   the other then. Where it throws, there is no plan.
 * @returns Whether there is a plan.
 */
export async function placePlan(
  path: string,
  draft: PlanDraft,
  changesOf: () => Promise<PlanChanges | null>,
  laterChanges: () => Promise<PlanChanges> = async () => NO_CHANGES,
): Promise<boolean> {
  try {
    const changes = await changesOf();
    if (changes) await placeChanged(path, draft, changes);
    else await draft.file.discard();
    if (changes === null) return false;
  } catch (error) {
    await draft.file.discard();
    throw error;
  }
  try {
    const changes = await laterChanges();
    if (!isNone(changes)) await changePlan(path, changes);
    return true;
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}

/** Changes a plan of which nothing was sent. */
export async function changePlan(path: string, changes: PlanChanges): Promise<void> {
  const facts = await readPlanFacts(path);
  if (!facts) throw new Error("a plan was placed without its end");
  await writeChanged(path, path, facts, changes);
}

function isNone({ leftOut, issues }: PlanChanges): boolean {
  return leftOut.size + issues.size === 0;
}

async function placeChanged(path: string, { file, facts }: PlanDraft, changes: PlanChanges): Promise<void> {
  if (isNone(changes)) return file.place();
  const aside = join(dirname(path), ".plan-draft.tmp");
  await rename(file.temporary, aside);
  try {
    await writeChanged(aside, path, facts, changes);
  } finally {
    await removeFile(aside);
  }
}

async function writeChanged(
  from: string,
  to: string,
  { header, end }: PlanFacts,
  changes: PlanChanges,
): Promise<void> {
  const { total: _total, ready: _ready, ...closing } = end;
  const changed = await draftPlanFile(to, header, changedRows(from, changes, closing), () => closing);
  await changed.file.place();
}

async function* changedRows(
  path: string,
  { leftOut, issues }: PlanChanges,
  counts: { doubtful?: number },
): AsyncGenerator<PlannedRow | RowLine> {
  for await (const lines of readRowLines(path))
    for (const line of lines) {
      const [isLeftOut, issue] = [leftOut.has(line.row), issues.get(line.row)];
      if (!isLeftOut && !issue) {
        yield line;
        continue;
      }
      const planned = decodeRow(line);
      const isSent = !isLeftOut && issue?.harm !== undefined;
      if (line.ready && !isSent && counts.doubtful !== undefined && isDoubtfulLead(planned.lead))
        counts.doubtful -= 1;
      if (isLeftOut || !issue) continue;
      const { warnings } = planned;
      yield isSent
        ? { ...planned, warnings: [...warnings, issue] }
        : { ...planned, ready: false, issues: [...planned.issues, issue] };
    }
}

/**
 * Writes any plan, but for its name: rows between a header and an end.
 *
 * @param closing Called once, after the last row; what it throws leaves nothing behind.
 */
export async function draftPlanFile(
  path: string,
  header: PlanHeader,
  rows: AsyncIterable<PlannedRow | RowLine>,
  closing: () => PlanClosing,
): Promise<PlanDraft> {
  async function* content(): AsyncGenerator<string | Buffer> {
    yield `${JSON.stringify(header)}\n`;
    const digest = createHash("sha256");
    const counts = { total: 0, ready: 0 };
    for await (const bytes of rowBytes(rows, counts)) {
      digest.update(bytes);
      yield bytes;
    }
    const { rowsRead, doubtful, rowsSha256 = digest.digest("hex"), ...rest } = closing();
    yield `${JSON.stringify({ type: "end", rowsRead, ...counts, doubtful, rowsSha256, ...rest })}\n`;
  }
  const file = await prepareFile(path, content());
  const facts = await readPlanFacts(file.temporary);
  if (!facts) throw new Error("a plan was written without its end");
  return { facts, file };
}

/** The lines of rows, in pieces that take few writes. */
async function* rowBytes(
  rows: AsyncIterable<PlannedRow | RowLine>,
  counts: { total: number; ready: number },
): AsyncGenerator<Buffer> {
  let text = "";
  for await (const row of rows) {
    counts.total += 1;
    if (row.ready) counts.ready += 1;
    text += "bytes" in row ? `${row.bytes.toString()}\n` : encodeRow(row);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** Longer texts would be among the large objects, which wait longer for the collector. */
const CHUNK_CHARACTERS = 64 * 1024;

/** The first line of the plan of an input. */
export function planHeader(input: InputShape, { createdAt, strict }: PlanOrigin): PlanHeader {
  return {
    type: "plan",
    version: 1,
    ...inputShape(input),
    createdAt: createdAt.toISOString(),
    ...(strict && { strict }),
  };
}

/** How an input was read, for its corrections. */
export function readingOf(input: MappedInput): MappingRecord {
  const mapping = input.resolvedMapping();
  return encodeMapping({ ...mapping, answers: new Map([...mapping.answers, ...passedAnswers(input)]) });
}

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
        others: others.map((other) => ({
          ...placeAt(other),
          ...(other.rank !== undefined && { rank: other.rank - lowest }),
        })),
      }),
    };
  }
  return places;
}

function placeAt({ column: { name, letters } }: FeedingColumn): Pick<Place, "column" | "letters"> {
  return { column: name, ...(letters !== undefined && { letters }) };
}
