import { referenceOf } from "../cells/address-reference.ts";
import { yesOrNo } from "../cells/boolean-cell.ts";
import { isCityLine, isTownName, isWholeAddress } from "../cells/full-address.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import { type HeaderMeaning, readHeader } from "../headers/header-grammar.ts";
import { headerKey } from "../headers/header-meaning.ts";
import {
  type Item,
  isAddressItem,
  isNameItem,
  isPersonItem,
  itemAt,
  pathOfItem,
} from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import { TAG_BY_PHRASE } from "../vocabulary/header-words.ts";
import {
  areDifferent,
  couldBePhone,
  couldHold,
  ENUMERATIONS,
  enumerationsHalfOf,
  enumerationsOf,
  halfOf,
  hasName,
  isFullName,
  isNameOfPeople,
  isOfContacts,
  isOneWord,
  isPeriod,
  isPhone,
  isPostBox,
  isState,
  isStreet,
  isYesOrNo,
  isZip,
  looksLike,
  most,
  nearlyAll,
} from "./column-content.ts";
import { compare, isOfOthers, type JudgedColumn } from "./judged-column.ts";
import { roleOfAll } from "./row-columns.ts";
import { isHouseNumber } from "./street-parts.ts";
import { lastName, tickSigns, valueNamed } from "./tick-columns.ts";

/**
 * What speaks for another meaning than the header alone: first a column's own cells, then the columns beside it, then
 * ticks. Each source sees what those before it say of all columns, and none rewrites what its own say.
 */

/** What a column means by a sign; undefined where the sign does not hold. */
type Sign = (one: JudgedColumn, all: readonly JudgedColumn[]) => HeaderMeaning | undefined;
type Signs = Readonly<Record<string, Sign>>;

/** The first sign of each source that applies counts. A name of the catalogue and a person's word stay. */
export const SIGNS: Readonly<Record<"cells" | "neighbours", Signs>> = {
  cells: {
    nothing,
    estado,
    occupancy,
    usage,
    contact,
    phone,
    otherWords,
    partAmongRest,
    whatCellsAre,
    lettered,
  },
  neighbours: {
    mailLine,
    besideType,
    secondAddress,
    houseNumber,
    lineNumber,
    besideWhole,
    owner,
    calledAfter,
    town,
    cityBefore,
    numberedPerson,
    secondPerson,
    oneOfTwo,
    personOfRole,
    doubtfulWords,
  },
};

/** All columns with what header, cells and neighbours say together. */
export function withSigns(
  columns: readonly JudgedColumn[],
  sources: readonly Signs[] = Object.values(SIGNS),
): readonly JudgedColumn[] {
  const known = sources.reduce<readonly JudgedColumn[]>(
    (all, signs) =>
      all.map((one) => {
        // "Email 2" is the e-mail by its base alone: it may be somebody else's.
        if (one.fixed || (one.meaning.certainty === "named" && one.copy === 0)) return one;
        for (const sign of Object.values(signs)) {
          const meaning = sign(one, all);
          if (meaning) return { ...one, meaning };
        }
        return one;
      }),
    columns,
  );
  return tickSigns(known);
}

const IRRELEVANT: HeaderMeaning = { item: "irrelevant", rank: 1, certainty: "certain", rest: [] };

/** A meaning that leaves nothing open. A word such as "Contact" alone does not tell the applicant from others. */
function sure({ meaning: { whose, ...rest } }: JudgedColumn, item: Item): HeaderMeaning {
  return { ...rest, ...(whose && !isPersonItem(item) && { whose }), item, certainty: "certain" };
}

/**
 * "Primary Borrower?" over yes and no names nobody, "Lease To" over dates does not say for how long, "Rent per" over "month"
 * is not an amount, and "Portable" over "No" and "Callback" over "10/3" are no telephone numbers.
 */
