import { isStreetEnd, isWholeAddress } from "../cells/full-address.ts";
import type { HeaderMeaning } from "../headers/header-grammar.ts";
import type { Item } from "../headers/header-tags.ts";
import { LEAVE_OUT } from "../question.ts";
import { isStreet, most, nearlyAll, nearlyAllOf } from "./column-content.ts";
import { targetPath } from "./column-reading.ts";
import { type Decisions, remarkOn } from "./decisions.ts";
import { compare, type JudgedColumn, samplesOf } from "./judged-column.ts";

/** A street in several columns: `House Number` and `Street Name`, perhaps with `Direction` and `Street Suffix`. */
export interface StreetPair {
  /** What stands in front of the name, in this order. */
  numbers: readonly JudgedColumn[];
  name: JudgedColumn;
  /** What stands behind it, in this order. */
  ends: readonly JudgedColumn[];
  /** The meaning that says whose street it is, if one of them does. */
  said: HeaderMeaning;
}

export const isHouseNumber = (text: string): boolean =>
  /^\d{1,6}(?:[-\s]?[a-z]|-\d+|\s1\/2)?$/i.test(text.replace(/\.0+$/, ""));

const DIRECTION = /^(?:[nsew]|[ns][ew]|north|south|east|west|(?:north|south)(?:east|west))\.?$/i;
const isDirection = (text: string): boolean => DIRECTION.test(text);
/** `Type` right behind the name, over "St" and "Ave". */
const END_HEADER = /(?:type|suffix|sfx|tipo)\W*$/i;
const isStreetName = (text: string): boolean => /\p{L}{2}|^\d+(?:st|nd|rd|th)\b/iu.test(text);

/** What the cells are under a header that names a part of a street. */
const PARTS: Partial<Record<Item, (text: string) => boolean>> = {
  houseNumber: (text) => isHouseNumber(text) || isDirection(text),
  direction: isDirection,
  streetName: isStreetName,
  streetSuffix: (text) => isStreetEnd(text) || isDirection(text),
};

/** The part of a street that a header names, and that its cells are, or there are none. */
function partOfStreet({ meaning: { item, rest }, content, fixed, column }: JudgedColumn): Item | undefined {
  const test = item && PARTS[item];
  const isPart = test && !fixed && !column.keys && rest.length === 0;
  return isPart && (content.cells.length === 0 || nearlyAll(content, test)) ? item : undefined;
}

/**
 * Streets in several columns whose headers and cells leave no doubt how they are put together. Where another column
 * has a part of the street, or the whole of it, there is no pair.
 */
export function streetPairs(columns: readonly JudgedColumn[]): StreetPair[] {
  const streets = columns.filter(
    ({ meaning: { item }, content, fixed }) =>
      item !== undefined &&
      (["street", "fullAddress"].includes(item) || (item in PARTS && !fixed)) &&
      !most(content, isWholeAddress),
  );
  const parts = new Map(streets.map((one) => [one, partOfStreet(one)]));
  const numbers = streets.filter(
    ({ content, meaning }) => meaning.rank === 1 && nearlyAll(content, isHouseNumber),
  );
  const pairOf = (number: JudgedColumn, ofAddress: readonly JudgedColumn[]): StreetPair | undefined => {
    const of = (part: Item) => ofAddress.filter((one) => parts.get(one) === part);
    const around = [...of("houseNumber"), ...of("direction"), ...of("streetSuffix")];
    const [name, ...more] = ofAddress.filter((one) => !around.includes(one));
    if (name === undefined || more.length > 0 || !nearlyAll(name.content, isStreetName)) return undefined;
    if (parts.get(name) !== "streetName" && !mayLackNumber(name, number)) return undefined;
    // A direction stands on the side of the name on which its column does.
    const [before, behind] = [[...of("houseNumber")], [...of("streetSuffix")]];
    for (const one of of("direction")) {
      if (one.index > name.index) behind.push(one);
      else before.push(one);
    }
    const ends = [...behind, ...columns.filter((one) => isEndBehind(one, name))].sort(byRank);
    before.sort(byRank);
    const isClear = before[0] === number && before.every(({ index }) => index >= number.index);
    if (!isClear || ends.filter(({ meaning }) => meaning.rank === 1).length > 1) return undefined;
    const { meaning: said } = [name, ...before, ...ends].find(isSaid) ?? name;
    return { numbers: before, name, ends, said };
  };
  return numbers.flatMap((number) => {
    if (parts.get(number) !== "houseNumber") return [];
    const ofSame = streets.filter((one) => isOfSame(one, number));
    return pairOf(number, besideEachOther(number, streets)) ?? pairOf(number, ofSame) ?? [];
  });
}

const isSaid = ({ meaning: { place, whose } }: JudgedColumn): boolean =>
  place !== undefined || whose !== undefined;

function isOfSame(one: JudgedColumn, other: JudgedColumn): boolean {
  const [{ meaning: a }, { meaning: b }] = [one, other];
  return a.place === b.place && a.whose === b.whose && one.copy === other.copy;
}

/**
 * The parts of the street that a number belongs to where some of them say whose it is, and those right beside them
 * nothing: `Property Street Number` and `Street`. None where they say of two addresses.
 */
