import { join } from "node:path";
import { isOwnColumn } from "../../../src/sheet/headers/header-meaning.ts";
import { openInput } from "../../../src/sheet/open-input.ts";
import type { CellValue, InputRow, InputTable } from "../../../src/sheet/table.ts";
import { collected } from "../../collected.ts";

interface Read {
  table: InputTable;
  rows: InputRow[];
}

/**
 * Reads the fix file again, as `replay --with` does, and compares every cell with the one that it came from.
 *
 * @returns What does not come back as it was.
 */
export async function roundTripBreaches(path: string, dir: string, names: string[]): Promise<string[]> {
  const fixName = names.find((name) => name.startsWith("fix."));
  if (fixName === undefined) return [];
  const original = await read(path);
  const { delimiter } = original.table;
  let fixed: Read;
  try {
    fixed = await read(join(dir, fixName), delimiter);
  } catch (error) {
    return [`writes a ${fixName} that cannot be read: ${error instanceof Error ? error.message : error}`];
  }
  const rowIndex = fixed.table.columns.findIndex(({ name }) => name === "leadctl_row");
  const byRow = new Map(original.rows.map((row) => [row.row, row]));
  for (const row of fixed.rows) {
    const source = byRow.get(Number(row.cells[rowIndex]));
    if (!source) return [`writes a ${fixName} whose row ${row.row} is no row of the file`];
    const [was, is] = [kept(original.table, source), kept(fixed.table, row)];
    if (was !== is) return [`gives row ${source.row} back changed: ${cut(was)} has become ${cut(is)}`];
  }
  return [];
}

async function read(path: string, delimiter?: string): Promise<Read> {
  const table = await openInput({ path }, { hiddenRows: "include", ...(delimiter && { delimiter }) });
  return { table, rows: await collected(table.rows) };
}

/** A workbook's cell holds so many characters, and no half of one; what is left out shows. */
const CELL_CHARACTERS_MAX = 32_767;

/** A row's own cells, filled ones only, with their columns. */
function kept({ columns, format }: InputTable, { cells }: InputRow): string {
  const held = (text: string): string => (format === "xlsx" ? Buffer.from(shortened(text)).toString() : text);
  const filled = columns.flatMap(({ name, keys }, index) => {
    const [text, isOurs] = [held(textOf(cells[index])), isOwnColumn(name) && (keys?.length ?? 1) === 1];
    return text === "" || isOurs ? [] : [[keys ?? held(name), text]];
  });
  // Keys of JSON turn up in another order when items before them are left out.
  return JSON.stringify(columns[0]?.keys ? filled.sort() : filled);
}

function shortened(text: string): string {
  return text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…` : text;
}

function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "object" ? cell.json.replace(/\s+/g, "") : String(cell);
}

function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
