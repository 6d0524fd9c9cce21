import { columnNotice } from "./column-texts.ts";
import { type JudgedColumn, type Judgement, judgedAs, namedColumns, noJudgement } from "./judged-column.ts";
import { flagKind, flagWord } from "./meant-words.ts";

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

/** Rows that such columns sort out are kept back one by one: see `MeantRows`. */
export function judgeFlags(columns: readonly JudgedColumn[]): Judgement {
  if (columns.length === 0) return noJudgement;
  return {
    readings: columns.map((one) => ({ ...(one.fixed ?? judgedAs(one, "rows")), reason: "rows" })),
    questions: [],
    notices: [columnNotice("rows-kept-back", namedColumns(columns))],
  };
}
