import { issueText } from "../lead/issue-text.ts";
import { withoutTokens } from "./mask.ts";
import type { ReportRow } from "./report-model.ts";

/**
 * Everything that is to be said of a row, on one line: its issues, and what happened where no issue says it. It goes
 * into files that are sent on, so that no login link stands in it.
 */
export function rowText({ issues, error }: ReportRow): string {
  const texts = issues.map(issueText);
  if (error !== null) texts.push(error);
  return withoutTokens(texts.join("; ")).replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
