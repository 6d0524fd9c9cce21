import { columnLetters } from "../../table.ts";
import { sheetXmlText } from "./xlsx-markup.ts";

/** Name of the hidden sheet. */
const NAME = "Choices";

/** The most that the format takes for a list within a rule. */
const LIST_CHARACTERS_MAX = 255;

/** Lists to choose from: short ones stand in the rule of their cells, others on a hidden sheet. */
export class ChoiceLists {
  readonly #formulas = new Map<string, string>();
  readonly #onSheet: (readonly string[])[] = [];

  /** What a rule says of its list, as XML. */
  formula(choices: readonly string[]): string {
    const key = choices.join("\0");
    const known = this.#formulas.get(key);
    if (known !== undefined) return known;
    const formula = this.#newFormula(choices);
    this.#formulas.set(key, formula);
    return formula;
  }

  #newFormula(choices: readonly string[]): string {
    const list = choices.join(",").replaceAll('"', '""');
    const isShort =
      list.length <= LIST_CHARACTERS_MAX && choices.every((choice) => /^[^\s,]+( [^\s,]+)*$/.test(choice));
    if (isShort) return `<formula1>"${sheetXmlText(list)}"</formula1>`;
    const letters = columnLetters(this.#onSheet.push(choices) - 1);
    return `<formula1>${NAME}!$${letters}$2:$${letters}$${choices.length + 1}</formula1>`;
  }

  /** What the hidden sheet holds, a list in each column from its second row on; undefined where it is not needed. */
  sheet(): { name: string; columns: { header: string }[]; rows: string[][] } | undefined {
    const lists = this.#onSheet;
    if (lists.length === 0) return undefined;
    const height = Math.max(...lists.map(({ length }) => length));
    return {
      name: NAME,
      columns: lists.map((_, index) => ({ header: `List ${index + 1}` })),
      rows: Array.from({ length: height }, (_, row) => lists.map((choices) => choices[row] ?? "")),
    };
  }
}
