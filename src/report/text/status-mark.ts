import type { Status } from "../../outcome/status.ts";
import type { Mark, MarkName, Signs } from "../../terminal/signs.ts";

const MARK_NAMES: Readonly<Record<Status, MarkName>> = {
  created: "ok",
  invalid: "warning",
  rejected: "error",
  duplicate: "same",
  unconfirmed: "similar",
  unknown: "question",
  failed: "again",
  pending: "waiting",
};

/** The sign and colour that stand for a row status on a terminal. */
export function statusMark(status: Status, { marks }: Signs): Mark {
  return marks[MARK_NAMES[status]];
}

/** The signs where every character can be shown: a status is never told by its colour alone. */
export const STATUS_SIGNS: Readonly<Record<Status, string>> = {
  created: "✔",
  invalid: "!",
  rejected: "✖",
  duplicate: "=",
  unconfirmed: "≈",
  unknown: "?",
  failed: "↻",
  pending: "…",
};
