import { isPersonItem } from "../headers/header-tags.ts";
import { wordsOf } from "../headers/header-text.ts";
import { LEAVE_OUT, type Question, questionText } from "../question.ts";
import { columnQuestion } from "./column-texts.ts";
import {
  type JudgedColumn,
  type Judgement,
  judgedAs,
  leaveOut,
  namedColumns,
  noJudgement,
  samplesOf,
} from "./judged-column.ts";

/**
 * Somebody who may be the applicant, where a sheet names no other one: loans of companies have a guarantor, and lists
 * of let property an investor or a landlord.
 */

const STANDS_IN =
  /^(?:co )?(?:guarantors?|investors?|landlords?|avales|aval|fiador|arrendador)(?: (?:name|1))?$/;

interface StandIn {
  /** All columns; those of the person are the applicant's where a person has said so. */
  columns: readonly JudgedColumn[];
  /** What is asked, or left out by an answer. */
  judgement: Judgement;
  /** Those that the judgement is about. */
  judged: readonly JudgedColumn[];
}

/** @param settled Answers by question id. */
export function withStandIn(columns: readonly JudgedColumn[], settled: ReadonlyMap<string, string>): StandIn {
  const nobody: StandIn = { columns, judgement: noJudgement, judged: [] };
  const own = columns.filter(isStandIn);
  const isPerson = ({ meaning: { item, certainty } }: JudgedColumn) =>
    isPersonItem(item) && certainty !== "partial";
  const people = own.filter(isPerson);
  const isNamed = columns.some(
    (one) => isPerson(one) && one.meaning.whose !== "co-applicant" && one.meaning.whose !== "other",
  );
  const lead = people.find(({ meaning: { item } }) => item === "email") ?? people[0];
  if (!lead || isNamed) return nobody;
  const id = `column:${lead.key}`;
  const path = `contactInfo.${lead.meaning.item}`;
  const question: Question = {
    id,
    kind: "column",
    column: lead.column.name,
    ...(lead.column.letters && { letters: lead.column.letters }),
    ...questionText(columnQuestion("person-who", namedColumns(own))),
    samples: samplesOf(lead),
    rowCount: 0,
    options: [{ answer: path, label: "The applicant" }, leaveOut("Somebody else, left out")],
    isAcceptable: false,
  };
  const answer = settled.get(id);
  const questions = [{ question, index: lead.index, isOfBlock: true }];
  if (answer !== path) {
    const reason = answer === LEAVE_OUT ? "others" : "open";
    const readings = own.map((one) => judgedAs(one, reason));
    return { columns, judgement: { ...noJudgement, readings, questions }, judged: own };
  }
  const taken = columns.map((one) =>
    own.includes(one) ? { ...one, meaning: { ...one.meaning, whose: "applicant" as const } } : one,
  );
  return { columns: taken, judgement: { ...noJudgement, questions }, judged: [] };
}

/** Whether a header speaks of such a person, whatever else it says. */
function isStandIn({ column: { name, keys }, fixed, meaning: { whose } }: JudgedColumn): boolean {
  if (fixed || keys || (whose !== "co-applicant" && whose !== "other")) return false;
  return wordsOf(name).some(({ text }) => STANDS_IN.test(text));
}