function nothing({ meaning: { item }, content, column }: JudgedColumn): HeaderMeaning | undefined {
  if (content.cells.length === 0) return undefined;
  const mayBeAsked = item === "fullName" || item === "phone";
  const isAnswer = mayBeAsked && content.cells.every(({ text }) => yesOrNo(text) !== undefined);
  const isProgram = item === "loanPurpose" && content.cells.every(({ text }) => PROGRAM.test(text));
  const isOfDates = isEnumeration(item) && nearlyAll(content, (text) => DATE.test(text));
  const isOfPeriods = item === "monthlyRent" && content.cells.every(({ text }) => isPeriod(text));
  const mayBeTime = item === "phone" && /call/i.test(column.name);
  const isNoNumber = mayBeTime && content.cells.every(({ text }) => !couldBePhone(text));
  return isAnswer || isProgram || isOfDates || isOfPeriods || isNoNumber ? IRRELEVANT : undefined;
}

const DATE = /^(?:\d{4}-\d\d?-\d\d?|\d\d?[/.-]\d\d?[/.-](?:\d\d){1,2})\b/;

/** How a loan is made, as `Loan Type` holds it where lenders write it. It does not say what the money is for. */
const PROGRAM =
  /^(?:(?:conventional|conforming|non-?conforming|conv|fha|va|usda|rhs|jumbo|non[- ]?qm|agency|portfolio|bank statement|fixed|arm|(?:5|7|10)[/-]\d{1,2}|\d{2}[ -]?(?:yr|year|yrs|years)|loan|mortgage|high balance|rural)(?:[\s/,+()-]+|$))+$/i;

function isEnumeration(item: Item | undefined): boolean {
  return item === "occupancy" || (item !== undefined && ENUMERATIONS.includes(pathOfItem(item) ?? ""));
}

/** `Estado` over "Nuevo" and "Contactado" says how it stands with the lead. One cell alone may be a state in an odd spelling. */
function estado({ meaning, content, column }: JudgedColumn): HeaderMeaning | undefined {
  if (meaning.item !== "state" || content.cells.length < 2) return undefined;
  const isEstado = wordsOf(column.name).some(({ tag }) => tag === "estado");
  return isEstado && !content.cells.some(({ text }) => isState(text)) ? IRRELEVANT : undefined;
}

/** How the property is used, or whether it is let: the cells of `Occupancy` say which of both it tells. */
function occupancy(one: JudgedColumn): HeaderMeaning | undefined {
  if (one.meaning.item !== "occupancy") return undefined;
  const [item, other] = (["propertyUsage", "rentalOccupancy"] as const).filter((known) =>
    one.content.cells.some(({ text }) => knownWord(pathOfItem(known) ?? "", text) !== undefined),
  );
  return item && !other ? sure(one, item) : { ...one.meaning, certainty: "partial" };
}

/** `Owner Occupied?` and "Do you live there?" over yes and no ask for one use of the property. */
function usage(one: JudgedColumn): HeaderMeaning | undefined {
  const { meaning, column, content } = one;
  const words = meaning.item === "propertyUsage" ? valueNamed(lastName(column), meaning.item) : undefined;
  const yes = words === undefined ? undefined : knownWord("propertyUsage", words);
  const isAsked =
    yes === "primaryResidence" ||
    /^invest\w* prop/i.test(words ?? "") ||
    !column.name.trim().startsWith(words ?? "");
  const isAnswer = (text: string) => isYesOrNo(text) || knownWord("propertyUsage", text) !== undefined;
  if (yes === undefined || !isAsked || !nearlyAll(content, isAnswer)) return undefined;
  return { ...sure(one, "propertyUsage"), rest: [], yes };
}

/** `Contact`, `Email` and `Phone` over cells that hold an address and a number. */
function contact(one: JudgedColumn): HeaderMeaning | undefined {
  const { item, rest } = one.meaning;
  const mayBe = item === undefined || item === "fullName" || item === "email" || item === "phone";
  return mayBe && !isOfOthers(one) && rest.length === 0 && isOfContacts(one.content)
    ? sure(one, "contact")
    : undefined;
}

