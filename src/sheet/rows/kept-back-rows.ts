import { type CodedText, personal } from "../../base/finding.ts";
import { memoized } from "../../base/memoized.ts";
import type { Issue } from "../../lead/issue.ts";
import type { ColumnReading } from "../columns/column-reading.ts";
import { flagWord, isHeldByStatus, isStrayStatus, isUnwanted, type RowWord } from "../columns/meant-words.ts";
import { rowFinding } from "../row-texts.ts";
import { isStatus } from "../table/marked-rows.ts";
import { addSkipped } from "../table/sheet-rows.ts";
import { type CellValue, type Column, cellText, placeIn, type SkippedRows } from "../table.ts";

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
    this.#gates = readings.flatMap(({ column, index, role, reason }): Gate[] => {
      if (isStatus(column.name)) return [{ column, index, against: notMeantIf(isHeldByStatus) }];
      if (!role?.sorts) return [];
      return [{ column, index, against: memoized(wordsAgainst(role.sorts, reason === "rows"), WORDS_MAX) }];
    });
  }

  /** What keeps a row back; undefined where nothing does. */
  keptBack(row: number, cells: readonly CellValue[]): Issue | undefined {
    if (this.#statusIndex !== undefined && isStrayStatus(cells[this.#statusIndex]))
      addSkipped(this.stray, row, "marked", () => "");
    for (const { column, index, against } of this.#gates) {
      const found = against(cellText(cells[index]).trim());
      if (found) return { code: "custom", ...found, path: [], ...placeIn(column, row) };
    }
    return undefined;
  }
}

/** Statuses and marks are few, and stand in every row. To tell each anew takes several % of a check. */
const WORDS_MAX = 200;

/** @param isSorting Whether the first rows show that the column marks some. */
function wordsAgainst(sorts: RowWord | "status", isSorting: boolean): Gate["against"] {
  if (sorts === "status") return notMeantIf(isUnwanted);
  if (sorts === "goes")
    return (text) => {
      const word = flagWord(sorts, text);
      return word === "stays" || (isSorting && word === undefined) ? rowFinding("row-not-marked") : undefined;
    };
  // A number among others counts something.
  return notMeantIf((text) => flagWord(sorts, text) === "stays" && (isSorting || !/^\d/.test(text)));
}

function notMeantIf(stays: (text: string) => boolean): Gate["against"] {
  return (text) => (stays(text) ? rowFinding("row-not-meant", { text: personal(text) }) : undefined);
}
