import { mapAhead } from "../../../base/map-ahead.ts";
import { type PieceParser, withEnd } from "../piece-parser.ts";
import type { SheetBatch } from "../workbook.ts";
import { xmlPieces } from "../xml-reader.ts";
import type { CellFrame } from "./xlsx-cell.ts";
import type { RowMerges } from "./xlsx-merges.ts";
import { SheetParser, type SheetPiece } from "./xlsx-sheet.ts";

/** Less XML is parsed before a thread for it would have started. */
const SHORT_BYTES = 8 * 1024 * 1024;

/**
 * What parses a sheet: a thread of its own, where it is long and there can be one.
 *
 * @param input As people know it.
 * @param size Of the sheet's XML, in bytes.
 */
export async function sheetParser(
  input: string,
  frame: CellFrame,
  size: number,
  shortBytes = SHORT_BYTES,
): Promise<PieceParser<SheetPiece>> {
  if (size <= shortBytes) return new SheetParser(frame);
  const { startParserThread } = await import("../parser-thread.ts");
  return (
    (await startParserThread<SheetPiece>(input, { name: "xlsx", setup: frame })) ?? new SheetParser(frame)
  );
}

/**
 * Reads a sheet's rows, a batch for each piece of its XML that has some. Rows without cells do not come.
 *
 * @param parser To be stopped by the caller.
 * @param texts All shared texts of the workbook.
 * @param merges Of the sheet, by the row in which they begin.
 */
export async function* sheetRows(
  part: AsyncIterable<Buffer>,
  parser: PieceParser<SheetPiece>,
  texts: readonly string[],
  merges: RowMerges = new Map(),
): AsyncGenerator<SheetBatch> {
  const parse = (piece: Buffer | null): Promise<SheetPiece> => parser.parse(piece);
  for await (const piece of mapAhead(withEnd(xmlPieces(part)), parse, () => parser.piecesAhead)) {
    const { rows, hiddenColumns } = piece;
    if (rows.length === 0) continue;
    fillIn(piece, texts);
    if (merges.size > 0) {
      for (const row of rows) {
        const here = merges.get(row.row);
        if (here) row.merges = here;
      }
    }
    yield { rows, hiddenColumns };
  }
}

/** Puts the shared texts of a piece into their cells. */
function fillIn({ rows, sharedTexts }: SheetPiece, texts: readonly string[]): void {
  for (let at = 0; at < sharedTexts.length; at += 3) {
    const cells = rows[sharedTexts[at] ?? 0]?.cells;
    const text = texts[sharedTexts[at + 2] ?? 0];
    if (cells && text !== undefined) cells[sharedTexts[at + 1] ?? 0] = text;
  }
}
