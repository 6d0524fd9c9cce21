import { isStreetEnd, isWholeAddress } from "../cells/full-address.ts";
import type { Item } from "../headers/header-tags.ts";
import { LEAVE_OUT } from "../question.ts";
import { isState, isStreet, most, nearlyAll, nearlyAllOf } from "./column-content.ts";
import type { Decisions } from "./decisions.ts";
import { compare, type JudgedColumn, samplesOf } from "./judged-column.ts";

/** Streets in several columns: `House Number` and `Street Name`, perhaps with `Direction` and `Street Suffix`. */

export const isHouseNumber = (text: string): boolean =>
  /^\d{1,6}(?:[-\s]?[a-z]|-\d+|\s1\/2)?$/i.test(text.replace(/\.0+$/, ""));

const DIRECTION = /^(?:[nsew]|[ns][ew]|north|south|east|west|(?:north|south)(?:east|west))\.?$/i;
const isDirection = (text: string): boolean => DIRECTION.test(text);
/** `Ave`, `NE` and `Ave NE`. */
const isEnd = (text: string): boolean =>
  text.split(/\s+/).every((word) => isStreetEnd(word) || isDirection(word));
const isStreetName = (text: string): boolean => /\p{L}{2}|^\d+(?:st|nd|rd|th)\b/iu.test(text);

/** What the cells are under a header that names a part of a street. */
const PARTS: Partial<Record<Item, (text: string) => boolean>> = {
  houseNumber: (text) => isHouseNumber(text) || isDirection(text),
  direction: isDirection,
  streetName: isStreetName,
  streetSuffix: isEnd,
};

/** The part of a street that a header names, and that its cells are, or there are none. */
function partOfStreet({ meaning: { item, rest }, content, fixed, column }: JudgedColumn): Item | undefined {
  const test = item && PARTS[item];
  const isPart = test && !fixed && !column.keys && rest.length === 0;
  return isPart && (content.cells.length === 0 || nearlyAll(content, test)) ? item : undefined;
}

/**
 * Puts streets together whose headers and cells leave no doubt how: the column of the name becomes the street, with
 * those around it. One that is left over may be a street, too. If a house number is left over, a street without
 * numbers is in doubt.
 */
export function withStreets(columns: readonly JudgedColumn[]): JudgedColumn[] {
  const streets = columns.filter(
    ({ meaning: { item }, content, fixed }) =>
      item !== undefined &&
      (item === "street" || item === "fullAddress" || (item in PARTS && !fixed)) &&
      !most(content, isWholeAddress),
  );
  const isNumber = (one: JudgedColumn) =>
    one.meaning.rank === 1 && partOfStreet(one) === "houseNumber" && nearlyAll(one.content, isHouseNumber);
  const found = streets.filter(isNumber).flatMap((number) => {
    const found = mayBeOneStreet(number, streets).flatMap((parts) => streetOf(number, parts, columns) ?? []);
    return found.slice(0, 1);
  });
  const around = found.flatMap(({ around = [] }) => around.map(({ one }) => one));
  const left = columns.filter((one) => !around.includes(one));
  const numbers = left.filter((one) => partOfStreet(one) === "houseNumber" && one.content.cells.length > 0);
  return left.map((one): JudgedColumn => {
    const street = found.find(({ index }) => index === one.index);
    const { meaning, fixed, content } = one;
    if (street || fixed) return street ?? one;
    const isBare = meaning.item === "street" && content.cells.length > 0;
    const lacksNumber = !most(content, isStreet) && nearlyAll(content, isStreetName);
    if (isBare && lacksNumber && numbers.length > 0)
      return { ...one, meaning: { ...meaning, rank: 1, certainty: "partial" } };
    return meaning.item && meaning.item in PARTS
      ? { ...one, meaning: { ...meaning, item: "street", rank: 1 } }
      : one;
  });
}

