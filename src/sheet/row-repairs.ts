import { isWithoutZeros, restoreZeros, STATE_CODES } from "./address-cells.ts";
import { type CellReport, type FieldValue, shownValue } from "./cell-report.ts";
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

const BOX = /^(?:p\.?\s*o\.?\s*box|post office box|apartado(?: postal)?)\b/i;

/** A box at the post office in place of the property: more likely where the applicant gets letters. */
export class PostOfficeBox implements RowRepair {
  readonly #report: CellReport;

  /** @param report Of the column that holds the property's street. */
  constructor(report: CellReport) {
    this.#report = report;
  }

  apply({ address }: LeadDraft): void {
    const street = typeof address === "object" ? address.street : undefined;
    if (typeof street !== "string" || !BOX.test(street)) return;
    this.#report.warn(`${shownValue(street)} is no place where a property stands: it is sent as it is`);
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
