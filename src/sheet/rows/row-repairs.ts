import { cellFinding, ofCell } from "../cell-texts.ts";
import { isWithoutZeros, restoreZeros, STATE_CODES } from "../cells/address-cells.ts";
import { type CellReport, type FieldValue, SILENT_REPORT } from "../cells/cell-report.ts";
import { streetBefore } from "../cells/full-address.ts";
import { isNameEnding } from "../cells/full-name.ts";
import { isPostBox, isStreet } from "../columns/column-content.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../question.ts";
import type { CellValue } from "../table.ts";
import type { Derivation, FieldSource, RowRepair, RuleTarget, SheetFields } from "./field-source.ts";
import {
  unitBesideStreet,
  unitBesideType,
  unitCountOfType,
  unitOfStreet,
  unitsBesideType,
  useBesideType,
} from "./unit-repairs.ts";

/** One thing that several cells of a row say together: of which fields it is, and what is done about it. */
interface Rule<Made> {
  of: readonly string[];
  does(at: RuleTarget, cells: readonly CellValue[]): Made;
}

const STREETS = ["address.street", "residentialAddress.street"];
const ZIPS = ["address.zip", "residentialAddress.zip"];
const RENT = "statedInformation.monthlyRentalIncome";

/** What is put right, or spoken of, when a row has been read; in this order. */
export const REPAIRS = {
  "name twice": { of: ["contactInfo.lastName"], does: nameTwice },
  "town behind street": { of: STREETS, does: townBehindStreet },
  "doubtful street": { of: STREETS, does: doubtfulStreet },
  "zeros of ZIP code": { of: ZIPS, does: zerosOfZip },
  "rent of own home": { of: [RENT], does: rentOfOwnHome },
  "unit beside street": { of: ["address.unitNumber"], does: unitBesideStreet },
  "use beside type": { of: ["buildingType"], does: useBesideType },
  "units beside type": { of: ["buildingType"], does: unitsBesideType },
} satisfies Record<string, Rule<void>>;

/** What a field is read from where its own cell is empty; the first that says something. */
export const DERIVATIONS = {
  "units of type": { of: ["propertyUnits"], does: unitCountOfType },
  "unit of street": { of: ["address.unitNumber"], does: unitOfStreet },
  "unit beside type": { of: ["address.unitNumber"], does: unitBesideType },
} satisfies Record<string, Rule<FieldValue | undefined>>;

/** The repairs that a sheet's columns give cause for. */
export function repairsOf(sources: readonly FieldSource[], sheet: SheetFields): RowRepair[] {
  const targets = sources.flatMap((source): RuleTarget[] => {
    const column = source.sources[0]?.column ?? source.twin?.sources[0]?.column;
    if (!column) return [];
    const own = source.sources.find(({ composite }) => !composite);
    return [{ source, sheet, report: own?.report ?? sheet.report(source.field, column) }];
  });
  return madeOf<void>(REPAIRS, targets);
}

/** What a field is read from where its own cell is empty. */
export function derivationsOf(source: FieldSource, sheet: SheetFields): Derivation[] {
  return madeOf<FieldValue | undefined>(DERIVATIONS, [{ source, sheet, report: SILENT_REPORT }]);
}

function madeOf<Made>(rules: Readonly<Record<string, Rule<Made>>>, targets: readonly RuleTarget[]) {
  return Object.values(rules).flatMap(({ of, does }) =>
    targets
      .filter(({ source }) => of.includes(source.field.path))
      .map((at) => (cells: readonly CellValue[]) => does(at, cells)),
  );
}

/** The zeros that a ZIP code lost, by its state. */
function zerosOfZip({ source, report }: RuleTarget): void {
  const { value: zip, beside } = source;
  if (typeof zip !== "string" || zip.length === 5 || !isWithoutZeros(zip)) return;
  const state = beside.state?.value;
  const known = typeof state === "string" && STATE_CODES.has(state) ? state : undefined;
  source.value = restoreZeros(zip, known, report);
}

/** A whole name in the column of last or first names, beside a part of it: `Jane` and `Doe, Jane`, `Rob` and `Rob Roy`. */
function nameTwice({ source: last, report }: RuleTarget): void {
  const { firstName: first } = last.beside;
  const [column] = last.sources;
  if (!first || !column || column.composite || typeof last.value !== "string") return;
  const comma = last.value.indexOf(",");
  if (comma > 0) repairReversed(first, last, last.value, comma, report);
  else if (typeof first.value === "string") repairRepeated(first, last, first.value, last.value, report);
}

