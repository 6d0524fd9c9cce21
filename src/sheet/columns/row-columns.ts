import { headerKey } from "../headers/header-meaning.ts";
import { AS_IT_STANDS } from "../question.ts";
import { type ColumnContent, nearlyAll } from "./column-content.ts";
import type { Decisions } from "./decisions.ts";
import type { JudgedColumn } from "./judged-column.ts";
import { flagKind, flagWord } from "./meant-words.ts";

/** Columns that say of each row whether it is meant to go, or whether it is the applicant's. */

/** Whether a column marks rows as meant to go, or as not meant to; a mapping file may say that it is nothing of a lead. */
export function isFlag({ column: { name }, content: { cells }, fixed }: JudgedColumn): boolean {
  const kind = fixed?.target ? undefined : flagKind(name);
  if (!kind) return false;
  const words = cells.map(({ text }) => flagWord(kind, text));
  // Where none of the first rows stays, a later one may.
  if (kind === "stays") return !words.includes(undefined);
  // A sheet that marks the rows to send says that the others must not be sent.
  const known = words.filter((word) => word !== undefined);
  return known.includes("goes") && known.length * 2 > words.length;
}

/** Rows that such columns sort out are kept back one by one: see `MeantRows`. */
export function judgeFlags(columns: readonly JudgedColumn[], decisions: Decisions): void {
  if (columns.length === 0) return;
  for (const one of columns) {
    if (one.fixed) decisions.readings.push({ ...one.fixed, reason: "rows" });
    else decisions.leave(one, "rows");
  }
  decisions.tell("rows-kept-back", columns);
}

const ROLE =
  /^(?:main |sole |primary )?(?:borrower|borr|bwr|brwr|applicant|primary|buyer|prestatario|solicitante)(?: ?(?:1|one))?$|^b1$/i;
const OTHER_ROLE =
  /^(?:non[- ]?occ[a-z]*[- ])?co[- ]?(?:borrower|applicant|signer|buyer|prestatario|solicitante|(?:borr|bwr|brwr|appl?)\b)|^(?:spouse|secondary|joint(?! tenan)|guarantor|b2)\b|^(?:borrower|applicant) ?(?:2|two)$/i;

/** Whose role all cells of a column name, if they name the same. */
export function roleOfAll({ content: { cells } }: JudgedColumn): "applicant" | "co-applicant" | undefined {
  if (cells.length === 0) return undefined;
  if (cells.every(({ text }) => ROLE.test(text))) return "applicant";
  return cells.every(({ text }) => OTHER_ROLE.test(text)) ? "co-applicant" : undefined;
}

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
export function isRoleFlag({ column: { name }, content }: JudgedColumn): boolean {
  if (!BESIDE_APPLICANT.test(headerKey(name))) return false;
  const words = content.cells.map(({ text }) => flagWord("stays", text));
  return words.includes("stays") && !words.includes(undefined);
}

/** Whether a column says of each row whether it is the applicant or somebody beside one. */
export function isRole(one: JudgedColumn): boolean {
  const { column, content } = one;
  const { name } = column;
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
export function judgeRoles(one: JudgedColumn, decisions: Decisions): void {
  decisions.ask(one, "role-rows", [{ answer: AS_IT_STANDS, label: "Each row is a lead of its own" }], {
    of: [one],
    reason: decisions.answerTo(one) === undefined ? "open" : "answer",
  });
}
