import { CliError } from "../../base/cli-error.ts";
import { FIELDS, type Field } from "../../lead/field-catalogue.ts";
import { trimmedText } from "../cells/cell-text.ts";
import { type ColumnReading, fieldPathsOf, targetAt } from "../columns/column-reading.ts";
import type { Mapping } from "../columns/mapping.ts";
import type { QuestionLog } from "../columns/question-log.ts";
import { fedBy } from "../columns/read-columns.ts";
import type { Question } from "../question.ts";
import type { MappedInput } from "../rows/mapped-input.ts";
import { type CellValue, cellText, type Notice } from "../table.ts";

/** How a table's columns are understood, for a person to look at. */
export interface ShownColumns {
  columns: ShownColumn[];
  /** What is asked about them, and what was answered. */
  questions: QuestionLog;
  notices: readonly Notice[];
  /** Fields that no column feeds, whatever is answered. */
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
  const samples = new ColumnSamples();
  try {
    for await (const { cells, asked } of input.rows) {
      samples.take(cells);
      input.questions.take(asked);
    }
  } catch (error) {
    // A sheet that has only its headers yet can be looked at as well.
    if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
  }
  const { readings, questions, notices } = input;
  return {
    columns: readings.map((reading) => ({ reading, samples: samples.of(reading.index) })),
    questions,
    notices,
    missing: missingFields(input, mapping),
  };
}

/** Fields that no column feeds, whatever is answered. */
export function missingFields(
  { readings, questions }: Pick<MappedInput, "readings" | "questions">,
  mapping?: Mapping,
): Field[] {
  const fed = new Set([...fedBy(readings), ...(mapping?.constants.keys() ?? [])]);
  const asked = questions.open.flatMap(fedByAnswer);
  return FIELDS.filter(({ path }) => !fed.has(path) && !asked.includes(path));
}

/** What the answer to a question may feed. */
function fedByAnswer({ kind, options }: Question): string[] {
  if (kind === "address")
    return FIELDS.flatMap(({ path }) => (/^(?:a|residentialA)ddress\./.test(path) ? path : []));
  return options.flatMap(({ answer }) => fieldPathsOf(targetAt(answer)));
}

/** A few different values of each column, taken while rows stream past. */
export class ColumnSamples {
  readonly #samples: Set<string>[] = [];

  take(cells: readonly CellValue[]): void {
    for (const [index, cell] of cells.entries()) {
      this.#samples[index] ??= new Set();
      const seen = this.#samples[index];
      if (!seen || seen.size === SAMPLES_MAX) continue;
      const text = trimmedText(cellText(cell));
      if (text !== "") seen.add(text);
    }
  }

  /** @param index Of the column in the input. */
  of(index: number): string[] {
    return [...(this.#samples[index] ?? [])];
  }
}
