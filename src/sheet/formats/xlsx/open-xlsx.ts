import { HEAD_ROWS, type Merge, type SheetRow, type Workbook, type WorkbookSheet } from "../workbook.ts";
import type { ZipArchive } from "../zip-archive.ts";
import { columnOfAddress, sheetRows } from "./xlsx-sheet.ts";
import { readXlsxFrame } from "./xlsx-workbook.ts";

/** Opens a workbook of Excel's format. @throws Error when it is damaged or a part that it cannot do without is missing. */
export async function openXlsx(name: string, archive: ZipArchive): Promise<Workbook> {
  const { sheets, cells } = await readXlsxFrame(name, archive);
  const partOf = async (sheet: WorkbookSheet): Promise<AsyncIterable<Buffer>> => {
    const part = await archive.open(sheets.find((other) => other === sheet)?.path ?? "");
    if (!part) throw new Error("a sheet's part is missing");
    return part;
  };
  return {
    sheets,
    rows: async function* (sheet) {
      const merges = await mergesOf(await partOf(sheet));
      for await (const rows of sheetRows(await partOf(sheet), cells)) {
        for (const row of merges.size > 0 ? rows : []) {
          const here = merges.get(row.row);
          if (here) row.merges = here;
        }
        yield rows;
      }
    },
    head: async (sheet) => firstRows(sheetRows(await partOf(sheet), cells)),
  };
}

async function firstRows(batches: AsyncGenerator<SheetRow[]>): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  for await (const rows of batches) {
    first.push(...rows.filter(({ row }) => row <= HEAD_ROWS));
    if ((rows.at(-1)?.row ?? 0) >= HEAD_ROWS) break;
  }
  return first;
}

/** Merged cells by the row in which they begin. */
type RowMerges = ReadonlyMap<number, readonly Merge[]>;

const MERGES_MAX = 100_000;
/** Longer than any tag that tells of one. */
const TAG_BYTES_MAX = 4_096;
const MERGE = /<(?:\w+:)?mergeCell\s[^<>]{0,200}?\bref=["']([A-Z]{1,3})(\d{1,8}):([A-Z]{1,3})(\d{1,8})["']/g;

/**
 * Finds the merged cells of a sheet. Its XML has them behind the rows, which are read as they come: so it is gone
 * through once before, and only searched, which costs a fraction of reading it.
 *
 * @throws Error when there are more than any sheet of leads has.
 */
async function mergesOf(stream: AsyncIterable<Buffer>): Promise<RowMerges> {
  const merges = new Map<number, Merge[]>();
  let count = 0;
  let rest: Buffer = NOTHING;
  for await (const chunk of stream) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    rest = openTag(bytes);
    if (!bytes.includes("mergeCell")) continue;
    for (const [, from = "", first, to = "", last] of bytes.toString("latin1").matchAll(MERGE)) {
      count += 1;
      if (count > MERGES_MAX) throw new Error("too many merged cells");
      add(merges, Number(first), {
        column: columnOfAddress(from),
        columnCount: columnOfAddress(to) - columnOfAddress(from) + 1,
        rowCount: Number(last) - Number(first) + 1,
      });
    }
  }
  return merges;
}

const NOTHING = Buffer.alloc(0);

/** A tag that the next piece goes on with. */
function openTag(bytes: Buffer): Buffer {
  const open = bytes.lastIndexOf("<");
  const isOpen = open > bytes.lastIndexOf(">") && bytes.length - open <= TAG_BYTES_MAX;
  return isOpen ? bytes.subarray(open) : NOTHING;
}

function add(merges: Map<number, Merge[]>, row: number, merge: Merge): void {
  if (merge.columnCount < 1 || merge.rowCount < 1) return;
  const others = merges.get(row);
  if (others) others.push(merge);
  else merges.set(row, [merge]);
}
