import { fieldAt } from "../../lead/field-catalogue.ts";
import { isWholeAddress } from "../cells/full-address.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import { type HeaderMeaning, isDeclaration } from "../headers/header-grammar.ts";
import { nearestField } from "../headers/header-meaning.ts";
import { isPersonItem, pathOfItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import { isAddressItem } from "./address-blocks.ts";
import {
  type ColumnContent,
  couldHold,
  ENUMERATIONS,
  enumerationsHalfOf,
  halfOf,
  hasName,
  holdsEmail,
  isFullName,
  isNamePart,
  isOfContacts,
  isPhone,
  isState,
  isStreet,
  isYesOrNo,
  isZip,
  looksLike,
  most,
  nearlyAll,
} from "./column-content.ts";
import { columnQuestion } from "./column-texts.ts";
import { type Decisions, pathsOrNone } from "./decisions.ts";
import { type JudgedColumn, namedColumns } from "./judged-column.ts";

/** What is asked about columns whose headers and cells do not settle what they are. */

/** Parts of an address that a header names beside words that are not known: `New Address`, `P City`. */
export function doubtfulAddresses(columns: readonly JudgedColumn[]): ReadonlySet<JudgedColumn> {
  const parts = columns.filter(isDoubtfulPart);
  const isOfBlock = (one: JudgedColumn) =>
    one.meaning.item === "street" ||
    one.meaning.item === "fullAddress" ||
    parts.some((other) => other !== one && other.meaning.rest.join() === one.meaning.rest.join());
  return new Set(parts.filter(isOfBlock));
}

function isDoubtfulPart({ meaning, content, fixed }: JudgedColumn): boolean {
  const { item, certainty, place, whose } = meaning;
  const isOthers = place === "previous" || place === "other" || whose === "co-applicant" || whose === "other";
  return !fixed && certainty === "partial" && !isOthers && looksLike(item, content, most);
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
  const shown = isUnknown ? byContent(one, fed) : enumerationsHalfOf(one.content);
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
  const isOwner = wordsOf(column.name).some(({ tag }) => tag === "owner");
  if (isOwner && areNamesOfNobodyElse(content, fed)) paths.push("contactInfo.fullName");
  return asksAmong(one, paths, true, decisions);
}

/** As MISMO calls the walls that a house shares, or does not. */
const ATTACHMENT = /attachment_?type$/i;

/** Of the months or years that the declarations speak of: `MLS 6 mo`, `Owned < 6 months`. */
function isOfDeclaredPeriod(header: string): boolean {
  return wordsOf(header).some(({ tag }) => tag === "sixMonths" || tag === "fourYears");
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

const DECLARATIONS = [
  "listedForSaleIn6Months",
  "purchasedOrSubjectToMortgageIn6Months",
  "liabilitiesIn4Years",
];
/** Of a header over yes and no, which may be a declaration. */
const DECLARATION_WORDS =
  /bankrupt|\bbk\b|\bfc\b|foreclos|short sale|judg|lien|liabilit|deud|quiebra|list|sale|venta|mls|purchas|bought|mortgag|refinanc|hipotec|compr/i;

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
  const words = enumerationsHalfOf(content);
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
