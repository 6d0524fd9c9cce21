import { normalized } from "../cells/cell-text.ts";
import { knownWord } from "../cells/read-word.ts";
import { type Item, isAddressItem, pathOfItem } from "../headers/header-tags.ts";
import { DECLARATIONS, ENUMERATIONS, isAmount } from "./column-content.ts";
import { columnNotice } from "./column-texts.ts";
import type { Decisions } from "./decisions.ts";
import { compare, type JudgedColumn, namedColumns } from "./judged-column.ts";

/** Columns of fields that neither a person nor an address has parts of: a type, a purpose, a declaration. */

export function isSingleItem(item: Item | undefined): boolean {
  return item !== undefined && pathOfItem(item) !== undefined && !isAddressItem(item);
}

/** Judges columns each of which feeds a field alone; several for one field must agree, or be told apart. */
export function judgeSingles(columns: readonly JudgedColumn[], decisions: Decisions): void {
  const byPath = new Map<string, JudgedColumn[]>();
  for (const one of columns) {
    const path = pathOfItem(one.meaning.item as Item) ?? "";
    if (!asksForContent(one, path, decisions)) byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  for (const [path, several] of byPath) judgeSeveral(path, several, decisions);
}

const UNKNOWN_WORDS_MAX = 12;

/** Asks about cells that hardly are the field's, whatever the header says. */
function asksForContent(one: JudgedColumn, path: string, decisions: Decisions): boolean {
  const { fixed, content, meaning } = one;
  if (fixed || meaning.certainty === "named") return false;
  const areAmounts = DECLARATIONS.includes(path) && content.cells.some(({ text }) => isAmount(text));
  const unknown = new Set(
    content.cells.flatMap(({ text }) => (knownWord(path, text) === undefined ? normalized(text) : [])),
  );
  const areTexts = ENUMERATIONS.includes(path) && unknown.size > UNKNOWN_WORDS_MAX;
  if (areAmounts || areTexts) decisions.ask(one, areAmounts ? "amounts-for-yes-no" : "many-texts", [path]);
  return areAmounts || areTexts;
}

const CERTAINTIES = ["named", "certain", "partial"];

/** A rent that says that it is a month's, beside one that may be a year's. */
const MONTHLY = /\bmo\b|month|mensual|\bmes\b|\bpm\b/i;

function judgeSeveral(path: string, columns: readonly JudgedColumn[], decisions: Decisions): void {
  const [first, ...others] = [...columns].sort(byCertainty);
  if (!first) return;
  const leave = (one: JudgedColumn, kept: JudgedColumn) =>
    decisions.leaveTold([one], "column-left-out", "field-is-other", [kept], path);
  const isRent = path === "statedInformation.monthlyRentalIncome";
  const [month, ...months] = isRent
    ? columns.filter(({ column, fixed }) => fixed || MONTHLY.test(column.name))
    : [];
  if (month && months.length === 0 && !others.every((one) => agrees(path, one, first))) {
    feed(path, month, decisions);
    for (const one of columns) if (one !== month) leave(one, month);
    return;
  }
  const isTaken = (one: JudgedColumn) => {
    const areTicks = one.meaning.yes !== undefined && first.meaning.yes !== undefined && !first.fixed;
    const isSecond = one.meaning.rank !== first.meaning.rank && !first.fixed && path !== "affiliateId";
    return one.fixed || one.column.keys || areTicks || isSecond || agrees(path, one, first);
  };
  const taken = [first, ...others.filter(isTaken)];
  const rivals = others.filter((one) => !isTaken(one));
  const isLess = (one: JudgedColumn) =>
    path === "affiliateId" || first.fixed || (one.meaning.yes && !first.meaning.yes);
  for (const one of rivals) {
    if (isLess(one)) leave(one, first);
    else decisions.askWhich(path, one, first, true);
  }
  const isOpen = !rivals.every(isLess);
  for (const one of taken) {
    if (isOpen) decisions.leave(one, "open");
    else feed(path, one, decisions);
  }
  if (isOpen || taken.length === 1 || taken.some(({ column, fixed }) => column.keys ?? fixed)) return;
  const ticks = first.meaning.yes === undefined ? {} : { path };
  decisions.notices.push(columnNotice("several-columns", { ...namedColumns(taken), ...ticks }));
}

/** Independent of the order of columns, so that the order decides nothing. */
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

function feed(path: string, one: JudgedColumn, decisions: Decisions): void {
  decisions.feed(one, path, { rank: one.column.keys ? 0 : one.meaning.rank });
}
