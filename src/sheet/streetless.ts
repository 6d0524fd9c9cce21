import { isStreet, most, nearlyAll } from "./column-content.ts";
import { isWholeAddress } from "./full-address.ts";
import {
  askAbout,
  type JudgedColumn,
  type Judgement,
  judgedAs,
  leaveOut,
  noJudgement,
  samplesOf,
  shownColumns,
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

/** `House Number` and `Street Name`: a street in two columns, which only the sheet can put together. */
export function splitStreet(
  columns: readonly JudgedColumn[],
  settled: ReadonlyMap<string, string>,
): { columns: readonly JudgedColumn[]; judgement: Judgement } | undefined {
  const streets = columns.filter(({ meaning: { item }, fixed }) => !fixed && item === "street");
  const number = streets.find(({ content }) => most(content, (text) => HOUSE_NUMBER.test(text)));
  const name = streets.find((one) => one !== number && most(one.content, (text) => /\p{L}{2}/u.test(text)));
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
