import { redactTokens } from "../../base/redact.ts";
import type { Issue } from "../../lead/issue.ts";
import { issueText } from "../../lead/issue-text.ts";
import type { RenderedRow } from "./report-model.ts";

/** Everything that is to be said of a row, on one line: its issues, and what happened where no issue says it. */
export function rowText(row: RenderedRow): string {
  return rowTexts(row, issueText).join("; ");
}

/** The same one by one. @param textOf How an issue is written down. */
export function rowTexts(row: RenderedRow, textOf: (issue: Issue) => string): string[] {
  return [...row.issues.map(textOf), happenedText(row)].filter((text) => text !== "").map(plainText);
}

/** What happened where no issue says it, and where to read more. */
export function happenedText({ error, elsewhere }: Pick<RenderedRow, "error" | "elsewhere">): string {
  return [error, elsewhere].filter((text) => text != null).join(" ");
}

/** A text on one line, and without login tokens: it goes into files that are sent on. */
export function plainText(text: string): string {
  return redactTokens(text).replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
