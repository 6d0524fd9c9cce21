import type { CodedText } from "../../base/finding.ts";
import { personal } from "../../base/finding.ts";
import type { Issue } from "../../lead/issue.ts";
import type { ColumnReading } from "../columns/column-reading.ts";
import { flagWord, isHeldByStatus, isStrayStatus, isUnwanted, type RowWord } from "../columns/meant-words.ts";
import { rowFinding } from "../row-texts.ts";
import { isStatus } from "../table/marked-rows.ts";
import { addSkipped } from "../table/sheet-rows.ts";
import { type CellValue, type Column, cellText, type SkippedRows } from "../table.ts";

/** What a column says against a row. */
interface Gate {
  column: Column;
  index: number;
  /** Why the row is kept back, and what to write in the cell if it is meant to go; undefined where it is not. */
  against(text: string): CodedText | undefined;
}

/** Keeps rows back that columns of the sheet sort out, wherever they stand in it. */
export class MeantRows {
  #gates: readonly Gate[] = [];
  #statusIndex: number | undefined;
  /** Rows with a word in `leadctl_status` that means nothing there. */
  readonly stray: SkippedRows[] = [];

  /** @param readings Of all columns: those that are left out, for which a mapping file has no other word, are looked at. */
  take(readings: readonly ColumnReading[]): void {
    this.#statusIndex = readings.find(({ column }) => isStatus(column.name))?.index;
    this.#gates = readings.flatMap((reading): Gate[] => {
      const { column, index, role, reason } = reading;
      if (isStatus(column.name))
        return [{ column, index, against: (text) => (isHeldByStatus(text) ? notMeant(text) : undefined) }];
      if (!role?.sorts) return [];
      return [{ column, index, against: remembered(wordsAgainst(role.sorts, reason === "rows")) }];
    });
  }

  /** What keeps a row back; undefined where nothing does. */
  keptBack(row: number, cells: readonly CellValue[]): Issue | undefined {
    if (this.#statusIndex !== undefined && isStrayStatus(cells[this.#statusIndex]))
      addSkipped(this.stray, row, "marked", () => "");
    for (const { column, index, against } of this.#gates) {
      const found = against(cellText(cells[index]).trim());
      if (!found) continue;
      const issue: Issue = { code: "custom", ...found, path: [], column: column.name };
      if (column.letters) issue.cell = `${column.letters}${row}`;
      return issue;
    }
    return undefined;
  }
}

/** @param isSorting Whether the first rows show that the column marks some. */
function wordsAgainst(sorts: RowWord | "status", isSorting: boolean): Gate["against"] {
  if (sorts === "status") return (text) => (isUnwanted(text) ? notMeant(text) : undefined);
  if (sorts === "goes")
    return (text) => {
      const word = flagWord(sorts, text);
      return word === "stays" || (isSorting && word === undefined) ? NOT_MARKED : undefined;
    };
  // A number among others counts something.
  return (text) =>
    flagWord(sorts, text) === "stays" && (isSorting || !/^\d/.test(text)) ? notMeant(text) : undefined;
}

/** Statuses and marks are few, and stand in every row. To tell each anew takes several % of a check. */
function remembered(against: Gate["against"]): Gate["against"] {
  const known = new Map<string, CodedText | undefined>();
  return (text) => {
    if (!known.has(text) && known.size < WORDS_MAX) known.set(text, against(text));
    return known.has(text) ? known.get(text) : against(text);
  };
}

const WORDS_MAX = 200;

const NOT_MARKED = rowFinding("row-not-marked");

function notMeant(text: string): CodedText {
  return rowFinding("row-not-meant", { text: personal(text) });
}
