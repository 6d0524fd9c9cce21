import { FIELDS, fieldAt } from "../lead/field-catalogue.ts";
import { ColumnMatcher } from "./column-matcher.ts";
import type { ColumnReading } from "./column-reading.ts";
import type { MappedInput, MappedRow } from "./mapped-input.ts";
import type { Mapping } from "./mapping.ts";
import { decimalMarkShown } from "./number-cell.ts";
import { QuestionLog } from "./question.ts";
import { RowMapper } from "./row-mapper.ts";
import type { InputRow, InputTable } from "./table.ts";

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
  const questions = new QuestionLog(mapping?.answers);
  const mapper = new RowMapper(columns, conventions, questions, mapping);
  let columnCount = 0;
  const takeColumns = (): void => {
    if (columnCount === columns.length && columnCount > 0) return;
    for (; columnCount < columns.length; columnCount++) {
      const column = columns[columnCount];
      if (column) matcher.add(column, columnCount);
    }
    mapper.take(readingsOf(matcher));
  };
  takeColumns();
  const mapRow = (row: InputRow): MappedRow => {
    if (columns.length > columnCount) takeColumns();
    return mapper.map(row);
  };
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
    questions,
    changes: mapper.changes,
    rows: mappedRows(table, mapRow, checkColumns),
    map: mapRow,
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
  mapRow: (row: InputRow) => MappedRow,
  checkColumns: () => void,
): AsyncGenerator<MappedRow> {
  for await (const row of table.rows) yield mapRow(row);
  checkColumns();
}

/** What the headers say, of the columns that feed a field. */
function readingsOf(matcher: ColumnMatcher): ColumnReading[] {
  return FIELDS.flatMap((field) =>
    matcher.of(field).map(
      ({ column, index, rule }): ColumnReading => ({
        column,
        index,
        target: { kind: "field", field },
        rank: 0,
        reason: rule ? "mapping" : "header",
        ...(rule ? { rule } : {}),
      }),
    ),
  );
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
