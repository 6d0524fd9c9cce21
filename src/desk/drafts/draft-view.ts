import { CliError } from "../../base/cli-error.ts";
import type { Catalogue } from "../../base/finding.ts";
import { checkSummary } from "../../job/check-tally.ts";
import { FIELDS, type Field, fieldAt, valueLabel, valueLabels } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import { fieldValueAt } from "../../lead/rules.ts";
import { SKIP_WORDS, unusedText } from "../../report/files/render-reading.ts";
import { checkResult } from "../../report/model/headline.ts";
import { ReasonTally } from "../../report/model/reason-tally.ts";
import { changeReasons } from "../../report/text/reading-text.ts";
import { reasonBlocks } from "../../report/text/summary-text.ts";
import { columnIndex, type PlannedRow, placesInRow } from "../../run/plan/plan-record.ts";
import { placesOf } from "../../run/plan/write-plan.ts";
import {
  type ColumnReading,
  fieldPathsOf,
  labelOf,
  TARGET_PATHS,
} from "../../sheet/columns/column-reading.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { missingFields } from "../../sheet/mapping/shown-columns.ts";
import { DESK_NOTICE_TEXTS } from "../../sheet/notice-texts.ts";
import type { Question } from "../../sheet/question.ts";
import { toldChanges } from "../../sheet/rows/mapped-input.ts";
import { cellText, type Notice } from "../../sheet/table.ts";
import { UNICODE_SIGNS } from "../../terminal/signs.ts";
import type { DraftReading } from "./draft-reading.ts";
import { columnKey, type Draft } from "./draft-store.ts";

/** What every view of a draft begins with. */
export type DraftHead = ReturnType<typeof draftHead>;
/** What stands in the way. */
export type DraftProblem = ReturnType<typeof problemOf>;
/** How a sheet is understood: `GET /api/drafts/:id`. */
export type MatchView = ReturnType<typeof matchView>;
export type MatchQuestion = ReturnType<typeof matchQuestions>[number];
export type MatchColumn = ReturnType<typeof matchColumn>;
/** What would be sent: `GET /api/drafts/:id/check`. */
export type CheckView = ReturnType<typeof checkView>;

/**
 * How sure it is what a column is.
 *
 * - `chosen`: a person has said so; `certain`: its header says so; `likely`: its cells or the other columns do;
 * - `doubtful`: its header says so, and its first cells hold what nobody knows there;
 * - `asked`: a question is open; `unused`: it feeds nothing.
 */
export type HowSure = "chosen" | "certain" | "likely" | "doubtful" | "asked" | "unused";

/** Among the blocks of reasons: what was read as another word, and certainly meant. */
const CHANGED_BLOCK = 2;
const SKIPPED_MAX = 50;
const CHANGES_MAX = 12;
const SPLITS_MAX = 3;
const SAMPLE_CHARACTERS_MAX = 200;

interface SamePeople {
  held: ReadonlyMap<number, Issue>;
  notices: readonly string[];
}

/** How a draft is understood, as far as it is read. @param reading Of an error, why it cannot be. */
export function matchView(draft: Draft, reading: DraftReading | CliError) {
  const head = draftHead(draft, reading);
  // Null where the file cannot be read.
  if (reading instanceof CliError) return { ...head, reading: null };
  const { mapped, mapping, tally, isWhole } = reading;
  const columns = mapped.readings.map((column) => matchColumn(column, draft, reading));
  const fields = missingFields(mapped, mapping)
    .filter(isWanted)
    .map((field) => ({
      path: field.path,
      label: labelOf(field.path),
      note: field.note,
      isRequired: field.absence === "required",
      choices: valueLabels(field),
    }));
  const whole = columns.some(({ isFree }) => isFree) ? missingTogether(fields.map(({ path }) => path)) : [];
  const missing = [...whole, ...fields].sort(
    (one, other) => Number(other.isRequired) - Number(one.isRequired),
  );
  const isCertain = isWhole && !head.problem && mapped.questions.open.length + missing.length === 0;
  return {
    ...head,
    reading: {
      rowCount: tally.rowsRead,
      questions: matchQuestions(draft, reading),
      columns,
      /** Whether nobody has to look at its columns: nothing is asked, missing, taken apart or only likely. */
      isCertain: isCertain && columns.every(isSettled),
      /**
       * Fields that no column feeds: first those without which no lead goes, then those without which it may be refused. Before all
       * parts of a name or an address stands the whole of it, if a column is free that may hold it.
       */
      missing,
      /** Fields that have one value for all rows, as a person said. */
      constants: Object.entries(draft.facts.constants ?? {}).map(([path, value]) => ({
        path,
        label: labelOf(path),
        value: valueLabel(path, value),
      })),
      targets: TARGETS,
      // The fields that lack a column stand apart.
      notices: notices(reading, ({ code }) => code !== "absent-columns"),
    },
  };
}

/**
 * What of a draft would be sent, as far as it is read.
 *
 * @param people Ready rows that stay behind, because they may be of somebody who goes before or has a quote; and notices of such
 *   rows that go.
 */
