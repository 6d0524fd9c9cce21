import { handOn } from "../base/row-stream.ts";
import { decimalMarkShown } from "./cells/number-cell.ts";
import type { ColumnReading } from "./columns/column-reading.ts";
import { columnNotice } from "./columns/column-texts.ts";
import type { Mapping } from "./columns/mapping.ts";
import { QuestionLog } from "./columns/question-log.ts";
import { sheetNotice } from "./notice-texts.ts";
import { ColumnReadings } from "./rows/column-readings.ts";
import type { MappedInput, MappedRow, RowEdits } from "./rows/mapped-input.ts";
import { RowMapper } from "./rows/row-mapper.ts";
import { withoutRows } from "./table/marked-rows.ts";
import { namedRows } from "./table/sheet-rows.ts";
import { type InputRow, type InputTable, isJson } from "./table.ts";

/**
 * Understands a table's columns, and reads its rows as leads.
 *
 * @param mapping What a mapping file says (see `readMappingFile`); the rest is understood by headers and cells.
 * @param isLenient Whether columns that cannot make leads are not a reason to refuse: they are only to be looked at.
 * @param edits What a person has changed in the cells since: columns are judged by what stood there.
 * @throws CliError when the columns cannot make leads: none known, no e-mail. For JSON, whose columns turn up as it
 *   is read, reading the rows throws it.
 */
export function mapInput(
  table: InputTable,
  mapping?: Mapping,
  isLenient = false,
  edits?: RowEdits,
): MappedInput {
  edits?.addColumns(table);
  const { sample: _, ...shape } = table;
  const { format, delimiter, columns, notices } = table;
  const questions = new QuestionLog(mapping?.answers);
  const readings = new ColumnReadings(table, questions, mapping);
  const isComplete = !isJson(format);
  const read = readings.read();
  const shown = shownMarkOf(table, read);
  const conventions = {
    isDelimited: format === "csv",
    isCommaDecimal: delimiter === ";",
    ...shown,
    ...(mapping?.decimalMark === undefined ? {} : { decimalMark: mapping.decimalMark }),
  };
  const mapper = new RowMapper(columns, conventions, questions, mapping);
  for (const [path, value] of mapping?.defaults ?? []) {
    notices.push(columnNotice("default-used", { path, value, mapping: mapping?.name ?? "" }));
  }
  mapper.take(read);
  if (isComplete) readings.finish(isLenient);
  const map = (row: InputRow): MappedRow => {
    const edited = edits?.over(row, columns) ?? row;
    const news = readings.isBehind ? readings.catchUp(row) : undefined;
    if (news) mapper.take(news);
    const mapped = mapper.map(edited);
    readings.count(row);
    return mapped;
  };
  const checkColumns = (): void => {
    if (!isComplete) readings.finish(isLenient);
  };
  const rows = edits ? withoutRows(table.rows, table, ({ row }) => edits.isNotALead(row)) : table.rows;
  const afterLast = (): void => {
    const { strayRows } = mapper;
    if (strayRows.length > 0) notices.push(sheetNotice("status-not-understood", namedRows(strayRows)));
    checkColumns();
  };
  return {
    ...shape,
    ...shown,
    questions,
    changes: mapper.changes,
    get readings() {
      return readings.all;
    },
    rows: handOn(rows, map, afterLast),
    map,
    checkColumns,
    locate: (path, row, mapped) => readings.locate(path, row, mapped),
    feeding: (path) => readings.feeding(path),
    resolvedMapping: () => readings.resolvedMapping(),
  };
}

const RENT = "statedInformation.monthlyRentalIncome";

/** What the sample's amounts show of how the sheet writes fractions. */
function shownMarkOf(
  { sample = [], shownMark }: InputTable,
  readings: readonly ColumnReading[],
): { shownMark?: "." | "," } {
  const amounts = readings.filter(({ target }) => target === RENT);
  const indexes = amounts.map(({ index }) => index);
  const mark = shownMark ?? decimalMarkShown(indexes, sample);
  return mark === undefined ? {} : { shownMark: mark };
}
