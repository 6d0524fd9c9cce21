import { fieldAt } from "../lead/field-catalogue.ts";
import { ColumnMatcher } from "./column-matcher.ts";
import type { MappedInput, MappedRow } from "./mapped-input.ts";
import type { Mapping } from "./mapping.ts";
import { decimalMarkShown } from "./number-cell.ts";
import { QuestionLog } from "./question.ts";
import { RowMapper } from "./row-mapper.ts";
import type { InputTable } from "./table.ts";

/**
 * Matches a table's columns to the fields of a lead, and reads its rows as leads.
 *
 * @param mapping What a mapping file says (see `readMappingFile`); the rest is matched by the headers.
 * @throws CliError when the columns cannot make leads: none known, no e-mail, two for one field. For JSON,
 *   whose columns turn up as it is read, reading the rows throws it.
 */
export function mapInput(table: InputTable, mapping?: Mapping): MappedInput {
  const { name, format, delimiter, columns, notices } = table;
  const matcher = new ColumnMatcher(name, notices, mapping);
  const isComplete = format !== "json" && format !== "jsonl";
  const shown = shownMarkOf(table);
  const conventions = {
    isTyped: !isComplete,
    isDelimited: format === "csv",
    isCommaDecimal: delimiter === ";",
    ...shown,
    ...(mapping?.decimalMark === undefined ? {} : { decimalMark: mapping.decimalMark }),
  };
  const mapper = new RowMapper(matcher, columns, conventions, mapping);
  for (const [path, value] of mapping?.defaults ?? []) {
    const message = `Where ${path} is empty, it is sent as ${JSON.stringify(value)}, as ${mapping?.name} says`;
    notices.push({ code: "default-used", message });
  }
  if (isComplete) matcher.check(columns);
  const checkColumns = (): void => {
    if (!isComplete) matcher.check(columns);
  };
  return {
    name,
    format,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...shown,
    columns,
    notices,
    questions: new QuestionLog(mapping?.answers),
    rows: mappedRows(table, mapper, checkColumns),
    map: (row) => mapper.map(row),
    checkColumns,
    locate: (path, row) => locate(matcher, path, row),
  };
}

/** What the sample's amounts show of how the sheet writes fractions. */
function shownMarkOf({ columns, sample = [], shownMark }: InputTable): { shownMark?: "." | "," } {
  const mark = shownMark ?? decimalMarkShown(columns, sample);
  return mark === undefined ? {} : { shownMark: mark };
}

async function* mappedRows(
  table: InputTable,
  mapper: RowMapper,
  checkColumns: () => void,
): AsyncGenerator<MappedRow> {
  for await (const row of table.rows) yield mapper.map(row);
  checkColumns();
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
