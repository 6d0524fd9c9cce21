import { isStreetEnd, isWholeAddress } from "../cells/full-address.ts";
import { LEAVE_OUT } from "../question.ts";
import { isStreet, most, nearlyAll, nearlyAllOf } from "./column-content.ts";
import { targetPath } from "./column-reading.ts";
import { columnQuestion, remarkFinding } from "./column-texts.ts";
import { type Decisions, leaveOut, pathsOrNone } from "./decisions.ts";
import { compare, type JudgedColumn, namedColumns, samplesOf } from "./judged-column.ts";

/** Where no column is an address's street: those among the ones left out that may be it. No lead goes without it unasked. */

/** Whether an address that is sent, or the property's, has no street. */
export function lacksStreet(fed: ReadonlySet<string>): boolean {
  const isHomeBare = fed.has("residentialAddress.city") && !fed.has("residentialAddress.street");
  return !fed.has("address.street") || isHomeBare;
}

const HOUSE_NUMBER = /^\d{1,6}(?:[-\s]?[a-z]|-\d+|\s1\/2)?$/i;
const OF_PLACE = /addr|street|home|house|propert|residen|direcci|domicilio|casa|calle/i;

/** A street in several columns: `House Number` and `Street Name`, perhaps with `Direction` and `Street Suffix`. */
export interface StreetPair {
  /** What stands in front of the name, in this order. */
  numbers: readonly JudgedColumn[];
  name: JudgedColumn;
  /** What stands behind it, in this order. */
  ends: readonly JudgedColumn[];
}

