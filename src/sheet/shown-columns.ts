import { CliError } from "../base/cli-error.ts";
import { FIELDS, type Field } from "../lead/field-catalogue.ts";
import { trimmedText } from "./cell-text.ts";
import type { ColumnReading } from "./column-reading.ts";
import type { MappedInput } from "./mapped-input.ts";
import type { Mapping } from "./mapping.ts";
import type { QuestionLog } from "./question.ts";
import { fedBy } from "./read-columns.ts";
import { type CellValue, cellText, type Notice } from "./table.ts";

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
  /** A few different values from its rows. */
  samples: string[];
}

const SAMPLES_MAX = 3;

/**
 * Reads all rows of an input, for what its columns and words ask.
 *
 * @param input That was mapped leniently.
 * @param mapping By which it was mapped.
 */
export async function showColumns(input: MappedInput, mapping?: Mapping): Promise<ShownColumns> {
  const samples: Set<string>[] = [];
  try {
    for await (const { cells, asked } of input.rows) {
      for (const [index, cell] of cells.entries()) takeSample(samples, index, cell);
      input.questions.take(asked);
    }
  } catch (error) {
    // A sheet that has only its headers yet can be looked at as well.
    if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
  }
  const { readings, questions, notices } = input;
  const fed = new Set([...fedBy(readings), ...(mapping?.constants.keys() ?? [])]);
  return {
    columns: readings.map((reading) => ({ reading, samples: [...(samples[reading.index] ?? [])] })),
    questions,
    notices,
    missing: FIELDS.filter(({ path }) => !fed.has(path)),
  };
}

function takeSample(samples: Set<string>[], index: number, cell: CellValue): void {
  samples[index] ??= new Set();
  const seen = samples[index];
  if (!seen || seen.size === SAMPLES_MAX) return;
  const text = trimmedText(cellText(cell));
  if (text !== "") seen.add(text);
}
