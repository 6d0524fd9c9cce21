import type { InputTable } from "../input/table.ts";
import { fieldAt } from "../lead/field-catalogue.ts";
import type { MappedInput, MappedRow } from "./mapped-input.ts";
import { ColumnMatcher } from "./match-columns.ts";
import { RowMapper } from "./row-mapper.ts";

/**
 * Matches a table's columns to the fields of a lead, and reads its rows as leads.
 *
 * @throws CliError when the columns cannot make leads: none known, no e-mail, two for one field. For JSON,
 *   whose columns turn up as it is read, reading the rows throws it.
 */
export function mapInput(table: InputTable): MappedInput {
  const { name, format, delimiter, columns, notices } = table;
  const matcher = new ColumnMatcher(name, notices);
  const isComplete = format !== "json" && format !== "jsonl";
  const mapper = new RowMapper(matcher, columns, {
    isTyped: !isComplete,
    isCommaDecimal: delimiter === ";",
  });
  if (isComplete) matcher.check(columns);
  return {
    name,
    format,
    ...(delimiter === undefined ? {} : { delimiter }),
    columns,
    notices,
    rows: mappedRows(table, mapper, matcher),
    locate: (path, row) => locate(matcher, path, row),
  };
}

async function* mappedRows(
  table: InputTable,
  mapper: RowMapper,
  matcher: ColumnMatcher,
): AsyncGenerator<MappedRow> {
  for await (const row of table.rows) yield mapper.map(row);
  matcher.check(table.columns);
}

function locate(
  matcher: ColumnMatcher,
  path: readonly string[],
  row: number,
): { column?: string; cell?: string } {
  const field = fieldAt(path.join("."));
  const column = field && matcher.of(field)[0]?.column;
  if (!column) return {};
  return { column: column.name, ...(column.letters ? { cell: `${column.letters}${row}` } : {}) };
}
