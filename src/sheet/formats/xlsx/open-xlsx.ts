import { HEAD_ROWS, type SheetBatch, type SheetRow, type Workbook, type WorkbookSheet } from "../workbook.ts";
import { readXml } from "../xml-reader.ts";
import type { ZipArchive } from "../zip-archive.ts";
import type { CellFrame } from "./xlsx-cell.ts";
import { mergesOf, type RowMerges } from "./xlsx-merges.ts";
import { SheetParser } from "./xlsx-sheet.ts";
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
      yield* sheetRows(await partOf(sheet), cells, merges);
    },
    heads: async () => {
      const heads = new Map<WorkbookSheet, SheetRow[]>();
      for (const sheet of sheets) heads.set(sheet, await firstRows(sheetRows(await partOf(sheet), cells)));
      return heads;
    },
  };
}

/**
 * Reads a sheet's rows, a batch for each piece of its XML that has some. Rows without cells do not come.
 *
 * @param merges Of the sheet, by the row in which they begin.
 */
export async function* sheetRows(
  part: AsyncIterable<Buffer>,
  frame: CellFrame,
  merges: RowMerges = new Map(),
): AsyncGenerator<SheetBatch> {
  const parser = new SheetParser(frame);
  for await (const _turn of readXml(part, parser)) {
    const rows = parser.take();
    if (rows.length === 0) continue;
    for (const row of merges.size > 0 ? rows : []) {
      const here = merges.get(row.row);
      if (here) row.merges = here;
    }
    yield { rows, hiddenColumns: parser.hiddenColumns };
  }
}

async function firstRows(batches: AsyncGenerator<SheetBatch>): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  for await (const { rows } of batches) {
    first.push(...rows.filter(({ row }) => row <= HEAD_ROWS));
    if ((rows.at(-1)?.row ?? 0) >= HEAD_ROWS) break;
  }
  return first;
}
