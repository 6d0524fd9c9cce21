import { fieldAt } from "../../lead/field-catalogue.ts";
import { referenceOf } from "../cells/address-reference.ts";
import { yesOrNo } from "../cells/boolean-cell.ts";
import { isCityLine, isTownName, isWholeAddress } from "../cells/full-address.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import { type HeaderMeaning, isDeclaration, readHeader } from "../headers/header-grammar.ts";
import { headerKey, nearestField } from "../headers/header-meaning.ts";
import { type Item, isPersonItem, itemAt, pathOfItem } from "../headers/header-tags.ts";
import { wordsOf as wordsOfHeader } from "../headers/header-text.ts";
import { TAG_BY_PHRASE } from "../vocabulary/header-words.ts";
import { isAddressItem } from "./address-blocks.ts";
import {
  type ColumnContent,
  couldHold,
  enumerationsOf,
  halfOf,
  hasName,
  holdsEmail,
  isFullName,
  isNameOfPeople,
  isNamePart,
  isOfContacts,
  isOneWord,
  isPhone,
  isState,
  isStreet,
  isYesOrNo,
  isZip,
  most,
  nearlyAll,
  share,
} from "./column-content.ts";
import { columnQuestion } from "./column-texts.ts";
import { type Decisions, pathsOrNone } from "./decisions.ts";
import { type JudgedColumn, namedColumns } from "./judged-column.ts";

/** What the other columns or the cells say of columns whose headers leave it open. */
type Promotion = (columns: readonly JudgedColumn[]) => readonly JudgedColumn[];

/** One behind the other: each looks at what those before it have made of the columns. */
export const PROMOTIONS: Readonly<Record<string, Promotion>> = {
  withSecondAddress,
  withHouseNumbers,
  withoutPlusFour,
  withoutTownships,
  withOwners,
  withTowns,
  promotedEach: (columns) => columns.map(promoted),
  withNumbered,
  withSecondPerson,
  withDoubtfulWords,
};

/** All columns as their headers and cells say together. */
export function promotedAll(
  columns: readonly JudgedColumn[],
  promotions: readonly Promotion[] = Object.values(PROMOTIONS),
): readonly JudgedColumn[] {
  return promotions.reduce((all, promote) => promote(all), columns);
}

/**
 * `Goal` over "Home improvement" and "Cash out": words of one field, and most of them leave no doubt. What the others
 * mean is asked about, and not what the column is, where no other column may be it.
 */
function withDoubtfulWords(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  return columns.map((one) => {
    const { meaning, content, fixed, column } = one;
    if (meaning.item !== undefined || meaning.rest.length > 0 || fixed || column.keys) return one;
    const [path = "", ...more] = wordsOf(one);
    const item = itemAt(path);
    const isOpen = more.length > 0 || columns.some((other) => other.meaning.item === item);
    if (isOpen || !halfOf(content, (text) => knownWord(path, text) !== undefined)) return one;
    return nearlyAll(content, (text) => isWordOf(path, text)) ? sure(one, item) : one;
  });
}

/** `Address 2 - City` is of a second address, and so is `Address 2 - Street`, which alone is a second line. */
function withSecondAddress(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const parts: readonly (Item | undefined)[] = ["city", "state", "zip"];
  const isSecond = ({ meaning: { item, rest } }: JudgedColumn) =>
    item === "street2" && rest.length > 0 && parts.includes(readHeader(rest.join(" ")).item);
  if (!columns.some(isSecond)) return columns;
  return columns.map((one) => {
    const { meaning, column, fixed } = one;
    if (meaning.item !== "street2" || fixed || column.keys || !/2/.test(column.name)) return one;
    const known = readHeader(column.name.replace("2", " "));
    return { ...one, meaning: { ...known, certainty: "partial", rest: ["2"] } };
  });
}

