import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { mapAhead } from "../../src/base/map-ahead.ts";

/** Numbers from 0, and whether the source was let go. */
function source(count: number, fault?: Error) {
  const state = { given: 0, isClosed: false };
  async function* items(): AsyncGenerator<number> {
    try {
      for (; state.given < count; ) yield state.given++;
      if (fault) throw fault;
    } finally {
      state.isClosed = true;
    }
  }
  return { state, items: items() };
}

async function all<T>(results: AsyncIterable<T>): Promise<{ given: T[]; error?: unknown }> {
  const given: T[] = [];
  try {
    for await (const result of results) given.push(result);
  } catch (error) {
    return { given, error };
  }
  return { given };
}

describe("work ahead", () => {
  it("gives results in order, though later ones are done earlier", async () => {
    const slowFirst = async (n: number) => sleep(n === 0 ? 20 : 0, n * 10);
    expect(await all(mapAhead(source(5).items, slowFirst, () => 3))).toEqual({ given: [0, 10, 20, 30, 40] });
  });

  it("has no more under way than is allowed, besides the one that is waited for", async () => {
    for (const ahead of [0, 2]) {
      const { state, items } = source(9);
      const results = mapAhead(
        items,
        async (n) => n,
        () => ahead,
      );
      for (let count = 1; count <= 4; count++) {
        await results.next();
        expect(state.given).toBe(count + ahead);
      }
      await results.return(undefined);
    }
  });

  it("tells an error of the items after what was made of those before it", async () => {
    const error = new Error("no more");
    expect(
      await all(
        mapAhead(
          source(3, error).items,
          async (n) => n,
          () => 9,
        ),
      ),
    ).toEqual({ given: [0, 1, 2], error });
  });

  it("ends with an error of the work, in its turn, and lets the items go", async () => {
    const { state, items } = source(9);
    const work = async (n: number) => (n >= 2 ? Promise.reject(new Error(`of ${n}`)) : n);
    expect(await all(mapAhead(items, work, () => 4))).toEqual({ given: [0, 1], error: new Error("of 2") });
    expect(state.isClosed).toBe(true);
  });

  it("lets the items go when it is left early", async () => {
    const { state, items } = source(9);
    for await (const _ of mapAhead(
      items,
      async (n) => n,
      () => 2,
    ))
      break;
    expect(state.isClosed).toBe(true);
  });
});
