import { TWO_LETTERS, withAsciiTwin } from "./ascii-twin.ts";
import { isStreet, most, NEARLY_ALL, nearlyAll } from "./column-content.ts";
import { type ColumnReading, targetPath } from "./column-reading.ts";
import { isWholeAddress } from "./full-address.ts";
import {
  askAbout,
  compare,
  type JudgedColumn,
  type Judgement,
  judgedAs,
  leaveOut,
  noJudgement,
  samplesOf,
  shownColumns,
  target,
} from "./judged-column.ts";
import { LEAVE_OUT } from "./question.ts";

/** Where no column is an address's street: those among the ones left out that may be it. No lead goes without it unasked. */

/** Whether an address that is sent, or the property's, has no street. */
export function lacksStreet(fed: ReadonlySet<string>): boolean {
  const isHomeBare = fed.has("residentialAddress.city") && !fed.has("residentialAddress.street");
  return !fed.has("address.street") || isHomeBare;
}

const HOUSE_NUMBER = /^\d{1,6}(?:[-\s]?[a-z]|-\d+|\s1\/2)?$/i;
const OF_PLACE = /addr|street|home|house|propert|residen|direcci|domicilio|casa|calle/i;

/** A street in several columns: `House Number` and `Street Name`, and between them perhaps `Direction`. */
export interface StreetPair {
  /** What stands in front of the name, in this order. */
  numbers: readonly JudgedColumn[];
  name: JudgedColumn;
}

const NUMBER_WORD = /^(?:#|number|num|no|nbr|nr|numero)(?: ext(?:erior)?)?$/;
const NAME_WORD = /^(?:name|nombre)$/;
const DIRECTION_WORD = /^(?:dir|direction|predir)$/;
const DIRECTION = /^(?:[nsew]|[ns][ew]|north|south|east|west|(?:north|south)(?:east|west))\.?$/i;

/**
 * Streets in two columns whose headers and cells leave no doubt how they are put together. Where a third column has a
 * part of the street, such as its type, or the whole of it, there is no pair.
 */
export function streetPairs(columns: readonly JudgedColumn[]): StreetPair[] {
  const streets = columns.filter(({ meaning: { item } }) => item === "street" || item === "fullAddress");
  return streets.flatMap((number): StreetPair[] => {
    const { place, whose } = number.meaning;
    const ofPlace = streets.filter(
      ({ meaning, copy }) => meaning.place === place && meaning.whose === whose && copy === number.copy,
    );
    const directions = ofPlace.filter(
      (one) =>
        isPartOfStreet(one, DIRECTION_WORD, /^pre$/) &&
        nearlyAll(one.content, (text) => DIRECTION.test(text)),
    );
    const [name, ...more] = ofPlace.filter((one) => one !== number && !directions.includes(one));
    const numbers = [number, ...directions];
    const isInOrder = [...numbers, ...(name ? [name] : [])].every(
      ({ index }, at, all) => index > (all[at - 1]?.index ?? -1) || directions.length === 0,
    );
    const isPair =
      name !== undefined &&
      more.length === 0 &&
      isInOrder &&
      isPartOfStreet(number, NUMBER_WORD, /^house$/) &&
      (isPartOfStreet(name, NAME_WORD) || mayLackNumber(name, number)) &&
      nearlyAll(number.content, (text) => HOUSE_NUMBER.test(text.replace(/\.0+$/, ""))) &&
      nearlyAll(name.content, (text) => STREET_NAME(text).test(text));
    return isPair ? [{ numbers, name }] : [];
  });
}

const STREET_NAME = withAsciiTwin(String.raw`\p{L}{2}|^\d+(?:st|nd|rd|th)\b`, "iu");

/** Whether a header names a street, and of it the part that the word says. */
function isPartOfStreet(
  { meaning, content, fixed, column }: JudgedColumn,
  word: RegExp,
  beside?: RegExp,
): boolean {
  const { item, certainty, rest } = meaning;
  return (
    !fixed &&
    !column.keys &&
    item === "street" &&
    certainty === "partial" &&
    content.cells.length > 0 &&
    rest.some((text) => word.test(text)) &&
    rest.every((text) => word.test(text) || beside?.test(text))
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
    (!nearlyAll(content, isStreet) || (both > 0 && same >= both * NEARLY_ALL))
  );
}

/** What the number is, once its street is judged: in front of that street, or asked about and left out with it. */
export function judgeHouseNumber(
  { numbers, name }: StreetPair,
  readings: readonly ColumnReading[],
): Judgement {
  const street = readings.find(({ index }) => index === name.index);
  const path = street?.target && targetPath(street.target);
  const found = path?.endsWith(".street")
    ? target(`${path.slice(0, -".street".length)}.houseNumber`)
    : undefined;
  const reason = street?.reason ?? "irrelevant";
  const remark = `stands in front of ${shownColumns([name])}`;
  return {
    ...noJudgement,
    readings: numbers.map((one) => judgedAs(one, reason, { target: found, ...(found && { remark }) })),
  };
}

/** A street in two columns that cannot be put together here without doubt. */
export function splitStreet(
  columns: readonly JudgedColumn[],
  settled: ReadonlyMap<string, string>,
): { columns: readonly JudgedColumn[]; judgement: Judgement } | undefined {
  const streets = columns.filter(({ meaning: { item }, fixed }) => !fixed && item === "street");
  const number = streets.find(({ content }) => most(content, (text) => HOUSE_NUMBER.test(text)));
  const name = streets.find(
    (one) => one !== number && most(one.content, (text) => TWO_LETTERS(text).test(text)),
  );
  if (!number || !name) return undefined;
  const both = [number, name];
  const { column, key, index } = number;
  const id = `column:${key}`;
  const question = {
    id,
    kind: "column" as const,
    column: column.name,
    ...(column.letters && { letters: column.letters }),
    text: `${shownColumns(both, " and ")} hold one street in two columns, which cannot be put together here: write number and name into one column of the sheet, or is the street left out?`,
    samples: [...samplesOf(number).slice(0, 1), ...samplesOf(name).slice(0, 1)],
    rowCount: 0,
    options: [leaveOut("Leave the street out")],
    isAcceptable: false,
  };
  const reason = settled.get(id) === LEAVE_OUT ? "answer" : "open";
  const readings = both.map((one) => judgedAs(one, reason));
  return {
    columns: both,
    judgement: { ...noJudgement, readings, questions: [{ question, index, isOfBlock: true }] },
  };
}

/** A column that is left out although its cells are streets or addresses. */
export function judgeStreetless(one: JudgedColumn): Judgement | undefined {
  const { column, content, fixed } = one;
  if (fixed || content.cells.length === 0) return undefined;
  const isWhole = nearlyAll(content, isWholeAddress);
  const isHouse =
    OF_PLACE.test(column.name) && nearlyAll(content, (text) => isStreet(text) || isWholeAddress(text));
  if (!isWhole && !isHouse) return undefined;
  const part = most(content, isWholeAddress) ? "fullAddress" : "street";
  return askAbout(one, {
    text: `What is ${shownColumns([one])}, since no other column has the property's street?`,
    paths: [`address.${part}`, `residentialAddress.${part}`],
    isAcceptable: false,
  });
}
