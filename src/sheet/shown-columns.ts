import { CliError } from "../base/cli-error.ts";
import { FIELDS, type Field } from "../lead/field-catalogue.ts";
import { trimmedText } from "./cell-text.ts";
import type { ColumnReading } from "./column-reading.ts";
import type { Mapping } from "./mapping.ts";
import { QuestionLog } from "./question.ts";
import { fedBy, readColumns } from "./read-columns.ts";
import { cellText, type InputRow, type InputTable, type Notice } from "./table.ts";

/** How a table's columns are understood, for a person to look at. */
export interface ShownColumns {
  columns: ShownColumn[];
  /** What is asked about them, and what was answered. */
  questions: QuestionLog;
  notices: readonly Notice[];
  /** Fields that no column feeds. */
  missing: Field[];
}

export interface ShownColumn {
  reading: ColumnReading;
  /** A few different values from its first rows. */
  samples: string[];
}

const ROWS_MAX = 200;
const SAMPLES_MAX = 3;

/** Reads a table's columns as `mapInput` does, and refuses nothing. Reads its first rows. */
export async function showColumns(table: InputTable, mapping?: Mapping): Promise<ShownColumns> {
  const rows = await firstRows(table);
  const read = readColumns({ columns: table.columns, sample: rows, mapping });
  const questions = new QuestionLog(mapping?.answers);
  for (const { question } of read.questions) questions.ask(question);
  const fed = new Set([...fedBy(read.readings), ...(mapping?.constants.keys() ?? [])]);
  return {
    columns: read.readings.map((reading) => ({ reading, samples: samplesOf(rows, reading.index) })),
    questions,
    notices: read.notices,
    missing: FIELDS.filter(({ path }) => !fed.has(path)),
  };
}

async function firstRows(table: InputTable): Promise<InputRow[]> {
  const rows: InputRow[] = [];
  try {
    for await (const row of table.rows) {
      rows.push(row);
      if (rows.length === ROWS_MAX) break;
    }
  } catch (error) {
    // A sheet that has only its headers yet can be looked at as well.
    if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
  }
  return rows;
}

function samplesOf(rows: readonly InputRow[], index: number): string[] {
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const text = trimmedText(cellText(cells[index]));
    if (text !== "") samples.add(text);
    if (samples.size === SAMPLES_MAX) break;
  }
  return [...samples];
}
