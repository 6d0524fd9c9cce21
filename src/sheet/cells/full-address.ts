import { ZERO_STATES } from "../../lead/zip-state.ts";
import { wordKey } from "../text/word-key.ts";
import { ADDRESS_WORDS, POST_BOX } from "../vocabulary/address-words.ts";
import { anyOf, wordsIn } from "../vocabulary/phrases.ts";
import { stateCode } from "./address-cells.ts";
import { refused, type SplitCell } from "./split-cell.ts";
import { isUnitLine } from "./street-unit.ts";

/** No address is longer, whatever a cell holds. */
const CHARACTERS_MAX = 500;

/**
 * Takes a whole address apart: `12 Main St Apt 4, Springfield, IL 62701`, the same on several lines, or with fewer
 * commas. The street keeps its unit, and each part stays as typed.
 *
 * The city is in front of the state. A comma separates it from the street, or else the word for a street (`St`, `Ave`) or a
 * unit does, which is doubtful. If that is ambiguous, the cell is not split.
 *
 * @param text Without white space at its ends.
 */
export function splitAddress(text: string): SplitCell {
  if (text.length > CHARACTERS_MAX) return refused("address-too-long");
  const leftOut: string[] = [];
  const segments = text.split(SEPARATOR).map(oneLine).filter(isNotEmpty);
  dropCountry(segments, leftOut);
  if (segments.length === 0) return { parts: {}, leftOut };
  if (segments.length > 1 && OTHER_COUNTRY.test(segments.at(-1) ?? "")) {
    return refused("address-abroad");
  }
  if (isTwoAddresses(text)) return refused("address-of-two");
  const end = takeEnd(segments);
  const county = takeCounty(segments);
  const tail = { ...end, ...(county === undefined ? {} : { county }) };
  const isEnded = end.state !== undefined || end.zip !== undefined;
  const last = segments.at(-1);
  if (last === undefined) return { parts: tail, leftOut };
  if (segments.length === 1) {
    if (!isEnded) return { parts: { street: last, ...tail }, leftOut };
    if (!isStreet(last)) return { parts: { city: last, ...tail }, leftOut };
    return withStreet(splitStreetAndCity(last), tail, leftOut);
  }
  const before = segments.slice(0, -1);
  if (isUnitLine(last) || /\d/.test(last)) {
    const unit = LEADING_UNIT.exec(last);
    if (unit?.groups?.city !== undefined && before.some(isStreet)) {
      const street = [...before, unit.groups.unit ?? ""].join(", ");
      return { parts: { street, city: unit.groups.city, ...tail }, leftOut, isDoubtful: true };
    }
    if (!isEnded) return { parts: { street: segments.join(", "), ...tail }, leftOut };
    const split = isUnitLine(last) ? undefined : splitStreetAndCity(last);
    if (!split?.city) return refused("address-without-city");
    return withStreet({ ...split, street: [...before, split.street].join(", ") }, tail, leftOut);
  }
  const isUsual = isEnded && isStreet(before[0] ?? "");
  return {
    parts: { street: before.join(", "), city: last, ...tail },
    leftOut,
    ...(isUsual ? {} : { isDoubtful: true }),
  };
}

/** Whether a text is an address with its city, and not a street alone: for judging the cells of a column. */
export function isWholeAddress(text: string): boolean {
  if (!/\d/.test(text)) return false;
  const { parts, refusal } = splitAddress(text.trim());
  if (refusal !== undefined) return takeEnd(text.trim().split(SEPARATOR).map(oneLine)).state !== undefined;
  return parts.street !== undefined && (parts.state !== undefined || parts.zip !== undefined);
}

/**
 * Takes the last line of an address apart: `Springfield, IL 62701`, `Springfield/IL`, `Springfield - IL`, or one of its parts
 * alone. A street that stands before it is kept; of two places, none is taken.
 *
 * @param text Without white space at its ends.
 */
export function splitCityLine(text: string): SplitCell {
  if (text.length > CHARACTERS_MAX) return splitAddress(text);
  const pieces = text.split(DASHES).map(oneLine).filter(isNotEmpty);
  const [city = "", ...end] = pieces;
  const hasState = end.some((piece) => stateCode(piece.replace(ENDING_ZIP, "").trim()) !== undefined);
  const isPlace = hasState && !/\d/.test(city);
  if (!isPlace) return townOf(splitAddress(text));
  const isOne = end.length < 3 && stateCode(city) === undefined && !ENDING_STATE.test(city);
  return isOne ? splitAddress(pieces.join(", ")) : { parts: {}, leftOut: [], isDoubtful: true };
}

