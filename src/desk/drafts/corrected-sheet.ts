import { NOT_A_LEAD, SEND } from "../../sheet/table/marked-rows.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import type { Grid } from "./draft-grid.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** The rows of a draft that a person has changed, as a fix file of the run that they belong to. */
export function* correctedSheet(grid: Grid): Generator<string> {
  const headers = [...grid.columns.map(({ header }) => header), "leadctl_row", "leadctl_status"];
  yield BYTE_ORDER_MARK + csvLine(headers.map(escapeFormula), ",");
  for (const row of grid.allRows()) {
    const status = row.isNotALead ? NOT_A_LEAD : row.isToGo ? SEND : "";
    if (row.changed.length === 0 && status === "") continue;
    yield csvLine([...row.cells.map(escapeFormula), String(row.row), status], ",");
  }
}
