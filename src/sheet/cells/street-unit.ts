import { ADDRESS_WORDS } from "../vocabulary/address-words.ts";
import { anyOf } from "../vocabulary/phrases.ts";

const { unit, condo, buildingPart, wholeUnit } = ADDRESS_WORDS;

/** The unit that a street names, as in `10 H St Apt 4`. */
export interface StreetUnit {
  /** As the street has it: `Apt 4`, `#12`, `Penthouse`. */
  text: string;
  /** The unit alone, as in `4` or `9B`; empty for a penthouse without one. */
  unit: string;
  /** Set where it is a plain number, which is all that the service takes. */
  number?: number;
}

/** Words that nothing but a unit is called by. A `lot`, a `floor` or a `building` is not the unit's number, nor is a gate's code: `Gate #1234`. */
const UNIT_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}#])(?:(?<word>${anyOf(unit, condo)})(?:\\.|\\b)\\s*(?:number\\b|no\\.|num\\.|nr\\.)?\\s*#?|(?<mark>(?<!&(?=#\\d{1,6};))(?<!\\b(?:gate|code|box|pmb|lot|bldg|building|floor|garage|parking|lockbox)\\.?\\s*)#))[ ]?(?<unit>\\d{1,6}(?:[- ]?[a-z](?![a-z]))?|[a-z]-?\\d{1,6}|[a-z](?![\\p{L}\\p{N}]))(?<more>\\s*(?:[-\u2013/&]|and|to|thru)\\s*[\\p{L}\\p{N}]+|[\\p{L}\\p{N}./-]+)?`,
  "giu",
);
/** `#12 - 400 Main St`: what the hyphen parts is not a range. */
const UNIT_IN_FRONT = /^\s*([a-z]*\.?\s?#?\s?\d{1,6}[a-z]?)\s*[-\u2013]\s*(\d+\s+\S*\p{L}.*)$/isu;
const PENTHOUSE = /(?<![\p{L}\p{N}])(?:penthouse|ph)[ -]?(?<unit>[\p{L}\p{N}]{1,4})?$/iu;
/** Something that a unit is called by, looked for before anything slower. */
const UNIT_SIGN = new RegExp(`#|\\b(?:${anyOf(unit, condo)}|ph|penthouse)`, "i");
const HOUSE_NUMBER = /^\s*\d/;
const CHARACTERS_MAX = 300;

/**
 * Reads the unit that a street ends with or names.
 *
 * `#4` is a unit only behind a house number: `Calle 1 #4` is a house. Two units in one street are none.
 *
 * @returns `undefined` where the street names no unit, or more than one.
 */
export function streetUnit(street: string): StreetUnit | undefined {
  if (street.length > CHARACTERS_MAX || !UNIT_SIGN.test(street)) return undefined;
  const front = UNIT_IN_FRONT.exec(street);
  if (front) return streetUnit(`${front[2]}, ${front[1]}`);
  const found = [...street.matchAll(UNIT_WORD)].filter((match) => isUnit(match, street));
  const [match, other] = found;
  if (other) return undefined;
  if (!match) return penthouse(street);
  const { unit = "", more = "" } = match.groups ?? {};
  const whole = `${unit}${more}`;
  const text = match[0].trim();
  return /^\d+$/.test(whole) ? { text, unit: whole, number: Number(whole) } : { text, unit: whole.trim() };
}

/** Something of a street must stand beside it: `Unit 4` alone may be a town's name for anything. */
function isUnit(match: RegExpExecArray, street: string): boolean {
  const before = street.slice(0, match.index).trim();
  const after = street.slice(match.index + match[0].length).trim();
  if (match.groups?.mark !== undefined && !HOUSE_NUMBER.test(before)) {
    return before === "" && /^,?\s*\d/.test(after);
  }
  return before !== "" || /^,?\s*\d/.test(after);
}

function penthouse(street: string): StreetUnit | undefined {
  const match = PENTHOUSE.exec(street);
  if (!match || !HOUSE_NUMBER.test(street)) return undefined;
  return { text: match[0].trim(), unit: match.groups?.unit ?? "" };
}

/** The second line of an address that is nothing but a unit: `Apt 4`, `4B`, `# 12`. */
export function isUnitLine(text: string): boolean {
  return UNIT_LINE.test(text);
}

const UNIT_LINE = new RegExp(
  `^(?:(?:${anyOf(unit, condo, buildingPart, wholeUnit)})\\b\\.?\\s*(?:no\\.?\\s*)?#?\\s*[\\p{L}\\p{N}-]{0,8}|#\\s*[\\p{L}\\p{N}-]{1,8}|\\d{1,5}[- ]?\\p{L}?|\\p{L}-?\\d{1,5})$`,
  "iu",
);