/** `Doe, Jane`; not `Doe, Jr.` */
function repairReversed(
  firstName: FieldSource,
  lastName: FieldSource,
  name: string,
  comma: number,
  report: CellReport,
): void {
  const last = name.slice(0, comma).trim();
  const first = name.slice(comma + 1).trim();
  if (last === "" || first === "" || isNameEnding(first)) return;
  const given = firstName.value;
  if (given === undefined) {
    firstName.value = first;
    lastName.value = last;
    report.warn(ofCell("whole-name-in-last", name, { first, last }), "changed");
    return;
  }
  const isSame = String(given).toLowerCase().split(" ")[0] === first.toLowerCase().split(" ")[0];
  if (isSame) {
    lastName.value = last;
    report.warn(ofCell("first-name-in-last", name, { read: last }), "changed");
  } else report.warn(ofCell("last-name-likely-more", name));
}

const SPACE = 32;

/** Lengths and spaces first: nearly every row has a name, and nearly none has it twice. */
function repairRepeated(
  firstName: FieldSource,
  lastName: FieldSource,
  first: string,
  last: string,
  report: CellReport,
): void {
  const difference = Math.abs(last.length - first.length);
  if (difference < 2 || first === "" || last === "") return;
  if (last.charCodeAt(first.length) === SPACE) {
    if (last.slice(0, first.length).toLowerCase() !== first.toLowerCase()) return;
    const read = last.slice(first.length + 1);
    lastName.value = read;
    report.warn(ofCell("first-name-in-last", last, { read }), "changed");
  } else if (first.charCodeAt(difference - 1) === SPACE) {
    if (first.slice(difference).toLowerCase() !== last.toLowerCase()) return;
    const read = first.slice(0, difference - 1);
    firstName.value = read;
    const ofFirst = firstName.sources[0]?.report ?? report;
    ofFirst.warn(ofCell("last-name-in-first", first, { read }), "changed");
  }
}

/** The town behind a street, and perhaps the state, whose own cells say the same: `12 Elm St Salem` beside Salem. */
function townBehindStreet({ source, report }: RuleTarget): void {
  const street = source.value;
  const [city, state] = [source.beside.city?.value, source.beside.state?.value];
  if (report.isNamed || typeof street !== "string" || typeof city !== "string") return;
  const withTown = (typeof state === "string" && withoutEnd(street, state)) || street;
  const bare = withoutEnd(withTown, city);
  if (bare === undefined || !isStreet(bare)) return;
  // `12 Old Salem` is a street, and so is `12 New Boston Ave`.
  const isParted = withTown.charCodeAt(bare.length) === COMMA || streetBefore(withTown) === bare;
  if (!isParted) return;
  source.value = bare;
  report.warn(ofCell("city-cut-off-street", street, { read: bare }), "changed");
}

const DIGIT_1 = 49;
const DIGIT_9 = 57;
const NUMBER_IN_WORDS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i;
/** What says where land lies that has no number of its own. */
const WHEREABOUTS =
  /^(?:vacant|lot|parcel|tract|land|corner|cnr|intersection|near|behind|across|next to|off|between|0+(?=\s))/i;

/** A street that may not tell where a house stands: no number, a box at the post office. */
function doubtfulStreet({ source: { value: street, group }, report }: RuleTarget): void {
  if (typeof street !== "string") return;
  const doubt = doubtOf(street, group, report.isNamed);
  if (doubt !== undefined) report.warn(ofCell(doubt, street));
}

function doubtOf(street: string, group: string, isNamed: boolean) {
  const first = street.charCodeAt(0);
  if (first >= DIGIT_1 && first <= DIGIT_9) return undefined;
  // Letters go there: it is more likely where the applicant gets them than where the property stands.
  if (isPostBox(street)) return group === "address" ? "street-is-box" : undefined;
  if (isNamed) return undefined;
  const isNumbered = /\d/.test(street) ? !WHEREABOUTS.test(street) : NUMBER_IN_WORDS.test(street);
  return isNumbered ? undefined : "street-without-number";
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
function rentOfOwnHome({ source, sheet, report }: RuleTarget): void {
  const { value: amount } = source;
  if (typeof amount !== "number" || amount <= 0) return;
  if (sheet.source("propertyUsage")?.value !== "primaryResidence") return;
  if (sheet.source("buildingType")?.value === "multiUnit") return;
  if (report.isNamed || source.sources[0]?.role?.isReceived) return;
  const text = String(amount);
  if (report.ask("own home", RENT_OPTIONS, cellFinding("rent-of-owner"), text) === LEAVE_OUT)
    source.value = undefined;
}
