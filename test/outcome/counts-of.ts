import { countRows, type RowCounts } from "../../src/outcome/evidence.ts";
import type { LeadState } from "../../src/outcome/lead-state.ts";

/** Counts rows that are at hand one by one. */
export function countsOf(rows: readonly (readonly [row: number, state: LeadState])[]): RowCounts {
  return countRows(
    rows.map(([, state]) => ({ state, count: 1 })),
    (isWanted) => rows.flatMap(([row, state]) => (isWanted(state) ? [row] : [])),
  );
}
