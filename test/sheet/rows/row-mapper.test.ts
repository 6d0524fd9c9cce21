import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/lead/issue.ts";
import {
  type ColumnReading,
  type ReadingReason,
  targetAt,
} from "../../../src/sheet/columns/column-reading.ts";
import { withRoles } from "../../../src/sheet/columns/column-role.ts";
import { QuestionLog } from "../../../src/sheet/columns/question-log.ts";
import { RowMapper } from "../../../src/sheet/rows/row-mapper.ts";
import { columnLetters } from "../../../src/sheet/table.ts";
import { flat } from "../../sheet-truth/judge-row.ts";
import { readingTables } from "../../sheet-truth/reading-tables.ts";

/**
 * A column by the path that it feeds, perhaps with its rank, and its header where that is another: `address.street=Addr`. By
 * the reason for which it is left out, where it feeds nothing: `irrelevant=Status`.
 */
function readingOf(entry: string, index: number): ColumnReading {
  const [what = "", name = what] = entry.split("=");
  const [path = "", rank = "0"] = what.split(" ");
  const column = { name: name.replace(/ \d$/, ""), letters: columnLetters(index) };
  const target = targetAt(path);
  const reading = { column, index, rank: Number(rank) };
  return target ? { ...reading, reason: "header", target } : { ...reading, reason: path as ReadingReason };
}

/** Rows as they are mapped, one below the other. */
function mapperOf(columns: readonly string[]): (cells: readonly string[]) => string[] {
  const readings = columns.map(readingOf);
  const mapper = new RowMapper(
    readings.map(({ column }) => column),
    { isDelimited: true, isCommaDecimal: false },
    new QuestionLog(),
  );
  mapper.take(withRoles(readings));
  const found = (sign: string) => (issue: Issue) => `${sign}${issue.cell?.slice(0, -1)} ${issue.finding}`;
  return (cells) => {
    const { lead, unreadable, warnings } = mapper.map({ row: 2, cells });
    const values = Object.entries(flat(lead)).map(([path, value]) => `${path}=${value}`);
    return [...values, ...unreadable.map(found("!")), ...warnings.map(found("~"))];
  };
}

describe.each(readingTables("rows.txt"))("%s", (_, [columns = [], ...lines]) => {
  const map = mapperOf(columns);
  const rows = lines.flatMap((line, at): [string[], string[]][] =>
    line[0] === ">" ? [] : [[line, (lines[at + 1] ?? []).slice(1)]],
  );
  it.each(rows)("%j", (cells, expected) => {
    expect(map(cells)).toEqual(expected);
  });
});
