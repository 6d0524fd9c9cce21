import type { GridColumn, GridEdit } from "../../drafts/grid.ts";

/** What an edit is, for who has to decide about it: with the text that was typed. */
export function editWords(edit: GridEdit, columns: readonly GridColumn[]): string {
  const headerOf = (key: GridColumn["key"]): string =>
    columns.find((column) => column.key === key)?.header ?? String(key);
  switch (edit.do) {
    case "cells":
      return edit.cells.map(([row, key, text]) => `${headerOf(key)}, row ${row}: “${text}”`).join("; ");
    case "block":
      return `Pasted in ${headerOf(edit.column)}: “${edit.texts.map((row) => row.join(" ")).join(" / ")}”`;
    case "group":
      return `${headerOf(edit.column)} of all rows with one mistake: “${edit.text}”`;
    case "clear":
      return `Emptied: ${edit.columns.map(headerOf).join(", ")}`;
    case "fill":
      return `Filled down: ${edit.columns.map(headerOf).join(", ")}`;
    case "leads":
      return edit.isNotALead ? "Left out as not a lead" : "Taken back in";
    case "undo":
      return "Undo";
    case "redo":
      return "Redo";
  }
}
