import type { Rows } from "../../base/hand-on.ts";
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
  rows: Rows<InputRow>,
): Promise<{ sample: readonly InputRow[]; rows: AsyncIterable<InputRow> }> {
  const sample: InputRow[] = [];
  let fault: { error: unknown } | undefined;
  let characterCount = 0;
  try {
    while (sample.length < SAMPLE_ROWS_MAX && characterCount < SAMPLE_CHARACTERS_MAX) {
      const { done, value } = await rows.next();
      if (done) break;
      sample.push(value);
      for (const cell of value.cells) characterCount += cellText(cell).length;
    }
  } catch (error) {
    fault = { error };
  }
  return { sample, rows: resumed(sample, rows, fault) };
}

/** Not a generator: that would make more promises for every row of the sheet. */
function resumed(
  sample: readonly InputRow[],
  rest: Rows<InputRow>,
  fault: { error: unknown } | undefined,
): AsyncIterable<InputRow> {
  const held = sample.values();
  const next = (): Promise<IteratorResult<InputRow>> => {
    const { done, value } = held.next();
    if (!done) return Promise.resolve({ done: false, value });
    return fault ? Promise.reject(fault.error) : rest.next();
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => rest.return() }) };
}
