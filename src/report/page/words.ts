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

/** `2026-01-02 03:04:05.678 UTC` */
export function instantWords(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 23).replace("T", " ")} UTC`;
}

/** Where an issue is, as one finds it in the sheet: `Unit # (O17)`. */
export function placeWords([column, letters]: PageIssue, row: number): string {
  if (letters === "") return column;
  return column === "" ? `${letters}${row}` : `${column} (${letters}${row})`;
}

/** Everything that is to be said of a row, on one line. */
export function whatWords(data: PageData, row: PageRow): string {
  const [number, , , , , , , , issues, , error] = row;
  const words = issues.flatMap((index) => {
    const issue = data.issues[index];
    if (!issue) return [];
    const place = placeWords(issue, number);
    return place === "" ? issue[2] : `${place}: ${issue[2]}`;
  });
  const sentence = data.texts[error];
  return [...words, ...(sentence === undefined ? [] : [sentence])].join("; ");
}
