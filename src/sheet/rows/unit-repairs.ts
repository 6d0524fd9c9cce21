import { personal } from "../../base/finding.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { UNIT_BESIDE_TYPE } from "../cells/enum-cell.ts";
import { type StreetUnit, streetUnit } from "../cells/street-unit.ts";
import { unitCountInWords } from "../cells/unit-count.ts";
import { shownColumn } from "../columns/judged-column.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import { shownValue } from "../shown-value.ts";
import { type CellValue, cellText } from "../table.ts";
import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";
import type { CompositeColumn } from "./composite-column.ts";
import { cellOf, type FieldSource, type RuleTarget } from "./field-source.ts";

/** How many units a building has, from its type: `Duplex`. */
export function unitCountOfType(
  { source: wanted, sheet }: RuleTarget,
  cells: readonly CellValue[],
): number | undefined {
  const { used, value } = sheet.source("buildingType") ?? {};
  if (!used || value !== "multiUnit") return undefined;
  const text = cellText(cellOf(used, cells));
  const report = sheet.report(wanted.field, used.column);
  const count = unitCountInWords(text);
  if (count !== undefined && count > 1) {
    report.warn(ofCell("units-from-type", text, { count: String(count) }), "changed");
    return count;
  }
  return /\d/.test(text)
    ? report.unreadable(ofCell("units-not-said", text, { place: placeOf(wanted) }))
    : undefined;
}

/** The number of a unit that the property's street names, or its second line: `10 H St Apt 4`. */
export function unitOfStreet({ source: wanted, sheet }: RuleTarget): number | undefined {
  const { street } = wanted.beside;
  const text = street?.value;
  if (typeof text !== "string" || !(UNIT_SIGN.test(text) || sheet.secondLines.length > 0)) return undefined;
  const column = street?.used?.column ?? street?.sources[0]?.column;
  const found = streetUnit(text) ?? secondLineUnit(sheet.secondLines);
  if (!found || !column) return undefined;
  const report = sheet.report(wanted.field, column);
  if (found.number !== undefined) {
    report.warn(ofCell("unit-from-street", found.text, { unit: String(found.number) }), "changed");
    return found.number;
  }
  return sheet.source("buildingType")?.value === "condo"
    ? report.unreadable(ofCell("unit-of-street-not-number", found.text, { place: placeOf(wanted) }))
    : undefined;
}

/** A bare `4` or `4B` in the second line of an address. */
function secondLineUnit(secondLines: readonly CompositeColumn[]): StreetUnit | undefined {
  for (const second of secondLines) {
    const text = second.group === "address" ? second.peek().parts.street2 : undefined;
    if (text === undefined || !BARE_UNIT.test(text)) continue;
    return /^\d+$/.test(text) ? { text, unit: text, number: Number(text) } : { text, unit: text };
  }
  return undefined;
}

/** The `5` of `Condo - Unit 5` in the cell of the type. */
export function unitBesideType(
  { source: wanted, sheet }: RuleTarget,
  cells: readonly CellValue[],
): number | undefined {
  const used = sheet.source("buildingType")?.used;
  if (!used) return undefined;
  const text = cellText(cellOf(used, cells));
  // Asked of nearly every row.
  const unit = (/\d/.test(text) && UNIT_BESIDE_TYPE.exec(text)?.[2]) || "";
  if (!/^\d{1,6}$/.test(unit)) return undefined;
  sheet.report(wanted.field, used.column).warn(ofCell("unit-from-type", text, { unit }), "changed");
  return Number(unit);
}

/** A unit's own cell names another unit than the street: one of both is not the applicant's. */
export function unitBesideStreet({ source: { value: unitNumber, used, beside } }: RuleTarget): void {
  const street = beside.street?.value;
  if (!used || typeof street !== "string" || typeof unitNumber !== "number") return;
  const found = UNIT_SIGN.test(street) ? streetUnit(street) : undefined;
  if (found?.number === undefined || found.number === unitNumber) return;
  const units = { unit: personal(String(unitNumber)), street: personal(found.text) };
  used.report.warn(cellFinding("unit-differs", units));
}

/** `Rental Condo` says two things, of which a column of types feeds one. */
export function useBesideType(
  { source: { used, value }, sheet }: RuleTarget,
  cells: readonly CellValue[],
): void {
  if (!used || value === undefined || sheet.source("propertyUsage")?.value !== undefined) return;
  const text = cellText(cellOf(used, cells));
  if (USE_WORD.test(text)) used.report.warn(ofCell("use-beside-type", text), "lost");
}

/** `Triplex` beside 4 units, and beside a `Unit` of 3, which is more likely how many there are, as 1 is of a house. */
export function unitsBesideType({ source: type, sheet }: RuleTarget, cells: readonly CellValue[]): void {
  const units = sheet.source("propertyUnits");
  const unit = sheet.source("address.unitNumber");
  const isHouse = type.value === "singleFamily";
  if (!type.used || (isHouse ? unit?.value !== 1 : type.value !== "multiUnit")) return;
  const own = units?.used;
  if (isHouse && own) return;
  const text = cellText(cellOf(type.used, cells));
  const count = isHouse ? 1 : unitCountInWords(text);
  if (count === undefined) return;
  if (own) {
    // `validateLead` warns about 1 beside any such type.
    if (typeof units?.value === "number" && units.value > 1 && units.value !== count)
      own.report.warn(ofCell("units-differ", text, { units: String(units.value) }));
    return;
  }
  const { used } = unit ?? {};
  if (!unit || unit.value !== count || !used?.role?.mayCountUnits || used.report.isNamed) return;
  const asked = { column: shownColumn(used.column), count: String(count) };
  const question = ofCell("unit-or-count", text, asked);
  if (used.report.ask("number of units", UNIT_OPTIONS, question, asked.count) === LEAVE_OUT)
    unit.value = undefined;
}

const UNIT_OPTIONS = [
  { answer: LEAVE_OUT, label: "How many units there are, not the number of a unit" },
  { answer: AS_IT_STANDS, label: "Which unit it is: send it as Unit Number" },
];

const USE_WORD =
  /\b(?:primary|rental|investment|investor|owner[ -]occ\w*|o\/?o|noo|second(?:ary)?|2nd|vacation|inversi[oó]n|alquiler)\b/i;

/** Where a person writes a field's value: its column, or one to be added. */
function placeOf({ field, sources: [own] }: FieldSource): string {
  return own ? shownColumn(own.column) : `a column ${shownValue(field.label)}`;
}

/** Something that a unit is called by, looked for before anything slower. */
const UNIT_SIGN = new RegExp(`#|\\b(?:${anyOf(ADDRESS_WORDS.unit, ADDRESS_WORDS.condo)}|ph|penthouse)`, "i");

const BARE_UNIT = /^(?:\d{1,6}[- ]?\p{L}?|\p{L}-?\d{0,5})$/u;
