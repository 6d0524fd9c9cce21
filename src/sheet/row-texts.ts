import { finder, type Personal } from "../base/finding.ts";
import { quoted } from "./shown-value.ts";

/** An item of JSON, by its number and the line that it begins in. */
interface Item {
  item: number;
  line: number;
}

const itemText = ({ item, line }: Item): string => `Item ${item} (line ${line})`;
const cellsText = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`);

/** Why a row as a whole cannot be trusted, or is kept back. */
export const ROW_TEXTS = {
  "row-shifted": ({ cells, columns }: { cells: number; columns: number }) =>
    `The row has ${cellsText(cells)} under ${columns} headers, and they are not under the right ones: look for a missing comma or cell`,
  "row-short": ({ cells, columns }: { cells: number; columns: number }) =>
    `The row has ${cellsText(cells)} under ${columns} headers, and the other rows of the sheet are full: its end is missing. Complete the row, or delete it`,
  "row-long": (row: { cells: number; columns: number } | { upTo: string }) =>
    "upTo" in row
      ? `The row has text beyond the last header (up to column ${row.upTo}): delete it, or give it a header`
      : `The row has ${row.cells} cells under ${row.columns} headers: usually a cell with a comma in it is not in quotes. Put that cell in quotes, or delete the extra cells`,
  "row-heading": ({ text }: { text: Personal }) =>
    `The row looks like a heading or an example (“${text.personal}”) with an e-mail, not like a lead: delete it; or if it is a lead, write the name alone in its cell`,
  "row-broken": ({ first, last }: { first: number; last: number }) =>
    `Rows ${first} to ${last} look like one row with a line end in a cell: join them into one row`,
  "row-cut": ({ isInQuotes }: { isInQuotes: boolean }) =>
    `The file ends within ${isInQuotes ? "quotes" : "this row"}, and the rest of it is missing: complete the row, or export the sheet again`,
  "row-struck": () => "The row is struck through: delete it; or, to send it, remove the strikethrough",
  "quote-stray": () =>
    'A cell of the row runs over several lines that look like rows: a quote (") that opens there is closed too late. Delete the stray quote',
  "cell-far": ({ cell }: { cell: string }) =>
    `The row has a cell far from the table (${cell}): delete it, or move it under its header`,
  "cells-merged": ({ cells }: { cells: string }) =>
    `The cells ${cells} are merged over several columns, and we cannot tell which one their text belongs to: unmerge them, and write each value under its header`,
  "item-not-object": ({ type, ...item }: Item & { type: string }) =>
    `${itemText(item)} is ${type === "list" ? "a list" : type === "null" ? "null" : `a ${type}`}, not an object: write the lead as {"field": value, …}`,
  "item-too-deep": ({ levels, ...item }: Item & { levels: number }) =>
    `${itemText(item)} nests more than ${levels} levels deep: write the lead as the field list shows it`,
  "properties-several": ({ count, key, ...item }: Item & { count: number; key: Personal }) =>
    `${itemText(item)} has ${count} properties under "${key.personal}", and a lead has one: make an item of each, or keep the one that is meant`,
  "test-lead": (item: Item) => `${itemText(item)} is test data of a form, not a lead: delete it`,
  "key-twice": (item: Item) =>
    `${itemText(item)} has the same key twice, and we cannot tell which value is meant: keep one of them`,

  // What a column of the sheet says against a row.
  "row-not-marked": () =>
    "The sheet does not mark this lead to be sent: delete the row; or, to send it, write yes in this cell",
  "row-not-meant": ({ text }: { text: Personal }) =>
    `${quoted(text)} says that this lead must not be sent: delete the row; or, to send it, empty this cell`,
};

export const rowFinding = finder(ROW_TEXTS);
