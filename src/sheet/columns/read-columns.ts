import { addTo } from "../../base/growable.ts";
import { knownWord } from "../cells/read-word.ts";
import { type HeaderMeaning, readHeader } from "../headers/header-grammar.ts";
import { isOwnColumn } from "../headers/header-meaning.ts";
import { isAddressItem, isPersonItem, itemAt } from "../headers/header-tags.ts";
import type { Column, InputRow, Notice } from "../table.ts";
import { judgeAddresses } from "./address-blocks.ts";
import { nearlyAll } from "./column-content.ts";
import {
  type ColumnReading,
  fieldPathsOf,
  pathNamed,
  type ReadingReason,
  targetAt,
} from "./column-reading.ts";
import { withRoles } from "./column-role.ts";
import { withSigns } from "./column-signs.ts";
import { columnNotice, reasonOf } from "./column-texts.ts";
import { completes } from "./completing-columns.ts";
import { type AskedColumns, Decisions } from "./decisions.ts";
import { isOfOthers, type JudgedColumn, judgedColumns, namedColumns } from "./judged-column.ts";
import { type ColumnRule, type Mapping, ruleFor } from "./mapping.ts";
import { judgeContacts, judgeNames, withApplicant } from "./people-columns.ts";
import { isLeaveOut, optionNamed } from "./question-log.ts";
import { isFlag, isRole, isRoleFlag, judgeFlags, judgeRoles } from "./row-columns.ts";
import { isSingleItem, judgeSingles } from "./single-columns.ts";
import { judgeSplitStreet, withStreets } from "./street-parts.ts";
import { asksWhatItIs, doubtfulAddresses } from "./unsure-columns.ts";

/** What columns are judged by. */
export interface ColumnsToRead {
  columns: readonly Column[];
  /** The first rows. Their cells decide where a header does not. */
  sample?: readonly InputRow[] | undefined;
  mapping?: Mapping | undefined;
}

/** How the columns of a sheet were understood. */
export interface ColumnsRead {
  /** One for each column, in the order of the sheet. */
  readings: ColumnReading[];
  /** What was asked on the way, those that the mapping answers among them. */
  questions: AskedColumns[];
  notices: Notice[];
}

/**
 * Understands the columns of a sheet by their headers, the cells of its first rows, and what a person has said:
 * rules of a mapping and answers first, then all headers together.
 *
 * The order of columns may turn an answer into a question, but never into another answer.
 */
export function readColumns({ columns, sample = [], mapping }: ColumnsToRead): ColumnsRead {
  const answers = mapping?.answers ?? new Map<string, string>();
  const looked = judgedColumns(columns, sample).map((column) =>
    withRule(withLateAnswer(column, answers), mapping),
  );
  const fed = new Set(mapping?.constants.keys());
  const settled = new Map<string, string>();
  const asked = new Map<string, AskedColumns>();
  for (;;) {
    const judgement = judge(looked, settled, fed);
    let isAnswered = false;
    for (const one of judgement.questions) {
      const { id } = one.question;
      asked.set(id, one);
      const given = answers.get(id);
      const option = given === undefined || settled.has(id) ? undefined : optionNamed(one.question, given);
      if (!option) continue;
      isAnswered = true;
      settled.set(id, option.answer);
      const about = one.isOfBlock ? undefined : looked[one.index];
      if (about)
        looked[one.index] = said(about, "answer", targetAt(option.answer), { rank: about.meaning.rank });
    }
    if (isAnswered) continue;
    const read = judgement.readings.toSorted((one, other) => one.index - other.index);
    const wanted = new Set([...settled.keys(), ...judgement.questions.map(({ question }) => question.id)]);
    const questions = [...asked.values()].filter(({ question }) => wanted.has(question.id));
    const isFilled = ({ index, column }: ColumnReading) =>
      column.name.trim() !== "" || looked[index]?.content.cells.length !== 0;
    const notices = [...judgement.notices, ...noticesOf(read.filter(isFilled))];
    return { readings: withRoles(read), questions, notices };
  }
}

/** Whether a column's header names a part of a lead. */
export function speaksOfLead({ name, keys }: Column): boolean {
  const { item } = readHeader(name, keys);
  return item !== undefined && item !== "irrelevant";
}

/** A column of which a person has said everything. */
function said(
  one: JudgedColumn,
  reason: ReadingReason,
  target: string | undefined,
  { rank = 0, rule }: { rank?: number; rule?: ColumnRule } = {},
): JudgedColumn {
  const { column, index } = one;
  const item = target && itemAt(target);
  return {
    ...one,
    meaning: { rank, certainty: "named", rest: [], ...(item && { item }) },
    words: one.words ?? one.meaning,
    fixed: { column, index, rank, reason, ...(target && { target }), ...(rule && { rule }) },
  };
}

/** A key of JSON may have been asked about when later items had others: its answer holds from the first one on. */
function withLateAnswer(one: JudgedColumn, answers: ReadonlyMap<string, string>): JudgedColumn {
  const answer = one.column.keys && answers.get(`column:${one.key}`);
  if (answer === undefined) return one;
  const target = pathNamed(answer);
  return target || isLeaveOut(answer) ? said(one, "answer", target) : one;
}

