import { describe, expect, it } from "vitest";
import { handOn, oneByOne } from "../../src/base/hand-on.ts";

/** Batches that say when they are given up. */
function batchesOf<T>(...batches: T[][]) {
  const state = { isEnded: false };
  async function* give(): AsyncGenerator<Iterator<T>> {
    try {
      for (const batch of batches) yield batch.values();
    } finally {
      state.isEnded = true;
    }
  }
  return { state, batches: give() };
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const asIterable = <T>(rows: ReturnType<typeof oneByOne<T>>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => rows,
});

describe("rows of batches", () => {
  it("come one by one, whatever the batches' lengths", async () => {
    const { batches, state } = batchesOf([], [1, 2], [], [3], []);
    expect(await all(asIterable(oneByOne(batches)))).toStrictEqual([1, 2, 3]);
    expect(state.isEnded).toBe(true);
  });

  it("come up to what a batch throws, which ends the batches", async () => {
    const { batches, state } = batchesOf([1, 2, 3], [4]);
    const lazy = (async function* () {
      for await (const batch of batches)
        yield (function* () {
          for (let { done, value } = batch.next(); !done; { done, value } = batch.next()) {
            if (value === 3) throw new Error("row 3");
            yield value;
          }
        })();
    })();
    const found: number[] = [];
    const read = async (): Promise<void> => {
      for await (const row of asIterable(oneByOne(lazy))) found.push(row as number);
    };
    await expect(read()).rejects.toThrow("row 3");
    expect([found, state.isEnded]).toStrictEqual([[1, 2], true]);
  });

  it("end where they are given up, and so do the batches", async () => {
    const { batches, state } = batchesOf([1, 2, 3], [4]);
    const rows = oneByOne(batches);
    for await (const row of asIterable(rows)) if (row === 2) break;
    expect(state.isEnded).toBe(true);
    expect(await rows.next()).toStrictEqual({ done: true, value: undefined });
  });
});

describe("rows that are handed on", () => {
  it("are what is made of them, and the end is told once", async () => {
    const ends: string[] = [];
    const { batches } = batchesOf([1, 2, 3, 4]);
    const made = handOn(
      asIterable(oneByOne(batches)),
      (row) => (row % 2 === 0 ? `row ${row}` : undefined),
      () => void ends.push("end"),
    );
    expect(await all(made)).toStrictEqual(["row 2", "row 4"]);
    expect(ends).toHaveLength(1);
  });

  it.each(["a row", "the end"])(
    "end with what %s throws, and what they come from ends, too",
    async (where) => {
      const { batches, state } = batchesOf([1, 2]);
      const fault = (): never => {
        throw new Error(where);
      };
      const made =
        where === "a row"
          ? handOn(asIterable(oneByOne(batches)), fault)
          : handOn(asIterable(oneByOne(batches)), (row) => row, fault);
      await expect(all(made)).rejects.toThrow(where);
      expect(state.isEnded).toBe(true);
    },
  );
});