/** The street that a number stands before, unless another column has a part of it, or the whole of it. */
function streetOf(
  number: JudgedColumn,
  ofStreet: readonly JudgedColumn[],
  columns: readonly JudgedColumn[],
): JudgedColumn | undefined {
  const [name, ...more] = ofStreet.filter((one) => !AROUND.includes(partOfStreet(one)));
  if (name === undefined || more.length > 0 || !nearlyAll(name.content, isStreetName)) return undefined;
  if (partOfStreet(name) !== "streetName" && !mayLackNumber(name, number)) return undefined;
  // A direction stands on the side of the name on which its column does.
  const isBefore = (one: JudgedColumn) =>
    partOfStreet(one) === "houseNumber" || (partOfStreet(one) === "direction" && one.index < name.index);
  const around = [...ofStreet, ...columns.filter((one) => isEndBehind(one, name))]
    .filter((one) => one !== name)
    .sort((one, other) => one.meaning.rank - other.meaning.rank)
    .map((one) => ({ one, part: isBefore(one) ? ("houseNumber" as const) : ("streetSuffix" as const) }));
  if (around.find(({ part }) => part === "houseNumber")?.one !== number) return undefined;
  const { meaning } = [name, ...around.map(({ one }) => one)].find(isSaid) ?? name;
  return {
    ...name,
    meaning: { ...meaning, item: "street", rank: 1, certainty: "certain", rest: [] },
    around,
  };
}

const AROUND: readonly (Item | undefined)[] = ["houseNumber", "direction", "streetSuffix"];

const isSaid = ({ meaning: { place, whose } }: JudgedColumn): boolean =>
  place !== undefined || whose !== undefined;

function isOfSame(one: JudgedColumn, other: JudgedColumn): boolean {
  const [{ meaning: a }, { meaning: b }] = [one, other];
  return a.place === b.place && a.whose === b.whose && one.copy === other.copy;
}

/**
 * What may be the parts of the street that a number belongs to: those right beside it, where some say whose it is and the
 * others nothing, as `Property Street Number` and `Street`; else those of the same address alone.
 */
function mayBeOneStreet(number: JudgedColumn, streets: readonly JudgedColumn[]): (readonly JudgedColumn[])[] {
  const ofSame = streets.filter((one) => isOfSame(one, number));
  const ofCopy = new Map(streets.filter(({ copy }) => copy === number.copy).map((one) => [one.index, one]));
  let first = number.index;
  while (ofCopy.has(first - 1)) first -= 1;
  const beside: JudgedColumn[] = [];
  for (let one = ofCopy.get(first); one; one = ofCopy.get(one.index + 1)) beside.push(one);
  const said = beside.find(isSaid) ?? number;
  const areOfSame = beside.every((one) => !isSaid(one) || isOfSame(one, said));
  const together = streets.filter((one) => beside.includes(one) || isOfSame(one, said));
  return areOfSame ? [together, ofSame] : [ofSame];
}

/** A column of nothing but `St` and `Ave` right behind names of streets that lack them, whose header says nothing else. */
function isEndBehind(
  { index, content, meaning: { item }, fixed }: JudgedColumn,
  name: JudgedColumn,
): boolean {
  const mayBe = item === undefined || item === "nameSuffix";
  const areEnds = nearlyAll(content, isEnd) && !most(content, isDirection) && !nearlyAll(content, isState);
  // Behind "Elm St", a "Park" or "Heights" is the neighbourhood.
  const isWhole = most(name.content, (text) => isStreetEnd(text.split(" ").at(-1) ?? ""));
  return mayBe && index === name.index + 1 && !fixed && areEnds && !isWhole;
}

/**
 * Whether a column is called the street, and its cells may lack their number, as `Elm St` beside a `House No`. Where
 * nearly all of them have one, so that few lack it, the other column has to hold the same numbers.
 */
function mayLackNumber(
  { meaning, content, fixed, column }: JudgedColumn,
  { content: numbers }: JudgedColumn,
): boolean {
  if (fixed || column.keys || meaning.certainty === "partial") return false;
  const numbered = { cells: content.cells.filter(({ text }) => isStreet(text)) };
  const { both, same } = compare(numbers, numbered, (number, street) => street.startsWith(`${number} `));
  return !nearlyAll(content, isStreet) || (both > 0 && same >= nearlyAllOf(both));
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
