import type { Issue } from "../../lead/issue.ts";
import type { ColumnReading } from "../columns/column-reading.ts";
import { flagWord, isUnwanted, type RowWord } from "../columns/meant-words.ts";
import { shownValue } from "../shown-value.ts";
import { type CellValue, type Column, cellText } from "../table.ts";

/** What a column says against a row. */
interface Gate {
  column: Column;
  index: number;
  /** Why the row is kept back, and what to write in the cell if it is meant to go; undefined where it is not. */
  against(text: string): string | undefined;
}

/** Keeps rows back that columns of the sheet sort out, wherever they stand in it. */
export class MeantRows {
  readonly #gates: readonly Gate[];

  /** @param readings Of all columns: those that are left out, for which a mapping file has no other word, are looked at. */
  constructor(readings: readonly ColumnReading[]) {
    this.#gates = readings.flatMap((reading): Gate[] => {
      const { column, index, role, reason } = reading;
      if (!role?.sorts) return [];
      return [{ column, index, against: remembered(wordsAgainst(role.sorts, reason === "rows")) }];
    });
  }

  /** What keeps a row back; undefined where nothing does. */
  keptBack(row: number, cells: readonly CellValue[]): Issue | undefined {
    for (const { column, index, against } of this.#gates) {
      const message = against(cellText(cells[index]).trim());
      if (message === undefined) continue;
      const issue: Issue = { code: "custom", message, path: [], column: column.name };
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

/** Statuses and marks are few, and stand in every row. */
function remembered(against: Gate["against"]): Gate["against"] {
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (!known.has(text) && known.size < WORDS_MAX) known.set(text, against(text));
    return known.has(text) ? known.get(text) : against(text);
  };
}

const WORDS_MAX = 200;

const NOT_MARKED =
  "The lead is not marked as one that is meant to go: leave the row out; or, if it is, write yes in this cell";

function notMeant(text: string): string {
  return `${shownValue(text)} stands for a lead that is not meant to go: leave the row out; or, if it is, empty this cell`;
}
