import fc from "fast-check";
import { CliError } from "../../../src/base/cli-error.ts";
import { mapContent } from "../columns/read-content.ts";
import { type CleanSheet, cleanSheet } from "../pollution.ts";

/** How a program writes delimited text without quotes. */
export interface Writing {
  delimiter: string;
  newline: string;
}

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const writing: fc.Arbitrary<Writing> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  newline: lineEnd,
});

/** A sheet with its columns in any order, and how it is written. */
const written = fc
  .record({ sheet: cleanSheet, how: writing, order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }) })
  .map(({ sheet: { headers, rows }, how, order }) => {
    const columns = headers.map((_, at) => at).sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0));
    const inOrder = (cells: readonly string[]) => columns.map((at) => cells[at] ?? "");
    return { sheet: { headers: inOrder(headers), rows: rows.map(inOrder) }, how };
  });

function textOf(
  rows: readonly (readonly string[])[],
  { delimiter, newline }: Writing,
  isEnded = true,
): string {
  return rows.map((cells) => cells.join(delimiter)).join(newline) + (isEnded ? newline : "");
}

/** The leads of rows that can be read, as text; none of a sheet that is refused. */
async function leadsIn(content: string): Promise<string[]> {
  try {
    const { rows } = await mapContent(content, { format: "csv" });
    return rows.flatMap(({ unreadable, lead }) => (unreadable.length > 0 ? [] : [JSON.stringify(lead)]));
  } catch (error) {
    if (error instanceof CliError) return [];
    throw error;
  }
}

/** Which leads stay, in order, and that nothing else comes. */
async function expectOnly(content: string, whole: CleanSheet, how: Writing, kept: (row: number) => boolean) {
  const wanted = await leadsIn(textOf([whole.headers, ...whole.rows.filter((_, at) => kept(at))], how));
  const found = await leadsIn(content);
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Error(
    `Found ${found.join("\n")}\ninstead of ${wanted.join("\n")}\nin ${JSON.stringify(content)}`,
  );
}

/** A cell of any row but its first and its last, broken by one or two line ends. */
export const brokenRow = fc
  .tuple(
    written,
    fc.nat(),
    fc.array(fc.record({ at: fc.nat(), cell: fc.nat(), end: lineEnd }), { minLength: 1, maxLength: 2 }),
  )
  .map(([{ sheet, how }, place, breaks]) => {
    const row = place % sheet.rows.length;
    const cells = [...(sheet.rows[row] ?? [])];
    for (const { at, cell, end } of breaks) {
      const column = 1 + (cell % (cells.length - 2));
      const text = cells[column] ?? "";
      const before = at % (text.length + 1);
      cells[column] = `${text.slice(0, before)}${end}${text.slice(before)}`;
    }
    return { sheet, how, row, content: textOf([sheet.headers, ...sheet.rows.with(row, cells)], how) };
  });

/** A sheet cut off anywhere before the last cell of its last row. */
export const cutSheet = fc.tuple(written, fc.nat(), fc.boolean()).map(([{ sheet, how }, at, isQuoted]) => {
  const shown = (cells: readonly string[]) => (isQuoted ? cells.map((cell) => `"${cell}"`) : cells);
  const last = shown(sheet.rows.at(-1) ?? []);
  const start = textOf([shown(sheet.headers), ...sheet.rows.slice(0, -1).map(shown)], how);
  const end = last.slice(0, -1).join(how.delimiter);
  return { sheet, how, row: sheet.rows.length - 1, content: start + end.slice(0, 1 + (at % end.length)) };
});

/** A row without some of its last cells, among rows that are full. */
export const shortRow = fc
  .tuple(written, fc.nat(), fc.nat())
  .filter(([{ sheet }]) => sheet.rows.length > 1)
  .map(([{ sheet, how }, place, count]) => {
    const row = place % sheet.rows.length;
    const cells = sheet.rows[row] ?? [];
    const left = cells.slice(0, 1 + (count % (cells.length - 1)));
    return { sheet, how, row, content: textOf([sheet.headers, ...sheet.rows.with(row, left)], how) };
  });

/** A sheet whose writer leaves out empty cells at the end of its rows. */
export const trimmedSheet = written
  .map(({ sheet, how }) => {
    const rows = sheet.rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1));
    return { sheet, how, row: -1, rows, content: textOf([sheet.headers, ...rows], how) };
  })
  .filter(({ sheet, rows }) => {
    const shortCount = rows.filter(({ length }) => length < sheet.headers.length).length;
    return shortCount !== 1 || rows.length === 1;
  });

export interface Damaged {
  sheet: CleanSheet;
  how: Writing;
  /** Index of the row that is not whole; -1 where all are. */
  row: number;
  content: string;
}

/** No piece of the row that is not whole goes, and each other row goes as it would without it. */
export function holdsBack(arbitrary: fc.Arbitrary<Damaged>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(arbitrary, ({ sheet, how, row, content }) =>
    expectOnly(content, sheet, how, (at) => at !== row),
  );
  return Promise.resolve(fc.assert(property, { numRuns }));
}