/** `Home` and `Work` over telephone numbers are two of the telephones, and `Client #` is not a number that a system gave. */
function phone({ meaning, column, content }: JudgedColumn): HeaderMeaning | undefined {
  const { item, whose, certainty, rest } = meaning;
  const isNumber = item === "irrelevant";
  const isOpen = isNumber ? whose === "applicant" : certainty === "partial" && rest.length === 0;
  const isOfPhone = (text: string) => isPhone(text) || (!isNumber && /^\d{10}$/.test(text));
  if (!isOpen || column.keys || !nearlyAll(content, isOfPhone)) return undefined;
  const known = readHeader(`${column.name} Phone`);
  const isOfKind = isNumber || (known.rank !== UNMARKED_RANK && known.whose === undefined);
  return known.item === "phone" && known.certainty === "certain" && isOfKind ? known : undefined;
}

/** Rank of a telephone whose header does not say which one it is. */
const UNMARKED_RANK = 1;

/** `Using for` over "Home improvement" and "Pay off debt": the header knows none of the words, another field all. */
function otherWords({ meaning, content }: JudgedColumn): HeaderMeaning | undefined {
  const path = meaning.item && pathOfItem(meaning.item);
  if (meaning.certainty !== "certain" || path === undefined || !isEnumeration(meaning.item)) return undefined;
  const [other, ...more] = enumerationsOf(content);
  if (other === undefined || other === path || more.length > 0) return undefined;
  if (content.cells.some(({ text }) => isWordOf(path, text))) return undefined;
  return { ...meaning, item: itemAt(other) };
}

/**
 * `Address Line 3` over "Stowe, VT 05672" is the last line of an address, as in mail merges, and `Line 1` over names is no street
 * where `Line 2` is.
 */
function mailLine(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { item, rest } = one.meaning;
  // "Other Address 2" is of another address.
  if (item === "street2" && rest.every((word) => /^\d$/.test(word)) && most(one.content, isCityLine))
    return { ...sure(one, "cityStateZip"), rest: [] };
  const isName = ({ meaning, content, fixed }: JudgedColumn) =>
    !fixed && meaning.item === "street" && nearlyAll(content, isNameOfPeople);
  const isBelow = ({ meaning, content }: JudgedColumn) =>
    meaning.item === "street2" && looksLike("street", content, nearlyAll);
  if (isName(one)) return all.some(isBelow) ? sure(one, "fullName") : undefined;
  return isBelow(one) && all.some(isName) ? sure(one, "street") : undefined;
}

/** `Listing Address`, `Listing City`: a word that means something else beside the part of an address that cells show. */
function partAmongRest({ meaning, content, key }: JudgedColumn): HeaderMeaning | undefined {
  const { item, rest } = meaning;
  const mayBe = item !== undefined && rest.length > 0 && !isPersonItem(item);
  const part = mayBe ? readHeader(rest.join(" ")).item : undefined;
  if (!looksLike(part, content, nearlyAll)) return undefined;
  // "State/County" over states.
  if (item === "county") return { ...meaning, item: part, certainty: "certain", rest: [] };
  if (isAddressItem(item) || !isAddressItem(part)) return undefined;
  return { rank: 1, certainty: "partial", item: part, rest: [key.replace(headerKey(rest.join(" ")), "")] };
}

/**
 * A column whose header says too little is what its cells say, where header and cells leave nothing open: `Type`
 * over SFR and Condo, `Property` over addresses, `Client` over names.
 */
function whatCellsAre(one: JudgedColumn): HeaderMeaning | undefined {
  const { meaning, content } = one;
  const { item, certainty, rest, place } = meaning;
  if (certainty === "certain" || rest.length > 0 || content.cells.length === 0) return undefined;
  if (fits(one)) return item && sure(one, item);
  const isOpen = item === undefined || item === "fullAddress";
  if (isOpen && place !== undefined && nearlyAll(content, isWholeAddress)) return sure(one, "fullAddress");
  const [path, ...more] = enumerationsOf(content);
  const found = path === undefined || more.length > 0 ? undefined : itemAt(path);
  // `Rental` may say that the property is let or for how long: all cells tell which.
  const areOfUse = [item, found].every((known) => known === "propertyUsage" || known === "rentalOccupancy");
  return found && (isOpen || areOfUse) ? sure(one, found) : undefined;
}

/** Whether the cells leave no doubt of what the header says. */
function fits({ meaning: { item }, content }: JudgedColumn): boolean {
  if (isEnumeration(item)) return enumerationsOf(content).join() === pathOfItem(item as Item);
  return looksLike(item, content, nearlyAll);
}

