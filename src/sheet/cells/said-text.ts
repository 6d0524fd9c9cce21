import { type CellValue, cellText } from "../table.ts";
import { trimmedText } from "./cell-text.ts";

const NOTHING = /^(?:n\/?a|none|null|nil|tbd|unknown|-+|—|\.|\?+)$/i;
const CHARACTERS_MAX = 300;

/** How a cell begins, trimmed; empty where it says nothing, as "n/a" does. */
export function saidText(cell: CellValue): string {
  const text = trimmedText(cellText(cell).slice(0, CHARACTERS_MAX));
  return NOTHING.test(text) ? "" : text;
}
