import { fieldAt } from "../../lead/field-catalogue.ts";
import { absentColumns, checkColumns } from "../columns/check-columns.ts";
import {
  type ColumnReading,
  fieldPathsOf,
  isCompositePath,
  labelOf,
  RANK_OF_COMPOSITES,
  targetsOf,
} from "../columns/column-reading.ts";
import { columnQuestion } from "../columns/column-texts.ts";
import { namedColumns } from "../columns/judged-column.ts";
import type { ColumnRule, Mapping } from "../columns/mapping.ts";
import type { QuestionLog } from "../columns/question-log.ts";
import { type ColumnsRead, readColumns, speaksOfLead } from "../columns/read-columns.ts";
import { headerKey } from "../headers/header-meaning.ts";
import { LEFT_OUT, type Question, questionText } from "../question.ts";
import { inputError } from "../sheet-errors.ts";
import { isFilled } from "../table/header-row.ts";
import { SAMPLE_ROWS_MAX } from "../table/sheet-rows.ts";
import { type CellPlace, type InputRow, type InputTable, placeIn } from "../table.ts";
import type { FeedingColumn, MappedRow } from "./mapped-input.ts";

const EMPTY: ColumnsRead = { readings: [], questions: [], notices: [] };
/** How often columns are judged anew for what later items bring along. */
const READS_MAX = 50;
/** Rows that columns are judged by, later items among them. */
const SAMPLE_MAX = 2 * SAMPLE_ROWS_MAX;

/**
 * The readings of a table's columns. Those of a sheet are known before its rows. Items of JSON bring new columns; these
 * never change how an earlier column was read, unless a person says so.
 */
export class ColumnReadings {
  readonly #table: InputTable;
  readonly #mapping: Mapping | undefined;
  readonly #log: QuestionLog;
  readonly #sample: InputRow[];
  readonly #changed: Question[] = [];
  #read: ColumnsRead = EMPTY;
  #readCount = 0;
  /** Whether columns were added that have not been judged yet. */
  #isStale = false;
  /** The columns of each field, the one that it is looked for in first. */
  #byPath = new Map<string, readonly ColumnReading[]>();

  constructor(table: InputTable, log: QuestionLog, mapping?: Mapping) {
    this.#table = table;
    this.#mapping = mapping;
    this.#log = log;
    this.#sample = [...(table.sample ?? [])];
  }

  get all(): readonly ColumnReading[] {
    return this.#read.readings;
  }

  get isBehind(): boolean {
    return this.#read.readings.length < this.#table.columns.length;
  }

