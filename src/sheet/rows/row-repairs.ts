import { personal } from "../../base/finding.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { isWithoutZeros, restoreZeros, STATE_CODES } from "../cells/address-cells.ts";
import type { CellReport, FieldValue } from "../cells/cell-report.ts";
import { streetBefore } from "../cells/full-address.ts";
import { isNameEnding } from "../cells/full-name.ts";
import { isStreet } from "../columns/column-content.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import type { Column } from "../table.ts";
import { POST_BOX } from "../vocabulary/address-words.ts";
import type { FieldSource } from "./field-source.ts";

/** An object within a lead. */
export type Group = Record<string, FieldValue>;
/** A lead under construction. */
export type LeadDraft = Record<string, FieldValue | Group>;

/** Changes what can only be judged from several cells of a row. */
export interface RowRepair {
  apply(lead: LeadDraft): void;
}

/** Where repairs report what they did. */
export interface RepairReports {
  /** Of the first column that feeds a field. */
  first(path: string): CellReport | undefined;
  /** A new one of a column. */
  own(source: FieldSource, column: Column): CellReport;
}

/** A repair of a sheet's rows: of which field, and what it takes, or nothing where the sheet gives no cause. */
interface RepairRule {
  isOf(source: FieldSource): boolean;
  make(source: FieldSource, column: Column, reports: RepairReports): RowRepair | undefined;
}

/** All repairs of rows; those of a field are made for it in this order. */
const REPAIRS: readonly RepairRule[] = [
  {
    isOf: ({ field }) => field.path === "contactInfo.lastName",
    make: ({ sources: [last] }, _, reports) =>
      last && !last.composite
        ? new NameRepair(last.report, reports.first("contactInfo.firstName") ?? last.report)
        : undefined,
  },
  {
    isOf: ({ key }) => key === "street",
    make: (source, column, reports) => {
      const own = source.sources.find(({ composite }) => !composite);
      return new StreetRepair(source.group, own?.report ?? reports.own(source, column));
    },
  },
  {
    isOf: ({ key }) => key === "zip",
    make: (source, column, reports) => new AddressRepair(source.group, reports.own(source, column)),
  },
  {
    isOf: ({ key, sources: [rent] }) => key === "monthlyRentalIncome" && !rent?.role?.isReceived,
    make: (source, column, reports) =>
      new OwnHomeRent(source.sources[0]?.report ?? reports.own(source, column)),
  },
];

/** The repairs of rows that the columns of a field give cause for. */
export function repairsOf(source: FieldSource, reports: RepairReports): RowRepair[] {
  const column = source.sources[0]?.column ?? source.twin?.sources[0]?.column;
  if (column === undefined) return [];
  return REPAIRS.flatMap((rule) => (rule.isOf(source) ? (rule.make(source, column, reports) ?? []) : []));
}

/** The zeros that a ZIP code lost, by its state. */
class AddressRepair implements RowRepair {
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

/** A whole name in the column of last or first names, beside a part of it: `Jane` and `Doe, Jane`, `Rob` and `Rob Roy`. */
class NameRepair implements RowRepair {
  readonly #last: CellReport;
  readonly #first: CellReport;

  /** @param last Of the column that holds the last name. */
  constructor(last: CellReport, first: CellReport) {
    this.#last = last;
    this.#first = first;
  }

  apply({ contactInfo }: LeadDraft): void {
    if (typeof contactInfo !== "object") return;
    const { firstName, lastName } = contactInfo;
    if (typeof lastName !== "string") return;
    const comma = lastName.indexOf(",");
    if (comma > 0) this.#repairReversed(contactInfo, lastName, comma);
    else if (typeof firstName === "string") this.#repairRepeated(contactInfo, firstName, lastName);
  }

  /** `Doe, Jane`; not `Doe, Jr.` */
  #repairReversed(contact: Group, name: string, comma: number): void {
    const last = name.slice(0, comma).trim();
    const first = name.slice(comma + 1).trim();
    if (last === "" || first === "" || isNameEnding(first)) return;
    const { firstName } = contact;
    if (firstName === undefined) {
      contact.firstName = first;
      contact.lastName = last;
      const found = { text: personal(name), first: personal(first), last: personal(last) };
      this.#last.warn(cellFinding("whole-name-in-last", found), "changed");
      return;
    }
    const isSame = String(firstName).toLowerCase().split(" ")[0] === first.toLowerCase().split(" ")[0];
    if (isSame) this.#set(contact, "lastName", name, last);
    else this.#last.warn(ofCell("last-name-likely-more", name));
  }

  /** Lengths and spaces first: nearly every row has a name, and nearly none has it twice. */
  #repairRepeated(contact: Group, first: string, last: string): void {
    const SPACE = 32;
    const [shorter, longer] = first.length < last.length ? [first, last] : [last, first];
    const difference = longer.length - shorter.length;
    if (difference < 2 || shorter === "") return;
    if (longer === last && last.charCodeAt(first.length) === SPACE) {
      if (last.slice(0, first.length).toLowerCase() === first.toLowerCase())
        this.#set(contact, "lastName", last, last.slice(first.length + 1));
    } else if (longer === first && first.charCodeAt(difference - 1) === SPACE) {
      if (first.slice(difference).toLowerCase() === last.toLowerCase())
        this.#set(contact, "firstName", first, first.slice(0, difference - 1));
    }
  }

  #set(contact: Group, key: "firstName" | "lastName", name: string, part: string): void {
    contact[key] = part;
    const found = { text: personal(name), read: personal(part) };
    if (key === "firstName") this.#first.warn(cellFinding("last-name-in-first", found), "changed");
    else this.#last.warn(cellFinding("first-name-in-last", found), "changed");
  }
}

