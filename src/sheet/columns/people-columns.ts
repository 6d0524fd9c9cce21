import { personal } from "../../base/finding.ts";
import { isNameItem, isPersonItem, type PersonItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import { LEAVE_OUT } from "../question.ts";
import { wordKey } from "../text/word-key.ts";
import {
  areDifferent,
  differentTexts,
  isFullName,
  isNameOfPeople,
  isOneWord,
  most,
  nearlyAll,
} from "./column-content.ts";
import { isOwners, pronounOf } from "./column-signs.ts";
import { type Decisions, remarkOn } from "./decisions.ts";
import {
  compare,
  isCalledAfter,
  isOfApplicant,
  isOfOthers,
  type JudgedColumn,
  namedColumns,
  shownColumn,
  shownColumns,
} from "./judged-column.ts";
import { assign } from "./single-columns.ts";

/**
 * Which columns are the applicant's. Whoever a header names is believed; where two people stand in a sheet without
 * a word on who is who, a person is asked once, and nobody is made of two.
 */

/**
 * Asks who somebody is that may be the applicant: the second of two whom nothing tells apart, or whoever stands in where
 * nobody else is named. By the answer the columns are the applicant's, or nobody's and not among these.
 */
export function withApplicant(
  columns: readonly JudgedColumn[],
  decisions: Decisions,
): readonly JudgedColumn[] {
  const own = columns.filter((one) => isPerson(one) && !isOfOthers(one));
  const isAlone = !own.some(isName);
  const pairs = isAlone ? [[[], columns.filter(standsIn)] as const] : [twoPeople(own), contactAndOwner(own)];
  const [first, second] = pairs.find(([, all]) => all.length > 0) ?? [[], []];
  const people = second.filter(isPerson);
  // `First Name 2` and `Phone 2`, as people number the second of two.
  if (people.some(isName) && !people.every(isName) && people.every(isNumbered)) {
    const asOthers = ({ meaning }: JudgedColumn) => ({ ...meaning, whose: "co-applicant" as const });
    return columns.map((one) => (people.includes(one) ? { ...one, meaning: asOthers(one) } : one));
  }
  const lead = people.find(isAlone ? ({ meaning: { item } }) => item === "email" : isName) ?? people[0];
  if (!lead) return columns;
  const items = new Set(second.map(({ meaning }) => meaning.item));
  const shown = shownColumns(
    first.filter(({ meaning }) => items.has(meaning.item)),
    " and ",
  );
  const answer = decisions.answerTo(lead);
  const isApplicant = answer === pathOf(lead);
  // What stands beside "His First" and "Her First" and is of neither is of both.
  const others = pronounOf(lead) ? first.filter(pronounOf) : first;
  const left = (isApplicant ? others : second).filter(({ fixed }) => !fixed);
  const options = [
    { answer: pathOf(lead), label: `The applicant${shown && `: ${shown} left out`}` },
    { answer: LEAVE_OUT, label: `Somebody else, left out${shown && `: the applicant is ${shown}`}` },
  ];
  // The likeliest first.
  decisions.ask(lead, "person-who", isAlone ? options : options.reverse(), {
    of: left,
    params: namedColumns(second),
    reason: answer === undefined ? "open" : "answer",
  });
  const kept = columns.filter((one) => !left.includes(one));
  return isApplicant ? kept.map((one) => (second.includes(one) ? asApplicants(one) : one)) : kept;
}

function isPerson({ meaning: { item } }: JudgedColumn): boolean {
  return isPersonItem(item);
}

/**
 * Somebody who may be the applicant, where a sheet names no other one: loans of companies have a guarantor, and lists
 * of let property an investor or a landlord.
 */
const STANDS_IN =
  /^(?:co )?(?:guarantors?|investors?|landlords?|callers?|signers?|sponsors?|avales|aval|fiador|arrendador)(?: (?:name|1))?$/;

function standsIn(one: JudgedColumn): boolean {
  const { column, fixed } = one;
  const mayBe = !fixed && !column.keys && isOfOthers(one);
  return mayBe && wordsOf(column.name).some(({ text }) => STANDS_IN.test(text));
}

/** A column of somebody who is the applicant by an answer. His name may stand under who he is: `Landlord`. */
function asApplicants(one: JudgedColumn): JudgedColumn {
  const { meaning, content } = one;
  const isName = meaning.item === "irrelevant" && nearlyAll(content, isNameOfPeople);
  const said = isName && ({ item: "fullName" } as const);
  return { ...one, meaning: { ...meaning, ...said, certainty: "certain", rest: [], whose: "applicant" } };
}

/** Splits the columns where a name stands there twice, with more of the second person. */
function twoPeople(columns: readonly JudgedColumn[]): [JudgedColumn[], JudgedColumn[]] {
  const all = columns.filter(({ fixed, meaning }) => fixed || meaning.certainty !== "partial");
  const mayBeSomebody = (one: JudgedColumn) =>
    one.content.cells.length > 0 && !(one.meaning.item === "email" && holdsNoAddress(one));
  const free = all.filter((one) => !one.fixed && !one.column.keys && mayBeSomebody(one));
  const firstOf = (one: JudgedColumn) =>
    free.find(
      (other) => other.meaning.item === one.meaning.item && isOfApplicant(other) === isOfApplicant(one),
    ) ?? one;
  // Nothing tells the two apart, as a kind of telephone does.
  const isAgain = (one: JudgedColumn, first: JudgedColumn) =>
    first !== one && one.meaning.rank === first.meaning.rank;
  const second = free.filter((one) => isAgain(one, firstOf(one)));
  const isReached = (item: PersonItem) =>
    second.some((one) => one.meaning.item === item && isSameHeader(one, firstOf(one)));
  const areTwo =
    (second.some(isName) || (isReached("email") && isReached("phone"))) &&
    !second.every((one) => saysTheSame(one, firstOf(one)));
  return areTwo ? [all.filter((one) => !second.includes(one)), second] : [[], []];
}

/** A contact may be an agent of the owner whose e-mail stands beside: an owner of the record has one for all his rows. */
function contactAndOwner(columns: readonly JudgedColumn[]): [JudgedColumn[], JudgedColumn[]] {
  const owners = columns.filter(isOwners);
  const first = columns.filter(({ fixed, meaning }) => fixed || meaning.certainty !== "partial");
  const isOfEach = owners.some(
    ({ meaning: { item }, content, column: { keys } }) =>
      item === "email" && !keys && content.cells.length > 1 && areDifferent(content),
  );
  const isOther = owners.some(
    (one) => isName(one) && !first.some((other) => isName(other) && saysTheSame(one, other)),
  );
  const isOpen = first.every((one) => one.meaning.whose === "applicant" && !isSaidOfApplicant(one));
  return isOfEach && isOther && isOpen ? [first, owners] : [[], []];
}

/** Whether a header stands there again, as it is or as programs number it: `Email 2` is another e-mail of the same. */
function isSameHeader({ key, copy, column: { name } }: JudgedColumn, first: JudgedColumn): boolean {
  return key.startsWith(`${first.key}#`) || (copy !== first.copy && /\.\d$/.test(name.trim()));
}

const isNumbered = ({ copy, column: { name } }: JudgedColumn): boolean =>
  copy > 1 && !/\.\d$/.test(name.trim());

function isName({ meaning }: JudgedColumn): boolean {
  return isNameItem(meaning.item);
}

const isSaidOfApplicant = (one: JudgedColumn): boolean => isOfApplicant(one) || one.fixed !== undefined;

function saysTheSame(one: JudgedColumn, other: JudgedColumn): boolean {
  const { both, same } = compare(one.content, other.content, (a, b) => wordKey(a) === wordKey(b));
  return both > 0 && both === same;
}

const pathOf = ({ meaning: { item = "fullName" } }: JudgedColumn): string => `contactInfo.${item}`;

/** Parts of a name win over the whole one; what a header says is the applicant's wins over what does not. */
export function judgeNames(
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  decisions: Decisions,
): void {
  const named = columns.filter(isName);
  const said = named.filter(isSaidOfApplicant);
  const isKept = (one: JudgedColumn) =>
    said.length === 0 || said.includes(one) || (others.length === 0 && isComplement(one, said));
  feedNames(named.filter(isKept), decisions);
  decisions.leaveFor(
    named.filter((one) => !isKept(one)),
    "named-by-others",
  );
  const more = columns.filter(({ meaning: { item } }) => item === "middleName" || item === "nameSuffix");
  decisions.leaveFor(more, "first-and-last-only");
}

/** `Last Name` beside `Borrower First Name`: a part of a name that nobody else's column gives. */
function isComplement({ meaning: { item } }: JudgedColumn, said: readonly JudgedColumn[]): boolean {
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
    const isOtherEmpty = !parts.every((one) => filled.includes(one));
    const areBoth = [firsts, lasts].every((all) => all.some((one) => filled.includes(one) || one.fixed));
    for (const one of columns) if (areBoth || !asksForName(one, isOtherEmpty, decisions)) feed([one]);
    return;
  }
  if (firsts.length > 0 && lasts.length > 0) {
    feed(parts);
    decisions.leaveFor(fulls, "said-in-parts", parts);
    return;
  }
  const whole = fulls.find((full) => isWholeBeside(full, parts));
  feed(whole ? fulls : parts);
  if (whole) decisions.leaveFor(parts, "whole-name-elsewhere", [whole]);
  // `Name` beside `Last Name` is the first name.
  const other = firsts.length > 0 ? "contactInfo.lastName" : "contactInfo.firstName";
  const why = { reason: "evidence", remark: remarkOn("part-beside", parts.slice(0, 1)) } as const;
  if (!whole) for (const full of fulls) decisions.feed(full, other, why);
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
    if (content.cells.length >= SEVERAL) decisions.tell("whole-names", [one]);
    return false;
  }
  const said = pathOf(one);
  const others = isWhole ? ["contactInfo.firstName", "contactInfo.lastName"] : ["contactInfo.fullName"];
  decisions.ask(one, "name-alone", [...others, said], { passedOver: said });
  return true;
}

