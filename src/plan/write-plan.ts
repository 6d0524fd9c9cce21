import { createHash } from "node:crypto";
import { replaceFile } from "../files/durable-file.ts";
import { FIELDS } from "../lead/field-catalogue.ts";
import type { MappedInput } from "../mapping/mapped-input.ts";
import { encodeRow, type Place, type PlanEnd, type PlanHeader, type PlannedRow } from "./plan-record.ts";
import type { PlanTally } from "./plan-rows.ts";

export interface WrittenPlan {
  /** Of the whole file, in hex: the journal is bound to it. */
  sha256: string;
}

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
  createdAt: Date,
): Promise<WrittenPlan> {
  const digest = createHash("sha256");
  async function* content(): AsyncGenerator<Buffer> {
    for await (const text of planText(input, rows, tally, createdAt)) {
      const bytes = Buffer.from(text);
      digest.update(bytes);
      yield bytes;
    }
  }
  await replaceFile(path, content());
  return { sha256: digest.digest("hex") };
}

const HEADER_ROW = 1;
const CHUNK_CHARACTERS = 64 * 1024;

async function* planText(
  input: MappedInput,
  rows: AsyncIterable<PlannedRow>,
  tally: PlanTally,
  createdAt: Date,
): AsyncGenerator<string> {
  const header: PlanHeader = {
    type: "plan",
    version: 1,
    name: input.name,
    format: input.format,
    ...(input.delimiter !== undefined && { delimiter: input.delimiter }),
    createdAt: createdAt.toISOString(),
  };
  let text = `${JSON.stringify(header)}\n`;
  for await (const row of rows) {
    text += encodeRow(row);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = "";
  }
  const { columns, notices } = input;
  const end: PlanEnd = { type: "end", ...tally, columns, places: placesOf(input), notices };
  yield `${text}${JSON.stringify(end)}\n`;
}

function placesOf(input: MappedInput): Record<string, Place> {
  const places: Record<string, Place> = {};
  for (const { path } of FIELDS) {
    const { column, cell } = input.locate(path.split("."), HEADER_ROW);
    if (column === undefined) continue;
    places[path] = { column, ...(cell !== undefined && { letters: cell.replace(/\d+$/, "") }) };
  }
  return places;
}