/** `P_City` is of the property, where `P_Type` is over types of buildings or their use, and no other address may be it. */
function besideType(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const meaning = behindP(one);
  if (meaning?.certainty !== "certain") return undefined;
  const isOfHome = (other: JudgedColumn) => {
    const known = behindP(other);
    return known && OF_HOME.includes(known.item) && fits({ ...other, meaning: known });
  };
  // H may be the home.
  const mayBe = ({ meaning: { item, place, rest } }: JudgedColumn) =>
    isStreetItem(item) && (place === undefined || place === "property") && rest.join() !== "h";
  const isElsewhere = all.some((other) => mayBe(other) && !behindP(other));
  return !isElsewhere && all.some(isOfHome) ? meaning : undefined;
}

const OF_HOME: readonly (Item | undefined)[] = ["buildingType", "propertyUsage"];
const isStreetItem = (item: Item | undefined): boolean => item === "street" || item === "fullAddress";

/** What a header would mean, if its "P", the one word that is not understood, were the property. Other words may be of any home. */
function behindP({
  meaning: { rest, place, whose },
  column,
  fixed,
}: JudgedColumn): HeaderMeaning | undefined {
  if (fixed || column.keys || place || whose || rest.join(" ") !== "p") return undefined;
  const behind = /^p(.*)$/i.exec(column.name.trim())?.[1];
  return behind === undefined ? undefined : readHeader(`Property ${behind}`);
}

/** `Address 2 - City` is of a second address, and so is `Address 2 - Street`, which alone is a second line. */
function secondAddress(
  { meaning, column: { name, keys } }: JudgedColumn,
  all: readonly JudgedColumn[],
): HeaderMeaning | undefined {
  if (meaning.item !== "street2" || keys || !name.includes("2")) return undefined;
  const parts: readonly (Item | undefined)[] = ["city", "state", "zip"];
  const isSecond = ({ meaning: { item, rest } }: JudgedColumn) =>
    item === "street2" && rest.length > 0 && parts.includes(readHeader(rest.join(" ")).item);
  if (!all.some(isSecond)) return undefined;
  return { ...readHeader(name.replace("2", " ")), certainty: "partial", rest: ["2"] };
}

/** `Situs No` beside `Situs Street` over "Elm St" numbers its house, and not the property. */
function houseNumber(
  { meaning, column, content }: JudgedColumn,
  all: readonly JudgedColumn[],
): HeaderMeaning | undefined {
  if (meaning.item !== undefined || meaning.place !== "property" || column.keys) return undefined;
  const known = readHeader(`${column.name} Street`);
  const isBare = ({ meaning: { item, place }, content }: JudgedColumn) =>
    item === "street" && place === "property" && content.cells.length > 0 && !most(content, isStreet);
  const isNumber = known.item === "houseNumber" && nearlyAll(content, isHouseNumber);
  return isNumber && all.some(isBare) ? known : undefined;
}

/** `Phone Line` over four digits ends a number whose prefix stands in a column of its own. */
function lineNumber(
  { meaning, content }: JudgedColumn,
  all: readonly JudgedColumn[],
): HeaderMeaning | undefined {
  const isLine = meaning.item === "phone" && meaning.rest.join() === "line";
  const isPrefix = ({ column }: JudgedColumn) => /prefix|exchange/i.test(column.name);
  if (!isLine || !nearlyAll(content, (text) => /^\d{4}$/.test(text)) || !all.some(isPrefix)) return undefined;
  return { ...meaning, certainty: "certain", rest: [] };
}

/** Whether a column holds the last four digits of ZIP codes, or a township, which is a part of the county. */
function isMinor({ meaning: { item }, column: { name }, content }: JudgedColumn): boolean {
  if (item === "city") return /township|\btwp\b/i.test(name);
  return item === "zip" && /4|four/i.test(name) && content.cells.every(({ text }) => /^\d{1,4}$/.test(text));
}