export function checkView(
  draft: Draft,
  reading: DraftReading | CliError,
  { held: people, notices: ofPeople }: SamePeople = { held: new Map(), notices: [] },
) {
  const head = draftHead(draft, reading);
  // Null where the file cannot be read.
  if (reading instanceof CliError) return { ...head, check: null };
  const { mapped, tally, check, isWhole, refusal } = reading;
  const questionCount = mapped.questions.open.length;
  const behind = check.countsOf([...people.keys()]);
  const ready = tally.ready - people.size;
  const doubtful = tally.doubtful - behind.doubtful;
  const summary = checkSummary({ ...tally, ready, doubtful });
  const heldCount = check.heldCount + people.size;
  const twice = new ReasonTally();
  for (const [row, issue] of people) twice.add(issue, row);
  const blocks = reasonBlocks("To correct", {
    reasons: check.reasons.reasons(),
    warnings: check.warnings.reasonsByValue(),
    changes: changeReasons(mapped.changes, { signs: UNICODE_SIGNS }),
  });
  const skipped = mapped.skipped ?? [];
  return {
    ...head,
    check: {
      /** Revision of the draft that was read: another one where anything of it was changed since. */
      revision: reading.revision,
      result: checkResult(summary, { questionCount, heldCount }),
      rowsRead: tally.rowsRead,
      ready,
      /** Ready rows that lack something, or have a word that nobody knows. In documents a row that waits is among them. */
      doubtful: doubtful - (check.waiting.doubtful - behind.doubtfulWaiting),
      /** Rows that are ready once the questions about their words are answered. */
      waiting: check.waiting.count - behind.waiting,
      /** Rows that are held back. */
      invalid: summary.invalid,
      /** Those of them that have a mistake. The others only wait for a decision. */
      toCorrectCount: summary.invalid - heldCount,
      questionCount,
      /** What is held back first, then what is said of rows that go: what is lost or changed first. None is empty. */
      blocks: [
        {
          title: "Held back: may be the same person as another lead",
          isHeldBack: true,
          isCertain: false,
          kinds: twice.reasons(),
        },
        ...blocks.map(({ title, reasons: kinds }, at) => {
          return { title, isHeldBack: at === 0, isCertain: at === CHANGED_BLOCK, kinds: [...kinds] };
        }),
      ].filter(({ kinds }) => kinds.length > 0),
      /** Rows that are not leads, the first of them, and how many ranges there are. */
      skipped: skipped.slice(0, SKIPPED_MAX).map(({ first, last, reason, text }) => ({
        rows: first === last ? String(first) : `${first} to ${last}`,
        why: SKIP_WORDS[reason],
        text,
      })),
      skippedCount: skipped.length,
      notices: [...notices(reading), ...ofPeople],
      sample: sampleLead(reading),
      canSend: isWhole && !refusal && questionCount === 0 && ready > 0,
    },
  };
}

/** Whether a lead should have it, whatever else it has. */
function isWanted({ absence }: Field): boolean {
  return absence === "required" || absence === "not-shown";
}

const IN_ONE_COLUMN = TARGET_PATHS.filter((path) => /\.full(?:Name|Address)$/.test(path));

/** What is missing with all of its parts. */
function missingTogether(missing: readonly string[]) {
  return IN_ONE_COLUMN.flatMap((path) => {
    const parts = fieldPathsOf(path).flatMap((part) => fieldAt(part) ?? []);
    const isMissing = parts.filter(isWanted).every((part) => missing.includes(part.path));
    const note = parts.map(({ label }) => label).join(", ");
    return isMissing ? { path, label: labelOf(path), note, isRequired: false, choices: [] } : [];
  });
}

function draftHead(draft: Draft, reading: DraftReading | CliError) {
  const { name, createdAt, place, corrects, layout } = draft.facts;
  const refusal = reading instanceof CliError ? reading : reading.refusal;
  return {
    id: draft.id,
    name,
    createdAt,
    place,
    corrects,
    layout,
    /** Whether cells were corrected, which holds what the columns mean. */
    isEdited: draft.edits.holdsColumns,
    /** Rows read so far while it is read on; null when all are. */
    rowsSoFar: reading instanceof CliError || reading.isWhole ? null : reading.tally.rowsRead,
    /** Why it cannot be read, or not be sent as it is; null where it can. */
    problem: refusal ? problemOf(refusal) : null,
  };
}

/** What the page asks for itself needs no hint. */
function problemOf({ code, message, pageHint, asks }: CliError) {
  return { code, message, hint: asks === undefined ? pageHint : "", asks: asks ?? null };
}

function notices({ mapped }: DraftReading, isShown: (notice: Notice) => boolean = () => true): string[] {
  return mapped.notices.filter(isShown).map(noticeText);
}

function noticeText({ code, params, message }: Notice): string {
  const text = (DESK_NOTICE_TEXTS as Catalogue)[code];
  return text && params ? text(params as never) : message;
}

