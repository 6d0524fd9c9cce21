import type { CodedText } from "../../base/finding.ts";
import { type AnswerOption, LEFT_OUT, type Question, questionText } from "../question.ts";
import type { Column, Notice } from "../table.ts";
import { type ColumnReading, type ColumnRole, labelOf, type ReadingReason } from "./column-reading.ts";
import {
  type ColumnNotice,
  type ColumnQuestion,
  columnNotice,
  columnQuestion,
  type RemarkFinding,
  remarkFinding,
} from "./column-texts.ts";
import { type JudgedColumn, namedColumns, samplesOf } from "./judged-column.ts";

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
  /** Columns that the answer decides about together; else the one alone, whose answer was taken before. */
  of?: readonly JudgedColumn[];
  /** What the sentence names beside the columns. */
  params?: object;
  kind?: "address" | "column";
  samples?: Question["samples"];
  /** Whether it may be passed over, where it is not as the question says. */
  isAcceptable?: boolean;
  /** Path that the column feeds when nobody answers; nothing, as a rule. */
  passedOver?: string;
  /** Where an answer is known already. */
  reason?: ReadingReason;
}

/** What may be passed over: never whose something is. */
const ACCEPTABLE: readonly ColumnQuestion[] = [
  "amounts-for-yes-no",
  "many-texts",
  "name-alone",
  "column-opposite",
];

/** A remark, with the columns and the path that its sentence names. */
export function remarkOn(
  why: RemarkFinding,
  named: readonly { column: Column }[] = [],
  path?: string,
): CodedText<RemarkFinding> {
  const { columns: others, more: moreOthers } = namedColumns(named);
  const params = {
    ...(named.length > 0 && { others, ...(moreOthers !== undefined && { moreOthers }) }),
    ...(path !== undefined && { path }),
  };
  return Object.keys(params).length > 0 ? remarkFinding(why, params) : remarkFinding(why);
}

/** Decisions about columns while they are judged: what they feed, what is asked, and what is told. */
export class Decisions {
  readonly readings: ColumnReading[] = [];
  readonly questions: AskedColumns[] = [];
  readonly notices: Notice[] = [];
  readonly #settled: ReadonlyMap<string, string>;

  /** @param settled Answers about several columns together, by the ids of their questions. */
  constructor(settled: ReadonlyMap<string, string>) {
    this.#settled = settled;
  }

  /** The answer to a question about several columns, which this one leads. */
  answerTo(lead: JudgedColumn, kind: "address" | "column" = "column"): string | undefined {
    return this.#settled.get(`${kind}:${lead.key}`);
  }

  /** A column feeds a path. What a person has said of a column stays. */
  feed(one: JudgedColumn, path: string, { reason, ...why }: Why = {}): void {
    const said = one.meaning.certainty === "named" ? "named" : "header";
    this.#read(one, reason ?? said, why, path);
  }

  /** A column feeds nothing. */
  leave(one: JudgedColumn, reason: ReadingReason, why: Omit<Why, "reason"> = {}): void {
    this.#read(one, reason, why);
  }

  #read(
    read: JudgedColumn,
    reason: ReadingReason,
    { rank = 0, remark, role }: Omit<Why, "reason">,
    target?: string,
  ): void {
    const { column, index, fixed, around = [] } = read;
    if (fixed) return;
    for (const [rank, { one, part }] of around.entries()) {
      const where = part === "houseNumber" ? "in-front-of-street" : "behind-street";
      const why = { rank, ...(target && { remark: remarkOn(where, [read]) }) };
      this.#read(one, reason, why, target?.replace(/street$/, part));
    }
    const more = { ...(target && { target }), ...(remark && { remark }), ...(role && { role }) };
    this.readings.push({ column, index, rank: column.keys ? 0 : rank, reason, ...more });
  }

  /** Something that is told of columns. */
  tell(code: ColumnNotice, columns: readonly JudgedColumn[], more: object = {}): void {
    this.notices.push(columnNotice(code, { ...namedColumns(columns), ...more }));
  }

  /** Leaves columns out for a reason that may name others. */
  leaveFor(
    columns: readonly JudgedColumn[],
    why: RemarkFinding,
    others?: readonly JudgedColumn[],
    path?: string,
  ): void {
    for (const one of columns) this.leave(one, "others", { remark: remarkOn(why, others, path) });
  }

  /**
   * Something that a person has to say, about a column or about several that are called by it.
   *
   * @param answers Paths that the column may feed, likeliest first, so that leaving it out comes last; or other options.
   */
  ask(
    lead: JudgedColumn,
    code: ColumnQuestion,
    answers: readonly string[] | readonly AnswerOption[],
    { of, params, kind = "column", passedOver, reason = "open", ...more }: Asking = {},
  ): void {
    for (const one of of ?? [lead]) this.#read(one, reason, {}, passedOver);
    const { column, key, index } = lead;
    const arePaths = answers.every((answer) => typeof answer === "string");
    const question: Question = {
      id: `${kind}:${key}`,
      kind,
      column: column.name,
      ...(column.letters && { letters: column.letters }),
      ...questionText(columnQuestion(code, { ...namedColumns(of ?? [lead]), ...params })),
      samples: samplesOf(lead),
      rowCount: 0,
      options: arePaths
        ? [...answers.map((answer) => ({ answer, label: labelOf(answer) })), LEFT_OUT]
        : (answers as readonly AnswerOption[]),
      isAcceptable: ACCEPTABLE.includes(code),
      ...more,
    };
    this.questions.push({ question, index, isOfBlock: of !== undefined });
  }
}
