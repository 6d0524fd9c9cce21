import { isPersonal } from "../../base/finding.ts";
import type { Issue } from "../../lead/issue.ts";
import { cellFinding, ofCell } from "../cell-texts.ts";
import { isWithoutZeros, restoreZeros, STATE_CODES } from "../cells/address-cells.ts";
import { streetBefore } from "../cells/full-address.ts";
import { isNameEnding } from "../cells/full-name.ts";
import { isPostBox, isStreet } from "../columns/column-content.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import type { CellValue } from "../table.ts";
import type { RowField, SheetFields } from "./row-field.ts";
import {
  unitBesideStreet,
  unitBesideType,
  unitCountOfType,
  unitOfStreet,
  unitsBesideType,
  useBesideType,
} from "./unit-rules.ts";

/** One thing that several cells of a row say together: of which fields it is, and what is done about it. */
interface RowRule {
  of: readonly string[];
  does(field: RowField, sheet: SheetFields, cells: readonly CellValue[]): void;
}

const STREETS = ["address.street", "residentialAddress.street"];
const ZIPS = ["address.zip", "residentialAddress.zip"];
const RENT = "statedInformation.monthlyRentalIncome";

/** What is put together, put right, or spoken of, when a row has been read; in this order. */
export const ROW_RULES = {
  "units of type": { of: ["propertyUnits"], does: unitCountOfType },
  "unit of street": { of: ["address.unitNumber"], does: unitOfStreet },
  "unit beside type": { of: ["address.unitNumber"], does: unitBesideType },
  "name twice": { of: ["contactInfo.lastName"], does: nameTwice },
  "town behind street": { of: STREETS, does: townBehindStreet },
  "doubtful street": { of: STREETS, does: doubtfulStreet },
  "zeros of ZIP code": { of: ZIPS, does: zerosOfZip },
  "rent of own home": { of: [RENT], does: rentOfOwnHome },
  "unit beside street": { of: ["address.unitNumber"], does: unitBesideStreet },
  "use beside type": { of: ["buildingType"], does: useBesideType },
  "units beside type": { of: ["buildingType"], does: unitsBesideType },
  "rent of vacant": { of: [RENT], does: rentOfVacant },
} satisfies Record<string, RowRule>;

/** The rules, each with the fields of a sheet that it is of. */
export function rowRulesOf(fields: readonly RowField[], sheet: SheetFields) {
  return Object.values<RowRule>(ROW_RULES).flatMap(({ of, does }) =>
    fields
      .filter(({ field }) => of.includes(field.path))
      .map((field) => (cells: readonly CellValue[]) => does(field, sheet, cells)),
  );
}

/** A whole name in the column of last or first names, beside a part of it: `Jane` and `Doe, Jane`, `Rob` and `Rob Roy`. */
function nameTwice(last: RowField): void {
  const { firstName: first } = last.beside;
  const [column] = last.sources;
  if (!first || !column || column.composite || typeof last.value !== "string") return;
  if (last.value.indexOf(",") > 0) nameBehindComma(first, last, last.value);
  else if (typeof first.value === "string") nameRepeated(first, last, first.value, last.value);
}

/** `Doe, Jane`; not `Doe, Jr.` */
function nameBehindComma(first: RowField, last: RowField, name: string): void {
  const { report } = last;
  const [family, given] = [name.slice(0, name.indexOf(",")), name.slice(name.indexOf(",") + 1)].map(trimmed);
  if (!family || !given || isNameEnding(given)) return;
  if (first.value === undefined) {
    first.value = given;
    last.value = family;
    report.warn(ofCell("whole-name-in-last", name, { first: given, last: family }), "changed");
  } else if (firstWord(String(first.value)) === firstWord(given)) {
    last.value = family;
    report.warn(ofCell("first-name-in-last", name, { read: family }), "changed");
  } else report.warn(ofCell("last-name-likely-more", name));
}

const trimmed = (text: string): string => text.trim();

function firstWord(name: string): string | undefined {
  return name.toLowerCase().split(" ")[0];
}

/** Lengths first: nearly every row has a name, and nearly none has it twice. */
function nameRepeated(first: RowField, last: RowField, given: string, family: string): void {
  const difference = family.length - given.length;
  if (Math.abs(difference) < 2 || given === "" || family === "") return;
  if (difference > 0 && family.toLowerCase().startsWith(`${given.toLowerCase()} `)) {
    last.value = family.slice(given.length + 1);
    last.report.warn(ofCell("first-name-in-last", family, { read: last.value }), "changed");
  } else if (difference < 0 && given.toLowerCase().endsWith(` ${family.toLowerCase()}`)) {
    first.value = given.slice(0, -family.length - 1);
    const report = first.sources[0]?.report ?? last.report;
    report.warn(ofCell("last-name-in-first", given, { read: first.value }), "changed");
  }
}

