import { personal } from "../../base/finding.ts";
import type { Field } from "../../lead/field-catalogue.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import type { CellReport, FieldValue } from "../cells/cell-report.ts";
import { UNIT_BESIDE_TYPE } from "../cells/enum-cell.ts";
import { type StreetUnit, streetUnit } from "../cells/street-unit.ts";
import { unitCountInWords } from "../cells/unit-count.ts";
import { shownColumn } from "../columns/judged-column.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import { shownValue } from "../shown-value.ts";
import { type CellValue, type Column, cellText } from "../table.ts";
import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";
import type { CompositeColumn } from "./composite-column.ts";
import { cellOf, type FieldSource } from "./field-source.ts";
import { type LeadDraft, removeFrom } from "./row-repairs.ts";

/** Fields that are read from another one's cell where their own is empty or absent. */
export const DERIVED_PATHS: ReadonlySet<string> = new Set(["propertyUnits", "address.unitNumber"]);

type Reports = (field: Field, column: Column) => CellReport;

/** Reads the unit from the property's street, and the number of units from its type: `10 H St Apt 4`, `Duplex`. */
export class DerivedUnits {
  readonly #type: FieldSource | undefined;
  readonly #count: FieldSource | undefined;
  readonly #unit: FieldSource | undefined;
  readonly #street: FieldSource | undefined;
  readonly #secondLines: readonly CompositeColumn[];
  readonly #reportOf: Reports;

