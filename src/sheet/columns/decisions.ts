import type { CodedText } from "../../base/finding.ts";
import { type AnswerOption, LEAVE_OUT, type Question, questionText } from "../question.ts";
import type { Notice } from "../table.ts";
import {
  type ColumnReading,
  type ColumnRole,
  type ColumnTarget,
  type ReadingReason,
  targetAt,
} from "./column-reading.ts";
import { columnNotice, columnQuestion, type RemarkFinding, reasonOf } from "./column-texts.ts";
import { type JudgedColumn, namedColumns, samplesOf, shownColumns } from "./judged-column.ts";
import { labelOf } from "./target-label.ts";

/** A question with the column that it is about; of several, the one that they are called by. */
export interface AskedColumns {
  question: Question;
  index: number;
  /** Whether the answer decides about several columns together. */
  isOfBlock: boolean;
}

interface Why {
  /** Where it is not what the header says. */
  reason?: ReadingReason | undefined;
  rank?: number | undefined;
  remark?: CodedText<RemarkFinding> | undefined;
  role?: ColumnRole | undefined;
}

interface Asking {
  asked: CodedText;
  options: readonly AnswerOption[];
  /** Columns that the answer decides about together; else the one alone, whose answer was taken before. */
  of?: readonly JudgedColumn[];
  kind?: "address" | "column";
  samples?: Question["samples"];
  /** Whether it may be passed over; never, where it is about whose something is. */
  isAcceptable?: boolean;
  /** Path that the column feeds when nobody answers; nothing, as a rule. */
  passedOver?: string;
  /** Where an answer is known already. */
  reason?: ReadingReason;
}

/** What is decided of columns while they are judged: what they feed, what is asked, and what is told. */
export class Decisions {
  readonly readings: ColumnReading[] = [];
  readonly questions: AskedColumns[] = [];
  readonly notices: Notice[] = [];
  readonly #settled: ReadonlyMap<string, string>;

  /** @param settled Answers about several columns together, by the ids of their questions. */
  constructor(settled: ReadonlyMap<string, string>) {
    this.#settled = settled;
  }

  /** What was answered about columns together that are called by this one. */
  answerTo(lead: JudgedColumn, kind: "address" | "column" = "column"): string | undefined {
    return this.#settled.get(`${kind}:${lead.key}`);
  }

  /** A column feeds a path. What a person has said of a column stays. */
  feed(one: JudgedColumn, path: string, { reason, ...why }: Why = {}): void {
    const said = one.meaning.certainty === "named" ? "named" : "header";
    this.#read(one, reason ?? said, why, target(path));
  }

  /** A column feeds nothing. */
  leave(one: JudgedColumn, reason: ReadingReason, why: Omit<Why, "reason"> = {}): void {
    this.#read(one, reason, why);
  }

  #read(
    { column, index, fixed }: JudgedColumn,
    reason: ReadingReason,
    { rank = 0, remark, role }: Omit<Why, "reason">,
    target?: ColumnTarget,
  ): void {
    if (fixed) return;
    const more = { ...(target && { target }), ...(remark && { remark }), ...(role && { role }) };
    this.readings.push({ column, index, rank, reason, ...more });
  }

  /** Leaves columns out for a reason that is told. */
  leaveTold(
    columns: readonly JudgedColumn[],
    code: "column-left-out" | "name-left-out",
    remark: CodedText<RemarkFinding>,
  ): void {
    const free = columns.filter(({ fixed }) => !fixed);
    if (free.length === 0) return;
    for (const one of free) this.leave(one, code === "column-left-out" ? "irrelevant" : "others", { remark });
    this.notices.push(columnNotice(code, { ...namedColumns(free), ...reasonOf(remark) }));
  }

  /** Something that a person has to say, about a column or about several that are called by it. */
  ask(
    lead: JudgedColumn,
    { asked, of, kind = "column", passedOver, reason = "open", ...more }: Asking,
  ): void {
    const found = passedOver === undefined ? undefined : target(passedOver);
    for (const one of of ?? [lead]) this.#read(one, reason, {}, found);
    const { column, key, index } = lead;
    const question: Question = {
      id: `${kind}:${key}`,
      kind,
      column: column.name,
      ...(column.letters && { letters: column.letters }),
      ...questionText(asked),
      samples: samplesOf(lead),
      rowCount: 0,
      isAcceptable: false,
      ...more,
    };
    this.questions.push({ question, index, isOfBlock: of !== undefined });
  }

  /** Which of two columns is meant, where both may be and their cells differ. Passed over, neither is sent. */
  askWhich(path: string, one: JudgedColumn, first: JudgedColumn, isAcceptable: boolean): void {
    const label = (chosen: JudgedColumn) => `${shownColumns([chosen])}; the other is left out`;
    const asked = columnQuestion("column-of-two", { path, ...namedColumns([first, one]) });
    const options = [
      { answer: LEAVE_OUT, label: label(first) },
      { answer: path, label: label(one) },
    ];
    this.ask(one, { asked, options, isAcceptable });
  }
}

export const leaveOut = (label = "Leave it out"): AnswerOption => ({ answer: LEAVE_OUT, label });

/** Paths that a column may feed, likeliest first; leaving it out comes last. */
export function pathsOrNone(paths: readonly string[]): AnswerOption[] {
  return [...paths.map((path) => ({ answer: path, label: labelOf(path) })), leaveOut()];
}

/** The target at a path that is known to be one. */
function target(path: string): ColumnTarget {
  const found = targetAt(path);
  if (!found) throw new Error(`no target ${path}`);
  return found;
}
