import type { Field } from "../lead/field-catalogue.ts";
import type { FieldValue } from "./cell-report.ts";
import { fieldByHeader, headerKey } from "./header-meaning.ts";
import { type Mapping, ruleFor } from "./mapping.ts";
import type { Column } from "./table.ts";

/** A column and the field that its header, and no mapping file, gives it. */
export interface HeaderedColumn {
  column: Column;
  field: Field | undefined;
}

/** A column of an address without a word on whose it is, below one that is not the property's. */
export interface StrayPart {
  column: Column;
  /** The column before it, which says whose the address is. */
  after: Column;
  /** Part of the address, as in `city`. */
  part: string;
}

const OF_PROPERTY = /^(?:address|property|subject|collateral)/;
const OF_OTHERS =
  /mailing|billing|shipping|postal address|office|work|business|company|employer|co-?(?:borrower|applicant)|spouse|previous|former|agent|branch|broker/i;
const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ["street", /address|street|addr\b|line 1/i],
  ["city", /city|town/i],
  ["state", /state|province/i],
  ["zip", /zip|postal|postcode/i],
  ["unitNumber", /unit|apt|apartment|suite/i],
  ["county", /county/i],
]);

/**
 * Finds the columns such as `City` that stand behind `Home Address` or `Mailing Address`, where that
 * address has no city of its own: taken for the property's, it would be wrong without anyone noticing.
 */
export function strayAddressParts(columns: readonly HeaderedColumn[]): StrayPart[] {
  const found: StrayPart[] = [];
  const owners = columns.map(ownerOf);
  let at = -1;
  for (const [index, { column, field }] of columns.entries()) {
    const owner = owners[index];
    if (owner !== "unsaid") {
      if (owner !== undefined) at = index;
      continue;
    }
    const part = field?.path.slice("address.".length) ?? "";
    const after = columns[at];
    if (part === "street" || !after || owners[at] === "property") {
      at = index;
      owners[index] = "property";
      continue;
    }
    const belongs =
      part === "unitNumber" || part === "county"
        ? at === index - 1 && isInside(owners, columns, index)
        : !columns.some((other, place) => owners[place] === owners[at] && isPart(other, part));
    if (belongs) found.push({ column, after: after.column, part });
  }
  return found;
}

/** The same among the columns of a sheet that no mapping file speaks of. Keys of JSON say whose they are. */
export function strayColumns(columns: readonly Column[], mapping: Mapping | undefined): StrayPart[] {
  if (columns.some(({ keys }) => keys)) return [];
  const matched = columns.filter((column) => !mapping || !ruleFor(mapping, column));
  return strayAddressParts(matched.map((column) => ({ column, field: fieldByHeader(column.name) })));
}

type Owner = "property" | "residence" | "others" | "unsaid";

/** Whose address a column belongs to; nobody's when it is no part of one. */
function ownerOf({ column: { name }, field }: HeaderedColumn): Owner | undefined {
  if (field) {
    if (field.path.startsWith("residentialAddress.")) return "residence";
    if (!field.path.startsWith("address.")) return undefined;
    return OF_PROPERTY.test(headerKey(name)) ? "property" : "unsaid";
  }
  return OF_OTHERS.test(name) && [...PARTS.values()].some((words) => words.test(name)) ? "others" : undefined;
}

function isPart({ column, field }: HeaderedColumn, part: string): boolean {
  return field ? field.path.endsWith(`.${part}`) : (PARTS.get(part)?.test(column.name) ?? false);
}

/**
 * Whether a unit or a county stands within the address before it. Only an address whose columns stand
 * together can hold it: columns are put in all orders, and a lead has these parts for the property alone.
 */
function isInside(
  owners: readonly (Owner | undefined)[],
  columns: readonly HeaderedColumn[],
  index: number,
): boolean {
  const owner = owners[index - 1];
  const [first, last] = [owners.indexOf(owner), owners.lastIndexOf(owner)];
  const isTogether = owners.slice(first, last + 1).every((other) => other === owner || other === "unsaid");
  if (!isTogether) return false;
  if (index < last) return true;
  const [before, here] = [columns[index - 1], columns[index]];
  const isOwnName = here?.field && headerKey(here.column.name) === headerKey(here.field.label);
  const endsThere = (before && isPart(before, "street")) || owners[index + 1] === "property";
  return !isOwnName && endsThere;
}

/**
 * Whether the field is part of an address. One may be the property's and one the applicant's, so that two
 * columns for such a field are never taken for one, even where they agree.
 */
export function isOfAddress({ path }: Field): boolean {
  return path.startsWith("address.") || path.startsWith("residentialAddress.");
}

/** Whether two columns say the same, though one may write it otherwise. */
export function isSameValue({ path }: Field, one: FieldValue, other: FieldValue | undefined): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (path === "contactInfo.phone") return one.replace(/\D/g, "") === other.replace(/\D/g, "");
  return one.toLowerCase() === other.toLowerCase();
}

/** A field that several columns feed. */
export interface TwinColumns {
  field: Field;
  columns: readonly Column[];
}

/**
 * Finds the columns of two people, as of a borrower and a co-borrower: their names stand there twice with more
 * of them, or two columns have the same headers again. Taking what is filled would make one person of two.
 *
 * @param twins Every field that several columns feed.
 */
export function columnsOfTwoPeople(twins: readonly TwinColumns[]): TwinColumns | undefined {
  const ofPerson = twins.filter(({ field }) => field.path.startsWith("contactInfo."));
  const isNamedTwice = ofPerson.some(({ field }) => /Name$/.test(field.path));
  const again = ofPerson.filter(({ columns: [one, other] }) => one && other && isSameHeader(one, other));
  return ofPerson.length >= 2 && (isNamedTwice || again.length >= 2) ? ofPerson[0] : undefined;
}

function isSameHeader(one: Column, other: Column): boolean {
  return headerKey(one.name) === headerKey(other.name);
}

interface Ambiguity {
  headers: readonly string[];
  /** The fields that it may mean. */
  paths: readonly string[];
  advice: string;
}

const AMBIGUITIES: readonly Ambiguity[] = [
  {
    headers: ["Address", "Full Address", "Address 1", "Addr", "Location"],
    paths: ["address.street", "residentialAddress.street"],
    advice: 'Write "Street" for the property\'s street, or "Residential Street" for the applicant\'s own.',
  },
  {
    headers: ["Occupancy", "Occupancy Status", "Occupied"],
    paths: ["propertyUsage", "statedInformation.rentalOccupancy"],
    advice:
      'Write "Property Usage" (primaryResidence, investment, secondHome) or "Rental Occupancy" (longTerm, vacant).',
  },
  {
    headers: ["Investment"],
    paths: ["loanPurpose", "propertyUsage"],
    advice: 'Write "Loan Purpose" or "Property Usage".',
  },
];

const AMBIGUITY_BY_KEY: ReadonlyMap<string, Ambiguity> = new Map(
  AMBIGUITIES.flatMap((ambiguity) =>
    ambiguity.headers.map((header): [string, Ambiguity] => [headerKey(header), ambiguity]),
  ),
);

/**
 * What to write instead of a header that may mean one field or another.
 *
 * @param isFed Whether a field, by its path, has a column of its own.
 * @returns `undefined` when the header means one thing, or when both fields are fed without it.
 */
export function ambiguousHeaderAdvice(header: string, isFed: (path: string) => boolean): string | undefined {
  const ambiguity = AMBIGUITY_BY_KEY.get(headerKey(header));
  if (!ambiguity || ambiguity.paths.every(isFed)) return undefined;
  return ambiguity.advice;
}