const NUMBER_WORD = /^(?:#|number|num|no|nbr|nr|numero)(?: ext(?:erior)?)?$/;
const NAME_WORD = /^(?:name|nombre)$/;
/** Which side of the name it stands on, where the header says so. */
const DIRECTION_WORD =
  /^(?:(?<before>(?:pre ?|street pre)(?:dir|direction|fix)|(?:dir|direction) prefix)|(?<behind>post ?(?:dir|direction)|(?:dir|direction) suffix)|dir|direction)$/;
const DIRECTION = /^(?:[nsew]|[ns][ew]|north|south|east|west|(?:north|south)(?:east|west))\.?$/i;
const END_WORD = /^(?:type|suffix|sfx)$/;
/** `Type` right behind the name, over "St" and "Ave". */
const END_HEADER = /(?:type|suffix|sfx|tipo)\W*$/i;

/**
 * Streets in several columns whose headers and cells leave no doubt how they are put together. Where another column
 * has a part of the street, or the whole of it, there is no pair.
 */
export function streetPairs(columns: readonly JudgedColumn[]): StreetPair[] {
  const streets = columns.filter(
    ({ meaning: { item }, content }) =>
      (item === "street" || item === "fullAddress") && !most(content, isWholeAddress),
  );
  return streets.flatMap((number): StreetPair[] => {
    if (!isNumber(number)) return [];
    const { place, whose } = number.meaning;
    const ofPlace = streets.filter(
      ({ meaning, copy }) => meaning.place === place && meaning.whose === whose && copy === number.copy,
    );
    const isEnd = (one: JudgedColumn) =>
      isPartOfStreet(one, END_WORD, /^$/, isStreetEnd) && ofPlace.includes(one);
    const directions = ofPlace.filter((one) =>
      isPartOfStreet(one, DIRECTION_WORD, /^pre$/, (text) => DIRECTION.test(text)),
    );
    const [name, ...more] = ofPlace.filter(
      (one) => one !== number && !directions.includes(one) && !isEnd(one),
    );
    if (name === undefined || more.length > 0) return [];
    const isName = isPartOfStreet(name, NAME_WORD) || mayLackNumber(name, number);
    if (!isName || !nearlyAll(name.content, (text) => STREET_NAME.test(text))) return [];
    const sides = directions.map((one) => sideOf(one, number, name));
    const ends = [...ofPlace.filter(isEnd), ...columns.filter((one) => isEndBehind(one, name))];
    if (sides.includes(undefined) || ends.length > 1) return [];
    const on = (side: Side) => directions.filter((_, at) => sides[at] === side);
    return [{ numbers: [number, ...on("before")], name, ends: [...ends, ...on("behind")] }];
  });
}

const isNumber = (one: JudgedColumn): boolean =>
  one.content.cells.length > 0 &&
  isPartOfStreet(one, NUMBER_WORD, /^house$/, (text) => HOUSE_NUMBER.test(text.replace(/\.0+$/, "")));

type Side = "before" | "behind";

/** Which side of the name a direction stands on: as its header says, or its column. */
function sideOf(
  { meaning: { rest }, index }: JudgedColumn,
  number: JudgedColumn,
  name: JudgedColumn,
): Side | undefined {
  const said = rest.map((text) => DIRECTION_WORD.exec(text)?.groups).find((groups) => groups);
  if (said?.before !== undefined || rest.includes("pre")) return "before";
  if (said?.behind !== undefined || index > name.index) return "behind";
  return index > number.index ? "before" : undefined;
}

/** A column of nothing but `St` and `Ave` right behind a street's name. */
function isEndBehind({ column, index, content, meaning, fixed }: JudgedColumn, name: JudgedColumn): boolean {
  return (
    index === name.index + 1 &&
    !fixed &&
    meaning.item !== "street" &&
    END_HEADER.test(column.name) &&
    nearlyAll(content, isStreetEnd)
  );
}

const STREET_NAME = /\p{L}{2}|^\d+(?:st|nd|rd|th)\b/iu;

/** Whether a header names a street, and of it the part that the word says; its cells are that, or there are none. */
function isPartOfStreet(
  { meaning, content, fixed, column }: JudgedColumn,
  word: RegExp,
  beside?: RegExp,
  test: (text: string) => boolean = () => true,
): boolean {
  const { item, certainty, rest } = meaning;
  return (
    !fixed &&
    !column.keys &&
    item === "street" &&
    certainty === "partial" &&
    rest.some((text) => word.test(text)) &&
    rest.every((text) => word.test(text) || beside?.test(text)) &&
    (content.cells.length === 0 || nearlyAll(content, test))
  );
}

/**
 * Whether a column is called the street, and its cells may lack their number, as `Elm St` beside a `House No`. Where
 * nearly all of them have one, so that few lack it, the other column has to hold the same numbers.
 */
function mayLackNumber(
  { meaning, content, fixed, column }: JudgedColumn,
  { content: numbers }: JudgedColumn,
): boolean {
  const numbered = { cells: content.cells.filter(({ text }) => isStreet(text)) };
  const { both, same } = compare(numbers, numbered, (number, street) => street.startsWith(`${number} `));
  return (
    !fixed &&
    !column.keys &&
    meaning.item === "street" &&
    meaning.certainty !== "partial" &&
    content.cells.length > 0 &&
    nearlyAll(content, (text) => !isWholeAddress(text)) &&
    (!nearlyAll(content, isStreet) || (both > 0 && same >= nearlyAllOf(both)))
  );
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
    const remark = remarkFinding(where, namedColumns([name]));
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
  const number = streets.find(({ content }) => most(content, (text) => HOUSE_NUMBER.test(text)));
  const name = streets.find((one) => one !== number && most(one.content, (text) => /\p{L}{2}/u.test(text)));
  if (!number || !name) return [];
  const both = [number, name];
  decisions.ask(number, {
    of: both,
    asked: columnQuestion("street-in-two", namedColumns(both)),
    options: [leaveOut("Leave the street out")],
    samples: both.flatMap((one) => samplesOf(one).slice(0, 1)),
    reason: decisions.answerTo(number) === LEAVE_OUT ? "answer" : "open",
  });
  return both;
}

/** Asks about a column that is left out although its cells are streets or addresses. */
export function asksForStreet(one: JudgedColumn, decisions: Decisions): boolean {
  const { column, content, fixed } = one;
  if (fixed || content.cells.length === 0) return false;
  const isWhole = nearlyAll(content, isWholeAddress);
  const isHouse =
    OF_PLACE.test(column.name) && nearlyAll(content, (text) => isStreet(text) || isWholeAddress(text));
  if (!isWhole && !isHouse) return false;
  const part = most(content, isWholeAddress) ? "fullAddress" : "street";
  decisions.ask(one, {
    asked: columnQuestion("column-without-street", namedColumns([one])),
    options: pathsOrNone([`address.${part}`, `residentialAddress.${part}`]),
  });
  return true;
}