/** `Situs No` beside `Situs Street` over "Elm St" numbers its house, and not the property. */
function withHouseNumbers(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const isBare = ({ meaning: { item, place }, content }: JudgedColumn) =>
    item === "street" && place === "property" && content.cells.length > 0 && !most(content, isStreet);
  if (!columns.some(isBare)) return columns;
  return columns.map((one) => {
    const { meaning, column, content, fixed } = one;
    if (meaning.item !== undefined || meaning.place !== "property" || fixed || column.keys) return one;
    const known = readHeader(`${column.name} Street`);
    const isNumber = known.rest.length === 1 && TAG_BY_PHRASE.get(known.rest[0] ?? "") === "number";
    return isNumber && nearlyAll(content, isHouseNumber) ? { ...one, meaning: known } : one;
  });
}

const isHouseNumber = (text: string): boolean => /^\d{1,6}(?:[-\s]?[a-z])?(?:\.0+)?$/i.test(text);

/** Beside `Alt Name` and `Prospect 2 Name`, `Alt Email` and `Prospect 2 Email` are no other ones of the applicant. */
function withSecondPerson(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const isSecond = (word: string) => ["two", "secondary"].includes(TAG_BY_PHRASE.get(word) ?? "");
  const marks = columns.flatMap(({ meaning: { item, certainty, rest }, content, fixed, column }) => {
    const isName = item === "fullName" || item === "firstName" || item === "lastName";
    const isOpen = isName && certainty === "partial" && rest.length > 0 && rest.every(isSecond);
    return isOpen && !fixed && !column.keys && nearlyAll(content, hasName) ? [rest.join()] : [];
  });
  if (marks.length === 0) return columns;
  return columns.map((one) => {
    const second = wordsOfHeader(one.column.name).filter(({ text }) => isSecond(text));
    const isOfThem = isPersonItem(one.meaning.item) && marks.includes(second.map(({ text }) => text).join());
    return isOfThem && !one.fixed ? { ...one, meaning: { ...one.meaning, whose: "co-applicant" } } : one;
  });
}

/** `Zip4` beside a ZIP code holds its last four digits, which no lead needs. */
function withoutPlusFour(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const zips = columns.filter(({ meaning: { item } }) => item === "zip");
  if (zips.length < 2) return columns;
  const isPlusFour = ({ meaning: { rest }, column, content, fixed }: JudgedColumn) =>
    !fixed &&
    (rest.includes("4") || PLUS_FOUR.test(column.name)) &&
    content.cells.every(({ text }) => /^\d{1,4}$/.test(text));
  const isOther = (one: JudgedColumn, other: JudgedColumn) =>
    other !== one && (one.meaning.place ?? other.meaning.place) === other.meaning.place && !isPlusFour(other);
  return columns.map((one) =>
    zips.includes(one) && isPlusFour(one) && zips.some((other) => isOther(one, other))
      ? { ...one, meaning: { item: "irrelevant", rank: 1, certainty: "certain", rest: [] } }
      : one,
  );
}

const PLUS_FOUR = /(?:4|four)\W*$/i;

const TOWNSHIP = /township|\btwp\b/i;

/** A township beside the city is a part of the county. */
function withoutTownships(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const [townships, cities] = [true, false].map((isTownship) =>
    columns.filter(
      ({ column, meaning: { item } }) => item === "city" && TOWNSHIP.test(column.name) === isTownship,
    ),
  );
  return columns.map((one) => {
    const { place, certainty } = one.meaning;
    const isBesideCity =
      townships?.includes(one) && cities?.some(({ meaning }) => !place || meaning.place === place);
    if (!isBesideCity || one.fixed || certainty === "named") return one;
    return { ...one, meaning: { item: "irrelevant", rank: 1, certainty: "certain", rest: [] } };
  });
}

/** `Owner First Name` and `Property Owner Email` are the applicant's, where no other column names somebody. */
function withOwners(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const isOwners = ({ meaning: { item, rest, whose }, fixed }: JudgedColumn) =>
    !fixed && isPersonItem(item) && whose === undefined && rest.length > 0 && rest.every(isOwnerWord);
  const owners = columns.filter(isOwners);
  const isNamed = columns.some(
    (one) =>
      (one.meaning.item === "fullName" ||
        one.meaning.item === "lastName" ||
        one.meaning.item === "firstName") &&
      one.meaning.whose !== "co-applicant" &&
      one.meaning.whose !== "other" &&
      !owners.includes(one),
  );
  if (isNamed) return columns;
  return columns.map((one) => {
    const path = `contactInfo.${one.meaning.item}`;
    // "First Owner" over yes and no is nobody's first name.
    const isFit = couldHold(path, one.content) && !halfOf(one.content, isYesOrNo);
    return owners.includes(one) && one.meaning.item && isFit ? sure(one, one.meaning.item) : one;
  });
}

