import { personal } from "../../base/finding.ts";
import { cellFinding } from "../cell-texts.ts";
import { type Reference, referenceOf } from "../cells/address-reference.ts";
import { trimmedText } from "../cells/cell-text.ts";
import { type CellValue, cellText } from "../table.ts";
import { isNullWord } from "../vocabulary/placeholder-words.ts";
import { type CompositeColumn, isSamePart } from "./composite-column.ts";
import { type ColumnSource, type FieldSource, peekCell } from "./field-source.ts";

const PART_KEYS = ["street", "city", "state", "zip"];

/** A cell that refers to another address, in the row under way. */
interface Referring {
  source: ColumnSource | CompositeColumn;
  reference: Reference;
  keys: readonly string[];
  text: string;
}

/** One of a row's two addresses. */
interface Block {
  name: "property" | "residence";
  group: string;
  parts: readonly FieldSource[];
  cells: readonly { source: ColumnSource | CompositeColumn; keys: readonly string[] }[];
  referring: Referring[];
  /** The street's column, where its header says that the cells are filled if the address is not the other one. */
  ifDifferent?: ColumnSource;
}

/**
 * Reads `same` in one of a row's two addresses as the other. It is certain where the cell names the other one or
 * none; ditto marks only beside such a cell, since alone they may mean the row above.
 */
export class SameAddresses {
  readonly #blocks: readonly Block[];
  #isBusy = false;

  constructor(sources: readonly FieldSource[], composites: readonly CompositeColumn[]) {
    this.#blocks = [
      blockOf("property", "address", sources, composites),
      blockOf("residence", "residentialAddress", sources, composites),
    ];
  }

  /** The cells of the next row without those that refer to another address. */
  begin(cells: readonly CellValue[]): readonly CellValue[] {
    if (this.#isBusy) this.#forget();
    let bare: CellValue[] | undefined;
    for (const block of this.#blocks) {
      for (const { source, keys } of block.cells) {
        const cell = cells[source.index];
        const reference = referenceOf(cell);
        if (reference === undefined) continue;
        block.referring.push({ source, reference, keys, text: cellText(cell) });
        bare ??= [...cells];
        bare[source.index] = null;
        this.#isBusy = true;
      }
    }
    return bare ?? cells;
  }

  /** Marks the parts to copy, before the row is read. @param cells As `begin` has left them. */
  mark(cells: readonly CellValue[]): void {
    const [one, other] = this.#blocks;
    if (!one || !other) return;
    if (this.#isLeftToResidence(one, other, cells)) this.#isBusy = true;
    if (!this.#isBusy) return;
    const [ones, others] = [copiedKeys(one, other, cells), copiedKeys(other, one, cells)];
    // Where each refers to the other, neither says anything.
    mark(one, ones, others);
    mark(other, others, ones);
  }

  /** Below "Property Street (if different)", nothing means the residence: a lead is not sent without its property for that. */
  #isLeftToResidence(property: Block, residence: Block, cells: readonly CellValue[]): boolean {
    const source = property.ifDifferent;
    if (!source || property.parts.some((part) => textOf(part, cells) !== "")) return false;
    if (residence.parts.length === 0 || residence.parts.some((part) => textOf(part, cells) === ""))
      return false;
    property.referring.push({ source, reference: "residence", keys: PART_KEYS, text: source.column.name });
    return true;
  }

  /** Says what was copied, when the row has been read. */
  tell(): void {
    if (!this.#isBusy) return;
    for (const block of this.#blocks) {
      const [first] = block.referring;
      if (!first) continue;
      const copied = block.parts.flatMap(({ isCopied, value }) => (isCopied ? (value ?? []) : []));
      const of = block.name === "property" ? "residence" : "property";
      const text = personal(first.text);
      const { report } = first.source;
      if (copied.length > 0) {
        const read = personal(copied.join(", "));
        report.warn(cellFinding("address-copied", { text, of, read }), "changed");
      } else report.warn(cellFinding("address-reference-open", { text }), "lost");
    }
  }

  #forget(): void {
    this.#isBusy = false;
    for (const block of this.#blocks) {
      for (const part of block.parts) part.isCopied = false;
      block.referring = [];
    }
  }
}

function blockOf(
  name: Block["name"],
  group: string,
  sources: readonly FieldSource[],
  composites: readonly CompositeColumn[],
): Block {
  const parts = sources.filter((source) => source.group === group && PART_KEYS.includes(source.key));
  const own = parts.flatMap(({ key, sources: columns }) =>
    columns.filter(({ composite }) => !composite).map((source) => ({ source, keys: [key] })),
  );
  const several = composites
    .filter((composite) => composite.group === group)
    .map((composite) => ({
      source: composite,
      keys: PART_KEYS.filter((key) => composite.parts.some((part) => part === key)),
    }));
  const streets = parts.find(({ key }) => key === "street")?.sources ?? [];
  const ifDifferent = streets.find(({ role }) => role?.isIfDifferent);
  return {
    name,
    group,
    parts,
    cells: [...own, ...several],
    referring: [],
    ...(ifDifferent && { ifDifferent }),
  };
}

/** Parts of a block that its cells say are the other's. */
function copiedKeys(block: Block, other: Block, cells: readonly CellValue[]): ReadonlySet<string> {
  const isCertain = ({ reference }: Referring): boolean => reference === "other" || reference === other.name;
  const isWhole = block.referring.some((one) => isCertain(one) && one.keys.includes("street"));
  const keys = new Set<string>();
  for (const one of block.referring) {
    if (isCertain(one) || (isWhole && one.reference === "mark")) for (const key of one.keys) keys.add(key);
  }
  if (!isWhole) return keys;
  for (const part of block.parts) {
    const own = textOf(part, cells);
    if (own === "") keys.add(part.key);
    else if (!keys.has(part.key)) {
      const theirs = other.parts.find(({ key }) => key === part.key);
      const their = theirs ? textOf(theirs, cells) : "";
      if (their === "" || !isSamePart(part.key, own, their)) return new Set();
    }
  }
  return keys;
}

function mark(block: Block, keys: ReadonlySet<string>, others: ReadonlySet<string>): void {
  for (const part of block.parts) part.isCopied = keys.has(part.key) && !others.has(part.key);
}

function textOf({ sources }: FieldSource, cells: readonly CellValue[]): string {
  for (const source of sources) {
    const text = trimmedText(cellText(peekCell(source, cells)));
    if (text !== "" && !isNullWord(text)) return text;
  }
  return "";
}
