import { FIELDS } from "../../lead/field-catalogue.ts";
import { stateCode } from "../cells/address-cells.ts";
import { referenceOf } from "../cells/address-reference.ts";
import { saidText } from "../cells/cell-text.ts";
import { isContact, isReachable } from "../cells/contact-cell.ts";
import { UNIT_BESIDE_TYPE } from "../cells/enum-cell.ts";
import { isCityLine, isWholeAddress } from "../cells/full-address.ts";
import { isWordOf, knownWord } from "../cells/read-word.ts";
import type { Item } from "../headers/header-tags.ts";
import type { InputRow } from "../table.ts";
import { ADDRESS_WORDS, POST_BOX } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";

/** What the first rows of a sheet hold in one column: filled cells only, those that say "nothing" left out. */
export interface ColumnContent {
  cells: readonly SampledCell[];
}

export interface SampledCell {
  /** Place of the row in the sample, to compare columns row by row. */
  at: number;
  row: number;
  text: string;
}

/** The sample's cells of each column. */
export function contentOf(columnCount: number, sample: readonly InputRow[]): ColumnContent[] {
  const contents = Array.from({ length: columnCount }, () => ({ cells: [] as SampledCell[] }));
  for (const [at, { row, cells }] of sample.entries()) {
    for (const [index, cell] of cells.entries()) {
      const text = saidText(cell);
      if (text !== "") contents[index]?.cells.push({ at, row, text });
    }
  }
  return contents;
}

/** How many different texts the cells hold, whatever their case. */
export function differentTexts({ cells }: ColumnContent): number {
  return new Set(cells.map(({ text }) => text.toLowerCase())).size;
}

export const areDifferent = (content: ColumnContent): boolean =>
  differentTexts(content) === content.cells.length;

/** Part of the filled cells that pass, from 0 to 1; 0 where none is filled. */
export function share({ cells }: ColumnContent, test: (text: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(({ text }) => test(text)).length / cells.length;
}

/** Whether more than half of the filled cells pass. */
export function most(content: ColumnContent, test: (text: string) => boolean): boolean {
  return pass(content, test, Math.floor(content.cells.length / 2) + 1);
}

/** Whether at least half of them do, and one. */
export function halfOf(content: ColumnContent, test: (text: string) => boolean): boolean {
  return pass(content, test, Math.max(Math.ceil(content.cells.length / 2), 1));
}

/** Whether at least four of five cells pass, and at least one cell. */
export function nearlyAll(content: ColumnContent, test: (text: string) => boolean): boolean {
  return pass(content, test, Math.max(nearlyAllOf(content.cells.length), 1));
}

/** How many of so many are nearly all. */
export const nearlyAllOf = (count: number): number => Math.ceil((count * 4) / 5);

/** Looks at no more cells than it takes to know. */
function pass({ cells }: ColumnContent, test: (text: string) => boolean, countMin: number): boolean {
  let missing = countMin;
  let left = cells.length;
  for (const { text } of cells) {
    if (missing === 0 || missing > left) break;
    if (test(text)) missing--;
    left--;
  }
  return missing === 0;
}

export const holdsEmail = (text: string): boolean => /^(?:mailto:)?[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text);

/** Written with what telephone numbers have between their digits, one or two: a number alone may be anything. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  const isWritten =
    /^(?:[a-z]{1,6}[.:])?\s*(?:\+\d|(?:\(\d{3}\)[\s./-]*|\d{3}[\s./-]+)\d{3}[\s.-]+\d{4})/i.test(text);
  return digits >= 10 && digits <= 30 && isWritten;
}

/** With digits enough for a telephone number. */
export const couldBePhone = (text: string): boolean => text.replace(/\D/g, "").length >= 7;

export const isZip = (text: string): boolean => /^(?:z:)?\d{5}(?:-\d{4})?$/.test(text);

export const isState = (text: string): boolean => stateCode(text) !== undefined;

const BOX = new RegExp(`^(?:${POST_BOX})\\b`, "i");

/** Whether letters go there, and nobody lives there. */
export function isPostBox(text: string): boolean {
  return BOX.test(text);
}

/** A house number, then words. */
export const isStreet = (text: string): boolean => STREET.test(text) && !isWholeAddress(text);

const STREET = /^(?:\d+[a-z]?(?:-\d+)?\s+\S*\p{L}|p\.?\s?o\.?\s?box\s)/iu;

/** A person's first and last name, in either order. */
export function isFullName(text: string): boolean {
  return !isOneWord(text) && NAME.test(text);
}

/** A person's name, or a part of it. `de la Cruz` begins small. */
const NAME =
  /^(?:(?:d[aeiou]|del|dos|van|von|der|den|la|las|los|bin|al|el)\s+){0,3}\p{Lu}[\p{L}'\u2019.-]*(?:,?\s+[\p{L}'\u2019.-]+){0,4}$/u;

