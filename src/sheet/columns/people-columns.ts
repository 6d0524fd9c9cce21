import type { CodedText } from "../../base/finding.ts";
import { personal } from "../../base/finding.ts";
import { normalized } from "../cells/cell-text.ts";
import { headerKey } from "../headers/header-meaning.ts";
import type { Item, PersonItem } from "../headers/header-tags.ts";
import { AS_IT_STANDS, LEAVE_OUT, type Question, questionText } from "../question.ts";
import {
  type ColumnContent,
  isFullName,
  isNameOfPeople,
  isOneWord,
  most,
  nearlyAll,
} from "./column-content.ts";
import type { RemarkFinding } from "./column-texts.ts";
import { columnNotice, columnQuestion, reasonOf, remarkFinding } from "./column-texts.ts";
import {
  askAbout,
  askWhich,
  compare,
  type JudgedColumn,
  type Judgement,
  judgedAs,
  leaveOut,
  namedColumns,
  noJudgement,
  samplesOf,
  shownColumn,
  shownColumns,
  target,
  together,
} from "./judged-column.ts";
import { flagWord } from "./meant-words.ts";

/**
 * Which columns are the applicant's. Whoever a header names is believed; where two people stand in a sheet without
 * a word on who is who, a person is asked once, and nobody is made of two.
 */

const NAMES: readonly PersonItem[] = ["fullName", "firstName", "lastName"];

/**
 * Judges the columns of people.
 *
 * @param columns With an item of a person and nobody else's, in the order of the sheet.
 * @param others Columns of other people.
 * @param settled Answers by question id.
 */
