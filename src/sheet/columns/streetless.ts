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

const DIRECTION = /^(?:[nsew]|[ns][ew]|north|south|east|west|(?:north|south)(?:east|west))\.?$/i;
/** Which side of the name a direction stands on, where the header says so. */
const SIDE =
  /^(?:(?<before>pre|(?:pre ?|street pre)(?:dir|direction|fix)|(?:dir|direction) prefix)|(?<behind>post ?(?:dir|direction)|(?:dir|direction) suffix)|dir|direction)$/;
/** `Type` right behind the name, over "St" and "Ave". */
const END_HEADER = /(?:type|suffix|sfx|tipo)\W*$/i;
const STREET_NAME = /\p{L}{2}|^\d+(?:st|nd|rd|th)\b/iu;

type Test = (text: string) => boolean;

/** Parts of a street: words of the header that name one, those that may stand beside them, and what its cells are. */
const STREET_PARTS: readonly (readonly [part: StreetPart, word: RegExp, beside: RegExp, test: Test])[] = [
  [
    "number",
    /^(?:#|number|num|no|nbr|nr|numero)(?: ext(?:erior)?)?$/,
    /^house$/,
    (text) => HOUSE_NUMBER.test(text.replace(/\.0+$/, "")),
  ],
  ["direction", SIDE, /^pre$/, (text) => DIRECTION.test(text)],
  ["end", /^(?:type|suffix|sfx)$/, /^$/, isStreetEnd],
  ["name", /^(?:name|nombre)$/, /^$/, (text) => STREET_NAME.test(text)],
];

type StreetPart = "number" | "direction" | "end" | "name";

/** The part of a street that a header names, and that its cells are, or there are none. */
function partOfStreet({ meaning, content, fixed, column }: JudgedColumn): StreetPart | undefined {
  const { item, certainty, rest } = meaning;
  if (fixed || column.keys || item !== "street" || certainty !== "partial") return undefined;
  const found = STREET_PARTS.find(
    ([, word, beside, test]) =>
      rest.some((text) => word.test(text)) &&
      rest.every((text) => word.test(text) || beside.test(text)) &&
      (content.cells.length === 0 || nearlyAll(content, test)),
  );
  return found?.[0];
}

/**
 * Streets in several columns whose headers and cells leave no doubt how they are put together. Where another column
 * has a part of the street, or the whole of it, there is no pair.
 */
export function streetPairs(columns: readonly JudgedColumn[]): StreetPair[] {
  const streets = columns.filter(
    ({ meaning: { item }, content }) =>
      (item === "street" || item === "fullAddress") && !most(content, isWholeAddress),
  );
  const parts = new Map(streets.map((one) => [one, partOfStreet(one)]));
  const numbers = streets.filter((one) => parts.get(one) === "number" && one.content.cells.length > 0);
  return numbers.flatMap((number): StreetPair[] => {
    const { place, whose } = number.meaning;
    const ofPlace = streets.filter(
      ({ meaning, copy }) => meaning.place === place && meaning.whose === whose && copy === number.copy,
    );
    const of = (part: StreetPart) => ofPlace.filter((one) => parts.get(one) === part);
    const around = [number, ...of("direction"), ...of("end")];
    const [name, ...more] = ofPlace.filter((one) => !around.includes(one));
    if (name === undefined || more.length > 0) return [];
    if (parts.get(name) !== "name" && !mayLackNumber(name, number)) return [];
    if (!nearlyAll(name.content, (text) => STREET_NAME.test(text))) return [];
    const sides = of("direction").map((one) => sideOf(one, number, name));
    const ends = [...of("end"), ...columns.filter((one) => isEndBehind(one, name))];
    if (sides.includes(undefined) || ends.length > 1) return [];
    const on = (side: Side) => of("direction").filter((_, at) => sides[at] === side);
    return [{ numbers: [number, ...on("before")], name, ends: [...ends, ...on("behind")] }];
  });
}

type Side = "before" | "behind";

/** Which side of the name a direction stands on: as its header says, or its column. */
function sideOf(
  { meaning: { rest }, index }: JudgedColumn,
  number: JudgedColumn,
  name: JudgedColumn,
): Side | undefined {
  const said = rest.map((text) => SIDE.exec(text)?.groups);
  if (said.some((groups) => groups?.before)) return "before";
  if (said.some((groups) => groups?.behind) || index > name.index) return "behind";
  return index > number.index ? "before" : undefined;
}

/** A column of nothing but `St` and `Ave` right behind a street's name. */
function isEndBehind({ column, index, content, meaning, fixed }: JudgedColumn, name: JudgedColumn): boolean {
  const isBehind = index === name.index + 1 && !fixed && meaning.item !== "street";
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