function besideEachOther(number: JudgedColumn, streets: readonly JudgedColumn[]): readonly JudgedColumn[] {
  const ofCopy = new Map(streets.filter(({ copy }) => copy === number.copy).map((one) => [one.index, one]));
  let first = number.index;
  while (ofCopy.has(first - 1)) first -= 1;
  const beside: JudgedColumn[] = [];
  for (let one = ofCopy.get(first); one; one = ofCopy.get(one.index + 1)) beside.push(one);
  const said = beside.find(isSaid);
  if (!said || !beside.every((one) => !isSaid(one) || isOfSame(one, said))) return [];
  return streets.filter((one) => beside.includes(one) || isOfSame(one, said));
}

const byRank = ({ meaning: one }: JudgedColumn, { meaning: other }: JudgedColumn): number =>
  one.rank - other.rank;

/** A column of nothing but `St` and `Ave` right behind a street's name. */
function isEndBehind({ column, index, content, meaning, fixed }: JudgedColumn, name: JudgedColumn): boolean {
  const isBehind = index === name.index + 1 && !fixed && meaning.item !== "streetSuffix";
  return isBehind && END_HEADER.test(column.name) && nearlyAll(content, isStreetEnd);
}

/**
 * Whether a column is called the street, and its cells may lack their number, as `Elm St` beside a `House No`. Where
 * nearly all of them have one, so that few lack it, the other column has to hold the same numbers.
 */
function mayLackNumber(
  { meaning, content, fixed, column }: JudgedColumn,
  { content: numbers }: JudgedColumn,
): boolean {
  if (fixed || column.keys || meaning.item !== "street" || meaning.certainty === "partial") return false;
  if (!nearlyAll(content, (text) => !isWholeAddress(text))) return false;
  const numbered = { cells: content.cells.filter(({ text }) => isStreet(text)) };
  const { both, same } = compare(numbers, numbered, (number, street) => street.startsWith(`${number} `));
  return !nearlyAll(content, isStreet) || (both > 0 && same >= nearlyAllOf(both));
}

/**
 * Removes the columns around the name of a street: the name's column becomes the street. One that is left over may be
 * a street, too. If a house number is left over, a street without numbers is in doubt.
 */
export function withStreets(columns: readonly JudgedColumn[], pairs: readonly StreetPair[]): JudgedColumn[] {
  const around = pairs.flatMap(({ numbers, ends }) => [...numbers, ...ends]);
  const left = columns.filter((one) => !around.includes(one));
  const numbers = left.filter((one) => partOfStreet(one) === "houseNumber" && one.content.cells.length > 0);
  return left.map((one): JudgedColumn => {
    const { meaning } = one;
    const street: HeaderMeaning = { ...meaning, item: "street", rank: 1 };
    const pair = pairs.find(({ name }) => name === one);
    if (pair)
      return {
        ...one,
        meaning: { ...pair.said, item: "street", rank: 1, certainty: "certain", rest: [] },
        around: [...pair.numbers, ...pair.ends].map(({ index }) => index),
      };
    const isStreetAlone = meaning.item === "street" && !one.fixed && one.content.cells.length > 0;
    if (isStreetAlone && numbers.some((number) => mayBeOf(number, one)))
      return { ...one, meaning: { ...street, certainty: "partial" } };
    return meaning.item && meaning.item in PARTS && !one.fixed ? { ...one, meaning: street } : one;
  });
}

/** Whether a number that no street was found for may be the one that a street's cells lack. */
function mayBeOf(number: JudgedColumn, street: JudgedColumn): boolean {
  const [{ meaning: a }, { meaning: b }] = [number, street];
  const isElsewhere = isSaid(number) && isSaid(street) && !(a.place === b.place && a.whose === b.whose);
  return !isElsewhere && !most(street.content, isStreet) && nearlyAll(street.content, isStreetName);
}

/** What stands around the name, once its street is judged: with that street, or asked about and left out with it. */
export function judgeHouseNumber({ numbers, name, ends }: StreetPair, decisions: Decisions): void {
  const street = decisions.readings.find(({ index }) => index === name.index);
  const path = street?.target && targetPath(street.target);
  const group = path?.endsWith(".street") ? path.slice(0, -".street".length) : undefined;
  const reason = street?.reason ?? "irrelevant";
  for (const [columns, part, where] of [
    [numbers, "houseNumber", "in-front-of-street"],
    [ends, "streetSuffix", "behind-street"],
  ] as const) {
    const remark = remarkOn(where, [name]);
    for (const [rank, one] of columns.entries()) {
      if (group === undefined) decisions.leave(one, reason);
      else decisions.feed(one, `${group}.${part}`, { reason, rank, remark });
    }
  }
}

/** A street in two columns that cannot be put together here without doubt: it is asked about. */
export function judgeSplitStreet(
  columns: readonly JudgedColumn[],
  decisions: Decisions,
): readonly JudgedColumn[] {
  const streets = columns.filter(({ meaning: { item }, fixed }) => !fixed && item === "street");
  const number = streets.find(({ content }) => most(content, isHouseNumber));
  const name = streets.find((one) => one !== number && most(one.content, isStreetName));
  if (!number || !name) return [];
  const both = [number, name];
  decisions.ask(number, "street-in-two", [{ answer: LEAVE_OUT, label: "Leave the street out" }], {
    of: both,
    samples: both.flatMap((one) => samplesOf(one).slice(0, 1)),
    reason: decisions.answerTo(number) === LEAVE_OUT ? "answer" : "open",
  });
  return both;
}