function isOwnerWord(word: string): boolean {
  const tag = TAG_BY_PHRASE.get(word);
  return tag === "owner" || tag === "property";
}

/** `Client (1)` is a name where `Client (2)` is one, however its names are written. */
function withNumbered(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const isSure = ({ meaning: { item, certainty } }: JudgedColumn) =>
    item === "fullName" && certainty === "certain";
  const names = new Set(columns.filter(isSure).map(({ base }) => base));
  return columns.map((one) => {
    const { base, meaning, content, fixed } = one;
    const isOpen = !fixed && meaning.item === "fullName" && meaning.certainty === "partial";
    const isNumbered = isOpen && meaning.rest.length === 0 && names.has(base);
    if (!isNumbered || !nearlyAll(content, hasName)) return one;
    return halfOf(content, (text) => !isOneWord(text)) ? sure(one, "fullName") : one;
  });
}

/** `Location` over "Austin, TX": a part of an address that is no street, where no other column has one. */
function withTowns(columns: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const towns = columns.map(asTown);
  const hasAddress = columns.some(({ meaning: { item } }, at) => isAddressItem(item) && !towns[at]);
  return hasAddress ? columns : columns.map((one, at) => towns[at] ?? one);
}

function asTown(one: JudgedColumn): JudgedColumn | undefined {
  const { meaning, content, fixed } = one;
  if (fixed || meaning.certainty === "named" || meaning.rest.length > 0 || !isAddress(meaning.item))
    return undefined;
  if (nearlyAll(content, isState)) return sure(one, "state");
  if (nearlyAll(content, isZip)) return sure(one, "zip");
  if (nearlyAll(content, (text) => isCityLine(text) || isState(text) || isZip(text)))
    return sure(one, "cityStateZip");
  // Words alone may be a street without its number as well.
  const isOpen = meaning.certainty === "certain" && nearlyAll(content, isTown);
  return isOpen ? { ...one, meaning: { ...meaning, item: "city", certainty: "partial" } } : undefined;
}

const isTown = (text: string): boolean =>
  isTownName(text) && referenceOf(text) === undefined && !isYesOrNo(text);

/**
 * A column whose header says too little is what its cells say, where header and cells leave nothing open: `Type`
 * over SFR and Condo, `Property` over addresses, `Client` over names.
 */
function promoted(one: JudgedColumn): JudgedColumn {
  const { meaning, content, fixed } = one;
  if (fixed || content.cells.length === 0) return one;
  // "Primary Borrower?" over yes and no names nobody.
  const isAnswer =
    meaning.item === "fullName" && content.cells.every(({ text }) => yesOrNo(text) !== undefined);
  const isProgram = meaning.item === "loanPurpose" && content.cells.every(({ text }) => PROGRAM.test(text));
  // "Lease To" says until when the property is let, and not for how long.
  const isOfDates = isEnumeration(meaning.item) && nearlyAll(content, isDate);
  if ((isAnswer || isProgram || isOfDates) && meaning.certainty !== "named")
    return { ...one, meaning: { item: "irrelevant", rank: 1, certainty: "certain", rest: [] } };
  if (meaning.certainty === "named") return one;
  if (mayBeContact(one) && isOfContacts(content)) return sure(one, "contact");
  if (meaning.item === "irrelevant") return asPhoneOfPerson(one) ?? one;
  if (meaning.certainty === "certain") return ofOtherWords(one) ?? one;
  if (meaning.rest.length > 0) return partInRest(one) ?? one;
  const phone = asPhone(one);
  if (phone) return phone;
  const isOpen = meaning.item === undefined || (meaning.item === "fullAddress" && !isSureOf(one));
  const item = isOpen ? itemOfCells(one) : isSureOf(one) ? meaning.item : useOrLease(one);
  return item === undefined ? one : sure(one, item);
}