/** Open ones first. */
function matchQuestions({ facts }: Draft, { mapped }: DraftReading) {
  const { open, answered } = mapped.questions;
  const shown = ({ isAcceptable: _, ...question }: Question, answer: string | null) => ({
    ...question,
    /** The key of its column; of the first one, where it is about several. */
    columnKey: columnKey({ name: question.column, ...(question.letters && { letters: question.letters }) }),
    /** Null where it is open. */
    answer,
    /** Whether the answer was given for an earlier sheet with these headers. */
    isKept: answer !== null && !Object.hasOwn(facts.answers, question.id),
  });
  return [
    ...open.map((question) => shown(question, null)),
    ...answered.map(({ question, option }) => shown(question, option.answer)),
  ];
}

function matchColumn(reading: ColumnReading, { facts }: Draft, read: DraftReading) {
  const { column, index, target, remark: { message: remark = "" } = {} } = reading;
  const key = columnKey(column);
  const sure = howSure(reading, read.head);
  /** Whether a person may say what it is; not of columns of our own, nor of one that cannot be named. */
  const isChangeable =
    !isOwnColumn(column.name) && (column.name.trim() !== "" || column.letters !== undefined);
  const splits = target && !fieldAt(target) ? splitsOf(reading, read.head) : [];
  return {
    /** Requests name the column by it. */
    key,
    /** The header; empty where it has none. */
    name: column.name,
    letters: column.letters ?? null,
    /** Up to three different values. */
    samples: read.samples.of(index).map((text) => text.slice(0, SAMPLE_CHARACTERS_MAX)),
    /** A target's path; null where it feeds nothing. */
    target: target ?? null,
    sure,
    /** Whether nobody has to look at it. */
    isPlain: sure === "certain" && remark === "" && splits.length === 0,
    /** A remark about the column; may be empty. */
    remark:
      target || reading.reason === "open" ? remark : [unusedText(reading), remark].filter(Boolean).join(". "),
    isChangeable,
    /** Whether it feeds nothing, and may be chosen for a field. */
    isFree: isChangeable && target === undefined && sure !== "asked",
    /** Whether a person has. */
    isChosen: Object.hasOwn(facts.columns, key),
    /** How cells of several fields are taken apart: a few of them, with their parts by label. */
    splits,
    /** Words that are read as other values, the most frequent first. */
    changes: toldChanges(read.mapped.changes)
      .filter((change) => change.column === column)
      .slice(0, CHANGES_MAX)
      .map(({ path, from, to, rowCount }) => ({ from, to: valueLabel(path, to), rowCount })),
  };
}

function isSettled({ sure, isPlain }: MatchColumn): boolean {
  return isPlain || sure === "unused" || sure === "chosen";
}

function howSure({ reason, target, column }: ColumnReading, head: readonly PlannedRow[]): HowSure {
  if (reason === "open") return "asked";
  if (reason === "mapping" || reason === "answer") return "chosen";
  if (!target) return "unused";
  if (reason === "evidence") return "likely";
  const isOpen = head.some(({ warnings }) =>
    warnings.some((warning) => warning.harm === "doubtful" && warning.column === column.name),
  );
  return isOpen ? "doubtful" : "certain";
}

function splitsOf({ target, index }: ColumnReading, head: readonly PlannedRow[]) {
  const paths = fieldPathsOf(target);
  const filled = head.filter(({ cells }) => cellText(cells[index]).trim() !== "");
  return filled.slice(0, SPLITS_MAX).map(({ cells, lead }) => ({
    cell: cellText(cells[index]).slice(0, SAMPLE_CHARACTERS_MAX),
    parts: paths.flatMap((path) => {
      const value = shownValueAt(lead, path);
      return value === undefined ? [] : [{ label: fieldAt(path)?.label ?? path, value }];
    }),
  }));
}

function shownValueAt(lead: PlannedRow["lead"], path: string): string | undefined {
  const value = fieldValueAt(lead, path);
  return value === undefined ? undefined : valueLabel(path, value);
}

/** The first row that is ready, by labels; null where none is. */
function sampleLead({ mapped, check }: DraftReading) {
  const { sample } = check.shown;
  if (!sample) return null;
  const { row, lead, cells } = sample;
  const located = { places: placesOf(mapped), columns: mapped.columns };
  const fields = FIELDS.flatMap(({ path }) => {
    const value = shownValueAt(lead, path);
    if (value === undefined) return [];
    // The headers that it comes from, and what stands there.
    const from = placesInRow(path.split("."), located, cells).flatMap((place) => {
      const text = cellText(cells[columnIndex(place, mapped.columns)]).trim();
      return text === "" ? [] : { column: place.column, text };
    });
    return [{ label: labelOf(path), value, from }];
  });
  return { row, fields };
}

const GROUPS: readonly [group: string, starts: RegExp][] = [
  ["The applicant", /^contactInfo\./],
  ["The property", /^address\./],
  ["The applicant's own address", /^residentialAddress\./],
  ["The applicant's own address, which is the property", /^homeAndProperty\./],
  ["The loan and the property's use", /^/],
];

/** All that a column can be, by whom it is about. */
const TARGETS = GROUPS.map(([group, starts], at) => {
  const paths = TARGET_PATHS.filter(
    (path) => GROUPS.findIndex(([, first]) => first.test(path)) === at && starts.test(path),
  );
  return { group, targets: paths.map((path) => ({ path, label: labelOf(path) })) };
});
