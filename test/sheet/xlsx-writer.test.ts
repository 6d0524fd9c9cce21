import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type SheetColumn, writeWorkbook } from "../../src/sheet/xlsx-writer.ts";
import { readContent } from "./read-content.ts";

async function written(
  columns: SheetColumn[],
  rows: Iterable<string[]> | AsyncIterable<string[]>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeWorkbook("Leads", columns, rows)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a workbook that we write", () => {
  it("is read back as the texts it was given, whatever they look like", async () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary-ascii" }),
      fc.constantFrom("02134", "1.5E+10", "_x000D_", "=1+1", "a\r\nb", "5-Apr", "]]>&<\"'"),
    );
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const columns = [{ header: "Email" }, { header: "Zip" }, { header: "Last Name" }];
        const bytes = await written(
          columns,
          rows.map((cells) => ["@", ...cells]),
        );
        const read = await readContent(bytes, { format: "xlsx" });
        const filled = (cells: readonly unknown[]) => [0, 1, 2].map((at) => cells[at] ?? "");
        expect(read.rows.map(({ cells }) => filled(cells))).toEqual(rows.map((cells) => ["@", ...cells]));
      }),
    );
  });

  it("is the same for the same content", async () => {
    const write = () => written([{ header: "Email", note: "Whose?", choices: ["a", "b"] }], [["a@b.co"]]);
    expect(await write()).toEqual(await write());
  });

  it("holds many rows without holding them at once", async () => {
    let most = 0;
    let made = 0;
    let length = 0;
    function* rows(): Generator<string[]> {
      for (; made < 20_000; made++) yield [`a${made}@b.co`, "x".repeat(200)];
    }
    for await (const chunk of writeWorkbook("Leads", [{ header: "Email" }, { header: "Zip" }], rows())) {
      if (length === 0) most = made;
      length += chunk.length;
    }
    expect(most).toBeLessThan(20_000);
    expect(made).toBe(20_000);
  });

  it("ends with the fault of its rows", async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield ["a@b.co"];
      throw new Error("the plan is damaged");
    }
    await expect(written([{ header: "Email" }], rows())).rejects.toThrow("the plan is damaged");
  });

  it("closes its rows when nobody reads on", async () => {
    let isClosed = false;
    async function* rows(): AsyncGenerator<string[]> {
      try {
        for (;;) yield [randomBytes(200).toString("hex")];
      } finally {
        isClosed = true;
      }
    }
    let length = 0;
    for await (const chunk of writeWorkbook("Leads", [{ header: "Email" }], rows())) {
      length += chunk.length;
      if (length > 100_000) break;
    }
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });
});
