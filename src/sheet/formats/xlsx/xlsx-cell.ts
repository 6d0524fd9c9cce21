import type { CellValue } from "../../table.ts";
import { shownCell, shownNumber } from "../workbook.ts";
import { elementsIn, textIn, unescaped, type XmlElement } from "../xml-reader.ts";
import { formatted, type NumberStyle } from "./number-format.ts";

/** What a sheet's own XML does not tell of its cells. */
export interface CellFrame {
  /** Whether days count from 1904, as old Macs have it. */
  isFrom1904: boolean;
  /** Whether programs work out its formulas when they open it: whoever wrote it may have put 0 for each result. */
  isToBeWorkedOut: boolean;
  /** By the style index of a cell. */
  styles: readonly NumberStyle[];
  /** Style indices of cells that are struck through. */
  struckStyles: ReadonlySet<number>;
  /** The workbook's shared texts, by their numbers. */
  texts: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** What a cell holds: the value shown, not a formula. */
export function cellValue(cell: XmlElement, frame: CellFrame): CellValue {
  const { styles, isFrom1904, isToBeWorkedOut, texts } = frame;
  const { t: type, s: styleIndex } = cell.attributes;
  const value = textIn(cell, "v");
  switch (type) {
    case "s":
      return value.trim() === "" ? null : sharedText(value, texts);
    case "inlineStr":
      return unescaped(textIn(cell, "t"));
    case "b":
      return value === "" ? null : value === "1" || value.toLowerCase() === "true";
    case "d":
      return { json: value.slice(0, 10), isDate: true };
    case "str":
    case "e":
      return value === "" && type === "e" ? "#N/A" : unescaped(value);
    default:
      break;
  }
  if (value === "") return formulaOf(cell);
  const number = shownNumber(value);
  if (number === 0 && isToBeWorkedOut) return formulaOf(cell) ?? number;
  if (Number.isNaN(number)) return value;
  if (!Number.isFinite(number)) return { json: value };
  const style = styles[Number(styleIndex ?? -1)] ?? "plain";
  if (style === "plain") return number;
  if (style === "date") return { json: dateText(number, isFrom1904), isDate: true };
  return shownCell(number, formatted(number, style));
}

/** What a cell holds whose formula nobody has worked out: not the same as an empty cell. */
function formulaOf(cell: XmlElement): CellValue {
  return elementsIn(cell).some(({ name }) => name === "f") ? `=${textIn(cell, "f")}` : null;
}

/** @throws Error when the workbook has no such text: what the cell held is lost. */
function sharedText(number: string, texts: readonly string[]): string {
  const text = texts[shownNumber(number)];
  if (text === undefined) throw new Error("a cell's text is missing");
  return text;
}

function dateText(serial: number, isFrom1904: boolean): string {
  const date = new Date((isFrom1904 ? DAY_ZERO_1904 : DAY_ZERO_1900) + serial * DAY_MS);
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10);
}
