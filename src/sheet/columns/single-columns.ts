import { normalized } from "../cells/cell-text.ts";
import { knownWord } from "../cells/read-word.ts";
import { type Item, pathOfItem } from "../headers/header-tags.ts";
import { isAmount } from "./column-content.ts";
import { columnNotice, columnQuestion, reasonOf, remarkFinding } from "./column-texts.ts";
import {
  askAbout,
  askWhich,
  compare,
  type JudgedColumn,
  type Judgement,
  judgedAs,
  namedColumns,
  noJudgement,
  target,
  together,
} from "./judged-column.ts";

/** Columns of fields that neither a person nor an address has parts of: a type, a purpose, a declaration. */

const OF_ADDRESS: ReadonlySet<Item> = new Set(["unit", "county"]);

export function isSingleItem(item: Item | undefined): boolean {
  if (item === "occupancy") return true;
  return item !== undefined && pathOfItem(item) !== undefined && !OF_ADDRESS.has(item);
}

const USAGE = "propertyUsage";
const RENTAL = "statedInformation.rentalOccupancy";
const DECLARATIONS: ReadonlySet<string> = new Set([
  "listedForSaleIn6Months",
  "purchasedOrSubjectToMortgageIn6Months",
  "liabilitiesIn4Years",
]);

/** Judges columns each of which feeds a field alone; several for one field must agree, or be told apart. */
export function judgeSingles(columns: readonly JudgedColumn[]): Judgement {
  const byPath = new Map<string, JudgedColumn[]>();
  const judgements: Judgement[] = [];
  for (const one of columns) {
    const path = one.meaning.item === "occupancy" ? occupancyPath(one) : pathOfItem(one.meaning.item as Item);
    const doubt = path === undefined ? occupancyQuestion(one) : contentQuestion(one, path);
    if (doubt) judgements.push(doubt);
    else if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  for (const [path, several] of byPath) judgements.push(judgeSeveral(path, several));
  return together(judgements);
}

/** What a column `Occupancy` holds: how the property is used, or whether it is let. */
function occupancyPath({ content }: JudgedColumn): string | undefined {
  const isUsed = content.cells.some(({ text }) => knownWord(USAGE, text) !== undefined);
  const isLet = content.cells.some(({ text }) => knownWord(RENTAL, text) !== undefined);
  return isUsed === isLet ? undefined : isUsed ? USAGE : RENTAL;
}

function occupancyQuestion(one: JudgedColumn): Judgement {
  if (one.content.cells.length === 0) return { ...noJudgement, readings: [judgedAs(one, "irrelevant")] };
  return askAbout(one, {
    asked: columnQuestion("usage-or-rental", namedColumns([one])),
    paths: [USAGE, RENTAL],
    isAcceptable: true,
  });
}

const UNKNOWN_WORDS_MAX = 12;

/** Cells that hardly are the field's, whatever the header says. */
function contentQuestion(one: JudgedColumn, path: string): Judgement | undefined {
  const { fixed, content, meaning } = one;
  if (fixed || meaning.certainty === "named") return undefined;
  if (DECLARATIONS.has(path) && content.cells.some(({ text }) => isAmount(text))) {
    return askAbout(one, {
      asked: columnQuestion("amounts-for-yes-no", namedColumns([one])),
      paths: [path],
      isAcceptable: true,
    });
  }
  const unknown = new Set(
    content.cells.flatMap(({ text }) => (knownWord(path, text) === undefined ? normalized(text) : [])),
  );
  if (!ENUMERATIONS.has(path) || unknown.size <= UNKNOWN_WORDS_MAX) return undefined;
  return askAbout(one, {
    asked: columnQuestion("many-texts", namedColumns([one])),
    paths: [path],
    isAcceptable: true,
  });
}

const ENUMERATIONS: ReadonlySet<string> = new Set(["buildingType", "loanPurpose", USAGE, RENTAL]);
const CERTAINTIES = ["named", "certain", "partial"];

/** A rent that says that it is a month's, beside one that may be a year's. */
const MONTHLY = /\bmo\b|month|mensual|\bmes\b|\bpm\b/i;

function judgeSeveral(path: string, columns: readonly JudgedColumn[]): Judgement {
  const [first, ...others] = [...columns].sort(byCertainty);
  if (!first) return noJudgement;
  const taken: JudgedColumn[] = [first];
  const judgements: Judgement[] = [];
  const isRent = path === "statedInformation.monthlyRentalIncome";
  const monthly = isRent ? columns.filter(({ column, fixed }) => fixed || MONTHLY.test(column.name)) : [];
  const [month, ...months] = monthly;
  if (month && months.length === 0 && others.length > 0 && !others.every((one) => agrees(path, one, first))) {
    const rest = columns.filter((one) => one !== month);
    return together([fed(path, month), ...rest.map((one) => leftOut(path, one, month))]);
  }
  for (const one of others) {
    const areTicks = one.meaning.yes !== undefined && first.meaning.yes !== undefined && !first.fixed;
    const isSecond = one.meaning.rank !== first.meaning.rank && !first.fixed;
    if (
      one.fixed ||
      one.column.keys ||
      areTicks ||
      agrees(path, one, first) ||
      (isSecond && path !== "affiliateId")
    ) {
      taken.push(one);
    } else if (path === "affiliateId" || first.fixed || (one.meaning.yes && !first.meaning.yes)) {
      judgements.push(leftOut(path, one, first));
    } else {
      judgements.push(askWhich(path, one, first, true));
    }
  }
  const isOpen = judgements.some(({ questions }) => questions.length > 0);
  judgements.push(...taken.map((one) => (isOpen ? unsettled(one) : fed(path, one))));
  const isTold = !isOpen && taken.length > 1 && taken.every(({ column, fixed }) => !column.keys && !fixed);
  const ticks = first.meaning.yes === undefined ? {} : { path };
  const told = columnNotice("several-columns", { ...namedColumns(taken), ...ticks });
  return together([...judgements, { ...noJudgement, notices: isTold ? [told] : [] }]);
}

function unsettled(one: JudgedColumn): Judgement {
  return one.fixed ? noJudgement : { ...noJudgement, readings: [judgedAs(one, "open")] };
}

/** Whatever the order of columns, so that it decides nothing. */
function byCertainty(one: JudgedColumn, other: JudgedColumn): number {
  return (
    Number(other.fixed !== undefined) - Number(one.fixed !== undefined) ||
    Number(one.meaning.yes !== undefined) - Number(other.meaning.yes !== undefined) ||
    one.meaning.rank - other.meaning.rank ||
    CERTAINTIES.indexOf(one.meaning.certainty) - CERTAINTIES.indexOf(other.meaning.certainty) ||
    (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
  );
}

function agrees(path: string, one: JudgedColumn, other: JudgedColumn): boolean {
  const isSame = (a: string, b: string) =>
    normalized(a) === normalized(b) ||
    (knownWord(path, a) !== undefined && knownWord(path, a) === knownWord(path, b));
  const { both, same } = compare(one.content, other.content, isSame);
  return both === same;
}

function fed(path: string, one: JudgedColumn): Judgement {
  if (one.fixed) return noJudgement;
  const { certainty, item, rank } = one.meaning;
  const reason = item === "occupancy" ? "evidence" : certainty === "named" ? "named" : "header";
  return {
    ...noJudgement,
    readings: [judgedAs(one, reason, { target: target(path), rank: one.column.keys ? 0 : rank })],
  };
}

function leftOut(path: string, one: JudgedColumn, first: JudgedColumn): Judgement {
  const remark = remarkFinding("field-is-other", { path, ...namedColumns([first]) });
  return {
    readings: [judgedAs(one, "irrelevant", { remark })],
    questions: [],
    notices: [columnNotice("column-left-out", { ...namedColumns([one]), ...reasonOf(remark) })],
  };
}