export function judgePeople(
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  settled: ReadonlyMap<string, string>,
): Judgement {
  const hasOthers = others.length > 0;
  const [one, second] = twoPeople(columns);
  if (second.length === 0) return together([judgeNames(one, hasOthers), judgeContacts(one, others)]);
  const { question, index } = whoQuestion(one, second);
  const answer = settled.get(question.id);
  const [kept, left] = answer === undefined || answer === LEAVE_OUT ? [one, second] : [second, one];
  return together([
    judgeNames(kept, hasOthers),
    judgeContacts(kept, others, true),
    {
      ...noJudgement,
      readings: left.map((column) => judgedAs(column, answer === undefined ? "open" : "others")),
      questions: [{ question, index, isOfBlock: true }],
    },
  ]);
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
  return NAMES.some((item) => item === meaning.item);
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

function whoQuestion(
  one: readonly JudgedColumn[],
  second: readonly JudgedColumn[],
): { question: Question; index: number } {
  const lead = second.find(isName) ?? second[0];
  if (!lead) throw new Error("a second person without columns");
  const items = new Set(second.map(({ meaning }) => meaning.item));
  const first = one.filter(({ meaning }) => items.has(meaning.item));
  const question: Question = {
    id: `column:${lead.key}`,
    kind: "column",
    column: lead.column.name,
    ...(lead.column.letters && { letters: lead.column.letters }),
    ...questionText(columnQuestion("person-who", namedColumns(second))),
    samples: samplesOf(lead),
    rowCount: 0,
    options: [
      leaveOut(`Somebody else, left out: the applicant is ${shownColumns(first, " and ")}`),
      {
        answer: pathOfItem(lead.meaning.item),
        label: `The applicant: ${shownColumns(first, " and ")} left out`,
      },
    ],
    isAcceptable: false,
  };
  return { question, index: lead.index };
}

function pathOfItem(item: Item | undefined): string {
  return `contactInfo.${item ?? "fullName"}`;
}

/** Parts of a name win over the whole one; what a header says is the applicant's wins over what does not. */
function judgeNames(columns: readonly JudgedColumn[], hasOthers: boolean): Judgement {
  const named = columns.filter(isName);
  const isSaid = named.some((one) => isOfApplicant(one) || one.fixed);
  const isKept = (one: JudgedColumn) =>
    !isSaid || one.fixed !== undefined || isOfApplicant(one) || (!hasOthers && isComplement(one, named));
  const kept = named.filter(isKept);
  const judgements = [
    namesOf(kept),
    leftOut(
      named.filter((one) => !isKept(one)),
      remarkFinding("named-by-others"),
    ),
  ];
  const more = columns.filter(({ meaning: { item } }) => item === "middleName" || item === "nameSuffix");
  if (more.length > 0) judgements.push(leftOut(more, remarkFinding("first-and-last-only")));
  return together(judgements);
}

/** `Last Name` beside `Borrower First Name`: a part of a name that nobody else's column gives. */
function isComplement({ meaning: { item } }: JudgedColumn, named: readonly JudgedColumn[]): boolean {
  const said = named.filter((one) => isOfApplicant(one) || one.fixed);
  return (
    item !== "fullName" && !said.some(({ meaning }) => meaning.item === item || meaning.item === "fullName")
  );
}

function namesOf(columns: readonly JudgedColumn[]): Judgement {
  const of = (item: PersonItem) => columns.filter(({ meaning }) => meaning.item === item);
  const [firsts, lasts, fulls] = [of("firstName"), of("lastName"), of("fullName")];
  const parts = [...firsts, ...lasts];
  if (fulls.length === 0 || parts.length === 0) {
    const filled = columns.filter(({ content }) => content.cells.length > 0);
    const isOtherEmpty = filled.length > 0 && !parts.every((one) => filled.includes(one));
    const areBoth = [firsts, lasts].every((all) => all.some((one) => filled.includes(one) || one.fixed));
    if (areBoth || filled.length === 0) return together(columns.map((one) => plain(one)));
    return together(columns.map((one) => (filled.includes(one) ? onlyName(one, isOtherEmpty) : plain(one))));
  }
  if (firsts.length > 0 && lasts.length > 0) {
    return together([
      ...parts.map((one) => plain(one)),
      leftOut(fulls, remarkFinding("said-in-parts", namedColumns(parts))),
    ]);
  }
  return together(fulls.map((full) => fullBesidePart(full, parts)));
}

const SEVERAL = 3;

/**
 * `First` over whole names, or `Name` over single words, where no other column has the rest.
 *
 * @param isOtherEmpty Whether a column for the rest stands there and is empty, so that a name was meant to be in parts.
 */
function onlyName(one: JudgedColumn, isOtherEmpty: boolean): Judgement {
  const isWhole = one.meaning.item === "fullName";
  const isAsSaid = !nearlyAll(one.content, isWhole ? isOneWord : isFullName);
  if (one.fixed || isAsSaid) return plain(one);
  const said = pathOfItem(one.meaning.item);
  if (one.meaning.certainty === "named" && !isOtherEmpty) {
    // One cell may be a slip of its own.
    if (one.content.cells.length < SEVERAL) return plain(one);
    return together([
      plain(one),
      { ...noJudgement, notices: [columnNotice("whole-names", namedColumns([one]))] },
    ]);
  }
  return askAbout(one, {
    asked: columnQuestion("name-alone", namedColumns([one])),
    paths: isWhole ? ["contactInfo.firstName", "contactInfo.lastName", said] : ["contactInfo.fullName", said],
    isAcceptable: true,
    passedOver: target(said),
  });
}

/** `Name` beside `Last Name` is the first name, unless its cells hold the last name too. */
function fullBesidePart(full: JudgedColumn, parts: readonly JudgedColumn[]): Judgement {
  const [part] = parts;
  if (!part) return plain(full);
  const { both, same } = compare(full.content, part.content, (whole, one) =>
    normalized(whole).includes(normalized(one)),
  );
  const isWhole = both > 0 ? same * 2 > both : most(full.content, isFullName);
  if (isWhole) {
    return together([
      plain(full),
      leftOut(parts, remarkFinding("whole-name-elsewhere", namedColumns([full]))),
    ]);
  }
  const other = part.meaning.item === "lastName" ? "firstName" : "lastName";
  if (nearlyAll(full.content, isOneWord) || other === "firstName") {
    const remark = remarkFinding("part-beside", namedColumns([part]));
    const reading = judgedAs(full, "evidence", { target: target(`contactInfo.${other}`), remark });
    return together([...parts.map((one) => plain(one)), { ...noJudgement, readings: [reading] }]);
  }
  return together([
    ...parts.map((one) => plain(one)),
    askAbout(full, {
      asked: columnQuestion("name-beside-part", {
        ...namedColumns([full]),
        part: personal(shownColumn(part.column)),
      }),
      paths: [`contactInfo.${other}`, "contactInfo.fullName"],
      isAcceptable: false,
    }),
  ]);
}

function plain(column: JudgedColumn, rank = 0): Judgement {
  if (column.fixed) return noJudgement;
  const { certainty, item } = column.meaning;
  const reading = judgedAs(column, certainty === "named" ? "named" : "header", {
    target: target(pathOfItem(item)),
    rank,
  });
  return { ...noJudgement, readings: [reading] };
}

function leftOut(columns: readonly JudgedColumn[], remark: CodedText<RemarkFinding>): Judgement {
  const free = columns.filter(({ fixed }) => !fixed);
  if (free.length === 0) return noJudgement;
  return {
    ...noJudgement,
    readings: free.map((column) => judgedAs(column, "others", { remark })),
    notices: [columnNotice("name-left-out", { ...namedColumns(free), ...reasonOf(remark) })],
  };
}

/** Several telephone numbers or e-mails of the applicant: the first that is filled goes, in an order of their own. */
function judgeContacts(
  columns: readonly JudgedColumn[],
  others: readonly JudgedColumn[],
  isWhoAsked = false,
): Judgement {
  const hasOthers = others.length > 0;
  const both = columns.filter(({ meaning }) => meaning.item === "contact").map((one) => plain(one));
  return together([
    ...both,
    ...(["email", "phone"] as const).map((item) => {
      const said = columns.filter(({ meaning }) => meaning.item === item);
      const bare = item === "email" && said.some(holdsAddresses) ? said.filter(holdsNoAddress) : [];
      const all = said.filter((one) => !bare.includes(one));
      const isSaid = all.some((one) => isOfApplicant(one) || one.fixed);
      const mayBeOthers = isSaid && (hasOthers || item === "email");
      const isKept = (one: JudgedColumn) => !mayBeOthers || one.fixed !== undefined || isOfApplicant(one);
      const kept = all.filter(isKept).sort(byRank);
      const shared = hasOthers && !isSaid ? kept.find(isShared) : undefined;
      if (shared) return askWhose(shared, columnQuestion("contact-shared", namedColumns([shared])), kept);
      const [only, another] = isSaid || isWhoAsked ? [] : kept;
      const owner = only && !another ? ownerBeside(only, columns, others) : undefined;
      if (only && owner) {
        const beside = { ...namedColumns([only]), owner: personal(shownColumn(owner.column)) };
        return askWhose(only, columnQuestion("contact-beside", beside), kept);
      }
      const rival = item === "email" ? rivalOf(kept) : undefined;
      if (rival) return rival;
      const ranked = kept.map((one, rank) => plain(one, one.column.keys ? 0 : rank));
      const left = leftOut(
        all.filter((one) => !isKept(one)),
        remarkFinding("applicant-has-other", namedColumns(kept)),
      );
      const isSeveral = kept.length > 1 && kept.every(({ column, fixed }) => !column.keys && !fixed);
      const told = columnNotice("several-columns", namedColumns(kept));
      return together([
        ...ranked,
        left,
        leftOut(bare, remarkFinding("no-email-in-cells")),
        { ...noJudgement, notices: isSeveral ? [told] : [] },
      ]);
    }),
  ]);
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

/** An e-mail or a telephone that no header gives to anybody, and that may be of somebody beside the applicant. */
function askWhose(shared: JudgedColumn, asked: CodedText, all: readonly JudgedColumn[]): Judgement {
  const rest = all.filter((one) => one !== shared);
  return together([
    askAbout(shared, {
      asked,
      paths: [pathOfItem(shared.meaning.item)],
      isAcceptable: false,
    }),
    ...rest.map((one, rank) => plain(one, rank)),
  ]);
}

/** Of two e-mails that nothing tells apart and that differ, one may be somebody else's. */
function rivalOf([first, ...others]: readonly JudgedColumn[]): Judgement | undefined {
  if (!first || first.fixed || first.column.keys) return undefined;
  const { meaning, copy } = first;
  const isEqual = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const rival = others.find((one) => {
    const { both, same } = compare(one.content, first.content, isEqual);
    return one.meaning.rank === meaning.rank && one.copy === copy && same < both;
  });
  if (!rival) return undefined;
  const rest = [first, ...others].filter((one) => one !== rival && !one.fixed);
  return together([
    askWhich("contactInfo.email", rival, first, false),
    { ...noJudgement, readings: rest.map((one) => judgedAs(one, "open")) },
  ]);
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

const ROLE =
  /^(?:main |sole |primary )?(?:borrower|borr|bwr|brwr|applicant|primary|buyer|prestatario|solicitante)(?: ?(?:1|one))?$|^b1$/i;
const OTHER_ROLE =
  /^(?:non[- ]?occ[a-z]*[- ])?co[- ]?(?:borrower|applicant|signer|buyer|prestatario|solicitante|(?:borr|bwr|brwr|appl?)\b)|^(?:spouse|secondary|joint|guarantor|b2)\b|^(?:borrower|applicant) ?(?:2|two)$/i;

/** Headers of columns that number the people of each loan. */
const PLACE_AMONG_PEOPLE =
  /^(?:borr(?:ower)?|b[r]?wr|applicant|appl?|person)[ _.-]*(?:seq(?:uence)?|position|pos|order|ordinal|index|idx|number|num|no|nbr|#)\.?$/i;
/** Loans have up to six borrowers. */
const PLACE = /^[1-6]$/;

/** As a CRM tells those who want a loan from those it works with, in a column that says of what kind a contact is. */
const KIND_OF_PERSON = /type|role|kind|category/i;
const KIND_OF_SOURCE = /source|refer|channel|campaign/i;
const CUSTOMER =
  /^(?:(?:past|current|new) )?(?:client|customer|lead|prospect|contact|borrower|homeowner|applicant|buyer)$/i;
const NO_CUSTOMER =
  /^(?:realtor|(?:(?:real estate|listing|buyer'?s|insurance) )?agent|(?:(?:referral|business) )?partner|loan officer|vendor|attorney|builder|employee)$/i;

/** Whether a row is that of somebody beside the applicant, as {@link headerKey} has it. A "Co-Borrower?" alone may ask whether there is one. */
const BESIDE_APPLICANT = /^isco(?:borrower|applicant)$/;

/** Whether a column marks rows with a yes as those of somebody beside the applicant. */
export function isRoleFlag({ column: { name }, content, fixed }: JudgedColumn): boolean {
  if (fixed || !BESIDE_APPLICANT.test(headerKey(name))) return false;
  const words = content.cells.map(({ text }) => flagWord("stays", text));
  return words.includes("stays") && !words.includes(undefined);
}

/** Whether a column says of each row whether it is the applicant or somebody beside one. */
export function isRole(one: JudgedColumn): boolean {
  const { column, content, fixed } = one;
  const { name } = column;
  if (fixed) return false;
  if (isRoleFlag(one)) return true;
  const isOther = (text: string) => OTHER_ROLE.test(text);
  if (content.cells.some(({ text }) => isOther(text)))
    return nearlyAll(content, (text) => isOther(text) || ROLE.test(text));
  if (KIND_OF_PERSON.test(name) && !KIND_OF_SOURCE.test(name)) {
    const has = (words: RegExp) => content.cells.some(({ text }) => words.test(text));
    if (has(CUSTOMER) && has(NO_CUSTOMER))
      return nearlyAll(content, (text) => CUSTOMER.test(text) || NO_CUSTOMER.test(text));
  }
  return PLACE_AMONG_PEOPLE.test(name.trim()) && countsAnew(content);
}

/** Whether numbers begin anew, as 1, 2, 1 does: leads that are only counted do not. */
function countsAnew({ cells }: ColumnContent): boolean {
  const texts = cells.map(({ text }) => text);
  return (
    texts.every((text) => PLACE.test(text)) &&
    texts.includes("2") &&
    texts.filter((text) => text === "1").length > 1
  );
}

/** Rows of co-borrowers would go as leads of their own, which a person has to want. */
export function judgeRoles(one: JudgedColumn, settled: ReadonlyMap<string, string>): Judgement {
  const asked = columnQuestion("role-rows", namedColumns([one]));
  const judgement = askAbout(one, { asked, paths: [], isAcceptable: false });
  const options = [{ answer: AS_IT_STANDS, label: "Each row is a lead of its own" }];
  const questions = judgement.questions.map((one) => ({
    ...one,
    isOfBlock: true,
    question: { ...one.question, options },
  }));
  const isSettled = questions.every(({ question }) => settled.has(question.id));
  return { ...judgement, questions, ...(isSettled && { readings: [judgedAs(one, "answer")] }) };
}
