import { isWholeAddress } from "../cells/full-address.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import { type HeaderMeaning, isDeclaration, readHeader } from "../headers/header-grammar.ts";
import { nearestField } from "../headers/header-meaning.ts";
import { type Item, isAddressItem, isPersonItem, itemAt, pathOfItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import type { Tag } from "../vocabulary/header-words.ts";
import {
  type ColumnContent,
  couldHold,
  DECLARATIONS,
  ENUMERATIONS,
  enumerationsHalfOf,
  halfOf,
  hasName,
  isFullName,
  isNamePart,
  isOfContacts,
  isOneWord,
  isYesOrNo,
  looksLike,
  most,
  nearlyAll,
} from "./column-content.ts";
import { fieldPathsOf, targetAt } from "./column-reading.ts";
import type { Decisions } from "./decisions.ts";
import { isOfOthers, type JudgedColumn } from "./judged-column.ts";

/** What is asked about columns whose headers and cells do not settle what they are. */

/** Parts of an address that a header names beside words that are not known: `New Address`, `P City`. */
export function doubtfulAddresses(columns: readonly JudgedColumn[]): ReadonlySet<JudgedColumn> {
  const parts = columns.filter(isDoubtfulPart);
  const fixed = columns.filter(({ fixed, meaning }) => fixed && isAddressItem(meaning.item));
  const isOfBlock = (one: JudgedColumn) =>
    one.meaning.item === "street" ||
    [...parts, ...fixed].some(
      (other) => other !== one && (other.words ?? other.meaning).rest.join() === one.meaning.rest.join(),
    );
  return new Set(parts.filter(isOfBlock));
}

function isDoubtfulPart(one: JudgedColumn): boolean {
  const { meaning, content, fixed } = one;
  const { item, certainty, place } = meaning;
  const isOthers = place === "previous" || place === "other" || isOfOthers(one);
  return (
    isAddressItem(item) && !fixed && certainty === "partial" && !isOthers && looksLike(item, content, most)
  );
}

/**
 * Asks about a column whose header does not settle what it is, unless it holds nothing of a lead, or nothing that other
 * columns do not say.
 *
 * @param fed Paths of the fields that other columns feed.
 * @param isBare Whether no column has the street of an address, so that cells that are addresses speak for themselves.
 */
export function asksWhatItIs(
  one: JudgedColumn,
  fed: ReadonlySet<string>,
  isBare: boolean,
  decisions: Decisions,
): boolean {
  const { meaning, content } = one;
  if (content.cells.length === 0) return false;
  const isIrrelevant = meaning.item === "irrelevant";
  // Nobody can say that a column is the opposite of a declaration: its cells have to be turned first.
  const turned = isOpposite(one) ? pathOfItem(meaning.item as Item) : undefined;
  const mayBe = isIrrelevant ? besideHeader(one, fed) : turned ? [turned] : byHeaderAndCells(one, fed);
  const areAddresses = isBare && nearlyAll(content, isWholeAddress);
  const addresses = areAddresses ? ["address.fullAddress", "residentialAddress.fullAddress"] : [];
  const paths = [...new Set([...mayBe, ...addresses])].filter((path) => !isFed(path, fed));
  if (paths.length === 0) return false;
  const isOfAddress = isIrrelevant
    ? paths.some((path) => isAddressItem(itemAt(path)))
    : meaning.place === "property";
  if (turned) decisions.ask(one, "column-opposite", [], { params: { path: turned } });
  else
    decisions.ask(one, "column-unsure", isOfOtherPeriod(one) ? [] : paths, {
      isAcceptable: mayBe.length > 0 && !isOfOthers(one) && !isOfAddress,
    });
  return true;
}

function byHeaderAndCells(one: JudgedColumn, fed: ReadonlySet<string>): readonly string[] {
  const named = byHeader(one);
  const { item } = one.meaning;
  // Words beside yes and no may be how a form has a declaration answered: "Listed", "None of these".
  if (isDeclaration(item) && named.length === 0 && most(one.content, isInWords))
    return [pathOfItem(item as Item) ?? ""];
  const isUnknown = item === undefined || named.length === 0;
  return [...named, ...(isUnknown ? byContent(one, fed) : enumerationsHalfOf(one.content))];
}

const isInWords = (text: string): boolean => /\p{L}{3}/u.test(text);

const NEGATION = /^(?:no|not|never|none|without|nor|neither|free|sin|ni|nunca)$/;

/** `Property not listed for sale in last 6 months`: its yes is the declaration's no. */
function isOpposite({ meaning: { item, rest } }: JudgedColumn): boolean {
  return isDeclaration(item) && rest.some((word) => NEGATION.test(word));
}

const YEAR = /^(?:annual(?:ly|ized)?|year(?:ly)?|yr|annum|anual|año|ano)$/;
/** In "six calendar months" the months are those of the declaration. */
const OWN_COUNT = /^(?:6|six|seis|180|4|four|cuatro|48)$/;
const PERIOD = /(?:^|\s)(?:days?|months?|mos?|mths?|years?|yrs?|mes(?:es)?|anos?)$/;

/** `Owned 6+ months` asks the opposite of what was bought in the last 6. */
const LONGER = /\d\s*\+|\b(?:more|longer|greater) than\b|\bor (?:more|longer)\b|\bover\b|\bat least\b|>/i;

/**
 * Whether nobody can say that a column is what its header begins to say: `Annual Rent` is twelve times the rent of a month, and
 * who has not listed a home for 6 months may have done so in the 12 of `Listed in last 12 months`.
 */
function isOfOtherPeriod({ meaning: { item, rest }, column: { name } }: JudgedColumn): boolean {
  if (item === "monthlyRent") return rest.some((word) => YEAR.test(word));
  if (item === undefined) return LONGER.test(name) && mayDeclare(name);
  return (
    isDeclaration(item) &&
    rest.some((word) => PERIOD.test(word)) &&
    !rest.some((word) => OWN_COUNT.test(word))
  );
}

/**
 * What cells say under a header that means nothing of a lead: `Own/Rent/2nd` over "Own - live in" and "Second home" says
 * how the property is used, and `MLS 6 mo` over yes and no whether it was listed.
 */
function besideHeader({ content, column }: JudgedColumn, fed: ReadonlySet<string>): readonly string[] {
  // Keys of systems are many, and most that look like it say something else; "Detached" says it here.
  if (column.keys && !ATTACHMENT.test(column.name)) return [];
  // No lead goes without one.
  if (looksLike("email", content, nearlyAll)) return ["contactInfo.email"];
  const told = wordsOf(column.name).filter(({ tag }) => tag !== "irrelevant" && tag !== "aside");
  // "And a phone number, in case we get cut off?": in a sentence, one word of something else says little.
  if (told.length >= SENTENCE_WORDS_MIN) {
    const asked = readHeader(told.map(({ text }) => text).join(" "));
    const isWhole = asked.item === "street" && nearlyAll(content, isWholeAddress);
    if (!isOfOthers({ meaning: asked }) && looksLike(asked.item, content, nearlyAll))
      return pathsOf(isWhole ? "fullAddress" : asked.item, asked);
  }
  const words = ENUMERATIONS.filter(
    (path) =>
      nearlyAll(content, (text) => isWordOf(path, text)) &&
      content.cells.some(({ text }) => knownWord(path, text) !== undefined),
  );
  // The owner of the record, where others are named; the owner of the home, where nobody is.
  const isOwner = wordsOf(column.name).some(({ tag }) => tag === "owner");
  return [
    ...words,
    ...(halfOf(content, isYesOrNo) && mayDeclare(column.name) ? DECLARATIONS : []),
    ...(isOwner && areNamesOfNobodyElse(content, fed) ? ["contactInfo.fullName"] : []),
  ];
}

const SENTENCE_WORDS_MIN = 6;

/** As MISMO calls the walls that a house shares, or does not. */
const ATTACHMENT = /attachment_?type$/i;

/** Tags of what the declarations speak of, and hardly anything else does; then of what else they may speak of. */
const OF_DECLARATIONS: readonly (Tag | undefined)[] = ["sixMonths", "fourYears"];
const OF_MORE: readonly (Tag | undefined)[] = [
  ...(["listed", "bought", "mortgaged", "liabilities", "derogatory"] as const),
  ...(["purchase", "refinance", "purchaseOrRefinance"] as const),
];

/** Whether a header may speak of a declaration: `MLS 6 mo`, `Owned < 6 months`; of more, where nothing else is known of it. */
function mayDeclare(header: string, isUnknown = false): boolean {
  const tags = isUnknown ? [...OF_DECLARATIONS, ...OF_MORE] : OF_DECLARATIONS;
  return wordsOf(header).some(({ tag }) => tags.includes(tag)) || DECLARED_EVENTS.test(header);
}

const DECLARED_EVENTS =
  /\bmls\b|housing event|credit event|public record|\bch(?:apter|\.)? ?(?:7|13)\b|\bselling\b/i;

/** Whether what a path takes is said by other columns; of several fields the first one. */
function isFed(path: string, fed: ReadonlySet<string>): boolean {
  const [first = path] = fieldPathsOf(path);
  return fed.has(first);
}

/** What the header may mean, as far as it goes and the cells allow. */
function byHeader({ column: { name }, meaning, content }: JudgedColumn): string[] {
  const { item } = meaning;
  const isHouse = item === "fullAddress" && !most(content, isWholeAddress);
  const isPart = item === "fullName" && nearlyAll(content, isNamePart);
  const meant = isHouse ? "street" : isPart ? "firstName" : item;
  const near = nearestField(name)?.path ?? [];
  // "Do you rent it out?" over yes and no is not how much, nor to whom.
  const isBare = (text: string) => isOneWord(text) && isYesOrNo(text);
  const isAnswer = item === "monthlyRent" && nearlyAll(content, isBare);
  return [near, isAnswer ? [] : pathsOf(meant, meaning)].flat().filter((path) => couldHold(path, content));
}

function pathsOf(item: Item | undefined, meaning: HeaderMeaning): string[] {
  if (item === "occupancy") return ["propertyUsage", "statedInformation.rentalOccupancy"];
  // Words tell whether it is let.
  if (item === "monthlyRent") return [pathOfItem(item) ?? "", "statedInformation.rentalOccupancy"];
  // A lead has no middle name.
  if (isPersonItem(item)) return [targetAt(`contactInfo.${item}`) ?? []].flat();
  const path = item && pathOfItem(item);
  if (!isAddressItem(item)) return path ? [path] : [];
  const groups = groupsOf(meaning);
  return path ? groups.slice(0, 1).map(() => path) : groups.map((group) => `${group}.${item}`);
}

function groupsOf({ place, whose }: HeaderMeaning): string[] {
  const isHome =
    place === "residence" || place === "mailing" || (place === undefined && whose === "applicant");
  return isHome ? ["residentialAddress", "address"] : ["address", "residentialAddress"];
}

/** What the cells look like, of a column whose header does not say what they are. */
function byContent({ column: { name }, meaning, content }: JudgedColumn, fed: ReadonlySet<string>): string[] {
  const looks = (item: Item) => looksLike(item, content, nearlyAll);
  if (looks("email")) return ["contactInfo.email"];
  if (isOfContacts(content)) return ["contactInfo.contact"];
  if (looks("phone")) return ["contactInfo.phone"];
  const isWhole = nearlyAll(content, isWholeAddress);
  // Five digits may be anything.
  const part = isWhole ? "fullAddress" : (["street", "state"] as const).find(looks);
  if (part) return groupsOf(meaning).map((group) => `${group}.${part}`);
  // The last line of a street that has no town.
  if (looks("cityStateZip")) {
    const groups = groupsOf(meaning).filter((group) => fed.has(`${group}.street`));
    return groups.map((group) => `${group}.cityStateZip`);
  }
  const words = enumerationsHalfOf(content);
  if (words.length > 0) return words;
  if (halfOf(content, isYesOrNo)) return mayDeclare(name, true) ? [...DECLARATIONS] : [];
  return meaning.item === undefined && areNamesOfNobodyElse(content, fed) ? ["contactInfo.fullName"] : [];
}

function areNamesOfNobodyElse(content: ColumnContent, fed: ReadonlySet<string>): boolean {
  const isNamed = ["contactInfo.firstName", "contactInfo.lastName"].some((path) => fed.has(path));
  // Remarks stand beside some names, as in "Kay Lund (and hubby Jim)".
  return !isNamed && nearlyAll(content, hasName) && halfOf(content, isFullName);
}