function withRule(one: JudgedColumn, mapping: Mapping | undefined): JudgedColumn {
  const rule = mapping && ruleFor(mapping, one.column);
  if (!rule) return one;
  const { field, rank = one.meaning.certainty === "partial" ? 0 : one.meaning.rank } = rule;
  const target = field ?? undefined;
  const reason = rule.rank === undefined ? "mapping" : target ? "header" : "others";
  return said(one, reason, target, { rank, rule });
}

type Kind = "fixed" | "flag" | "own" | "others" | "irrelevant" | "address" | "person" | "single" | "unsure";

/** Judges all columns together, as far as answers have settled what was asked. */
function judge(
  looked: readonly JudgedColumn[],
  settled: ReadonlyMap<string, string>,
  constants: ReadonlySet<string>,
): Decisions {
  const decisions = new Decisions(settled);
  const columns = withStreets(withApplicant(withSigns(looked), decisions));
  const doubtful = doubtfulAddresses(columns);
  const kinds = new Map(columns.map((one) => [one, doubtful.has(one) ? "address" : kindOf(one)]));
  const of = (...wanted: Kind[]) => columns.filter((one) => wanted.includes(kinds.get(one) ?? "unsure"));
  /** Those of a kind, with what is said of such columns, in the order of the sheet. */
  const all = (kind: Kind, test: (item: HeaderMeaning["item"]) => boolean) =>
    of(kind, "fixed").filter((one) => kinds.get(one) === kind || test(one.meaning.item));
  const others = of("others");
  decisions.readings.push(...of("fixed").flatMap(({ fixed }) => fixed ?? []));
  for (const one of of("own")) decisions.leave(one, "own");
  judgeAddresses(all("address", isAddressItem), isOwnerOccupied(columns), decisions);
  const people = all("person", isPersonItem);
  judgeNames(people, others, decisions);
  judgeContacts(people, others, decisions);
  judgeSingles(all("single", isSingleItem), decisions);
  judgeFlags(of("flag"), decisions);
  const unsure = of("unsure");
  // What no field has so far.
  const known = [...decisions.readings];
  const fed = new Set([...constants, ...fedBy(known)]);
  // Beside columns with a tick for each value another one is asked about anyway.
  const ticks = columns.flatMap(({ meaning: { yes }, index }) => (yes === undefined ? [] : index));
  const fedByWords = new Set([...constants, ...fedBy(known.filter(({ index }) => !ticks.includes(index)))]);
  const isBare = lacksStreet(fed) && decisions.questions.every(({ question }) => question.kind !== "address");
  const split = lacksStreet(fed) ? judgeSplitStreet(unsure, decisions) : [];
  for (const one of others) {
    const mayBeAsked = one.meaning.whose === "other" && one.meaning.item === "email";
    if (!mayBeAsked || !asksWhatItIs(one, fed, isBare, decisions)) decisions.leave(one, "others");
  }
  for (const one of of("unsure", "irrelevant")) {
    if (split.includes(one) || completes(one, known, decisions)) continue;
    const fedBeside = one.meaning.yes === undefined ? fed : fedByWords;
    if (isRole(one)) judgeRoles(one, decisions);
    else if (!asksWhatItIs(one, fedBeside, isBare, decisions)) decisions.leave(one, "irrelevant");
  }
  return decisions;
}

/** Whether an address that is sent, or the property's, has no street. */
function lacksStreet(fed: ReadonlySet<string>): boolean {
  const isHomeBare = fed.has("residentialAddress.city") && !fed.has("residentialAddress.street");
  return !fed.has("address.street") || isHomeBare;
}

/** Paths of the fields that these columns may feed. */
export function fedBy(readings: readonly ColumnReading[]): string[] {
  return readings.flatMap(({ target }) => fieldPathsOf(target));
}

function kindOf(one: JudgedColumn): Kind {
  const { column, fixed } = one;
  const { item, certainty } = one.meaning;
  if (isFlag(one)) return "flag";
  if (fixed) return "fixed";
  if (isOwnColumn(column.name)) return "own";
  if (isRoleFlag(one)) return "irrelevant";
  if (isOfOthers(one)) return "others";
  if (item === "irrelevant") return "irrelevant";
  if (item === undefined || certainty === "partial") return "unsure";
  if (isAddressItem(item)) return "address";
  return isPersonItem(item) ? "person" : "single";
}

/** Whether every lead of the sample lives in the property, as far as a column of its use tells. */
function isOwnerOccupied(columns: readonly JudgedColumn[]): boolean {
  return columns.some(
    ({ meaning: { item }, content }) =>
      item === "propertyUsage" &&
      nearlyAll(content, (text) => knownWord("propertyUsage", text) === "primaryResidence"),
  );
}

/** What is told of columns that feed nothing, once of all that are left out for the same reason. */
function noticesOf(readings: readonly ColumnReading[]): Notice[] {
  const groups = new Map<string, ColumnReading[]>();
  for (const one of readings) {
    if (one.target || one.rule || !TOLD.includes(one.reason)) continue;
    addTo(groups, `${one.reason} ${one.remark?.message}`, one);
  }
  return [...groups.values()].map((all) => {
    const [{ reason, remark } = { reason: "others" as const }] = all;
    if (remark) {
      const code = reason === "completes" ? "completing-column" : "column-left-out";
      return columnNotice(code, { ...namedColumns(all), ...reasonOf(remark) });
    }
    return columnNotice(reason === "others" ? "others-columns" : "unknown-column", namedColumns(all));
  });
}

const TOLD: readonly ReadingReason[] = ["others", "irrelevant", "completes"];
