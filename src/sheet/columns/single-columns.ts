import { addTo } from "../../base/growable.ts";
import { knownWord } from "../cells/read-word.ts";
import { type Item, isAddressItem, pathOfItem } from "../headers/header-tags.ts";
import { LEAVE_OUT } from "../question.ts";
import { wordKey } from "../text/word-key.ts";
import { DECLARATIONS, ENUMERATIONS, isAmount } from "./column-content.ts";
import type { Decisions } from "./decisions.ts";
import { compare, isOfApplicant, type JudgedColumn, namedColumns, shownColumns } from "./judged-column.ts";

/** Columns each of which feeds one field: a type, a purpose, a declaration, an e-mail, a telephone number. */

export function isSingleItem(item: Item | undefined): boolean {
  return item !== undefined && pathOfItem(item) !== undefined && !isAddressItem(item);
}

/** Judges columns of fields that neither a person nor an address has parts of. */
export function judgeSingles(columns: readonly JudgedColumn[], decisions: Decisions): void {
  const byPath = new Map<string, JudgedColumn[]>();
  for (const one of columns) {
    const path = pathOfItem(one.meaning.item as Item) ?? "";
    if (!asksForContent(one, path, decisions)) addTo(byPath, path, one);
  }
  for (const [path, several] of byPath) assign(path, several, decisions);
}

const UNKNOWN_WORDS_MAX = 12;

/** Asks about cells that hardly are the field's, whatever the header says. */
function asksForContent(one: JudgedColumn, path: string, decisions: Decisions): boolean {
  const { fixed, content, meaning } = one;
  if (fixed || meaning.certainty === "named") return false;
  const areAmounts = DECLARATIONS.includes(path) && content.cells.some(({ text }) => isAmount(text));
  const unknown = new Set(
    content.cells.flatMap(({ text }) => (knownWord(path, text) === undefined ? wordKey(text) : [])),
  );
  const areTexts = ENUMERATIONS.includes(path) && unknown.size > UNKNOWN_WORDS_MAX;
  if (areAmounts || areTexts) decisions.ask(one, areAmounts ? "amounts-for-yes-no" : "many-texts", [path]);
  return areAmounts || areTexts;
}

const CHANNELS = ["contactInfo.email", "contactInfo.phone"];

/**
 * Gives a field its columns: the first that is filled goes, in an order of their own. Those that nothing tells apart
 * must agree; where they do not, a person is asked which one is meant.
 */
export function assign(path: string, columns: readonly JudgedColumn[], decisions: Decisions): void {
  const isChannel = CHANNELS.includes(path);
  const all = [...columns].sort(preference(isChannel));
  const [first, ...others] = all;
  if (!first) return;
  const rivals = others.filter((one) => isRival(path, one, first));
  const areLess = rivals.filter(
    ({ meaning: { yes } }) => path === "affiliateId" || first.fixed || (yes && !first.meaning.yes),
  );
  for (const one of areLess) decisions.leaveFor([one], "field-is-other", [first], path);
  const open = rivals.filter((one) => !areLess.includes(one)).slice(0, isChannel ? 1 : undefined);
  const label = (one: JudgedColumn) => `${shownColumns([one])}; the other is left out`;
  for (const one of open) {
    // Passed over, neither is sent.
    const options = [
      { answer: LEAVE_OUT, label: label(first) },
      { answer: path, label: label(one) },
    ];
    const params = { path, ...namedColumns([first, one]) };
    decisions.ask(one, "column-of-two", options, { params, isAcceptable: !isChannel });
  }
  const taken = all.filter((one) => !areLess.includes(one) && !open.includes(one));
  for (const [rank, one] of taken.entries()) {
    if (open.length > 0) decisions.leave(one, "open");
    else decisions.feed(one, path, { rank: isChannel ? rank : one.meaning.rank });
  }
  if (open.length > 0 || taken.length < 2 || taken.some(({ column, fixed }) => column.keys ?? fixed)) return;
  decisions.tell("several-columns", taken, first.meaning.yes === undefined ? {} : { path });
}

/** Whether two columns differ that may be the field equally: keys, ticks, and what a person has said never are. */
function isRival(path: string, one: JudgedColumn, first: JudgedColumn): boolean {
  const isChannel = CHANNELS.includes(path);
  if (one.fixed || one.column.keys || path === "contactInfo.phone") return false;
  if (isChannel && (first.fixed || one.copy !== first.copy)) return false;
  if (one.meaning.yes !== undefined && first.meaning.yes !== undefined && !first.fixed) return false;
  const isSecond = one.meaning.rank !== first.meaning.rank && !first.fixed && path !== "affiliateId";
  return !isSecond && !agree(path, one, first);
}

const CERTAINTIES = ["named", "certain", "partial"];

/** Independent of the order of columns, so that the order decides nothing. */
const preference =
  (isChannel: boolean) =>
  (one: JudgedColumn, other: JudgedColumn): number => {
    const isFirst = (one: JudgedColumn) => (isChannel ? isOfApplicant(one) : one.fixed !== undefined);
    return (
      Number(isFirst(other)) - Number(isFirst(one)) ||
      Number(one.meaning.yes !== undefined) - Number(other.meaning.yes !== undefined) ||
      one.meaning.rank - other.meaning.rank ||
      one.copy - other.copy ||
      CERTAINTIES.indexOf(one.meaning.certainty) - CERTAINTIES.indexOf(other.meaning.certainty) ||
      (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
    );
  };

function agree(path: string, one: JudgedColumn, other: JudgedColumn): boolean {
  const isSame = (a: string, b: string) =>
    (CHANNELS.includes(path) ? a.toLowerCase() === b.toLowerCase() : wordKey(a) === wordKey(b)) ||
    (knownWord(path, a) !== undefined && knownWord(path, a) === knownWord(path, b));
  const { both, same } = compare(one.content, other.content, isSame);
  return both === same;
}
