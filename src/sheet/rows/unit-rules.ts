import { personal } from "../../base/finding.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { UNIT_BESIDE_TYPE } from "../cells/enum-cell.ts";
import { unitCountInWords } from "../cells/number-cell.ts";
import { type StreetUnit, streetUnit } from "../cells/street-unit.ts";
import { shownColumn } from "../columns/judged-column.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import { shownValue } from "../shown-value.ts";
import { type CellValue, cellText } from "../table.ts";
import { cellOf, type RowField, type SheetFields } from "./row-field.ts";

/** How many units a building has, from its type: `Duplex`. */
export function unitCountOfType(units: RowField, sheet: SheetFields, cells: readonly CellValue[]): void {
  const { used, value } = sheet.at("buildingType") ?? {};
  if (!units.isEmpty || !used || value !== "multiUnit") return;
  const text = cellText(cellOf(used, cells));
  const report = sheet.report(units.field, used.column);
  const count = unitCountInWords(text);
  if (count !== undefined && count > 1) {
    report.warn(ofCell("units-from-type", text, { count: String(count) }), "changed");
    units.value = count;
  } else if (/\d/.test(text)) {
    units.value = report.unreadable(ofCell("units-not-said", text, { place: placeOf(units) }));
  }
}

/** The number of a unit that the property's street names, or its second line: `10 H St Apt 4`. */
export function unitOfStreet(unit: RowField, sheet: SheetFields): void {
  const { street } = unit.beside;
  if (!unit.isEmpty || typeof street?.value !== "string") return;
  const found = streetUnit(street.value) ?? secondLineUnit(sheet);
  const column = (street.used ?? street.sources[0])?.column;
  if (!found || !column) return;
  const report = sheet.report(unit.field, column);
  if (found.number !== undefined) {
    report.warn(ofCell("unit-from-street", found.text, { unit: String(found.number) }), "changed");
    unit.value = found.number;
    unit.isEmpty = false;
  } else if (sheet.at("buildingType")?.value === "condo") {
    unit.value = report.unreadable(ofCell("unit-of-street-not-number", found.text, { place: placeOf(unit) }));
  }
}

/** A bare `4` or `4B` in the second line of an address. */
function secondLineUnit({ added }: SheetFields): StreetUnit | undefined {
  for (const { composite, part } of added) {
    if (part !== "street2" || composite.group !== "address") continue;
    const text = composite.peek().parts.street2;
    if (text === undefined || !BARE_UNIT.test(text)) continue;
    return /^\d+$/.test(text) ? { text, unit: text, number: Number(text) } : { text, unit: text };
  }
  return undefined;
}

const BARE_UNIT = /^(?:\d{1,6}[- ]?\p{L}?|\p{L}-?\d{0,5})$/u;

/** The `5` of `Condo - Unit 5` in the cell of the type. */
export function unitBesideType(unit: RowField, sheet: SheetFields, cells: readonly CellValue[]): void {
  const { used } = sheet.at("buildingType") ?? {};
  if (!unit.isEmpty || !used) return;
  const text = cellText(cellOf(used, cells));
  const number = UNIT_BESIDE_TYPE.exec(text)?.[2] ?? "";
  if (!/^\d{1,6}$/.test(number)) return;
  sheet.report(unit.field, used.column).warn(ofCell("unit-from-type", text, { unit: number }), "changed");
  unit.value = Number(number);
}

/** A unit's own cell names another unit than the street: one of both is not the applicant's. */
export function unitBesideStreet({ value, used, beside }: RowField): void {
  const street = beside.street?.value;
  if (!used || typeof street !== "string" || typeof value !== "number") return;
  const found = streetUnit(street);
  if (found?.number === undefined || found.number === value) return;
  const units = { unit: personal(String(value)), street: personal(found.text) };
  used.report.warn(cellFinding("unit-differs", units));
}

/** `Rental Condo` says two things, of which a column of types feeds one. */
export function useBesideType(type: RowField, sheet: SheetFields, cells: readonly CellValue[]): void {
  const { used, value } = type;
  if (!used || value === undefined || sheet.at("propertyUsage")?.value !== undefined) return;
  const text = cellText(cellOf(used, cells));
  if (USE_WORD.test(text)) used.report.warn(ofCell("use-beside-type", text), "lost");
}

const USE_WORD =
  /\b(?:primary|rental|investment|investor|owner[ -]occ\w*|o\/?o|noo|second(?:ary)?|2nd|vacation|inversi[oó]n|alquiler)\b/i;

/** `Triplex` beside 4 units, and beside a `Unit` of 3, which is more likely how many there are, as 1 is of a house. */
export function unitsBesideType(type: RowField, sheet: SheetFields, cells: readonly CellValue[]): void {
  const [units, unit] = [sheet.at("propertyUnits"), sheet.at("address.unitNumber")];
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

/** Where a person writes a field's value: its column, or one to be added. */
function placeOf({ field, sources: [own] }: RowField): string {
  return own ? shownColumn(own.column) : `a column ${shownValue(field.label)}`;
}
