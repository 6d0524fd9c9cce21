import { STATUSES, type Status } from "../../outcome/status.ts";
import { type Mark, type MarkName, type Signs, UNICODE_SIGNS } from "../../terminal/signs.ts";

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
const STATUS_SIGNS = Object.fromEntries(
  STATUSES.map((status) => [status, statusMark(status, UNICODE_SIGNS).sign]),
) as Readonly<Record<Status, string>>;

/** What a row is called on a page: its status, or a word that says more. */
export type ShownName = Status | "not a lead" | "ready" | "doubtful";

/** In the order in which pages list them. */
export const SHOWN_SIGNS: Readonly<Record<ShownName, string>> = {
  ...STATUS_SIGNS,
  "not a lead": "–",
  ready: STATUS_SIGNS.created,
  doubtful: STATUS_SIGNS.invalid,
};
