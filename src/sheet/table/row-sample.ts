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

async function* resumed(
  sample: readonly InputRow[],
  rest: AsyncGenerator<InputRow, undefined>,
  fault: { error: unknown } | undefined,
): AsyncGenerator<InputRow> {
  try {
    for (const row of sample) yield row;
    if (fault) throw fault.error;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
