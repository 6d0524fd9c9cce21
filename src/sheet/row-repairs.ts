import { isWithoutZeros, restoreZeros, STATE_CODES } from "./address-cells.ts";
import type { CellReport, FieldValue } from "./cell-report.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "./question.ts";

/** An object within a lead. */
export type Group = Record<string, FieldValue>;
/** A lead under construction. */
export type LeadDraft = Record<string, FieldValue | Group>;

/** Changes what can only be judged from several cells of a row. */
export interface RowRepair {
  apply(lead: LeadDraft): void;
}

/** The zeros that a ZIP code lost, by its state. */
export class AddressRepair implements RowRepair {
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
    const restored = restoreZeros(zip, known, this.#report);
    if (restored !== undefined) address.zip = restored;
    else removeFrom(lead, this.#group, "zip");
  }
}

const RENT_OPTIONS = [
  { answer: LEAVE_OUT, label: "Leave it out: the applicant pays it" },
  { answer: AS_IT_STANDS, label: "Send it: the applicant receives it" },
];

/** The rent of a home that its owner lives in: it may as well be what the applicant pays for another one. */
export class OwnHomeRent implements RowRepair {
  readonly #report: CellReport;

  /** @param report Of the column that holds the rent. */
  constructor(report: CellReport) {
    this.#report = report;
  }

  apply(lead: LeadDraft): void {
    if (
      this.#report.isNamed ||
      lead.propertyUsage !== "primaryResidence" ||
      lead.buildingType === "multiUnit"
    )
      return;
    const stated = lead.statedInformation;
    const rent = typeof stated === "object" ? stated.monthlyRentalIncome : undefined;
    if (typeof rent !== "number" || rent <= 0) return;
    const question = "What should go as Monthly Rental Income where the applicant lives in the property?";
    const answer = this.#report.ask("own home", RENT_OPTIONS, question, String(rent));
    if (answer !== LEAVE_OUT) return;
    this.#report.warn(`${rent} is left out, as the applicant lives in the property`, "changed");
    removeFrom(lead, "statedInformation", "monthlyRentalIncome");
  }
}

/** Without an empty object that would be left of it. */
function removeFrom(lead: LeadDraft, group: string, key: string): void {
  const object = lead[group];
  if (typeof object !== "object") return;
  delete object[key];
  if (Object.keys(object).length === 0) delete lead[group];
}