const isDate = (text: string): boolean =>
  /^(?:\d{4}-\d\d?-\d\d?|\d\d?[/.-]\d\d?[/.-](?:\d\d){1,2})\b/.test(text);

function isEnumeration(item: Item | undefined): boolean {
  return item === "occupancy" || (item !== undefined && ENUMERATIONS.includes(pathOfItem(item) ?? ""));
}

/** How a loan is made, as `Loan Type` holds it where lenders write it: nothing of what the money is for. */
const PROGRAM =
  /^(?:(?:conventional|conforming|non-?conforming|conv|fha|va|usda|rhs|jumbo|non[- ]?qm|agency|portfolio|bank statement|fixed|arm|(?:5|7|10)[/-]\d{1,2}|\d{2}[ -]?(?:yr|year|yrs|years)|loan|mortgage|high balance|rural)(?:[\s/,+()-]+|$))+$/i;

/** `Contact`, `Email` and `Phone` over cells that hold an address and a number. */
function mayBeContact({ meaning: { item, whose, rest } }: JudgedColumn): boolean {
  const isOfOthers = whose === "other" || whose === "co-applicant";
  const isOpen = item === undefined || item === "fullName" || item === "email" || item === "phone";
  return isOpen && !isOfOthers && rest.length === 0;
}

/** `Client #` over telephone numbers is no number that a system gave. */
function asPhoneOfPerson(one: JudgedColumn): JudgedColumn | undefined {
  const { meaning, column, content } = one;
  if (meaning.whose !== "applicant" || column.keys || !nearlyAll(content, isPhone)) return undefined;
  const phone = readHeader(`${column.name} Phone`);
  return phone.item === "phone" && phone.certainty === "certain" ? { ...one, meaning: phone } : undefined;
}

/** `Home` and `Work` over telephone numbers are two of the telephones. */
function asPhone(one: JudgedColumn): JudgedColumn | undefined {
  const isNumber = (text: string) => isPhone(text) || /^\d{10}$/.test(text);
  if (one.column.keys || !nearlyAll(one.content, isNumber)) return undefined;
  const meaning = readHeader(`${one.column.name} Phone`);
  const isOfKind = meaning.item === "phone" && meaning.rank !== UNMARKED_RANK && meaning.whose === undefined;
  return isOfKind && meaning.certainty === "certain" ? { ...one, meaning } : undefined;
}

/** Of a telephone whose header does not say which one it is. */
const UNMARKED_RANK = 1;

/** `Rental` may say that the property is let or for how long: all cells tell which. */
function useOrLease({ meaning: { item }, content }: JudgedColumn): Item | undefined {
  const [path, ...more] = enumerationsOf(content);
  const found = path === undefined || more.length > 0 ? undefined : itemAt(path);
  const areOfUse = [item, found].every((one) => one === "propertyUsage" || one === "rentalOccupancy");
  return areOfUse ? found : undefined;
}

function sure(one: JudgedColumn, item: Item): JudgedColumn {
  // A word such as "Contact" alone does not tell the applicant from others who are named.
  const { whose, ...rest } = one.meaning;
  const isNamed = isPersonItem(item) || whose === undefined;
  return { ...one, meaning: { ...(isNamed ? rest : one.meaning), item, certainty: "certain" } };
}

/** `Using for` over "Home improvement" and "Pay off debt": the header knows none of the words, another field all. */
function ofOtherWords({ meaning, content, ...one }: JudgedColumn): JudgedColumn | undefined {
  const path = meaning.item && pathOfItem(meaning.item);
  if (path === undefined || !ENUMERATIONS.includes(path)) return undefined;
  const [other, ...more] = enumerationsOf(content);
  if (other === undefined || other === path || more.length > 0) return undefined;
  if (content.cells.some(({ text }) => isWordOf(path, text))) return undefined;
  return { ...one, content, meaning: { ...meaning, item: itemAt(other) } };
}

