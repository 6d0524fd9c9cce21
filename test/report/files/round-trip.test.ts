import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderFixCsv, renderFixJson } from "../../../src/report/files/render-fix.ts";
import { isOwnColumn } from "../../../src/sheet/headers/header-meaning.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import type { Column } from "../../../src/sheet/table.ts";
import { collected } from "../../collected.ts";
import { sharedFolder } from "../../folders.ts";
import { storyOf, storyRow } from "../sample-story.ts";

const folder = sharedFolder();

/** The input's own cells of a file, as the reader gives them. */
async function readBack(name: string, chunks: AsyncIterable<string>, delimiter?: string) {
  const path = join(folder, name);
  await writeFile(path, chunks);
  const table = await openInput({ path }, delimiter === undefined ? {} : { delimiter });
  const rows = await collected(table.rows);
  const kept = table.columns.flatMap(({ name }, index) => (isOwnColumn(name) ? [] : [index]));
  return {
    headers: kept.map((index) => table.columns[index]?.name),
    rows: rows.map(({ cells }) => kept.map((index) => cells[index] ?? "")),
    damage: rows.flatMap(({ damage }) => damage ?? []),
  };
}

function invalidRows(rows: readonly (readonly string[])[]) {
  return rows.map((cells, index) =>
    storyRow(index + 2, { status: "invalid", cells, error: '=Broken, "so" to say' }),
  );
}

/** Text as cells hold it; NUL makes a file binary, and a line break in a cell is not kept apart by kind. */
const cellText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom("'", "=", "+", "-", "@", "＝", '"', ",", ";", "\n", "\t", " ", "a", "\u00A0"),
  }),
);

describe("a fix file that is sent back as it is", () => {
  it.each([",", ";", "\t", "|"])("gives the original cells of a sheet parted by %j", async (delimiter) => {
    // As wide as sheets of leads are: in a narrow one, a cell of a few delimiters and a line break is taken for
    // rows that a stray quote swallowed.
    const more = Array.from({ length: 21 }, (_, index) => `Column ${index}`);
    const headers = ["ID", "First Name", "Phone", ...more];
    const columns: Column[] = headers.map((name) => ({ name }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cellText, cellText, cellText), { minLength: 1, maxLength: 6 }),
        async (starts) => {
          const rows = starts.map((start) => [...start, ...more]);
          const story = storyOf(invalidRows(rows), columns, { delimiter });
          const back = await readBack("fix.csv", renderFixCsv(story, []), delimiter);
          expect(back).toEqual({ headers, rows, damage: [] });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("gives the original items of a list", async () => {
    const keys = [["email"], ["contactInfo", "=first.name"], ["__proto__", "x"]];
    const columns = keys.map((path) => ({ name: path.join("."), keys: path }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cellText, cellText, cellText), { minLength: 1, maxLength: 6 }),
        async (rows) => {
          const story = storyOf(invalidRows(rows), columns, { format: "json" });
          const back = await readBack("fix.json", renderFixJson(story));
          expect(back).toEqual({ headers: columns.map(({ name }) => name), rows, damage: [] });
        },
      ),
      { numRuns: 60 },
    );
  });
});