/** `Zip4` and `Township` are nothing of a lead beside the ZIP code and the city of the same address, as far as both say. */
function besideWhole(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { item, place } = one.meaning;
  const isWhole = (other: JudgedColumn) =>
    other.meaning.item === item &&
    (place ?? other.meaning.place) === other.meaning.place &&
    (other.fixed !== undefined || !isMinor(other));
  return isMinor(one) && all.some(isWhole) ? IRRELEVANT : undefined;
}

/**
 * `PADDR`, `PCITY` and `PTYP` are parts behind a letter, and so are `HADDR` and `HZIP`: no other word begins with it so often.
 */
function lettered(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const known = behindLetter(one);
  if (!known) return undefined;
  const family = all.flatMap((other) => {
    const { item, rest } = behindLetter(other) ?? {};
    return item && rest?.join() === known.rest.join() ? [item] : [];
  });
  return (["street", "zip"] as const).every((part) => family.includes(part)) ? known : undefined;
}

/** A header's meaning behind its first letter, which is left as a word that is not known. */
function behindLetter({ meaning, column, fixed }: JudgedColumn): HeaderMeaning | undefined {
  const [, letter = "", word = ""] = /^([a-z])([a-z]{2,})$/i.exec(column.name.trim()) ?? [];
  if (fixed || column.keys || meaning.item || !TAG_BY_PHRASE.has(word.toLowerCase())) return undefined;
  return { ...readHeader(word), certainty: "partial", rest: [letter.toLowerCase()] };
}

/**
 * `User Email` and `E-mail to send your quote to`, and `User Phone` with it: e-mails, the only ones of the sheet, that most
 * often have the applicant's first name in them are nobody else's.
 */
function calledAfter(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { item, certainty, whose } = one.meaning;
  // A single e-mail of somebody else may have his name by accident.
  const isOthers = whose === "other" && one.content.cells.length > 1;
  const isOpen = certainty === "partial" ? whose === undefined : isOthers;
  if ((item !== "email" && item !== "phone") || !isOpen || one.column.keys) return undefined;
  const emails = all.filter(({ content }) => looksLike("email", content, nearlyAll));
  const [email, another] = emails;
  if (!email || another || wordsBeside(email) !== wordsBeside(one)) return undefined;
  const names = all.filter((name) => beginsWithFirstName(email, name));
  return names.some(isFirstName) && !names.some(isOfOthers)
    ? { item, rank: 1, certainty: "certain", rest: [] }
    : undefined;
}

/** The words of a header that do not name a way to reach somebody. */
function wordsBeside({ column }: JudgedColumn): string {
  const words = wordsOf(column.name).filter(({ tag }) => tag !== "email" && tag !== "phone");
  return words.map(({ text }) => text).join(" ");
}

/**
 * Whether most e-mails begin with a first name and nothing that makes another name of it, as `dana@` does of Dan. Others in a
 * family share the last name, and an agent has one e-mail for all.
 */
function beginsWithFirstName({ content: emails }: JudgedColumn, { content: names }: JudgedColumn): boolean {
  const given = (name: string) =>
    name
      .slice(name.indexOf(",") + 1)
      .trim()
      .split(" ")[0] ?? "";
  const begins = (email: string, name: string) =>
    given(name).length > 2 && email.split(/[^\p{L}]/u)[0]?.toLowerCase() === given(name).toLowerCase();
  const { both, same } = compare(emails, names, begins);
  return same * 2 > both && areDifferent(emails);
}

const isFirstName = (one: JudgedColumn): boolean =>
  (one.meaning.item === "firstName" || one.meaning.item === "fullName") &&
  one.meaning.certainty !== "partial" &&
  !isOfOthers(one);

/**
 * `Owner First Name` and `Property Owner Email` are the applicant's, where no other column names somebody, and `Owner City` is of
 * his home beside the property's address.
 */
