/** What reports add to the input's own columns, in this order. */
export const OWN_COLUMNS = [
  "leadctl_row",
  "leadctl_status",
  "leadctl_quote_id",
  "leadctl_login_url",
  "leadctl_issues",
] as const;

/** One of ours, in a report or fix file that is sent again: it says nothing about the lead. */
export function isOwnColumn(header: string): boolean {
  const name = header.trim().toLowerCase();
  return OWN_COLUMNS.some((own) => own === name);
}
