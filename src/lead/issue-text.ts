import { FIELDS } from "./field-catalogue.ts";
import type { Issue } from "./issue.ts";

const LABELS: ReadonlyMap<string, string> = new Map(FIELDS.map(({ path, label }) => [path, label]));

/** What a person calls the place of an issue: the column's own header, else the field's label, else its path. */
export function issueColumn({ column, path }: Issue): string | undefined {
  const joined = path.join(".");
  return column ?? LABELS.get(joined) ?? (joined === "" ? undefined : joined);
}

/** An issue as one reads it: `Unit # (O17): Required for condo properties`. */
export function issueText(issue: Issue): string {
  const column = issueColumn(issue);
  const place =
    issue.cell === undefined ? column : column === undefined ? issue.cell : `${column} (${issue.cell})`;
  return place === undefined ? issue.message : `${place}: ${issue.message}`;
}
