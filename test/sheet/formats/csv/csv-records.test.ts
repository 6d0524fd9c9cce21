import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvBatch, csvRecords } from "../../../../src/sheet/formats/csv/csv-records.ts";

interface Read {
  batches: CsvBatch[];
  fault?: unknown;
}

async function read(text: Buffer, cuts: readonly number[] = []): Promise<Read> {
  async function* chunks(): AsyncGenerator<Buffer> {
    let from = 0;
    for (const cut of [...cuts, text.length]) {
      if (cut > from) yield Buffer.from(text.subarray(from, cut));
      from = Math.max(from, cut);
    }
  }
  const batches: CsvBatch[] = [];
  try {
    for await (const batch of csvRecords("x.csv", chunks(), ",")) batches.push(batch);
  } catch (error) {
    return { batches, fault: error };
  }
  return { batches };
}

/** What csv-parse makes of the same by itself. */
function parsedAlone(text: Buffer): string[][] {
  return parse(text, {
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    ltrim: true,
  });
}

function rowsOf({ batches }: Read): [row: number, cells: string[]][] {
  return batches.flatMap(({ firstRow, records }) =>
    records.map((cells, index): [number, string[]] => [firstRow + index, cells]),
  );
}

describe("records of delimited text", () => {
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
    "\t\u00a0b ",
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => cells.join(","));
  const end = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom("\n", "\r\n") },
    { weight: 1, arbitrary: fc.constantFrom("\r", "\n\n", '"', ',"', '"z\n') },
  );
  const text = fc
    .array(fc.tuple(line, end), { minLength: 1, maxLength: 25 })
    .map((lines) => Buffer.from(lines.flat().join("")));

  it("are those of csv-parse, faults and their places included, wherever the text is cut", async () => {
    const places = fc.array(fc.nat(), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(text, places, async (bytes, places) => {
        const cuts = places.map((place) => place % bytes.length).toSorted((one, other) => one - other);
        const [whole, cut] = [await read(bytes), await read(bytes, cuts)];
        expect(cut.fault).toEqual(whole.fault);
        if (whole.fault !== undefined) return;
        expect(rowsOf(cut)).toEqual(rowsOf(whole));
        const isCutOff = whole.batches.at(-1)?.ending === "in quotes";
        if (!isCutOff) expect(rowsOf(cut).map(([, cells]) => cells)).toEqual(parsedAlone(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it("are lines until a quotation mark comes: from its piece on, a cell may hold a line break", async () => {
    const [plain, spanning] = [`${"x".repeat(98)},\n`, `"${"x".repeat(95)}\n",\n`];
    const { batches } = await read(Buffer.from(plain + plain + spanning + plain), [150, 250, 350]);
    const spans = batches.flatMap(({ firstRow, maySpanLines }) => (maySpanLines ? firstRow : []));
    expect(spans).toEqual([2, 3, 4]);
  });

  it("name the row and the line of a quote that is never closed, far behind the beginning", async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `${index},b,c`);
    lines[4_000] = '"two\nlines",b';
    lines[4_500] = '"never closed,b,c';
    const { fault } = await read(Buffer.from(lines.join("\n")), [1_000, 20_000, 40_000]);
    expect(fault).toMatchObject({
      code: "csv-quote-not-closed",
      params: { name: "x.csv", row: 4501, line: 4502 },
    });
  });
});
