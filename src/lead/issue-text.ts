import { listed } from "../base/sentence.ts";
import { fieldAt } from "./field-catalogue.ts";
import { type Issue, type IssuePlace, placesText } from "./issue.ts";

/** Names an issue's place for people: the headers of its columns, else the field's label, else its path. */
export function issueColumn({ column, part, alsoFrom = [], path }: Issue): string | undefined {
  if (column === undefined) return labelAt(path);
  return listed([partOf(column, part), ...alsoFrom.map((other) => other.column)]);
}

const partOf = (column: string, part: string | undefined): string => (part ? `${part} in ${column}` : column);

/** Where an issue is: `Unit # (O17)`, `Street (C2) and House no (B2)`, `Zip in Property (D4)`. */
export function issuePlace({
  column,
  part,
  cell,
  alsoFrom = [],
  path,
}: Readonly<Pick<Issue, "column" | "part" | "cell">> & {
  alsoFrom?: readonly IssuePlace[];
  path: readonly string[];
}): string | undefined {
  const first = column === undefined ? labelAt(path) : partOf(column, part);
  if (first === undefined) return cell;
  return placesText([{ column: first, ...(cell !== undefined && { cell }) }, ...alsoFrom]);
}

/** An issue as one reads it: `Unit # (O17): Required for condo properties`. */
export function issueText(issue: Issue): string {
  const place = issuePlace(issue);
  return place === undefined ? issue.message : `${place}: ${issue.message}`;
}

function labelAt(path: readonly string[]): string | undefined {
  const joined = path.join(".");
  return fieldAt(joined)?.label ?? (joined === "" ? undefined : joined);
}
