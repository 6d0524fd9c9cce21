import { inputError } from "./input-error.ts";
import type { Column } from "./table.ts";

/** A lead has two dozen fields, and the widest exports a thousand columns. Each row repeats them in our files. */
const COLUMNS_MAX = 2_000;
/** A header may hold a whole question of a form. */
const CHARACTERS_MAX = 1024 * 1024;

/** Counts an input's columns as they turn up. */
export class ColumnLimit {
  readonly #name: string;
  #count = 0;
  #characters = 0;

  /** @param name Of the input, for people. */
  constructor(name: string) {
    this.#name = name;
  }

  /** @throws CliError when the input has more columns, or longer headers, than any sheet of leads. */
  add({ name }: Pick<Column, "name">): void {
    this.#count += 1;
    this.#characters += name.length;
    const what =
      this.#count > COLUMNS_MAX
        ? `more than ${COLUMNS_MAX} columns`
        : this.#characters > CHARACTERS_MAX
          ? "headers of more than a million characters"
          : undefined;
    if (what === undefined) return;
    throw inputError(
      "too-many-columns",
      `${this.#name} has ${what}, and a lead has two dozen fields`,
      "Export it again with the columns of the leads only.",
    );
  }
}