/** Whether the cells of `Name` hold what stands in the column beside it, and more. */
function isWholeBeside({ content }: JudgedColumn, [part]: readonly JudgedColumn[]): boolean {
  const { both, same } = compare(content, part?.content ?? { cells: [] }, (whole, one) =>
    wordKey(whole).includes(wordKey(one)),
  );
  return both > 0 ? same * 2 > both : most(content, isFullName);
}

/** Several telephone numbers or e-mails of the applicant: those that others may have are left out, or asked about. */
export function judgeContacts(
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  decisions: Decisions,
): void {
  for (const one of columns) if (one.meaning.item === "contact") decisions.feed(one, pathOf(one));
  for (const item of ["email", "phone"] as const) {
    const of = columns.filter(({ meaning }) => meaning.item === item);
    const bare = item === "email" && of.some(holdsAddresses) ? of.filter(holdsNoAddress) : [];
    const all = of.filter((one) => !bare.includes(one));
    const isSaid = all.some(isSaidOfApplicant);
    const mayBeOthers = isSaid && (others.length > 0 || item === "email");
    const kept = all.filter((one) => !mayBeOthers || isSaidOfApplicant(one));
    const left = all.filter((one) => !kept.includes(one));
    decisions.leaveFor(left, "applicant-has-other", kept);
    decisions.leaveFor(bare, "no-email-in-cells");
    const asked = isSaid ? undefined : askedOf(kept, columns.filter(isName), others, decisions);
    assign(
      `contactInfo.${item}`,
      kept.filter((one) => one !== asked),
      decisions,
    );
  }
}