/** `Salem 01970`, or `01970 Salem`, without a state. */
function townAndZip(text: string): SplitCell | undefined {
  const [, before = "", city = "", behind = ""] = TOWN_AND_ZIP.exec(text) ?? [];
  const zip = before || behind;
  return zip !== "" && !(before && behind) && isTownName(city)
    ? { parts: { city, zip }, leftOut: [] }
    : undefined;
}

const TOWN_AND_ZIP = /^(\d{5}(?:-\d{4})?)?[\s,]*([^\d\s,][^\d,]*[^\d\s,])[\s,]*(\d{5}(?:-\d{4})?)?$/;

/** Between city, state and zip. `Winston-Salem` is one word. */
const DASHES = /\/|\s[-–—]+\s|[-–—]+(?=[A-Z]{2}(?:\s+\d{5}(?:-\d{4})?)?$)/;

const ENDING_STATE = /\s[A-Z]{2}$/;

/** What came apart as a street alone, in a place where one stands by mistake only. */
function townOf(split: SplitCell): SplitCell {
  const { street, ...others } = split.parts;
  if (split.refusal !== undefined || street === undefined || Object.keys(others).length > 0) return split;
  // `New York` alone may be the city.
  const isDoubtful = split.isDoubtful === true || CITY_STATES.has(wordKey(street));
  const of = (part: "city" | "state" | "zip"): SplitCell => ({
    ...split,
    parts: { [part]: street },
    ...(isDoubtful && { isDoubtful }),
  });
  if (stateCode(street) !== undefined) return of("state");
  if (/^\d{5}(?:-?\d{4})?$/.test(street)) return of("zip");
  return isTownName(street) ? of("city") : (townAndZip(street) ?? split);
}

/** Whether a text is the last line of an address: city, state and zip. */
export function isCityLine(text: string): boolean {
  const { parts } = splitCityLine(text.trim());
  return parts.street === undefined && parts.city !== undefined && parts.state !== undefined;
}

/** Takes a line apart that is most often the last one of its address, and may be the second one: `Apt 3`. */
export function splitLastLine(text: string): SplitCell {
  const split = splitCityLine(text);
  const [only = "", ...others] = Object.values(split.parts);
  const isUnit =
    split.refusal === undefined && others.length === 0 && /\p{L}|#/u.test(only) && isUnitLine(only);
  return isUnit && split.parts.state === undefined ? { parts: { street2: text }, leftOut: [] } : split;
}

/**
 * Takes a second line of an address apart, which may hold the last one: `Apt 3`, or `Apt 3, Stowe, VT 05672`. Without a ZIP
 * code it is not a town: `c/o John Roe, MD` and `Riverside Towers, CT` end like one.
 */
export function splitSecondLine(text: string): SplitCell {
  const { parts, ...split } = splitCityLine(text);
  const { street, ...town } = parts;
  const { city, state, zip } = town;
  const isTown = city !== undefined && state !== undefined && zip !== undefined && !isUnitLine(city);
  if (!isTown || (street !== undefined && !isUnitLine(street)))
    return { parts: { street2: text }, leftOut: [] };
  return { ...split, parts: { ...town, ...(street !== undefined && { street2: street }) } };
}