function owner(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { item, place } = one.meaning;
  if (item && isAddressItem(item)) {
    const isOfProperty = ({ meaning: { item, place } }: JudgedColumn) =>
      place === "property" && isStreetItem(item);
    // County lists have where an owner wants his letters.
    const isForLetters = (other: JudgedColumn) =>
      isOwners(other) && other.content.cells.some(({ text }) => isPostBox(text));
    const isHome = place === undefined && isOwners(one) && all.some(isOfProperty) && !all.some(isForLetters);
    const isApplicant = all.some((other) => isNameItem(other.meaning.item) && owner(other, all));
    return isHome && isApplicant ? { ...sure(one, item), place: "residence", rest: [] } : undefined;
  }
  // "First Owner" over yes and no is nobody's first name.
  const isReached = (other: JudgedColumn) => isPersonItem(other.meaning.item) && owner(other, all);
  if (isOwnerAlone(one) && all.some(isReached)) return sure(one, "fullName");
  const isFit = couldHold(`contactInfo.${item}`, one.content) && !halfOf(one.content, isYesOrNo);
  if (!item || !isOwners(one) || !isFit) return undefined;
  const isNamed = all.some((other) => {
    // "Purchaser" and "Requested by" may be the applicant.
    const mayBeName = other.meaning.item === undefined && nearlyAll(other.content, isFullName);
    return (isNameItem(other.meaning.item) || mayBeName) && !isOfOthers(other) && !isOwners(other);
  });
  return isNamed ? undefined : sure(one, item);
}

/** `Owner` over names, which in a CRM may be the record's. */
const isOwnerAlone = ({ column, content }: JudgedColumn): boolean =>
  wordsOf(column.name).every(({ tag }) => tag === "owner") && nearlyAll(content, isNameOfPeople);

export function isOwners({ meaning: { item, rest, whose }, fixed }: JudgedColumn): boolean {
  const isOwnerWord = (word: string) => ["owner", "property"].includes(TAG_BY_PHRASE.get(word) ?? "");
  const mayBe = isPersonItem(item) || isAddressItem(item);
  return !fixed && mayBe && whose === undefined && rest.length > 0 && rest.every(isOwnerWord);
}

/** `Location` over "Austin, TX": a part of an address that is not a street, where no other column has one. */
function town(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const meaning = townOf(one);
  const isAddress = (other: JudgedColumn) => isAddressItem(other.meaning.item) && !townOf(other);
  return meaning && !all.some(isAddress) ? meaning : undefined;
}

function townOf(one: JudgedColumn): HeaderMeaning | undefined {
  const { meaning, content, fixed } = one;
  const { item, rest, certainty } = meaning;
  const mayBe = item === "street" || item === "fullAddress";
  if (fixed || !mayBe || certainty === "named" || rest.length > 0) return undefined;
  if (nearlyAll(content, isState)) return sure(one, "state");
  if (nearlyAll(content, isZip)) return sure(one, "zip");
  if (nearlyAll(content, (text) => isCityLine(text) || isState(text) || isZip(text)))
    return sure(one, "cityStateZip");
  // Words alone may be a street without its number as well.
  const isTown = (text: string) => isTownName(text) && referenceOf(text) === undefined && !isYesOrNo(text);
  return certainty === "certain" && nearlyAll(content, isTown)
    ? { ...meaning, item: "city", certainty: "partial" }
    : undefined;
}

/** `Cd.` over "El Paso" in front of the state, where no column is the city: a person is asked. */
function cityBefore(
  { meaning, content, index, key }: JudgedColumn,
  all: readonly JudgedColumn[],
): HeaderMeaning | undefined {
  const next = all.find((other) => other.index === index + 1)?.meaning;
  const isUnknown = meaning.item === undefined && nearlyAll(content, isTownName);
  const isCity = ({ meaning: { item } }: JudgedColumn) => item === "city" || item === "cityStateZip";
  if (!isUnknown || next?.item !== "state" || all.some(isCity)) return undefined;
  return { ...next, item: "city", certainty: "partial", rest: [key] };
}

/** `Client (1)` is a name where `Client (2)` is one, however its names are written. */
function numberedPerson(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { base, content } = one;
  const { item, certainty, rest } = one.meaning;
  const isOpen = item === "fullName" && certainty === "partial" && rest.length === 0;
  const isSame = ({ base: other, meaning }: JudgedColumn) =>
    other === base && meaning.item === "fullName" && meaning.certainty === "certain";
  if (!isOpen || !all.some(isSame) || !nearlyAll(content, hasName)) return undefined;
  return halfOf(content, (text) => !isOneWord(text)) ? sure(one, "fullName") : undefined;
}

