import type { PageData, PageIssue, PageRow } from "../page-data.ts";

const NUMBER = new Intl.NumberFormat("en-US");

/** `4,962` */
export function countWords(value: number): string {
  return NUMBER.format(value);
}

/** `16.7 ms`, `4.1 s` */
export function spanWords(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${Math.round(milliseconds / 100) / 10} s`;
}

/** Where an issue is, as one finds it in the sheet: `Unit # (O17)`. */
export function placeWords([column, letters]: PageIssue, row: number): string {
  if (letters === "") return column;
  return column === "" ? `${letters}${row}` : `${column} (${letters}${row})`;
}

/** Everything that is to be said of a row, on one line. */
export function whatWords(data: PageData, row: PageRow): string {
  const sentence = data.texts[row[10]];
  return [...issueWords(data, row[8], row[0]), ...(sentence === undefined ? [] : [sentence])].join("; ");
}

/** What is doubtful of a row and went all the same, on one line. */
export function warningWords(data: PageData, row: PageRow): string {
  return issueWords(data, row[9], row[0]).join("; ");
}

function issueWords(data: PageData, indexes: readonly number[], row: number): string[] {
  return indexes.flatMap((index) => {
    const issue = data.issues[index];
    if (!issue) return [];
    const place = placeWords(issue, row);
    return place === "" ? issue[2] : `${place}: ${issue[2]}`;
  });
}
