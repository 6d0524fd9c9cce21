import { readAhead } from "../../base/row-stream.ts";
import { cellText, type InputRow } from "../table.ts";

/** How many rows are looked at before the first is read. */
export const SAMPLE_ROWS_MAX = 200;
/** A row may hold a megabyte. */
const SAMPLE_CHARACTERS_MAX = 4_000_000;

/**
 * Takes the first rows off to be looked at, and gives all of them back as if nobody had: a fault that is met
 * there is thrown where the rows are read.
 */
export async function withSample(
  rows: AsyncGenerator<InputRow, undefined>,
): Promise<{ sample: readonly InputRow[]; rows: AsyncIterable<InputRow> }> {
  const sample: InputRow[] = [];
  let characterCount = 0;
  const isEnough = (row: InputRow): boolean => {
    sample.push(row);
    for (const cell of row.cells) characterCount += cellText(cell).length;
    return sample.length >= SAMPLE_ROWS_MAX || characterCount >= SAMPLE_CHARACTERS_MAX;
  };
  try {
    return { sample, rows: await readAhead(rows, isEnough) };
  } catch (error) {
    return { sample, rows: brokenOff(sample, error) };
  }
}

async function* brokenOff(sample: readonly InputRow[], error: unknown): AsyncGenerator<InputRow> {
  yield* sample;
  throw error;
}