/** Asks about the e-mail or telephone that no header gives to anybody, and that may be of somebody beside the applicant. */
function askedOf(
  kept: readonly JudgedColumn[],
  names: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  decisions: Decisions,
): JudgedColumn | undefined {
  const shared = others.length > 0 ? kept.find(isShared) : undefined;
  if (shared) decisions.ask(shared, "contact-shared", [pathOf(shared)]);
  const [only, another] = kept;
  const owner = only && !shared && !another ? ownerBeside(only, names, others) : undefined;
  if (!owner || !only) return shared;
  const params = { owner: personal(shownColumn(owner.column)) };
  decisions.ask(only, "contact-beside", [pathOf(only)], { params });
  return only;
}

/** `Email` of a form that asks nobody to sign in says `anonymous` in every row. */
function holdsNoAddress({ content: { cells }, fixed, column: { keys } }: JudgedColumn): boolean {
  return !fixed && !keys && cells.length > 0 && !cells.some(({ text }) => text.includes("@"));
}

function holdsAddresses({ content }: JudgedColumn): boolean {
  return nearlyAll(content, (text) => text.includes("@"));
}

/** Whether few people stand in many rows: an agent's e-mail stands beside each of his clients. */
function isShared({ content, column: { keys } }: JudgedColumn): boolean {
  const { length } = content.cells;
  return !keys && length > 1 && differentTexts(content) * 2 <= length;
}

/** How many columns behind somebody's name his e-mail or telephone may stand. */
const COLUMNS_BETWEEN_MAX = 2;

/**
 * Whose an e-mail or a telephone may be, if it is not the applicant's: a loan officer's or an agent's, after whom the
 * e-mails are called, or behind whose name it stands in a sheet where nothing else tells.
 */
function ownerBeside(
  one: JudgedColumn,
  names: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
): JudgedColumn | undefined {
  if (one.column.keys) return undefined;
  if (names.some((name) => isCalledAfter(one, name))) return undefined;
  const people = others.filter(
    ({ meaning: { whose }, content }) => whose === "other" && nearlyAll(content, isNameOfPeople),
  );
  const called = people.find((person) => isCalledAfter(one, person));
  if (called) return called;
  const before = [...names, ...people].filter(({ index }) => index < one.index);
  const nearest = before.toSorted((a, b) => a.index - b.index).at(-1);
  const isBeside = nearest !== undefined && one.index - nearest.index <= COLUMNS_BETWEEN_MAX;
  const isOften = nearest !== undefined && differentTexts(nearest.content) < differentTexts(one.content);
  return isBeside && !isOften && people.includes(nearest) ? nearest : undefined;
}
