import { HEAD_ROWS, type SheetBatch, type SheetRow, type Workbook, type WorkbookSheet } from "../workbook.ts";
import { asBrokenWorkbook, brokenWorkbook, type ZipArchive } from "../zip-archive.ts";
import { mergesOf } from "./xlsx-merges.ts";
import { sheetParser, sheetRows } from "./xlsx-rows.ts";
import { SheetParser } from "./xlsx-sheet.ts";
import { readXlsxFrame } from "./xlsx-workbook.ts";

/**
 * Opens a workbook of Excel's format.
 *
 * @throws CliError when it is damaged or a part that it cannot do without is missing; reading a sheet, too.
 */
export async function openXlsx(name: string, archive: ZipArchive): Promise<Workbook> {
  const frame = await orBroken(name, () => readXlsxFrame(name, archive));
  const pathOf = (sheet: WorkbookSheet): string => frame.sheets.find((other) => other === sheet)?.path ?? "";
  const partOf = async (sheet: WorkbookSheet): Promise<AsyncIterable<Buffer>> => {
    const part = await orBroken(name, () => archive.open(pathOf(sheet)));
    if (!part) throw brokenWorkbook(name);
    return part;
  };
  async function* rows(sheet: WorkbookSheet): AsyncGenerator<SheetBatch> {
    // A thread starts while the merged cells are looked for.
    const parser = sheetParser(name, frame.cells, archive.sizeOf(pathOf(sheet)) ?? 0);
    try {
      const merges = await mergesOf(await partOf(sheet));
      yield* sheetRows(await partOf(sheet), await parser, frame.texts, merges);
    } catch (error) {
      throw asBrokenWorkbook(name, error);
    } finally {
      (await parser).stop();
    }
  }
  return {
    sheets: frame.sheets,
    rows,
    heads: async () => {
      const heads = new Map<WorkbookSheet, SheetRow[]>();
      for (const sheet of frame.sheets) {
        const rows = sheetRows(await partOf(sheet), new SheetParser(frame.cells), frame.texts);
        heads.set(sheet, await orBroken(name, () => firstRows(rows)));
      }
      return heads;
    },
  };
}

async function firstRows(batches: AsyncGenerator<SheetBatch>): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  for await (const { rows } of batches) {
    first.push(...rows.filter(({ row }) => row <= HEAD_ROWS));
    if ((rows.at(-1)?.row ?? 0) >= HEAD_ROWS) break;
  }
  return first;
}

async function orBroken<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw asBrokenWorkbook(name, error);
  }
}
