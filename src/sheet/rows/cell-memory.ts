import type { CellReader } from "../cells/cell-reader.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import type { CellValue } from "../table.ts";
import type { ColumnReport } from "./column-report.ts";

/** Distinct cells of a column: types, states and yes or no have fewer. */
const CELLS_MAX = 64;

/**
 * Reads each of the few cells that a column repeats once. Only values are kept of which there was nothing to say.
 *
 * @param own The column's report; for any other one the cell is read anew.
 */
export function withMemory(read: CellReader, own: ColumnReport): CellReader {
  const values = new Map<CellValue, FieldValue>();
  return (cell, report) => {
    const known = report === own ? values.get(cell) : undefined;
    if (known !== undefined) return known;
    const remarkCount = own.remarkCount;
    const value = read(cell, report);
    const isSilent = value !== undefined && own.remarkCount === remarkCount && report === own;
    if (isSilent && values.size < CELLS_MAX) values.set(cell, value);
    return value;
  };
}
