import type { CellValue } from "../../table.ts";
import {
  COLUMNS_MAX,
  type Merge,
  ROW_CHARACTERS_MAX,
  type SheetRow,
  shownNumber,
  type WorkbookSheet,
} from "../workbook.ts";
import type { XmlHandlers } from "../xml-reader.ts";

/** A row of a sheet and how often it stands there; without a row, the sheet's beginning. */
export interface OdsRow {
  sheet: WorkbookSheet;
  row?: SheetRow;
  count: number;
}

type Attributes = Record<string, string>;

const NAMESPACES = "urn:oasis:names:tc:opendocument:xmlns:";
/** LibreOffice has 2^20 rows, or 2^24 where it is told to. */
const ROWS_MAX = 2 ** 24;
const SHEETS_MAX = 1_000;
const STYLES_MAX = 65_536;
/** Text that belongs to no cell's value: comments, drawings, footnotes, pronunciations. */
const ASIDE: ReadonlySet<string> = new Set([
  "annotation",
  "note",
  "ruby-text",
  "frame",
  "shapes",
  "g",
  "custom-shape",
  "control",
  "tracked-changes",
]);

/** Makes rows of the XML that holds the sheets of an OpenDocument workbook. */
export class OdsReader implements XmlHandlers {
  readonly #wanted: number | undefined;
  readonly #hiddenStyles = new Set<string>();
  readonly #path: string[] = [];
  #style = "";
  #sheetCount = 0;
  #sheet: WorkbookSheet | undefined;
  /** How deep within what is not a value; sheets within sheets are none either. */
  #asideDepth = 0;
  #rows: OdsRow[] = [];
  #nextRow = 1;
  #row: SheetRow | undefined;
  #rowCount = 1;
  #rowCharacters = 0;
  #column = 0;
  #cell: OdsCell | undefined;
  #isInText = false;

  /** @param wanted Index of the only sheet whose rows are made. */
  constructor(wanted?: number) {
    this.#wanted = wanted;
  }

  /** Whether the sheet that is wanted has ended. */
  get isPast(): boolean {
    return this.#wanted !== undefined && this.#sheetCount > this.#wanted && this.#sheet === undefined;
  }