  constructor(sources: readonly FieldSource[], secondLines: readonly CompositeColumn[], reportOf: Reports) {
    this.#type = sources.find(({ field }) => field.path === "buildingType");
    this.#count = sources.find(({ field }) => field.path === "propertyUnits");
    this.#unit = sources.find(({ field }) => field.path === "address.unitNumber");
    this.#street = sources.find(({ field }) => field.path === "address.street");
    this.#secondLines = secondLines.filter(({ group }) => group === "address");
    const known = new Map<string, CellReport>();
    this.#reportOf = (field, column) => {
      const key = `${field.path} ${column.letters ?? column.name}`;
      const report = known.get(key) ?? reportOf(field, column);
      known.set(key, report);
      return report;
    };
  }

  /**
   * The value of a field whose own cell is empty, told in a warning.
   *
   * @param lead What has been read of the row: type and street come before the fields that need them.
   */
  derive(
    source: FieldSource,
    lead: Readonly<Record<string, unknown>>,
    cells: readonly CellValue[],
  ): FieldValue | undefined {
    const { path } = source.field;
    if (path === "propertyUnits") return this.#unitCount(source, lead, cells);
    if (path !== "address.unitNumber") return undefined;
    return this.#unitNumber(source, lead) ?? this.#unitBesideType(source, cells);
  }

  /** Speaks of units that other cells of the row contradict. Removes from the lead what is answered to be no unit. */
  compare(lead: LeadDraft, cells: readonly CellValue[]): void {
    this.#compareWithStreet(lead);
    const { buildingType } = lead;
    if (lead.propertyUsage === undefined && buildingType !== undefined) this.#tellUse(cells);
    if (buildingType === "multiUnit" || buildingType === "singleFamily") this.#compareWithType(lead, cells);
  }

  /** `Triplex` beside 4 units, and beside a `Unit` of 3, which is more likely how many there are, as 1 is of a house. */
  #compareWithType(lead: LeadDraft, cells: readonly CellValue[]): void {
    const type = this.#type?.used;
    const own = this.#count?.used;
    const { buildingType, propertyUnits, address } = lead;
    const isHouse = buildingType === "singleFamily";
    if (!type || (isHouse && (own || typeof address !== "object" || address.unitNumber !== 1))) return;
    const text = cellText(cellOf(type, cells));
    const count = isHouse ? 1 : unitCountInWords(text);
    if (count === undefined) return;
    if (!own) this.#askOfUnit(lead, count, text);
    // Of 1 beside any such type `validateLead` speaks.
    else if (typeof propertyUnits === "number" && propertyUnits > 1 && propertyUnits !== count) {
      const found = { text: personal(text), units: personal(String(propertyUnits)) };
      own.report.warn(cellFinding("units-differ", found));
    }
  }

  /** `Rental Condo` says two things, of which a column of types feeds one. */
  #tellUse(cells: readonly CellValue[]): void {
    const type = this.#type?.used;
    const text = type ? cellText(cellOf(type, cells)) : "";
    if (!type || !USE_WORD.test(text)) return;
    type.report.warn(ofCell("use-beside-type", text), "lost");
  }

  #askOfUnit(lead: LeadDraft, count: number, type: string): void {
    const unit = this.#unit?.used;
    const { address } = lead;
    if (!unit || typeof address !== "object" || address.unitNumber !== count) return;
    if (!unit.role?.mayCountUnits || unit.report.isNamed) return;
    const question = cellFinding("unit-or-count", {
      column: personal(shownColumn(unit.column)),
      count: personal(String(count)),
      text: personal(type),
    });
    if (unit.report.ask("number of units", UNIT_OPTIONS, question, String(count)) !== LEAVE_OUT) return;
    unit.report.warn(ofCell("unit-is-count", String(count)), "changed");
    removeFrom(lead, "address", "unitNumber");
  }

  /** Says where a unit's own cell names another unit than the street: one of both is not the applicant's. */
  #compareWithStreet(lead: LeadDraft): void {
    const used = this.#unit?.used;
    if (!used) return;
    const { street, unitNumber } = (lead.address ?? {}) as { street?: unknown; unitNumber?: unknown };
    if (typeof street !== "string" || typeof unitNumber !== "number" || !UNIT_SIGN.test(street)) return;
    const found = streetUnit(street);
    if (found?.number === undefined || found.number === unitNumber) return;
    const units = { unit: personal(String(unitNumber)), street: personal(found.text) };
    used.report.warn(cellFinding("unit-differs", units));
  }

  #unitCount(
    wanted: FieldSource,
    { buildingType }: Readonly<Record<string, unknown>>,
    cells: readonly CellValue[],
  ): FieldValue | undefined {
    const source = this.#type?.used;
    if (!source || buildingType !== "multiUnit") return undefined;
    const text = cellText(cellOf(source, cells));
    const report = this.#reportOf(wanted.field, source.column);
    const count = unitCountInWords(text);
    if (count !== undefined && count > 1) {
      const found = { text: personal(text), count: personal(String(count)) };
      report.warn(cellFinding("units-from-type", found), "changed");
      return count;
    }
    if (/\d/.test(text)) {
      const place = personal(placeOf(wanted));
      report.unreadable(cellFinding("units-not-said", { text: personal(text), place }));
    }
    return undefined;
  }

  #unitNumber(wanted: FieldSource, lead: Readonly<Record<string, unknown>>): FieldValue | undefined {
    const { street } = (lead.address ?? {}) as { street?: unknown };
    if (typeof street !== "string" || !UNIT_SIGN.test(street)) {
      if (this.#secondLines.length === 0) return undefined;
    }
    const found = typeof street === "string" ? (streetUnit(street) ?? this.#secondLineUnit()) : undefined;
    const column = this.#street?.used?.column ?? this.#street?.sources[0]?.column;
    if (!found || !column) return undefined;
    const report = this.#reportOf(wanted.field, column);
    if (found.number !== undefined) {
      const unit = personal(String(found.number));
      report.warn(cellFinding("unit-from-street", { text: personal(found.text), unit }), "changed");
      return found.number;
    }
    if (lead.buildingType === "condo") {
      const place = personal(placeOf(wanted));
      report.unreadable(cellFinding("unit-of-street-not-number", { text: personal(found.text), place }));
    }
    return undefined;
  }

  /** The `5` of `Condo - Unit 5` in the cell of the type. */
  #unitBesideType(wanted: FieldSource, cells: readonly CellValue[]): number | undefined {
    const source = this.#type?.used;
    if (!source) return undefined;
    const text = cellText(cellOf(source, cells));
    // Asked of nearly every row.
    if (!/\d/.test(text)) return undefined;
    const unit = UNIT_BESIDE_TYPE.exec(text)?.[2] ?? "";
    if (!/^\d{1,6}$/.test(unit)) return undefined;
    const report = this.#reportOf(wanted.field, source.column);
    report.warn(ofCell("unit-from-type", text, { unit }), "changed");
    return Number(unit);
  }

  /** A bare `4` or `4B` in the second line of an address. */
  #secondLineUnit(): StreetUnit | undefined {
    for (const second of this.#secondLines) {
      const text = second.peek().parts.street2;
      if (text === undefined || !BARE_UNIT.test(text)) continue;
      return /^\d+$/.test(text) ? { text, unit: text, number: Number(text) } : { text, unit: text };
    }
    return undefined;
  }
}

const UNIT_OPTIONS = [
  { answer: LEAVE_OUT, label: "How many units there are: it is no unit's number" },
  { answer: AS_IT_STANDS, label: "Which unit it is: send it as Unit Number" },
];

const USE_WORD =
  /\b(?:primary|rental|investment|investor|owner[ -]occ\w*|o\/?o|noo|second(?:ary)?|2nd|vacation|inversi[oó]n|alquiler)\b/i;

/** Where a person writes a field's value: its column, or one to be added. */
function placeOf({ field, sources: [own] }: FieldSource): string {
  if (!own) return `a column ${shownValue(field.label)}`;
  return shownColumn(own.column);
}

/** Something that a unit is called by, looked for before anything slower. */
const UNIT_SIGN = new RegExp(`#|\\b(?:${anyOf(ADDRESS_WORDS.unit, ADDRESS_WORDS.condo)}|ph|penthouse)`, "i");

const BARE_UNIT = /^(?:\d{1,6}[- ]?\p{L}?|\p{L}-?\d{0,5})$/u;
