import type { Issue } from "../../lead/issue.ts";
import { shownValue } from "../cells/cell-report.ts";
import { type CellValue, type Column, cellText } from "../table.ts";
import type { ColumnReading, ReadingReason } from "./column-reading.ts";
import { type JudgedColumn, type Judgement, judgedAs, noJudgement, shownColumns } from "./judged-column.ts";
import { flagKind, flagWord, isStatusHeader, isUnwanted } from "./meant-words.ts";

/** Whether a column marks rows as meant to go, or as not meant to; a mapping file may say that it is nothing of a lead. */
export function isFlag({ column: { name }, content: { cells }, fixed }: JudgedColumn): boolean {
  const kind = fixed?.target ? undefined : flagKind(name);
  if (!kind) return false;
  const words = cells.map(({ text }) => flagWord(kind, text));
  // Where none of the first rows stays, a later one may.
  if (kind === "stays") return !words.includes(undefined);
  // Who marks those that go says of all others that they do not.
  const known = words.filter((word) => word !== undefined);
  return known.includes("goes") && known.length * 2 > words.length;
}

/** Rows that such columns sort out are kept back one by one: see {@link MeantRows}. */
export function judgeFlags(columns: readonly JudgedColumn[]): Judgement {
  if (columns.length === 0) return noJudgement;
  const message = `Rows that are not meant to go are kept back, as marked in ${shownColumns(columns)}`;
  return {
    readings: columns.map((one) => ({ ...(one.fixed ?? judgedAs(one, "rows")), reason: "rows" })),
    questions: [],
    notices: [{ code: "rows-kept-back", message }],
  };
}

/** What a column says against a row. */
interface Gate {
  column: Column;
  index: number;
  /** Why the row is kept back, and what to write in the cell if it is meant to go; undefined where it is not. */
  against(text: string): string | undefined;
}

const LEFT_OUT: ReadonlySet<ReadingReason> = new Set(["rows", "irrelevant", "mapping", "answer"]);

/** Keeps rows back that columns of the sheet sort out, wherever they stand in it. */
export class MeantRows {
  readonly #gates: readonly Gate[];

  /** @param readings Of all columns: those that are left out, for which a mapping file has no other word, are looked at. */
  constructor(readings: readonly ColumnReading[]) {
    this.#gates = readings.flatMap((reading): Gate[] => {
      const { column, index, target, reason } = reading;
      if (target || !LEFT_OUT.has(reason)) return [];
      const against = wordsAgainst(column.name, reason === "rows");
      return against ? [{ column, index, against: remembered(against) }] : [];
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
function wordsAgainst(header: string, isSorting: boolean): Gate["against"] | undefined {
  const kind = flagKind(header);
  if (kind === "goes")
    return (text) => {
      const word = flagWord(kind, text);
      return word === "stays" || (isSorting && word === undefined) ? NOT_MARKED : undefined;
    };
  // A number among others counts something.
  if (kind)
    return (text) =>
      flagWord(kind, text) === "stays" && (isSorting || !/^\d/.test(text)) ? notMeant(text) : undefined;
  return isStatusHeader(header) ? (text) => (isUnwanted(text) ? notMeant(text) : undefined) : undefined;
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
