import { isOwnColumn, type OWN_COLUMNS } from "../sheet/header-meaning.ts";
import type { ReportRow, RunReport } from "./report-model.ts";
import { rowText } from "./row-text.ts";

/** A column that we add to the input's own, and the text of its cells. */
export interface AddedColumn {
  name: (typeof OWN_COLUMNS)[number];
  textOf(row: ReportRow): string;
}

/** What a fix file says of each row, beside the row's own cells. */
export const FIX_COLUMNS: readonly AddedColumn[] = [
  { name: "leadctl_row", textOf: ({ row }) => String(row) },
  { name: "leadctl_status", textOf: ({ status }) => status },
  { name: "leadctl_issues", textOf: rowText },
];

/** The input's own columns. Ours are left out, as a report that was sent again has them: they are written anew. */
export function keptColumns({ columns }: Pick<RunReport, "columns">): { name: string; index: number }[] {
  return columns.flatMap(({ name }, index) => (isOwnColumn(name) ? [] : [{ name, index }]));
}
