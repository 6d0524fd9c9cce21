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

/** Where an issue is, as one finds it in the sheet: `Unit # (O17)`, `Street (C2) and House no (B2)`. */
export function placeWords([column, letters, , , , ...others]: PageIssue, row: number): string {
  const places = [cellWords(column, letters && `${letters}${row}`)];
  for (let at = 0; at < others.length; at += 2)
    places.push(cellWords(others[at] ?? "", others[at + 1] && `${others[at + 1]}${row}`));
  return listWords(places);
}

/** A cell as one finds it in the sheet. */
export function cellWords(column: string, cell = ""): string {
  if (cell === "") return column;
  return column === "" ? cell : `${column} (${cell})`;
}

/** `a`, `a and b`, `a, b and c` */
export function listWords(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
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
