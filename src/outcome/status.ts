import { STATUSES } from "../lead/statuses.ts";

export { STATUSES };

/**
 * Every selected row ends in exactly one of these.
 *
 * - `created`: the service answered with a quote id and a login link.
 * - `invalid`: refused locally, never sent.
 * - `rejected`: the service refused it.
 * - `duplicate`: the service already had this e-mail when this run first sent it.
 * - `unconfirmed`: refused without field issues after an attempt that may have created it.
 * - `unknown`: sent, and no readable answer.
 * - `failed`: the last answer sanctions another try, or it was never sent.
 * - `pending`: not settled, because the run stopped first.
 */
export type Status = (typeof STATUSES)[number];

/**
 * How many selected rows there are, and how many ended in each status. Of them all, `maybeCreated` are not created as
 * far as is known, and yet may exist; `dismissed` were refused, and taken out by a person as not leads.
 */
export type Summary = { total: number } & Record<Status, number> & {
    maybeCreated: number;
    dismissed: number;
    /** Only in a check: rows that are ready, and may not have all that the service wants. */
    doubtful?: number;
  };

/** Counts one row more, or as many as that. */
export function countRow(
  summary: Summary,
  { status, maybeCreated, dismissed }: { status: Status; maybeCreated: boolean; dismissed?: boolean },
  change = 1,
): void {
  summary.total += change;
  summary[status] += change;
  if (maybeCreated) summary.maybeCreated += change;
  if (dismissed) summary.dismissed += change;
}

/** The counts of several runs together. */
export function summed(summaries: Iterable<Readonly<Summary>>): Summary {
  const sum = emptySummary();
  for (const summary of summaries)
    for (const key of ["total", ...STATUSES, "maybeCreated", "dismissed"] as const) sum[key] += summary[key];
  return sum;
}

export function emptySummary(): Summary {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  return { total: 0, ...counts, maybeCreated: 0, dismissed: 0 };
}

/** Counts by status that occur, in the order in which people read them. */
export function occurring(summary: Readonly<Summary>): { status: Status; count: number }[] {
  return STATUSES.map((status) => ({ status, count: summary[status] })).filter(({ count }) => count > 0);
}