/** `Listing Address`, `Listing City`: a word that means something else beside the part of an address that cells show. */
function partInRest({ meaning, content, ...one }: JudgedColumn): JudgedColumn | undefined {
  if (meaning.item === undefined || isAddressItem(meaning.item) || isPersonItem(meaning.item))
    return undefined;
  const { item } = readHeader(meaning.rest.join(" "));
  const test = item && PART_TESTS[item];
  if (!test || !nearlyAll(content, test)) return undefined;
  const rest = [one.key.replace(headerKey(meaning.rest.join(" ")), "")];
  return { ...one, content, meaning: { rank: 1, certainty: "partial", item, rest } };
}

/** What cells say that are under a header of words that are known, and of none that says what they are. */
function itemOfCells({ meaning: { place }, content }: JudgedColumn): Item | undefined {
  if (place !== undefined && nearlyAll(content, isWholeAddress)) return "fullAddress";
  const [path, ...more] = enumerationsOf(content);
  return path === undefined || more.length > 0 ? undefined : itemAt(path);
}

function isSureOf({ meaning: { item, yes }, content }: JudgedColumn): boolean {
  if (item === "propertyUsage" && yes !== undefined) {
    return nearlyAll(content, (text) => isYesOrNo(text) || knownWord(item, text) !== undefined);
  }
  switch (item) {
    case "street":
    case "fullAddress":
      // "Same as subject" stands for an address, beside cells that hold one.
      return nearlyAll(
        content,
        (text) => isStreet(text) || isWholeAddress(text) || referenceOf(text) !== undefined,
      );
    case "fullName":
      return nearlyAll(content, isNameOfPeople);
    case "email":
      return nearlyAll(content, holdsEmail);
    case "phone":
      return nearlyAll(content, isPhone);
    case "buildingType":
    case "loanPurpose":
    case "propertyUsage":
    case "rentalOccupancy":
      return enumerationsOf(content).join() === pathOfItem(item);
    default:
      return false;
  }
}

/** Parts of an address that a header names beside words that are not known: `New Address`, `P City`. */
export function doubtfulAddresses(columns: readonly JudgedColumn[]): ReadonlySet<JudgedColumn> {
  const parts = columns.filter(isDoubtfulPart);
  const isOfBlock = (one: JudgedColumn) =>
    isAddress(one.meaning.item) ||
    parts.some((other) => other !== one && other.meaning.rest.join() === one.meaning.rest.join());
  return new Set(parts.filter(isOfBlock));
}

