import { describe, expect, it } from "vitest";
import { handOn, oneByOne } from "../../src/base/row-stream.ts";
import { collected } from "../collected.ts";

/** Batches that say when they are given up. */
function batchesOf<T>(...batches: T[][]) {
  const state = { isEnded: false };
  async function* give(): AsyncGenerator<T[]> {
    try {
      yield* batches;
    } finally {
      state.isEnded = true;
    }
  }
  return { state, batches: give() };
}

describe("rows of batches", () => {
  it("come one by one, whatever the batches' lengths", async () => {
    const { batches, state } = batchesOf([], [1, 2], [], [3], []);
    expect(await collected(oneByOne(batches))).toStrictEqual([1, 2, 3]);
    expect(state.isEnded).toBe(true);
  });

  it("end where they are given up, and so do the batches", async () => {
    const { batches, state } = batchesOf([1, 2, 3], [4]);
    for await (const row of oneByOne(batches)) if (row === 2) break;
    expect(state.isEnded).toBe(true);
  });
});

describe("rows that are handed on", () => {
  it("are what is made of them, and the end is told once", async () => {
    const ends: string[] = [];
    const { batches } = batchesOf([1, 2, 3, 4]);
    const made = handOn(
      oneByOne(batches),
      (row) => (row % 2 === 0 ? `row ${row}` : undefined),
      () => void ends.push("end"),
    );
    expect(await collected(made)).toStrictEqual(["row 2", "row 4"]);
    expect(ends).toHaveLength(1);
  });

  it("end with what a row throws, and what they come from ends, too", async () => {
    const { batches, state } = batchesOf([1, 2]);
    const made = handOn(oneByOne(batches), () => {
      throw new Error("row 1");
    });
    await expect(collected(made)).rejects.toThrow("row 1");
    expect(state.isEnded).toBe(true);
  });
});
