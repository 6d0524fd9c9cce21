/** What becomes of a lead, in the order in which people want to read it; `Status` says what each means. */
export const STATUSES = [
  ...(["created", "invalid", "rejected", "duplicate", "unconfirmed"] as const),
  ...(["unknown", "failed", "pending"] as const),
] as const;