/** The town behind a street, and perhaps the state, whose own cells say the same: `12 Elm St Salem` beside Salem. */
function townBehindStreet(field: RowField): void {
  const { value: street, report, beside } = field;
  const [city, state] = [beside.city?.value, beside.state?.value];
  if (report.isNamed || typeof street !== "string" || typeof city !== "string") return;
  const withTown = (typeof state === "string" && withoutEnd(street, state)) || street;
  const bare = withoutEnd(withTown, city);
  if (bare === undefined || !isStreet(bare)) return;
  // `12 Old Salem` is a street, and so is `12 New Boston Ave`.
  if (withTown[bare.length] !== "," && streetBefore(withTown) !== bare) return;
  field.value = bare;
  report.warn(ofCell("city-cut-off-street", street, { read: bare }), "changed");
}

/** Without the words at its end and what parts them from the others. */
function withoutEnd(text: string, end: string): string | undefined {
  if (end === "" || !text.toLowerCase().endsWith(end.toLowerCase())) return undefined;
  const before = text.slice(0, -end.length);
  const bare = before.replace(/[\s,]+$/, "");
  return bare.length < before.length && bare !== "" ? bare : undefined;
}

const NUMBER_IN_WORDS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i;
/** What says where land lies that has no number of its own. */
const WHEREABOUTS =
  /^(?:vacant|lot|parcel|tract|land|corner|cnr|intersection|near|behind|across|next to|off|between|0+(?=\s))/i;

/** A street that may not tell where a house stands: no number, a box at the post office. */
function doubtfulStreet({ value: street, group, field, used, report }: RowField, sheet: SheetFields): void {
  if (typeof street !== "string" || /^[1-9]/.test(street)) return;
  if (isPostBox(street)) {
    // The applicant gets letters there; a property hardly stands there. This is reported for the property also where a cell is both
    // addresses.
    const ofProperty = used ? sheet.report(field, used.column) : report;
    if (group === "address") ofProperty.warn(ofCell("street-is-box", street));
  } else if (!report.isNamed) {
    const isNumbered = /\d/.test(street) ? !WHEREABOUTS.test(street) : NUMBER_IN_WORDS.test(street);
    if (!isNumbered) report.warn(ofCell("street-without-number", street));
  }
}

/** The zeros that a ZIP code lost, by its state. */
function zerosOfZip(field: RowField): void {
  const { value: zip, beside, report } = field;
  if (typeof zip !== "string" || zip.length === 5 || !isWithoutZeros(zip)) return;
  const state = beside.state?.value;
  const known = typeof state === "string" && STATE_CODES.has(state) ? state : undefined;
  field.value = restoreZeros(zip, known, report);
}

const RENT_OPTIONS = [
  { answer: LEAVE_OUT, label: "Leave it out: the applicant pays it" },
  { answer: AS_IT_STANDS, label: "Send it: the applicant receives it" },
];

/** The rent of a home that its owner lives in: it may as well be what the applicant pays for another one. */
function rentOfOwnHome(rent: RowField, sheet: SheetFields): void {
  const { value: amount, report, sources } = rent;
  if (typeof amount !== "number" || amount <= 0) return;
  if (sheet.at("propertyUsage")?.value !== "primaryResidence") return;
  if (sheet.at("buildingType")?.value === "multiUnit") return;
  if (report.isNamed || sources[0]?.role?.isReceived) return;
  const answer = report.ask("own home", RENT_OPTIONS, cellFinding("rent-of-owner"), String(amount));
  if (answer === LEAVE_OUT) rent.value = undefined;
}

/** A vacant property needs no rent (interface, section 4.2): a cell that cannot be read there keeps no lead back. */
function rentOfVacant({ beside, field }: RowField, { remarks }: SheetFields): void {
  const isRent = ({ path }: Issue): boolean => path.join(".") === field.path;
  if (beside.rentalOccupancy?.value !== "vacant" || !remarks.unreadable.some(isRent)) return;
  for (const issue of remarks.unreadable.filter(isRent)) {
    const { text } = issue.params ?? {};
    const found = cellFinding("rent-of-vacant-unread", isPersonal(text) ? { text } : {});
    remarks.warnings.push({ ...issue, code: "custom", ...found, harm: "lost" });
  }
  remarks.unreadable = remarks.unreadable.filter((issue) => !isRent(issue));
}
