import { STATUSES, type Status } from "../../outcome/status.ts";
import type { CellMark } from "../../sheet/formats/write/xlsx-writer.ts";
import { type Mark, type MarkName, type Signs, UNICODE_SIGNS } from "../../terminal/signs.ts";
import type { CaseVerdict } from "../junit.ts";

/** How each surface shows a status: its sign on a terminal, its mark in a workbook, its verdict for a test runner. */
export const STATUS_LOOKS: Readonly<
  Record<Status, { sign: MarkName; mark: CellMark; verdict: CaseVerdict }>
> = {
  created: { sign: "ok", mark: "good", verdict: "passed" },
  invalid: { sign: "warning", mark: "error", verdict: "failure" },
  rejected: { sign: "error", mark: "error", verdict: "failure" },
  duplicate: { sign: "same", mark: "muted", verdict: "failure" },
  unconfirmed: { sign: "similar", mark: "warning", verdict: "error" },
  unknown: { sign: "question", mark: "warning", verdict: "error" },
  failed: { sign: "again", mark: "warning", verdict: "error" },
  pending: { sign: "waiting", mark: "muted", verdict: "skipped" },
};

/** The sign and colour that stand for a row status on a terminal. */
export function statusMark(status: Status, { marks }: Signs): Mark {
  return marks[STATUS_LOOKS[status].sign];
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