/**
 * Beside `Alt Name` and `Prospect 2 Name`, `Alt Email` and `Prospect 2 Email` are no other ones of the applicant. `2nd Name`
 * behind `1st Name` is the last name.
 */
function secondPerson(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { column, meaning } = one;
  if (!isPersonItem(meaning.item)) return undefined;
  const isFirst = (other: JudgedColumn) => /^\W*1st name\W*$/i.test(other.column.name);
  const hasLast = all.some((other) => other.meaning.item === "lastName");
  if (/^\W*2nd name\W*$/i.test(column.name) && all.some(isFirst) && !hasLast)
    return { ...sure(one, "lastName"), rest: [] };
  const isSecond = (word: string) => ["two", "secondary"].includes(TAG_BY_PHRASE.get(word) ?? "");
  const words = wordsOf(column.name).flatMap(({ text }) => (isSecond(text) ? [text] : []));
  const isOfThem = ({ meaning: { item, certainty, rest }, content, fixed, column }: JudgedColumn) =>
    isNameItem(item) &&
    certainty === "partial" &&
    rest.join() === words.join() &&
    !fixed &&
    !column.keys &&
    nearlyAll(content, hasName);
  return words.length > 0 && all.some(isOfThem) ? { ...meaning, whose: "co-applicant" } : undefined;
}

/**
 * `borrowers.0.email` beside `borrowers.0.role` over "CoBorrower" is the co-borrower's, where the role of another one is to be the
 * borrower, whatever their order.
 */
function personOfRole(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const list = listOf(one);
  if (!list || !(isPersonItem(one.meaning.item) || roleOfAll(one))) return undefined;
  const roles = all.flatMap((other) => {
    const { name, nth } = listOf(other) ?? {};
    const role = name === list.name ? roleOfAll(other) : undefined;
    return role ? [{ nth, role }] : [];
  });
  const own = roles.find(({ nth }) => nth === list.nth)?.role;
  if (!own || !roles.some(({ role }) => role === "applicant")) return undefined;
  if (roleOfAll(one)) return { ...IRRELEVANT, whose: own };
  return own === "applicant" ? readHeader(one.column.name, list.keys) : { ...one.meaning, whose: own };
}

/** Finds the list that a column's object stands in: its name, the object's place in it, and the keys without that place. */
function listOf({ column: { keys = [] }, fixed }: JudgedColumn) {
  const at = keys.findLastIndex((key) => /^\d+$/.test(key));
  const name = keys.slice(0, at).join(".");
  return at < 1 || fixed ? undefined : { name, nth: keys[at], keys: keys.toSpliced(at, 1) };
}

/** `Her Email` alone may be of nobody whom the sheet names; beside `His Email` one of both is meant. */
function oneOfTwo(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const pronoun = pronounOf(one);
  const isOther = (other: JudgedColumn) => ![undefined, pronoun].includes(pronounOf(other));
  if (pronoun === undefined || all.some(isOther)) return undefined;
  return { ...one.meaning, certainty: "partial", rest: [pronoun] };
}

/** `her`, of a column of one of two. */
export function pronounOf({ column }: JudgedColumn): string | undefined {
  return wordsOf(column.name)
    .find(({ tag }) => tag === "hisOrHer")
    ?.text.slice(0, 3);
}

/**
 * `Goal` over "Home improvement" and "Cash out": words of one field, and most of them leave no doubt. What the others
 * mean is asked about, and not what the column is, where no other column may be it.
 */
function doubtfulWords(one: JudgedColumn, all: readonly JudgedColumn[]): HeaderMeaning | undefined {
  const { meaning, content, column } = one;
  if (meaning.item !== undefined || meaning.rest.length > 0 || column.keys) return undefined;
  const [path = "", ...more] = enumerationsHalfOf(content);
  const item = itemAt(path);
  const isOpen = more.length > 0 || all.some((other) => other.meaning.item === item);
  if (isOpen || !halfOf(content, (text) => knownWord(path, text) !== undefined)) return undefined;
  return nearlyAll(content, (text) => isWordOf(path, text)) ? sure(one, item) : undefined;
}