const BOX = new RegExp(`^(?:${POST_BOX})\\b`, "i");

/** `12 Elm St x Oak`: looked for behind one of the words between them only. */
const BETWEEN_STREETS = / (?:x|X|&|and|@|at) /;
const CROSSING =
  /\b(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|hwy|highway|pkwy|pl|place|way|ter)\b\.? (?:x|&|and|@|at) (?:[a-z]|\d+(?:st|nd|rd|th)\b)/i;
const DIGIT_1 = 49;
const DIGIT_9 = 57;
const NUMBER_IN_WORDS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i;
/** What says where land lies that has no number of its own. */
const WHEREABOUTS =
  /^(?:vacant|lot|parcel|tract|land|corner|cnr|intersection|near|behind|across|next to|off|between|0+(?=\s))/i;

/** A street that repeats its town, or may not tell where a house stands: no number, two streets, a box at the post office. */
class StreetRepair implements RowRepair {
  readonly #group: string;
  readonly #report: CellReport;

  /** @param report Of the column that holds the street. */
  constructor(group: string, report: CellReport) {
    this.#group = group;
    this.#report = report;
  }

  apply(lead: LeadDraft): void {
    const address = lead[this.#group];
    if (typeof address !== "object" || typeof address.street !== "string") return;
    const street = this.#withoutTown(address, address.street);
    address.street = street;
    const doubt = this.#doubtOf(street);
    if (doubt !== undefined) this.#report.warn(ofCell(doubt, street));
  }

  /** The town behind a street, and perhaps the state, whose own cells say the same: `12 Elm St Salem` beside Salem. */
  #withoutTown({ city, state }: Group, street: string): string {
    if (typeof city !== "string") return street;
    const withTown = (typeof state === "string" && withoutEnd(street, state)) || street;
    const bare = withoutEnd(withTown, city);
    if (bare === undefined || !isStreet(bare)) return street;
    // `12 Old Salem` is a street, and so is `12 New Boston Ave`.
    const isParted = withTown.charCodeAt(bare.length) === COMMA || streetBefore(withTown) === bare;
    if (!isParted) return street;
    const text = personal(street);
    if (this.#report.isNamed) {
      this.#report.warn(cellFinding("street-with-city", { text }));
      return street;
    }
    this.#report.warn(cellFinding("city-cut-off-street", { text, read: personal(bare) }), "changed");
    return bare;
  }

  #doubtOf(street: string) {
    if (BETWEEN_STREETS.test(street) && CROSSING.test(street)) return "street-of-two";
    const first = street.charCodeAt(0);
    if (first >= DIGIT_1 && first <= DIGIT_9) return undefined;
    // Letters go there: it is more likely where the applicant gets them than where the property stands.
    if (BOX.test(street)) return this.#group === "address" ? "street-is-box" : undefined;
    if (this.#report.isNamed) return undefined;
    const isNumbered = /\d/.test(street) ? !WHEREABOUTS.test(street) : NUMBER_IN_WORDS.test(street);
    return isNumbered ? undefined : "street-without-number";
  }
}

const COMMA = 44;
const LOWER_CASE = 32;

/** Without the words at its end and what parts them from the others; the last letter first, for nearly all differ. */
function withoutEnd(text: string, end: string): string | undefined {
  const start = text.length - end.length;
  const last = text.charCodeAt(text.length - 1) | LOWER_CASE;
  if (start < 2 || end === "" || last !== (end.charCodeAt(end.length - 1) | LOWER_CASE)) return undefined;
  if (text.slice(start).toLowerCase() !== end.toLowerCase()) return undefined;
  const before = text.slice(0, start);
  const bare = before.replace(/[\s,]+$/, "");
  return bare.length < before.length && bare !== "" ? bare : undefined;
}

const RENT_OPTIONS = [
  { answer: LEAVE_OUT, label: "Leave it out: the applicant pays it" },
  { answer: AS_IT_STANDS, label: "Send it: the applicant receives it" },
];

/** The rent of a home that its owner lives in: it may as well be what the applicant pays for another one. */
class OwnHomeRent implements RowRepair {
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
    const text = String(rent);
    const answer = this.#report.ask("own home", RENT_OPTIONS, cellFinding("rent-of-owner"), text);
    if (answer !== LEAVE_OUT) return;
    this.#report.warn(ofCell("rent-left-out", text), "changed");
    removeFrom(lead, "statedInformation", "monthlyRentalIncome");
  }
}

/** Without an empty object that would be left of it. */
export function removeFrom(lead: LeadDraft, group: string, key: string): void {
  const object = lead[group];
  if (typeof object !== "object") return;
  delete object[key];
  if (Object.keys(object).length === 0) delete lead[group];
}
