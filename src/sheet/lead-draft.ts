import type { FieldValue } from "./cell-report.ts";

/** An object within a lead. */
export type Group = Record<string, FieldValue>;
/** A lead under construction. */
export type LeadDraft = Record<string, FieldValue | Group>;