  /** What came since the last time. */
  take(): OdsRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(tag: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    if (parent === undefined) checkNamespaces(attributes);
    this.#path.push(tag);
    if (this.#asideDepth > 0 || ASIDE.has(tag) || (tag === "table" && this.#sheet)) {
      this.#asideDepth += 1;
      return;
    }
    if (tag === "style") this.#style = attributes["style:name"] ?? "";
    else if (tag === "table-properties") this.#hideStyle(attributes);
    else if (tag === "table" && parent === "spreadsheet") this.#openSheet(attributes);
    else if (this.#sheet && this.#isWanted) this.#openInSheet(tag, attributes);
  }

  text(text: string): void {
    if (!this.#isInText || !this.#cell || this.#asideDepth > 0) return;
    this.#addText(text);
  }

  close(tag: string): void {
    this.#path.pop();
    if (this.#asideDepth > 0) {
      this.#asideDepth -= 1;
      return;
    }
    if (tag === "table" && this.#path.at(-1) === "spreadsheet") this.#sheet = undefined;
    else if (tag === "table-row") this.#endRow();
    else if (tag === "table-cell" || tag === "covered-table-cell") this.#endCell();
    else if (tag === "p" && this.#path.at(-1) === "table-cell") this.#isInText = false;
  }

  get #isWanted(): boolean {
    return this.#wanted === undefined || this.#sheetCount === this.#wanted + 1;
  }

  #hideStyle(attributes: Attributes): void {
    if (attributes["table:display"] !== "false") return;
    if (this.#hiddenStyles.size >= STYLES_MAX) throw new Error("too many styles");
    this.#hiddenStyles.add(this.#style);
  }

  #openSheet(attributes: Attributes): void {
    this.#sheetCount += 1;
    if (this.#sheetCount > SHEETS_MAX) throw new Error("too many sheets");
    this.#sheet = {
      name: attributes["table:name"] ?? "",
      isHidden: this.#hiddenStyles.has(attributes["table:style-name"] ?? ""),
    };
    this.#nextRow = 1;
    if (this.#isWanted) this.#rows.push({ sheet: this.#sheet, count: 0 });
  }

  #openInSheet(tag: string, attributes: Attributes): void {
    switch (tag) {
      case "table-row":
        this.#row = { row: this.#nextRow, cells: [], isHidden: isHidden(attributes) };
        this.#rowCount = repeated(attributes["table:number-rows-repeated"]);
        this.#rowCharacters = 0;
        this.#column = 0;
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#cell = { attributes, isCovered: tag === "covered-table-cell", text: "", hasText: false };
        break;
      case "p":
        if (this.#path.at(-2) !== "table-cell" || !this.#cell) break;
        if (this.#cell.hasText) this.#addText("\n");
        this.#cell.hasText = true;
        this.#isInText = true;
        break;
      case "s":
        if (this.#isInText) this.#addText(" ".repeat(Math.min(repeated(attributes["text:c"]), 1_000)));
        break;
      case "tab":
        if (this.#isInText) this.#addText("\t");
        break;
      case "line-break":
        if (this.#isInText) this.#addText("\n");
        break;
    }
  }

  #addText(text: string): void {
    if (!this.#cell) return;
    this.#rowCharacters += text.length;
    if (this.#rowCharacters > ROW_CHARACTERS_MAX) throw new Error("an endless row");
    this.#cell.text += text;
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    this.#isInText = false;
    const row = this.#row;
    if (!cell || !row) return;
    const { attributes } = cell;
    const count = repeated(attributes["table:number-columns-repeated"]);
    // What a merged cell covers is not shown.
    const value = cell.isCovered ? null : cellValue(cell);
    if (value !== null && value !== "") this.#place(row, value, count);
    const merge = mergeOf(attributes, this.#column);
    if (merge) row.merges = [...(row.merges ?? []), merge];
    this.#column += count;
  }

  #place(row: SheetRow, value: CellValue, count: number): void {
    const end = this.#column + count;
    if (end > COLUMNS_MAX) row.farColumn = Math.max(this.#column, COLUMNS_MAX);
    const { cells } = row;
    while (cells.length < Math.min(this.#column, COLUMNS_MAX)) cells.push(null);
    while (cells.length < Math.min(end, COLUMNS_MAX)) cells.push(value);
  }

  #endRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (!row || !this.#sheet) return;
    this.#nextRow += this.#rowCount;
    if (row.cells.length === 0 && row.farColumn === undefined) return;
    if (this.#nextRow - 1 > ROWS_MAX) throw new Error("too many rows");
    this.#rows.push({ sheet: this.#sheet, row, count: this.#rowCount });
  }
}

interface OdsCell {
  attributes: Attributes;
  isCovered: boolean;
  text: string;
  hasText: boolean;
}

/** @throws Error when the names that the format gives its attributes mean something else here. */
function checkNamespaces(attributes: Attributes): void {
  for (const name of ["office", "table", "text", "style"]) {
    const uri = attributes[`xmlns:${name}`];
    if (uri !== undefined && uri !== `${NAMESPACES}${name}:1.0`) throw new Error("names of another format");
  }
  if (attributes["xmlns:table"] === undefined) throw new Error("no names of tables");
}

function isHidden(attributes: Attributes): boolean {
  const visibility = attributes["table:visibility"];
  return visibility === "collapse" || visibility === "filter";
}

/** How often something stands there; once where nothing is said. */
function repeated(count: string | undefined): number {
  if (count === undefined) return 1;
  if (!/^\d{1,9}$/.test(count)) throw new Error("a count that is no number");
  return Math.max(1, Number(count));
}

function mergeOf(attributes: Attributes, column: number): Merge | undefined {
  const columnCount = repeated(attributes["table:number-columns-spanned"]);
  const rowCount = repeated(attributes["table:number-rows-spanned"]);
  return columnCount > 1 || rowCount > 1 ? { column, columnCount, rowCount } : undefined;
}

/** What a cell holds: the value shown, not a formula; a number padded where it is shown so. */
function cellValue({ attributes, text, hasText }: OdsCell): CellValue {
  const formula = attributes["table:formula"];
  switch (attributes["office:value-type"]) {
    case "float":
    case "currency":
    case "percentage":
      return numberOf(attributes["office:value"] ?? "", text);
    case "boolean":
      return attributes["office:boolean-value"] === "true";
    case "date":
      return { json: (attributes["office:date-value"] ?? text).slice(0, 10), isDate: true };
    case "time":
      return { json: text, isDate: true };
    case "string":
      if (attributes["calcext:value-type"] === "error") return text || "#N/A";
      return attributes["office:string-value"] ?? text;
    default:
      if (hasText) return text;
      // A program that writes formulas without working them out leaves no value: not the same as an empty cell.
      return formula === undefined ? null : `=${formula.replace(/^\w+:=?/, "")}`;
  }
}

function numberOf(value: string, text: string): CellValue {
  const number = shownNumber(value);
  if (Number.isNaN(number)) return text === "" ? value : text;
  if (!Number.isFinite(number)) return { json: value };
  const isPadded = /^0\d+$/.test(text) || /^\d{5}-\d{4}$/.test(text);
  return isPadded && Number(text.replace("-", "")) === number ? text : number;
}