  /**
   * Takes the columns that an item has brought along.
   *
   * @returns The readings, where they are others now. Keys that name nothing of a lead wait for the last item: there
   *   may be thousands.
   * @throws CliError when items bring new parts of a lead along without end.
   */
  catchUp(row: InputRow): readonly ColumnReading[] | undefined {
    if (this.#sample.length < SAMPLE_MAX) this.#sample.push(row);
    const { name, columns } = this.#table;
    const news = columns.slice(this.all.length);
    if (this.all.length > 0 && !news.some(speaksOfLead)) {
      const from = this.all.length;
      for (const [at, column] of news.entries())
        this.#read.readings.push({ column, index: from + at, rank: 0, reason: "irrelevant" });
      this.#isStale = true;
      return undefined;
    }
    this.#readCount += 1;
    if (this.#readCount <= READS_MAX) return this.read();
    throw inputError("too-many-keys", { name, itemsMax: READS_MAX });
  }

  /** Reads the columns that there are. */
  read(): readonly ColumnReading[] {
    const { columns } = this.#table;
    const read = readColumns({ columns, sample: this.#sample, mapping: this.#mapping });
    this.#isStale = false;
    const readings = read.readings.map((reading) => this.#asUsed(reading));
    this.#read = { ...read, readings };
    this.#byPath = new Map();
    for (const reading of readings.toSorted((one, other) => rankOf(one) - rankOf(other)))
      for (const path of fieldPathsOf(reading.target))
        this.#byPath.set(path, [...(this.#byPath.get(path) ?? []), reading]);
    return readings;
  }

  /** Rows were read by what a column was taken for: it stays so, and a person is asked where that is in doubt now. */
  #asUsed(reading: ColumnReading): ColumnReading {
    const known = this.#read.readings[reading.index];
    if (!known) return reading;
    const [before, now] = [known.target ?? "", reading.target ?? ""];
    if (before === now) return reading;
    if (reading.reason === "open") return known;
    const options = [before, now].map((path) =>
      path === "" ? LEFT_OUT : { answer: path, label: labelOf(path) },
    );
    this.#changed.push({
      id: `column:${headerKey(reading.column.name)}`,
      kind: "column",
      column: reading.column.name,
      ...questionText(columnQuestion("column-beside-later-keys", namedColumns([reading]))),
      samples: [],
      rowCount: 0,
      options,
      isAcceptable: false,
    });
    return known;
  }

  /** Counts a row for the questions about columns that are filled in it. */
  count({ cells }: InputRow): void {
    for (const { question, index } of this.#read.questions) {
      if (isFilled(cells[index])) question.rowCount += 1;
    }
  }

  /**
   * To be called when all columns are known: questions and notices are told, and what cannot make leads is refused.
   *
   * @throws CliError as `checkColumns` does, where it is not lenient.
   */
  finish(isLenient: boolean): void {
    if (this.#isStale) this.read();
    const { name, notices } = this.#table;
    if (!isLenient) checkColumns(name, this.#read, notices, this.#mapping);
    notices.push(...this.#read.notices, ...absentColumns(this.#read, this.#mapping));
    for (const { question } of this.#read.questions) this.#log.ask(question);
    for (const question of this.#changed) this.#log.ask(question);
  }

  /** Where a field's value stands: of several columns the first of the lowest rank, unless the row says otherwise. */
  locate(path: readonly string[], row: number, mapped?: Pick<MappedRow, "others">): CellPlace {
    const fieldPath = path.join(".");
    const [first] = this.#byPath.get(fieldPath) ?? [];
    const other = mapped?.others?.get(fieldPath);
    if (other || !first) return other ? placeIn(other, row) : {};
    const place = placeIn(first.column, row);
    const part = fieldPathsOf(first.target).length > 1 ? fieldAt(fieldPath)?.label : undefined;
    return part === undefined ? place : { ...place, part };
  }

  /** Every column of a field, those that complete the cells of others too; the one that it is looked for in first. */
  feeding(path: string): FeedingColumn[] {
    const feeding = this.#byPath.get(path) ?? [];
    const completing = this.all.filter(({ role }) => {
      const { kind, of = [] } = role?.completes ?? {};
      return kind !== "same address" && feeding.some(({ index }) => of.includes(index));
    });
    return [
      ...feeding.map((reading): FeedingColumn => {
        const { column, target = "" } = reading;
        return ADDED.test(target) ? { column } : { column, rank: rankOf(reading) };
      }),
      ...completing.map(({ column }) => ({ column })),
    ];
  }

  /** The readings as rules, so that corrected rows are read the same way without asking again. */
  resolvedMapping(): Mapping {
    const mapping = this.#mapping;
    // A mapping may say an answer by its label, which another version words in another way.
    const answered = this.#log.answered.map(({ question, option }) => [question.id, option.answer] as const);
    const columns = new Map<string, ColumnRule>();
    for (const { column, target, rank, rule, reason } of this.all) {
      // A column that completes another one is understood by its header, whatever a mapping says.
      if (reason === "own" || reason === "completes" || (column.name.trim() === "" && !column.letters))
        continue;
      const header = column.letters ? `${column.letters}: ${column.name}` : column.name;
      columns.set(header, rule ?? { field: target ?? null, rank });
    }
    return {
      name: mapping?.name ?? "the run's reading",
      headers: [],
      answers: new Map([...(mapping?.answers ?? []), ...answered]),
      constants: mapping?.constants ?? new Map(),
      defaults: mapping?.defaults ?? new Map(),
      ...(mapping?.decimalMark && { decimalMark: mapping.decimalMark }),
      columns,
    };
  }
}

/** What is put together with the field's other cells. */
const ADDED = /\.(?:street2|houseNumber|streetSuffix)$/;

/** Columns of a field's own stand before those of several fields, as they are read; what is only added comes last. */
function rankOf({ rank, target = "" }: ColumnReading): number {
  if (!targetsOf(target).some(isCompositePath)) return rank;
  return (ADDED.test(target) ? 2 : 1) * RANK_OF_COMPOSITES + rank;
}
