import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvBatch, csvRecords } from "../../../../src/sheet/formats/csv/csv-records.ts";

interface Read {
  batches: CsvBatch[];
  fault?: unknown;
}

/** @param shortBytes What is parsed in this thread. */
async function read(text: Buffer, cuts: readonly number[], shortBytes: number): Promise<Read> {
  async function* chunks(): AsyncGenerator<Buffer> {
    let from = 0;
    for (const cut of [...cuts, text.length]) {
      if (cut > from) yield Buffer.from(text.subarray(from, cut));
      from = Math.max(from, cut);
    }
  }
  const batches: CsvBatch[] = [];
  try {
    for await (const batch of csvRecords("x.csv", chunks(), ",", shortBytes)) batches.push(batch);
  } catch (error) {
    return { batches, fault: error };
  }
  return { batches };
}

const RUN_COUNT = 30;
const HERE = Number.POSITIVE_INFINITY;

function rowsOf({ batches }: Read): [row: number, cells: string[]][] {
  return batches.flatMap(({ firstRow, records }) =>
    records.map((cells, index): [number, string[]] => [firstRow + index, cells]),
  );
}

describe("records that are parsed in a thread of their own", () => {
  const cell = fc.constantFrom(
    "",
    " a",
    "é",
    "98115",
    "Fern Hollow Way 9",
    '"b ""c"""',
    '"x\ny"',
    '"d,e"',
    "5 inch😀",
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => cells.join(","));
  const end = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom("\n", "\r\n") },
    { weight: 1, arbitrary: fc.constantFrom("\r", "\n\n", '"', ',"', '"z\n') },
  );
  const text = fc
    .array(fc.tuple(line, end), { minLength: 1, maxLength: 25 })
    .map((lines) => Buffer.from(lines.flat().join("")));

  it("are those that are parsed here, faults and their places included", async () => {
    const places = fc.array(fc.nat(), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(text, places, fc.nat(), async (bytes, places, shortPlace) => {
        const cuts = places.map((place) => place % bytes.length).toSorted((one, other) => one - other);
        const [here, there] = [
          await read(bytes, cuts, HERE),
          await read(bytes, cuts, shortPlace % bytes.length),
        ];
        expect(there.fault).toEqual(here.fault);
        expect(rowsOf(there)).toEqual(rowsOf(here));
      }),
      { numRuns: RUN_COUNT },
    );
  });

  it("come whole where the thread takes over in the middle of one", async () => {
    const text = Buffer.from('aa,bb,cc\nd,"e\nf",g\nh,i,j\n'.repeat(3));
    for (const cut of [4, 7, 14, 31]) {
      const there = await read(text, [cut, cut + 1], cut);
      expect(rowsOf(there)).toEqual(rowsOf(await read(text, [cut, cut + 1], HERE)));
    }
  });

  it("are told from lines: a cell with a line break is known in either thread", async () => {
    const [plain, spanning] = [`${"x".repeat(98)},\n`, `"${"x".repeat(95)}\n",\n`];
    const text = Buffer.from(plain + plain + spanning + plain);
    for (const shortBytes of [0, 200, HERE]) {
      const { batches } = await read(text, [150, 250, 350], shortBytes);
      expect(batches.map(({ maySpanLines }) => maySpanLines)).toEqual([false, false, true, true]);
    }
  });

  it("name the row and the line of a quote that is never closed, far behind the beginning", async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `${index},b,c`);
    lines[4_000] = '"two\nlines",b';
    lines[4_500] = '"never closed,b,c';
    const { fault } = await read(Buffer.from(lines.join("\n")), [1_000, 20_000, 40_000], 5_000);
    expect(fault).toMatchObject({
      code: "csv-quote-not-closed",
      params: { name: "x.csv", row: 4501, line: 4502 },
    });
  });

  it("end with whoever reads them, wherever that is", async () => {
    const text = Buffer.from("a,b\n".repeat(10_000));
    const cuts = Array.from({ length: 39 }, (_, index) => (index + 1) * 1_000);
    async function* chunks(): AsyncGenerator<Buffer> {
      let from = 0;
      for (const cut of cuts) {
        yield text.subarray(from, cut);
        from = cut;
      }
    }
    let count = 0;
    for await (const _ of csvRecords("x.csv", chunks(), ",", 2_000)) if (++count === 5) break;
    expect(count).toBe(5);
  });
});