/** Between people who share a cell: `Anna & Tom Smith`, `Smith, Anna/Tom`. */
const BETWEEN_PEOPLE = /\s*[&+/;]\s*|\s+(?:and|y)\s+/i;

/** A person's whole name, or the names of two. */
export function isNameOfPeople(text: string): boolean {
  const people = text.split(BETWEEN_PEOPLE);
  return people.length === 1 ? isFullName(text) : people.every((name) => NAME.test(name));
}

/** A word such as a name is made of, whatever its case and what stands beside it; no sign of a file. */
const WORD = /(?:^|\s)\p{L}[\p{L}'\u2019.-]+(?=$|[\s,;&/+])/u;

/** Whether words may name somebody, however they are written. `1. Ana Ruiz` is numbered; alone, 1 says yes. */
export const hasName = (text: string): boolean =>
  WORD.test(text) && isWords(text) && (/^\d/.test(text) || !isYesOrNo(text));

export const isOneWord = (text: string): boolean => !/\s/.test(text);

/** A first or a last name alone. */
export const isNamePart = (text: string): boolean => isOneWord(text) && hasName(text);

/** Money, or a number that is not a sign for yes or no. */
export const isAmount = (text: string): boolean =>
  /^[-(]?\s*(?:us)?\$?\s*\d[\d,. ]*k?m?\)?$/i.test(text) && !/^(?:-?1|0)$/.test(text);

/** `Yes`, `x`, `No - n/a`, `Yes - Ch 7 2023`, and the ways to say that one does not know. */
const YES_OR_NO =
  /^(?:(?:y|n|t|f|yes|yep|yeah|yup|no|nope|nah|never|not|true|false|s[i\u00ed]|unsure|don'?t know|i'?m not sure)(?![\p{L}\d_])|[x\u2713\u27141](?!\w)|0$|-1$)/iu;

export const isYesOrNo = (text: string): boolean => YES_OR_NO.test(text);

/** `per year`, `monthly`: what an amount beside it is for. */
const PERIOD =
  /^(?:per |an? |each |every )?(?:days?|nights?|weeks?|wk|months?|mo|mth|quarters?|years?|yr|annum|daily|nightly|weekly|monthly|quarterly|yearly|annual(?:ly)?|mes|mensual|semanal?|año|anual)\.?$/i;

export const isPeriod = (text: string): boolean => PERIOD.test(text);

export const ENUMERATIONS: readonly string[] = FIELDS.flatMap(({ path, shownValues }) =>
  shownValues ? [path] : [],
);

/** Paths of what is answered by yes or no. */
export const DECLARATIONS: readonly string[] = FIELDS.flatMap(({ path, type }) =>
  type === "boolean" ? [path] : [],
);

/** Paths of the enumerations whose words the column holds, nearly all of them. */
export function enumerationsOf(content: ColumnContent): string[] {
  return ENUMERATIONS.filter((path) =>
    nearlyAll(content, (text) => knownWord(path, withoutUnit(path, text)) !== undefined),
  );
}

/** Enumerations that half of the cells are words of: those that know most of them. */
export function enumerationsHalfOf(content: ColumnContent): string[] {
  const shares = ENUMERATIONS.map((path) =>
    share(content, (text) => !isYesOrNo(text) && isWordOf(path, text)),
  );
  const highest = Math.max(...shares);
  return highest < 0.5 ? [] : ENUMERATIONS.filter((_, at) => shares[at] === highest);
}

/** `Condo - Unit 5` and `Condo #5` are words of a type anyway. */
function withoutUnit(path: string, text: string): string {
  return (path === "buildingType" && UNIT_BESIDE_TYPE.exec(text)?.[1]) || text;
}

/** "Same as subject" stands for an address, beside cells that hold one. */
const isAddressLine = (text: string): boolean =>
  isStreet(text) || isWholeAddress(text) || referenceOf(text) !== undefined;

const LOOKS: Partial<Record<Item, (text: string) => boolean>> = {
  street: isAddressLine,
  fullAddress: isAddressLine,
  cityStateZip: isCityLine,
  city: (text) => /^\p{L}[\p{L} .'-]*$/u.test(text),
  state: isState,
  zip: isZip,
  fullName: isNameOfPeople,
  lastName: hasName,
  email: holdsEmail,
  phone: isPhone,
};

/** Whether cells look like what they are said to be, so many of them as is asked for. */
export function looksLike(
  item: Item | undefined,
  content: ColumnContent,
  ofCells: typeof most,
): item is Item {
  const test = item && LOOKS[item];
  return test !== undefined && ofCells(content, test);
}

/** Whether the column holds e-mail addresses and telephone numbers in one cell. */
export function isOfContacts(content: ColumnContent): boolean {
  return halfOf(content, isContact) && nearlyAll(content, isReachable);
}

/** Whether the column may hold what a field takes, as far as the sample shows. Yes, where it is empty. */
export function couldHold(path: string, content: ColumnContent): boolean {
  if (content.cells.length === 0) return true;
  const test = TESTS[path.slice(path.lastIndexOf(".") + 1)];
  if (test) return test === isYesOrNo ? halfOf(content, test) : most(content, test);
  if (ENUMERATIONS.includes(path)) return !most(content, isNoWord);
  return true;
}

const isNoWord = (text: string): boolean =>
  isAmount(text) || holdsEmail(text) || isStreet(text) || isWholeAddress(text);

const WORD_AND_DIGIT = /\p{L}.*\d|\d.*\p{L}/u;

const isWords = (text: string): boolean => /\p{L}/u.test(text) && !holdsEmail(text) && !/\d{3}/.test(text);

const UNIT = new RegExp(`^(?:#|${anyOf(ADDRESS_WORDS.unit)})?\\W*\\w{1,5}$`, "i");

const TESTS: Readonly<Record<string, (text: string) => boolean>> = {
  email: holdsEmail,
  contact: isReachable,
  phone: couldBePhone,
  zip: (text) => /^(?:z:)?\d{3,5}(?:-\d{4})?$/.test(text),
  state: isState,
  street: (text) => isStreet(text) || isWholeAddress(text) || WORD_AND_DIGIT.test(text),
  firstName: isWords,
  lastName: isWords,
  city: isWords,
  county: (text) => isWords(text) && !isState(text) && !/[/,;|(]/.test(text),
  fullName: (text) => !isOneWord(text) && hasName(text),
  fullAddress: isWholeAddress,
  cityStateZip: isCityLine,
  unitNumber: (text) => UNIT.test(text),
  propertyUnits: (text) => /\d|plex|one|two|three|four/i.test(text),
  monthlyRentalIncome: (text) => /\d/.test(text),
  listedForSaleIn6Months: isYesOrNo,
  purchasedOrSubjectToMortgageIn6Months: isYesOrNo,
  // "BK 2019" and "Chapter 7" answer it as well.
  liabilitiesIn4Years: (text) => isYesOrNo(text) || (/\p{L}{2}/u.test(text) && !isAmount(text)),
};
