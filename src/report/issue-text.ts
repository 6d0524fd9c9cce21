import { FIELDS } from "../lead/field-catalogue.ts";
import type { Issue } from "../lead/issue.ts";
import { withoutTokens } from "./mask.ts";
import type { ReportRow } from "./report-model.ts";

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

/**
 * Everything that is to be said of a row, on one line: its issues, and what happened where no issue says it. It goes
 * into files that are sent on, so that no login link stands in it.
 */
export function rowText({ issues, error }: ReportRow): string {
  const texts = issues.map(issueText);
  if (error !== null) texts.push(error);
  return withoutTokens(texts.join("; ")).replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