const TOWN = /^\p{L}[\p{L} .'\u2019-]*$/u;

/** Whether a text may name a town, and nothing in it a street. */
export function isTownName(text: string): boolean {
  if (!TOWN.test(text) || stateCode(text) !== undefined || BEGIN_OF_STREET.test(text)) return false;
  const words = text.split(" ");
  return !words.some((word, at) => at > 0 && SUFFIXES.has(wordKey(word)) && !isSaint(words, at));
}

const BEGIN_OF_STREET = new RegExp(`^(?:${anyOf(ADDRESS_WORDS.streetBegin)})\\b`, "iu");

const SEPARATOR = /[,;\r\n\t|]+/;

interface End {
  state?: string;
  zip?: string;
}

const COUNTRY = /(?:^|\s)(?:u\.?s\.?a?\.?|united states(?: of america)?|ee\.?\s?uu\.?|estados unidos)$/i;

const OTHER_COUNTRY = /(?:^|[\s,])(?:canada|m[eé]xico|united kingdom|uk|germany|france|spain)\.?$/i;

function dropCountry(segments: string[], leftOut: string[]): void {
  const last = segments.at(-1) ?? "";
  const country = COUNTRY.exec(last);
  // `US` alone behind words may belong to a road: `12 Highway US`.
  if (
    !country ||
    (country.index > 0 && segments.length === 1 && !ENDING_ZIP.test(last.slice(0, country.index)))
  )
    return;
  leftOut.push(country[0].trim());
  const rest = last.slice(0, country.index).trim();
  segments.splice(-1, 1, ...(rest === "" ? [] : [rest]));
}

const ENDING_ZIP = /(?:^|[\s.-])(\d{5}(?:[- ]?\d{4})?)$/;
/** A zip that lost its zero, which only its state can give back. */
const SHORT_ZIP = /(?:^|\s)(\d{4}(?:-\d{4})?)$/;

/** Takes state and zip off the end of the segments. */
function takeEnd(segments: string[]): End {
  const last = segments.at(-1) ?? "";
  const whole = ENDING_ZIP.exec(last);
  const zip = whole ?? SHORT_ZIP.exec(last);
  const before = zip ? last.slice(0, zip.index).trim() : last;
  const rest = zip ? [...segments.slice(0, -1), ...(before === "" ? [] : [before])] : [...segments];
  const state = takeState(rest, zip !== null);
  const isOfZeroState = ZERO_STATES.has(stateCode(state ?? "") ?? "");
  if (zip && (whole ? state === undefined && segments.length === 1 : !isOfZeroState)) return {};
  if (!zip && state === undefined) return {};
  segments.splice(0, segments.length, ...rest);
  return { ...(state === undefined ? {} : { state }), ...(zip ? { zip: zip[1] ?? "" } : {}) };
}

const STATE_WORDS_MAX = 4;
const CITY_STATES: ReadonlySet<string> = new Set(["newyork", "washington"]);

/** Takes the state off the end: two letters, a name, or a sure abbreviation that stands alone. */
function takeState(segments: string[], isBeforeZip: boolean): string | undefined {
  const last = segments.at(-1);
  if (last === undefined) return undefined;
  const words = last.split(" ");
  for (let count = Math.min(words.length, STATE_WORDS_MAX); count > 0; count--) {
    const text = words.slice(-count).join(" ");
    const rest = words.slice(0, -count).join(" ");
    if (!isState(text, rest === "" && segments.length > 1, isBeforeZip)) continue;
    // `12 Main St, New York 10001`: without another word for it, it is the city.
    const isCity = CITY_STATES.has(wordKey(text)) && rest === "" && segments.length === 2;
    if (isCity && splitStreetAndCity(segments[0] ?? "").city === undefined) return undefined;
    if (segments.length === 1 && !isBeforeZip && (rest === "" || isEndOfStreet(text, rest))) return undefined;
    segments.splice(-1, 1, ...(rest === "" ? [] : [rest]));
    return text;
  }
  return undefined;
}

/** `NE` of `1200 5th Ave NE` and `CT` of `17 CEDAR CT` are no states, as no town stands in front of them. */
function isEndOfStreet(text: string, rest: string): boolean {
  const { street, city } = splitStreetAndCity(rest);
  return DIRECTIONS.has(wordKey(text)) ? street === rest : SUFFIXES.has(wordKey(text)) && city === undefined;
}

function isState(text: string, isAlone: boolean, isBeforeZip: boolean): boolean {
  const code = stateCode(text);
  if (code === undefined) return false;
  const letters = text.replace(/[^a-z]/gi, "");
  if (letters.length === 2) return isAlone || isBeforeZip || text === code;
  if (/^wash/i.test(text) && code === "DC") return false;
  const isName = letters.length > 4 && !text.includes(".");
  return isAlone || (isName && isBeforeZip) || (isName && CAPITAL.test(text));
}

const CAPITAL = /^\p{Lu}/u;
const COUNTY = /^(?!\d).*\b(?:county|parish)$|^county of\b/i;

function takeCounty(segments: string[]): string | undefined {
  const last = segments.at(-1) ?? "";
  if (segments.length < 2 || !COUNTY.test(last)) return undefined;
  segments.pop();
  return last;
}

/** A state's letters with a zip behind them, twice. */
function isTwoAddresses(text: string): boolean {
  const ends = [...text.matchAll(/\b([a-z]{2})\.?,?\s+\d{5}(?:-\d{4})?\b/gi)];
  return ends.filter(([, state = ""]) => stateCode(state) !== undefined).length > 1;
}

const BOX = new RegExp(`^(?:${POST_BOX}|box)\\s+#?\\s*[\\p{L}\\p{N}-]+`, "iu");

function isStreet(text: string): boolean {
  return /^#?\s*\d/.test(text) || BOX.test(text) || STREET_WORD.test(text.replace(SAINT, ""));
}

const STREET_WORD =
  /\b(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|hwy|highway|calle|avenida)\b\.?/i;

const { unit, condo, buildingPart, saint, streetEnd, otherStreetEnd } = ADDRESS_WORDS;
const SUFFIXES = wordsIn(streetEnd);
const OTHER_SUFFIXES = wordsIn(otherStreetEnd);

const LEADING_UNIT = new RegExp(
  `^(?<unit>(?:(?:${anyOf(unit, buildingPart)})\\b\\.?\\s*#?\\s*|#\\s*)(?:\\d+-?\\p{L}?|\\p{L}-?\\d*))(?:\\s+(?<city>\\p{L}[\\p{L} .'\u2019-]*))?$`,
  "iu",
);

/** Whether a text is nothing but the word that ends a street: `St`, `Ave.` */
export function isStreetEnd(text: string): boolean {
  const word = wordKey(text);
  return SUFFIXES.has(word) || OTHER_SUFFIXES.has(word);
}

const NUMBERED_ROADS = wordsIn(ADDRESS_WORDS.numberedRoad);
const DIRECTIONS = wordsIn(ADDRESS_WORDS.direction);
const DIRECTION_WORDS = wordsIn(ADDRESS_WORDS.directionInWords);
const SAINTS = wordsIn(saint);
const SAINT = new RegExp(`\\bst\\b\\.?\\s+(?:${anyOf(saint)})\\b`, "gi");
const UNIT_WORDS = wordsIn(unit, condo, buildingPart);

/**
 * Parts a street from the city behind it, where no comma does.
 *
 * @returns The street alone where nothing follows it; no street where it is ambiguous.
 */
function splitStreetAndCity(text: string): { street?: string; city?: string } {
  const box = BOX.exec(text);
  if (box) return { street: box[0], ...cityOf(text.slice(box[0].length)) };
  const words = text.split(" ");
  const unit = words.findIndex(
    (word, at) => at > 0 && (UNIT_WORDS.has(wordKey(word)) || word.startsWith("#")),
  );
  if (unit > 0) {
    const hasNumber = !/^#./.test(words[unit] ?? "");
    const isMarked = hasNumber && /^#$/.test(words[unit + 1] ?? "");
    return cut(words, unit + (isMarked ? 3 : hasNumber ? 2 : 1));
  }
  const ends: number[] = [];
  for (let at = 1; at < words.length; at++) {
    const isEnd = SUFFIXES.has(wordKey(words[at] ?? ""));
    if (!isEnd || !words.slice(/^\d/.test(words[0] ?? "") ? 1 : 0, at).some(isNameOfStreet)) continue;
    // `Old Court Rd` goes on; `Park Ave St Louis` does not.
    if (isSaint(words, at)) continue;
    if (ends.at(-1) === at - 1) ends.pop();
    ends.push(at);
  }
  const numbered = words.findIndex(
    (word, at) => NUMBERED_ROADS.has(wordKey(word)) && /^\d+[a-z]?$/i.test(words[at + 1] ?? ""),
  );
  if (numbered > 0) return cut(words, numbered + 2);
  const [end, other] = ends;
  if (end === undefined || other !== undefined) return {};
  return DIRECTION_WORDS.has(wordKey(words[end + 1] ?? "")) && words.length > end + 2
    ? {}
    : cut(words, end + 1);
}

/** The street alone, where a city stands behind it and the word for a street or a unit parts them. */
export function streetBefore(text: string): string | undefined {
  const { street, city } = splitStreetAndCity(text);
  return city === undefined ? undefined : street;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function isSaint(words: readonly string[], at: number): boolean {
  return wordKey(words[at] ?? "") === "st" && SAINTS.has(wordKey(words[at + 1] ?? ""));
}

/** A name, be it only `Broadway` or `5th`. */
function isNameOfStreet(word: string): boolean {
  return !DIRECTIONS.has(wordKey(word)) && LETTER_OR_DIGIT.test(word);
}

function cut(words: readonly string[], end: number): { street: string; city?: string } {
  const start = DIRECTIONS.has(wordKey(words[end] ?? "")) ? end + 1 : end;
  return { street: words.slice(0, start).join(" "), ...cityOf(words.slice(start).join(" ")) };
}

function cityOf(text: string): { city?: string } {
  const city = text.trim();
  return city === "" ? {} : { city };
}

function withStreet(
  { street, city }: { street?: string; city?: string },
  tail: SplitCell["parts"],
  leftOut: readonly string[],
): SplitCell {
  if (street === undefined || (city !== undefined && /\d/.test(city))) {
    return refused("address-unparted");
  }
  if (city === undefined) return { parts: { street, ...tail }, leftOut };
  return { parts: { street, city, ...tail }, leftOut, isDoubtful: true };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function isNotEmpty(text: string): boolean {
  return text !== "";
}
