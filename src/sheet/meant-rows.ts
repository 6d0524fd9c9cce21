import type { Issue } from "../lead/issue.ts";
import { shownValue } from "./cell-report.ts";
import type { ColumnReading, ReadingReason } from "./column-reading.ts";
import { headerKey } from "./header-meaning.ts";
import { type JudgedColumn, type Judgement, judgedAs, noJudgement, shownColumns } from "./judged-column.ts";
import { type CellValue, type Column, cellText } from "./table.ts";

/** What asks of a row whether it goes, or whether it stays, as {@link headerKey} has it. */
const GOES =
  /^(?:is)?(?:send|submit|included?|(?:ready|ok|okay)to(?:send|submit|go)|includein(?:submission|upload|batch)|tosend|tosubmit|tobesent)$/;
const STAYS =
  /^(?:(?:is)?(?:excluded?|skip|omit|ignore|donot(?:send|submit|use|include|contact)|dont(?:send|contact)|dnc|test(?:lead|row|record)?|dupe?|duplicated?|deleted|nocontactar|noenviar))$/;
const YES = /^(?:y|yes|true|1|x|\u2713|\u2714|\u2611|s[ií])$/i;
const NO = /^(?:n|no|false|0)$/i;

/** What a cell of a column that sorts rows out says. */
export type RowWord = "goes" | "stays";

/** What a yes says below a header; undefined where the header does not ask whether a row goes or stays. */
export function flagKind(header: string): RowWord | undefined {
  const key = headerKey(header);
  return GOES.test(key) ? "goes" : STAYS.test(key) ? "stays" : undefined;
}

/** What a cell below such a header says of its row; undefined where it is no yes and no no. */
export function flagWord(kind: RowWord, text: string): RowWord | undefined {
  if (YES.test(text)) return kind;
  return NO.test(text) ? (kind === "goes" ? "stays" : "goes") : undefined;
}

/** A column that says how far a CRM has come with each lead. */
const STATUS = /status|stage|disposition/;
/** Statuses of leads that nobody means to send: the whole cell, and not those that say how a sale went. */
const NOT_TO_GO =
  /^(?:(?:closed|dead|bad|lost|invalid|inactive|disqualified)\s*[-–—:/]\s*)?(?:(?:do not|don['’]?t) (?:contact|call|solicit|send|submit|use)|no (?:contactar|llamar|enviar)|dnc|deceased|duplicates?|duplicado|dupe|spam|junk|bogus|fake|test)(?: (?:lead|record|entry|contact|list|again|ever|anymore))?[.!]?$/i;

/** Whether a column marks rows as meant to go, or as not meant to; a mapping file may say that it is nothing of a lead. */
export function isFlag({ column: { name }, content: { cells }, fixed }: JudgedColumn): boolean {
  const kind = fixed?.target ? undefined : flagKind(name);
  if (!kind) return false;
  const words = cells.map(({ text }) => flagWord(kind, text));
  if (words.includes(undefined)) return false;
  // A row between two that are marked to go is not.
  return words.includes("stays") || (kind === "goes" && cells.some(({ at }, index) => at !== index));
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
      return against ? [{ column, index, against }] : [];
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
    return (text) =>
      flagWord(kind, text) === "stays" || (isSorting && text === "") ? NOT_MARKED : undefined;
  if (kind) return (text) => (flagWord(kind, text) === "stays" ? notMeant(text) : undefined);
  if (STATUS.test(headerKey(header))) return (text) => (NOT_TO_GO.test(text) ? notMeant(text) : undefined);
  return undefined;
}

const NOT_MARKED =
  "The lead is not marked as one that is meant to go: leave the row out; or, if it is, write yes in this cell";

function notMeant(text: string): string {
  return `${shownValue(text)} stands for a lead that is not meant to go: leave the row out; or, if it is, empty this cell`;
}
