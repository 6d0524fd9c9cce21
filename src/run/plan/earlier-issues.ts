import type { Issue } from "../../lead/issue.ts";
import { type Repetition, runFinding } from "../run-texts.ts";

/**
 * Until November 2026 issues were written down without findings, and one of them decided what goes: that a row repeats the
 * e-mail of another one. In those plans its sentence is its name.
 */
const REPETITION = /^Same e-mail as row (\d+)(, which goes first| of this run): one lead per e-mail$/;

/** An issue as this version writes it down, whichever version has written it. */
export function knownIssue(issue: Issue): Issue {
  if (issue.finding !== undefined || issue.code !== "custom" || issue.path[1] !== "email") return issue;
  const [, row, owner] = REPETITION.exec(issue.message) ?? [];
  if (row === undefined) return issue;
  const repetition: Repetition = { row: Number(row), of: owner === " of this run" ? "run" : "sheet" };
  return { ...issue, ...runFinding("email-repeated", repetition) };
}
