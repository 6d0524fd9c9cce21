import type { CellReport } from "./cell-report.ts";
import type { LeadDraft } from "./lead-draft.ts";
import { STATE_CODES } from "./state-cell.ts";
import { isWithoutZeros, mendZip } from "./zip-cell.ts";

/** Mends what can only be judged from two cells of one address: the zeros that a ZIP code lost. */
export class AddressRepair {
  readonly #group: string;
  readonly #report: CellReport;

  /** @param report Of the column that holds the ZIP code. */
  constructor(group: string, report: CellReport) {
    this.#group = group;
    this.#report = report;
  }

  apply(lead: LeadDraft): void {
    const address = lead[this.#group];
    if (typeof address !== "object") return;
    const { zip, state } = address;
    if (typeof zip !== "string" || zip.length === 5 || !isWithoutZeros(zip)) return;
    const known = typeof state === "string" && STATE_CODES.has(state) ? state : undefined;
    const mended = mendZip(zip, known, this.#report);
    if (mended !== undefined) address.zip = mended;
    else if (Object.keys(address).length > 1) delete address.zip;
    else delete lead[this.#group];
  }
}
