import { isFixable } from "../outcome/guidance.ts";
import { ReasonTally } from "./reason-tally.ts";
import type { ReportRow } from "./report-model.ts";

/** Counts what there is to say of the rows as a whole, while they stream past. */
export class RowTally {
  readonly reasons = new ReasonTally();
  readonly warnings = new ReasonTally();
  fixableCount = 0;

  add(row: ReportRow): void {
    for (const issue of row.issues) this.reasons.add(issue, row.row);
    if (row.issues.length === 0 && row.error !== null && row.status !== "pending") {
      this.reasons.addError(row.error, row.row);
    }
    for (const warning of row.warnings) this.warnings.add(warning, row.row);
    if (isFixable(row)) this.fixableCount += 1;
  }
}
