import type { CodedText } from "../../base/finding.ts";
import { personal } from "../../base/finding.ts";
import { normalized } from "../cells/cell-text.ts";
import { isNameItem, isPersonItem, type PersonItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import { LEAVE_OUT } from "../question.ts";
import { isFullName, isNameOfPeople, isOneWord, most, nearlyAll } from "./column-content.ts";
import { columnNotice, columnQuestion, remarkFinding } from "./column-texts.ts";
import { type Decisions, leaveOut, pathsOrNone } from "./decisions.ts";
import {
  compare,
  isOfOthers,
  type JudgedColumn,
  namedColumns,
  shownColumn,
  shownColumns,
} from "./judged-column.ts";

/**
 * Which columns are the applicant's. Whoever a header names is believed; where two people stand in a sheet without
 * a word on who is who, a person is asked once, and nobody is made of two.
 */

/**
 * Judges the columns of people.
 *
 * @param columns With an item of a person and nobody else's, in the order of the sheet.
 * @param others Columns of other people.
 */
export function judgePeople(
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  decisions: Decisions,
): void {
  const [one, second] = twoPeople(columns);
  const lead = second.find(isName) ?? second[0];
  const answer = lead && decisions.answerTo(lead);
  const isSecond = answer !== undefined && answer !== LEAVE_OUT;
  judgeNames(isSecond ? second : one, others.length > 0, decisions);
  judgeContacts(isSecond ? second : one, others, lead !== undefined, decisions);
  if (!lead) return;
  const items = new Set(second.map(({ meaning }) => meaning.item));
  const first = shownColumns(
    one.filter(({ meaning }) => items.has(meaning.item)),
    " and ",
  );
  decisions.ask(lead, {
    of: isSecond ? one : second,
    asked: columnQuestion("person-who", namedColumns(second)),
    options: [
      leaveOut(`Somebody else, left out: the applicant is ${first}`),
      { answer: pathOf(lead), label: `The applicant: ${first} left out` },
    ],
    reason: answer === undefined ? "open" : "others",
  });
}

/** Splits the columns where a name stands there twice, with more of the second person. */
function twoPeople(columns: readonly JudgedColumn[]): [JudgedColumn[], JudgedColumn[]] {
  const nobody: [JudgedColumn[], JudgedColumn[]] = [[...columns], []];
  const free = columns.filter(({ fixed, column }) => !fixed && !column.keys);
  const again = free.flatMap((one): Again[] => {
    const first = free.find(
      (other) => other.meaning.item === one.meaning.item && isOfApplicant(other) === isOfApplicant(one),
    );
    const isAgain = first && first !== one && (isName(one) || isLike(one, first));
    return isAgain ? [{ one, first }] : [];
  });
  const isNamed = again.some(({ one }) => isName(one));
  const isReached = ["email", "phone"].every((item) =>
    again.some(({ one, first }) => one.meaning.item === item && isSameHeader(one, first)),
  );
  if (!isNamed && !isReached) return nobody;
  if (again.every(({ one, first }) => saysTheSame(one, first))) return nobody;
  const second = new Set(again.map(({ one }) => one));
  return [columns.filter((one) => !second.has(one)), columns.filter((one) => second.has(one))];
}

/** A column that means what another one before it means. */
interface Again {
  one: JudgedColumn;
  first: JudgedColumn;
}

function isName({ meaning }: JudgedColumn): boolean {
  return isNameItem(meaning.item);
}

/** Whether one may be a second person's, and not another number of the same: nothing tells the two apart. */
function isLike(one: JudgedColumn, first: JudgedColumn): boolean {
  return isSameHeader(one, first) || one.meaning.rank === first.meaning.rank;
}

/** Whether a header stands there again, as it is or as programs number it: `Email 2` is another e-mail of the same. */
function isSameHeader(one: JudgedColumn, first: JudgedColumn): boolean {
  const isNumbered = one.copy !== first.copy && /\.\d$/.test(one.column.name.trim());
  return isNumbered || one.key.startsWith(`${first.key}#`);
}

/** Whoever a sheet calls so may be the applicant or not, where another column names one. */
const WEAK = /contact|client|customer|lead|prospect|person|cliente|contacto/i;

function isOfApplicant({ meaning, column }: JudgedColumn): boolean {
  return meaning.whose === "applicant" && !WEAK.test(column.name);
}

function saysTheSame(one: JudgedColumn, other: JudgedColumn): boolean {
  const { both, same } = compare(one.content, other.content, (a, b) => normalized(a) === normalized(b));
  return both > 0 && both === same;
}

const pathOf = ({ meaning: { item = "fullName" } }: JudgedColumn): string => `contactInfo.${item}`;

/** Parts of a name win over the whole one; what a header says is the applicant's wins over what does not. */
function judgeNames(columns: readonly JudgedColumn[], hasOthers: boolean, decisions: Decisions): void {
  const named = columns.filter(isName);
  const isSaid = named.some((one) => isOfApplicant(one) || one.fixed);
  const isKept = (one: JudgedColumn) =>
    !isSaid || one.fixed !== undefined || isOfApplicant(one) || (!hasOthers && isComplement(one, named));
  feedNames(named.filter(isKept), decisions);
  const leave = (left: JudgedColumn[], why: "named-by-others" | "first-and-last-only") =>
    decisions.leaveTold(left, "name-left-out", remarkFinding(why));
  leave(
    named.filter((one) => !isKept(one)),
    "named-by-others",
  );
  leave(
    columns.filter(({ meaning: { item } }) => item === "middleName" || item === "nameSuffix"),
    "first-and-last-only",
  );
}

/** `Last Name` beside `Borrower First Name`: a part of a name that nobody else's column gives. */
function isComplement({ meaning: { item } }: JudgedColumn, named: readonly JudgedColumn[]): boolean {
  const said = named.filter((one) => isOfApplicant(one) || one.fixed);
  return (
    item !== "fullName" && !said.some(({ meaning }) => meaning.item === item || meaning.item === "fullName")
  );
}

function feedNames(columns: readonly JudgedColumn[], decisions: Decisions): void {
  const of = (item: PersonItem) => columns.filter(({ meaning }) => meaning.item === item);
  const [firsts, lasts, fulls] = [of("firstName"), of("lastName"), of("fullName")];
  const parts = [...firsts, ...lasts];
  const feed = (all: readonly JudgedColumn[]) => {
    for (const one of all) decisions.feed(one, pathOf(one));
  };
  if (fulls.length === 0 || parts.length === 0) {
    const filled = columns.filter(({ content }) => content.cells.length > 0);
    const isOtherEmpty = filled.length > 0 && !parts.every((one) => filled.includes(one));
    const areBoth = [firsts, lasts].every((all) => all.some((one) => filled.includes(one) || one.fixed));
    for (const one of columns)
      if (areBoth || !filled.includes(one) || !asksForName(one, isOtherEmpty, decisions)) feed([one]);
    return;
  }
  if (firsts.length > 0 && lasts.length > 0) {
    feed(parts);
    decisions.leaveTold(fulls, "name-left-out", remarkFinding("said-in-parts", namedColumns(parts)));
    return;
  }
  const whole = fulls.find((full) => isWholeBeside(full, parts));
  feed(whole ? fulls : parts);
  if (whole) {
    const remark = remarkFinding("whole-name-elsewhere", namedColumns([whole]));
    decisions.leaveTold(parts, "name-left-out", remark);
  } else for (const full of fulls) feedOtherPart(full, parts, decisions);
}

const SEVERAL = 3;

/**
 * Asks about `First` over whole names, or `Name` over single words, where no other column has the rest.
 *
 * @param isOtherEmpty Whether a column for the rest stands there and is empty, so that a name was meant to be in parts.
 */
function asksForName(one: JudgedColumn, isOtherEmpty: boolean, decisions: Decisions): boolean {
  const { meaning, content, fixed } = one;
  const isWhole = meaning.item === "fullName";
  if (fixed || !nearlyAll(content, isWhole ? isOneWord : isFullName)) return false;
  if (meaning.certainty === "named" && !isOtherEmpty) {
    // One cell may be a slip of its own.
    if (content.cells.length >= SEVERAL)
      decisions.notices.push(columnNotice("whole-names", namedColumns([one])));
    return false;
  }
  const said = pathOf(one);
  decisions.ask(one, {
    asked: columnQuestion("name-alone", namedColumns([one])),
    options: pathsOrNone(
      isWhole ? ["contactInfo.firstName", "contactInfo.lastName", said] : ["contactInfo.fullName", said],
    ),
    isAcceptable: true,
    passedOver: said,
  });
  return true;
}

/** Whether the cells of `Name` hold what stands in the column beside it, and more. */
function isWholeBeside({ content }: JudgedColumn, [part]: readonly JudgedColumn[]): boolean {
  const { both, same } = compare(content, part?.content ?? { cells: [] }, (whole, one) =>
    normalized(whole).includes(normalized(one)),
  );
  return both > 0 ? same * 2 > both : most(content, isFullName);
}

/** `Name` beside `Last Name` is the first name, unless its cells hold more. */
function feedOtherPart(
  full: JudgedColumn,
  [part = full]: readonly JudgedColumn[],
  decisions: Decisions,
): void {
  const path = `contactInfo.${part.meaning.item === "lastName" ? "firstName" : "lastName"}`;
  if (path === "contactInfo.firstName" || nearlyAll(full.content, isOneWord)) {
    const remark = remarkFinding("part-beside", namedColumns([part]));
    decisions.feed(full, path, { reason: "evidence", remark });
    return;
  }
  const beside = { ...namedColumns([full]), part: personal(shownColumn(part.column)) };
  decisions.ask(full, {
    asked: columnQuestion("name-beside-part", beside),
    options: pathsOrNone([path, "contactInfo.fullName"]),
  });
}

/** Several telephone numbers or e-mails of the applicant: the first that is filled goes, in an order of their own. */
function judgeContacts(
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  isWhoAsked: boolean,
  decisions: Decisions,
): void {
  for (const one of columns) if (one.meaning.item === "contact") decisions.feed(one, pathOf(one));
  for (const item of ["email", "phone"] as const) {
    const said = columns.filter(({ meaning }) => meaning.item === item);
    const bare = item === "email" && said.some(holdsAddresses) ? said.filter(holdsNoAddress) : [];
    const all = said.filter((one) => !bare.includes(one));
    const isSaid = all.some((one) => isOfApplicant(one) || one.fixed);
    const mayBeOthers = isSaid && (others.length > 0 || item === "email");
    const isKept = (one: JudgedColumn) => !mayBeOthers || one.fixed !== undefined || isOfApplicant(one);
    const kept = all.filter(isKept).sort(byRank);
    const doubt = isSaid ? undefined : doubtOf(kept, columns, others, isWhoAsked);
    const rival = item === "email" && !doubt ? rivalOf(kept) : undefined;
    if (doubt) {
      const [one, asked] = doubt;
      decisions.ask(one, { asked, options: pathsOrNone([pathOf(one)]) });
      for (const [rank, other] of kept.filter((other) => other !== one).entries())
        decisions.feed(other, pathOf(other), { rank });
      continue;
    }
    if (rival && kept[0]) {
      decisions.askWhich("contactInfo.email", rival, kept[0], false);
      for (const one of kept) if (one !== rival) decisions.leave(one, "open");
      continue;
    }
    for (const [rank, one] of kept.entries())
      decisions.feed(one, pathOf(one), { rank: one.column.keys ? 0 : rank });
    const leave = (left: readonly JudgedColumn[], remark: Parameters<Decisions["leaveTold"]>[2]) =>
      decisions.leaveTold(left, "name-left-out", remark);
    leave(
      all.filter((one) => !isKept(one)),
      remarkFinding("applicant-has-other", namedColumns(kept)),
    );
    leave(bare, remarkFinding("no-email-in-cells"));
    if (kept.length > 1 && kept.every(({ column, fixed }) => !column.keys && !fixed))
      decisions.notices.push(columnNotice("several-columns", namedColumns(kept)));
  }
}

/** The e-mail or telephone that no header gives to anybody, and that may be of somebody beside the applicant. */
function doubtOf(
  kept: readonly JudgedColumn[],
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  isWhoAsked: boolean,
): [JudgedColumn, CodedText] | undefined {
  const shared = others.length > 0 ? kept.find(isShared) : undefined;
  if (shared) return [shared, columnQuestion("contact-shared", namedColumns([shared]))];
  const [only, another] = kept;
  const owner = only && !another && !isWhoAsked ? ownerBeside(only, columns, others) : undefined;
  if (!owner || !only) return undefined;
  const beside = { ...namedColumns([only]), owner: personal(shownColumn(owner.column)) };
  return [only, columnQuestion("contact-beside", beside)];
}

/** `Email` of a form that asks nobody to sign in says `anonymous` in every row. */
function holdsNoAddress({ content: { cells }, fixed, column: { keys } }: JudgedColumn): boolean {
  return !fixed && !keys && cells.length > 0 && !cells.some(({ text }) => text.includes("@"));
}

function holdsAddresses({ content }: JudgedColumn): boolean {
  return nearlyAll(content, (text) => text.includes("@"));
}

/** Whether few people stand in many rows: an agent's e-mail stands beside each of his clients. */
function isShared({ content: { cells }, fixed, column: { keys } }: JudgedColumn): boolean {
  const different = new Set(cells.map(({ text }) => text.toLowerCase()));
  return !fixed && !keys && cells.length > 1 && different.size * 2 <= cells.length;
}

/** How many columns behind somebody's name his e-mail or telephone may stand. */
const COLUMNS_BETWEEN_MAX = 2;

/**
 * Whose an e-mail or a telephone may be, if it is not the applicant's: a loan officer's or an agent's, after whom the
 * e-mails are called, or behind whose name it stands in a sheet where nothing else tells.
 */
function ownerBeside(
  one: JudgedColumn,
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
): JudgedColumn | undefined {
  if (one.fixed || one.column.keys || one.content.cells.length === 0) return undefined;
  const names = columns.filter(isName);
  if (names.some((name) => isCalledAfter(one, name))) return undefined;
  const people = others.filter(
    ({ meaning: { whose }, content }) => whose === "other" && nearlyAll(content, isNameOfPeople),
  );
  const called = people.find((person) => isCalledAfter(one, person));
  if (called) return called;
  const before = [...names, ...people].filter(({ index }) => index < one.index);
  const nearest = before.toSorted((a, b) => a.index - b.index).at(-1);
  const isBeside = nearest !== undefined && one.index - nearest.index <= COLUMNS_BETWEEN_MAX;
  const isOften = nearest !== undefined && differentOf(nearest) < differentOf(one);
  return isBeside && !isOften && people.includes(nearest) ? nearest : undefined;
}

/** `gus.lind@agents.example` beside Gus Lind, in most rows. */
function isCalledAfter(one: JudgedColumn, name: JudgedColumn): boolean {
  const isInside = (text: string, whole: string) => {
    const local = text.slice(0, text.lastIndexOf("@")).toLowerCase();
    const parts = whole.toLowerCase().split(/[\s,.&/()-]+/);
    return parts.some((part) => part.length > 2 && local.includes(part));
  };
  const { both, same } = compare(one.content, name.content, isInside);
  return both > 0 && same * 2 > both;
}

function differentOf({ content: { cells } }: JudgedColumn): number {
  return new Set(cells.map(({ text }) => normalized(text))).size;
}

/** Of two e-mails that nothing tells apart and that differ, the one that may be somebody else's. */
function rivalOf([first, ...others]: readonly JudgedColumn[]): JudgedColumn | undefined {
  if (!first || first.fixed || first.column.keys) return undefined;
  const { meaning, copy, content } = first;
  const isEqual = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return others.find((one) => {
    const { both, same } = compare(one.content, content, isEqual);
    return one.meaning.rank === meaning.rank && one.copy === copy && same < both;
  });
}

/** Whatever the order of columns, so that it decides nothing. */
function byRank(one: JudgedColumn, other: JudgedColumn): number {
  return (
    Number(isOfApplicant(other)) - Number(isOfApplicant(one)) ||
    one.meaning.rank - other.meaning.rank ||
    one.copy - other.copy ||
    (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
  );
}

/**
 * Somebody who may be the applicant, where a sheet names no other one: loans of companies have a guarantor, and lists
 * of let property an investor or a landlord.
 */
const STANDS_IN =
  /^(?:co )?(?:guarantors?|investors?|landlords?|avales|aval|fiador|arrendador)(?: (?:name|1))?$/;

/**
 * Asks who somebody is that may be the applicant.
 *
 * @returns Columns of the person, and whether he is the applicant by an answer; nobody's, where nothing is asked.
 */
export function judgeStandIn(
  columns: readonly JudgedColumn[],
  decisions: Decisions,
): { own: readonly JudgedColumn[]; isApplicant: boolean } {
  const own = columns.filter(
    (one) =>
      !one.fixed &&
      !one.column.keys &&
      isOfOthers(one) &&
      wordsOf(one.column.name).some(({ text }) => STANDS_IN.test(text)),
  );
  const isPerson = ({ meaning: { item, certainty } }: JudgedColumn) =>
    isPersonItem(item) && certainty !== "partial";
  const people = own.filter(isPerson);
  const lead = people.find(({ meaning: { item } }) => item === "email") ?? people[0];
  const isNamed = columns.some((one) => isPerson(one) && !isOfOthers(one));
  if (!lead || isNamed) return { own: [], isApplicant: false };
  const answer = decisions.answerTo(lead);
  const isApplicant = answer === pathOf(lead);
  decisions.ask(lead, {
    of: isApplicant ? [] : own,
    asked: columnQuestion("person-who", namedColumns(own)),
    options: [{ answer: pathOf(lead), label: "The applicant" }, leaveOut("Somebody else, left out")],
    reason: answer === LEAVE_OUT ? "others" : "open",
  });
  return { own, isApplicant };
}

/** A column of somebody who is the applicant by an answer. His name may stand under who he is: `Landlord`. */
export function asApplicants(one: JudgedColumn): JudgedColumn {
  const { meaning, column, content } = one;
  const [who, ...more] = meaning.item === "irrelevant" ? wordsOf(column.name) : [];
  const isName = who && more.length === 0 && STANDS_IN.test(who.text) && nearlyAll(content, isNameOfPeople);
  const said = isName ? ({ item: "fullName", certainty: "certain", rest: [] } as const) : {};
  return { ...one, meaning: { ...meaning, ...said, whose: "applicant" } };
}