const CITY = /^\p{L}[\p{L} .'-]*$/u;

const PART_TESTS: Partial<Record<Item, (text: string) => boolean>> = {
  street: (text) => isStreet(text) || isWholeAddress(text),
  fullAddress: (text) => isStreet(text) || isWholeAddress(text),
  cityStateZip: isCityLine,
  city: (text) => CITY.test(text),
  state: isState,
  zip: isZip,
};

function isDoubtfulPart({ meaning, content, fixed }: JudgedColumn): boolean {
  const { item, certainty, place, whose } = meaning;
  const isOthers = place === "previous" || place === "other" || whose === "co-applicant" || whose === "other";
  const test = item && PART_TESTS[item];
  return !fixed && certainty === "partial" && !isOthers && test !== undefined && most(content, test);
}

function isAddress(item: Item | undefined): boolean {
  return item === "street" || item === "fullAddress";
}

/**
 * Asks about a column whose header does not settle what it is, unless it holds nothing of a lead, or nothing that other
 * columns do not say.
 *
 * @param fed Paths of the fields that other columns feed.
 */
export function asksWhatItIs(one: JudgedColumn, fed: ReadonlySet<string>, decisions: Decisions): boolean {
  if (one.content.cells.length === 0) return false;
  if (isOpposite(one)) return asksToTurn(one, fed, decisions);
  const named = byHeader(one);
  const isUnknown = one.meaning.item === undefined || named.length === 0;
  const shown = isUnknown ? byContent(one, fed) : wordsOf(one);
  const paths = [...new Set([...named, ...shown])].filter((path) => !isFed(path, fed));
  return asksAmong(one, paths, one.meaning.place !== "property", decisions);
}

const NEGATION = /^(?:no|not|never|none|without|nor|neither|free|sin|ni|nunca)$/;

/** `Property not listed for sale in last 6 months`: its yes is the declaration's no. */
function isOpposite({ meaning: { item, rest } }: JudgedColumn): boolean {
  return isDeclaration(item) && rest.some((word) => NEGATION.test(word));
}

/** Nobody can say that such a column is the declaration: its cells have to be turned first. */
function asksToTurn(one: JudgedColumn, fed: ReadonlySet<string>, decisions: Decisions): boolean {
  const path = one.meaning.item && pathOfItem(one.meaning.item);
  if (path === undefined || fed.has(path)) return false;
  const asked = columnQuestion("column-opposite", { path, ...namedColumns([one]) });
  decisions.ask(one, { asked, options: pathsOrNone([]), isAcceptable: true });
  return true;
}

function asksAmong(
  one: JudgedColumn,
  paths: readonly string[],
  isAcceptable: boolean,
  decisions: Decisions,
): boolean {
  const asked = columnQuestion("column-unsure", namedColumns([one]));
  if (paths.length > 0) decisions.ask(one, { asked, options: pathsOrNone(paths), isAcceptable });
  return paths.length > 0;
}

/**
 * Asks about a header that means nothing of a lead, over words of a field that no other column has: `Own/Rent/2nd` over "Own - live in" and
 * "Second home" says how the property is used, and `MLS 6 mo` over yes and no whether it was listed.
 */
export function asksOfIrrelevant(one: JudgedColumn, fed: ReadonlySet<string>, decisions: Decisions): boolean {
  const { content, column } = one;
  // Keys of systems are many, and most that look like it say something else; "Detached" says it here.
  const isOfSystem = column.keys !== undefined && !ATTACHMENT.test(column.name);
  if (content.cells.length === 0 || isOfSystem) return false;
  const paths = ENUMERATIONS.filter(
    (path) =>
      !fed.has(path) &&
      nearlyAll(content, (text) => isWordOf(path, text)) &&
      content.cells.some(({ text }) => knownWord(path, text) !== undefined),
  );
  if (halfOf(content, isYesOrNo) && (isOfDeclaredPeriod(column.name) || DECLARED_EVENTS.test(column.name)))
    paths.push(...DECLARATIONS.filter((path) => !fed.has(path)));
  // Whoever owns the record, where others are named; the home's, where nobody is.
  const isOwner = wordsOfHeader(column.name).some(({ tag }) => tag === "owner");
  if (isOwner && areNamesOfNobodyElse(content, fed)) paths.push("contactInfo.fullName");
  return asksAmong(one, paths, true, decisions);
}

/** As MISMO calls the walls that a house shares, or does not. */
const ATTACHMENT = /attachment_?type$/i;

/** Of the months or years that the declarations speak of: `MLS 6 mo`, `Owned < 6 months`. */
function isOfDeclaredPeriod(header: string): boolean {
  return wordsOfHeader(header).some(({ tag }) => tag === "sixMonths" || tag === "fourYears");
}

/** What the declarations speak of, and hardly anything else does. */
const DECLARED_EVENTS =
  /\bmls\b|housing event|credit event|public record|\bch(?:apter|\.)? ?(?:7|13)\b|\bselling\b/i;

/** Whether what a path takes is said by other columns; of a composite, any part of it. */
function isFed(path: string, fed: ReadonlySet<string>): boolean {
  if (fieldAt(path)) return fed.has(path);
  const group = path.slice(0, path.indexOf("."));
  if (path === "contactInfo.contact") return fed.has("contactInfo.email");
  const first = path === "contactInfo.fullName" ? "contactInfo.firstName" : `${group}.street`;
  return fed.has(first) && !path.endsWith("street2");
}

/** What the header may mean, as far as it goes and the cells allow. */
function byHeader({ column: { name }, meaning, content }: JudgedColumn): string[] {
  const near = nearestField(name)?.path;
  const isHouse = meaning.item === "fullAddress" && !most(content, isWholeAddress);
  const known: HeaderMeaning = isHouse ? { ...meaning, item: "street" } : meaning;
  const isPart = meaning.item === "fullName" && nearlyAll(content, isNamePart);
  const meant: HeaderMeaning = isPart ? { ...meaning, item: "firstName" } : known;
  return [...(near === undefined ? [] : [near]), ...pathsOf(meant)].filter((path) =>
    couldHold(path, content),
  );
}

function pathsOf(meaning: HeaderMeaning): string[] {
  const { item } = meaning;
  if (item === undefined || item === "irrelevant") return [];
  if (item === "occupancy") return ["propertyUsage", "statedInformation.rentalOccupancy"];
  if (isPersonItem(item))
    return item === "middleName" || item === "nameSuffix" ? [] : [`contactInfo.${item}`];
  if (!isAddressItem(item)) return [pathOfItem(item) ?? []].flat();
  const part = item === "unit" ? "unitNumber" : item;
  const paths = groupsOf(meaning).map((group) => `${group}.${part}`);
  return item === "unit" || item === "county" ? paths.filter((path) => path.startsWith("address.")) : paths;
}

function groupsOf({ place, whose }: HeaderMeaning): string[] {
  if (place === "previous" || place === "other") return [];
  const isHome =
    place === "residence" || place === "mailing" || (place === undefined && whose === "applicant");
  return isHome ? ["residentialAddress", "address"] : ["address", "residentialAddress"];
}

const ENUMERATIONS = ["buildingType", "loanPurpose", "propertyUsage", "statedInformation.rentalOccupancy"];
const DECLARATIONS = [
  "listedForSaleIn6Months",
  "purchasedOrSubjectToMortgageIn6Months",
  "liabilitiesIn4Years",
];
/** Of a header over yes and no, which may be a declaration. */
const DECLARATION_WORDS =
  /bankrupt|\bbk\b|\bfc\b|foreclos|short sale|judg|lien|liabilit|deud|quiebra|list|sale|venta|mls|purchas|bought|mortgag|refinanc|hipotec|compr/i;

/** Enumerations that half of the cells are words of: those that know most of them. */
function wordsOf({ content }: Pick<JudgedColumn, "content">): string[] {
  const shares = ENUMERATIONS.map((path) =>
    share(content, (text) => !isYesOrNo(text) && isWordOf(path, text)),
  );
  const highest = Math.max(...shares);
  return highest < 0.5 ? [] : ENUMERATIONS.filter((_, at) => shares[at] === highest);
}

/** What the cells look like, of a column whose header does not say what they are. */
function byContent({ column: { name }, meaning, content }: JudgedColumn, fed: ReadonlySet<string>): string[] {
  const has = (test: (text: string) => boolean) => nearlyAll(content, test);
  if (has(holdsEmail)) return ["contactInfo.email"];
  if (isOfContacts(content)) return ["contactInfo.contact"];
  if (has(isPhone)) return ["contactInfo.phone"];
  const groups = groupsOf(meaning);
  if (has(isWholeAddress)) return groups.map((group) => `${group}.fullAddress`);
  if (has(isStreet)) return groups.map((group) => `${group}.street`);
  if (has(isState)) return groups.map((group) => `${group}.state`);
  const isTownKnown = ["address.street", "address.city", "address.state", "residentialAddress.city"].some(
    (path) => fed.has(path),
  );
  if (has(isZip)) return isTownKnown ? groups.map((group) => `${group}.zip`) : [];
  const words = wordsOf({ content });
  if (words.length > 0) return words;
  if (halfOf(content, isYesOrNo)) {
    const mayDeclare = [DECLARATION_WORDS, DECLARED_EVENTS].some((words) => words.test(name));
    return mayDeclare || isOfDeclaredPeriod(name) ? DECLARATIONS : [];
  }
  if (meaning.item !== undefined) return [];
  return areNamesOfNobodyElse(content, fed) ? ["contactInfo.fullName"] : [];
}

function areNamesOfNobodyElse(content: ColumnContent, fed: ReadonlySet<string>): boolean {
  const isNamed = ["contactInfo.firstName", "contactInfo.lastName"].some((path) => fed.has(path));
  // Remarks stand beside some names, as in "Kay Lund (and hubby Jim)".
  return !isNamed && nearlyAll(content, hasName) && halfOf(content, isFullName);
}
