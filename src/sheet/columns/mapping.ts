import type { FieldValue } from "../cells/cell-report.ts";
import { headerKey } from "../headers/header-meaning.ts";
import type { Column } from "../table.ts";

/** Where answers are kept, in the folder in which the program runs. */
export const MAPPINGS_FOLDER = "leadctl-mappings";

/** What a mapping file says about one column. */
export interface ColumnRule {
  /** Path of the field that the column feeds, or of several at once (see `CompositePath`); `null` leaves it out. */
  field: string | null;
  /** Cell texts and what they mean; `null` is an absent field. */
  values?: Readonly<Record<string, FieldValue | null>> | undefined;
  /** Its place among the columns of one field (see `ColumnReading.rank`): of a rule made of a reading, not by a person. */
  rank?: number;
}

/** How columns become fields, where a person has said so. What it does not mention is matched as usual. */
export interface Mapping {
  /** The file's name, for messages. */
  name: string;
  /** By header, or by letters and header (`J: Street`) where two columns have the same one. */
  columns: ReadonlyMap<string, ColumnRule>;
  /** Headers that the mapping was made for: all of them must be there. */
  headers: readonly string[];
  /** Answers to what the sheet's reading asks: a question's id, and one of its options, by its answer or its label. */
  answers: ReadonlyMap<string, string>;
  /** Where answers stand in a workbook, as in `Questions B3`, by the questions' ids: for messages. */
  places?: ReadonlyMap<string, string>;
  /** When they were given, as in `2026-11-20T09:00:00.000Z`. */
  answeredAt?: string;
  /** Fields that are the same in every row, by canonical path. */
  constants: ReadonlyMap<string, FieldValue>;
  /** Fields to fill where their cell is empty, by canonical path. */
  defaults: ReadonlyMap<string, FieldValue>;
  decimalMark?: "." | ",";
  /** What to do with a workbook's hidden rows; for `openInput`. */
  hiddenRows?: "include" | "skip";
}

/** A mapping that says nothing but answers. */
export function answersOnly(name: string, answers: ReadonlyMap<string, string>): Mapping {
  return { name, columns: new Map(), headers: [], answers, constants: new Map(), defaults: new Map() };
}

/** Endings of files that hold sheets, whatever program saved them. */
const SHEET_ENDING = /\.(?:xls[xmb]?|ods|csv|tsv|tab|txt|numbers)$/i;

/** Whether a mapping file's name says that it is for a spreadsheet program, and not JSON. */
export function isSheetName(file: string): boolean {
  return SHEET_ENDING.test(file);
}

/** What a mapping says about a column: by its header as it stands, by letters and header, or by its key. */
export function ruleFor({ columns }: Mapping, { name, letters }: Column): ColumnRule | undefined {
  const lettered = letters && (columns.get(`${letters}: ${name}`) ?? columns.get(`${letters}:${name}`));
  const exact = lettered || columns.get(name);
  if (exact) return exact;
  const key = headerKey(name);
  if (key === "") return undefined;
  for (const [header, rule] of columns) if (headerKey(header) === key) return rule;
  return undefined;
}

/** Answers to words, of which a sheet need not have each every time. */
export function wordAnswers(mapping: Mapping | undefined): [id: string, answer: string][] {
  return [...(mapping?.answers ?? [])].filter(([id]) => id.startsWith("word:"));
}
