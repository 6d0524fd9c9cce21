import type { CellReader } from "../cells/cell-reader.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import type { ColumnReport } from "./column-report.ts";

/** Distinct cells of a column: types, states and yes or no have fewer. */
const CELLS_MAX = 64;

/**
 * Reads each of the few cells that a column repeats once. Only values are kept of which there was nothing to say, and only as
 * long as most cells are known ones.
 *
 * @param own The column's report; for any other one the cell is read anew.
 */
export function withMemory(read: CellReader, own: ColumnReport): CellReader {
  const values = new Map<string, FieldValue>();
  let [hitCount, isWorthIt] = [0, true];
  return (cell, report) => {
    if (!isWorthIt || report !== own || typeof cell !== "string" || cell === "") return read(cell, report);
    const known = values.get(cell);
    if (known !== undefined) {
      hitCount += 1;
      return known;
    }
    const remarkCount = own.remarkCount;
    const value = read(cell, report);
    if (value === undefined || own.remarkCount !== remarkCount) return value;
    if (values.size < CELLS_MAX) values.set(cell, value);
    else if (hitCount < CELLS_MAX) {
      isWorthIt = false;
      values.clear();
    }
    return value;
  };
}
