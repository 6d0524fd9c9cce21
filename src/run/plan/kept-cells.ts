import type { CellValue } from "../../sheet/table.ts";

/**
 * The cells of a row as its plan keeps them. They are parsed when somebody asks for one: of nearly all rows a report needs
 * nothing but their text.
 */
export class KeptCells {
  /** The list as JSON. */
  readonly json: string;
  #values: readonly CellValue[] | undefined;

  constructor(json: string) {
    this.json = json;
  }

  static of(values: readonly CellValue[]): KeptCells {
    return new KeptCells(JSON.stringify(values));
  }

  /** Aligned with the run's columns; may be shorter. */
  get values(): readonly CellValue[] {
    this.#values ??= JSON.parse(this.json) as CellValue[];
    return this.#values;
  }
}

/** Cells of a row whose text must not be shown. */
export const NO_CELLS: KeptCells = KeptCells.of([]);
