import { personal } from "../../base/finding.ts";
import { cellFinding } from "../cell-texts.ts";
import { type Reference, referenceOf } from "../cells/address-reference.ts";
import { saidText } from "../cells/cell-text.ts";
import { type CellValue, cellText } from "../table.ts";
import { type CompositeColumn, isSamePart } from "./composite-column.ts";
import { type ColumnSource, cellOf, type RowField } from "./row-field.ts";

const PART_KEYS = ["street", "city", "state", "zip"];

/** A column that says parts of an address, or which one they are the same as. */
interface AddressColumn {
  source: ColumnSource | CompositeColumn;
  keys: readonly string[];
}

/** A cell that refers to another address, in the row under way. */
interface Referring extends AddressColumn {
  reference: Reference;
  text: string;
}

/** One of a row's two addresses. */
interface Block {
  name: "property" | "residence";
  parts: readonly RowField[];
  columns: readonly AddressColumn[];
  /** The street's column, where its header says that the cells are filled if the address is not the other one. */
  ifDifferent: ColumnSource | undefined;
  referring: Referring[];
  /** Keys of those that say nothing, in the row under way. */
  open: ReadonlySet<string>;
  /** Those that are the other address's, in the row under way. */
  copied: RowField[];
}

/**
 * Reads `same` in one of a row's two addresses as the other. It is certain where the cell names the other one or
 * none; ditto marks only beside such a cell, since alone they may mean the row above.
 */
export class SameAddresses {
  readonly #property: Block;
  readonly #residence: Block;
  readonly #blocks: readonly Block[];

  constructor(fields: readonly RowField[], composites: readonly CompositeColumn[]) {
    this.#property = blockOf("property", "address", fields, composites);
    this.#residence = blockOf("residence", "residentialAddress", fields, composites);
    this.#blocks = [this.#property, this.#residence];
  }

  /** The cells of the next row without those that refer to another address. */
  begin(cells: readonly CellValue[]): readonly CellValue[] {
    let bare: CellValue[] | undefined;
    for (const block of this.#blocks) {
      if (block.referring.length > 0) block.referring = [];
      for (const { source, keys } of block.columns) {
        const cell = cells[source.index];
        const reference = referenceOf(cell);
        if (reference === undefined) continue;
        block.referring.push({ source, reference, keys, text: cellText(cell) });
        bare ??= [...cells];
        bare[source.index] = null;
      }
    }
    return bare ?? cells;
  }

  /**
   * Copies the parts that are the other address's, when the row has been read.
   *
   * @param cells As `begin` has left them.
   */
  copy(cells: readonly CellValue[]): void {
    const [property, residence] = [this.#property, this.#residence];
    const { ifDifferent: source } = property;
    if (!source && property.referring.length + residence.referring.length === 0) return;
    for (const block of this.#blocks) block.open = openKeys(block, cells);
    // Nothing there means the residence: a lead is not sent without its property for that.
    if (source && property.open.size === PART_KEYS.length && residence.open.size === 0)
      property.referring.push({ source, reference: "residence", keys: PART_KEYS, text: source.column.name });
    if (property.referring.length + residence.referring.length === 0) return;
    const ofProperty = copiedKeys(property, residence);
    const ofResidence = copiedKeys(residence, property);
    // Where each refers to the other, neither says anything.
    copyParts(property, residence, (key) => ofProperty.has(key) && !ofResidence.has(key));
    copyParts(residence, property, (key) => ofResidence.has(key) && !ofProperty.has(key));
  }

  /** Says what was copied, when all has been put right. */
  tell(): void {
    for (const { name, referring, copied } of this.#blocks) {
      const [first] = referring;
      if (!first) continue;
      const of = name === "property" ? "residence" : "property";
      const values = copied.flatMap(({ value }) => value ?? []);
      const text = personal(first.text);
      const { report } = first.source;
      if (values.length > 0) {
        const read = personal(values.join(", "));
        report.warn(cellFinding("address-copied", { text, of, read }), "changed");
      } else report.warn(cellFinding("address-reference-open", { text }), "lost");
    }
  }
}

/**
 * Parts whose cells say nothing, be it in so many words: what holds for empty cells may be something else. Of
 * `still looking` nothing is read either, and it is not the other address.
 */
function openKeys({ parts }: Block, cells: readonly CellValue[]): ReadonlySet<string> {
  const isSilent = (source: ColumnSource): boolean => saidText(cellOf(source, cells) ?? null) === "";
  const isOpen = ({ isEmpty, value, sources }: RowField): boolean =>
    isEmpty === true || (value === undefined && sources.every(isSilent));
  return new Set(parts.filter(isOpen).map(({ key }) => key));
}

function blockOf(
  name: Block["name"],
  group: string,
  fields: readonly RowField[],
  composites: readonly CompositeColumn[],
): Block {
  const parts = fields.filter((field) => field.group === group && PART_KEYS.includes(field.key));
  const own = parts.flatMap(({ key, sources }) =>
    sources.filter(({ composite }) => !composite).map((source) => ({ source, keys: [key] })),
  );
  const several = composites
    .filter((composite) => composite.group === group)
    .map((source) => ({
      source,
      keys: PART_KEYS.filter((key) => source.parts.some((part) => part === key)),
    }));
  const ifDifferent = parts.flatMap(({ sources }) => sources).find(({ role }) => role?.isIfDifferent);
  return {
    name,
    parts,
    columns: [...own, ...several],
    ifDifferent,
    referring: [],
    open: new Set(),
    copied: [],
  };
}

/** Parts of a block that its cells say are the other's. */
function copiedKeys({ parts, referring, open }: Block, other: Block): ReadonlySet<string> {
  const isCertain = ({ reference }: Referring): boolean => reference === "other" || reference === other.name;
  const isWhole = referring.some((one) => isCertain(one) && one.keys.includes("street"));
  const certain = referring.filter((one) => isCertain(one) || (isWhole && one.reference === "mark"));
  const keys = new Set(certain.flatMap((one) => one.keys));
  if (!isWhole) return keys;
  for (const { key, value } of parts) {
    const their = other.parts.find((one) => one.key === key)?.value;
    const isSame = their !== undefined && isSamePart(key, String(value), String(their));
    if (open.has(key)) keys.add(key);
    else if (!keys.has(key) && !isSame) return new Set();
  }
  return keys;
}

function copyParts(block: Block, other: Block, isCopied: (key: string) => boolean): void {
  block.copied = block.parts.filter(({ key }) => isCopied(key));
  for (const part of block.copied) {
    const their = other.parts.find(({ key }) => key === part.key)?.value;
    if ((part.isEmpty || part.value === undefined) && their !== undefined) part.value = their;
  }
}
