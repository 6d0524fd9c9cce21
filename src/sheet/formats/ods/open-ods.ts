import { inputError } from "../../sheet-errors.ts";
import { type CellValue, COLUMNS_MAX } from "../../table.ts";
import {
  HEAD_ROWS,
  type Merge,
  type SheetRow,
  shownCell,
  shownNumber,
  type Workbook,
  type WorkbookSheet,
} from "../workbook.ts";
import { elementsIn, readXml, type XmlElement } from "../xml-reader.ts";
import type { ZipArchive } from "../zip-archive.ts";

const CONTENT = "content.xml";
const MANIFEST = "meta-inf/manifest.xml";
const MIME_TYPE = "mimetype";
const SHEET_TYPE = "application/vnd.oasis.opendocument.spreadsheet";
const SMALL_PART_BYTES_MAX = 1024 * 1024;
/** A row that stands for a million ones is handed on in pieces. */
const BATCH_ROWS_MAX = 1_000;
const NAMESPACES = "urn:oasis:names:tc:opendocument:xmlns:";
/** LibreOffice has 2^20 rows, or 2^24 where it is told to. */
const ROWS_MAX = 2 ** 24;
const SHEETS_MAX = 1_000;
const STYLES_MAX = 65_536;
/** How many spaces one element may stand for. */
const SPACES_MAX = 100;

/** What is looked at, and what belongs to no cell's value: comments, drawings, footnotes, pronunciations. */
const WANTED = {
  whole: new Set(["style", "table-row"]),
  alone: new Set(["document-content", "table"]),
  passedOver: new Set(
    "annotation note ruby-text frame shapes g custom-shape control tracked-changes".split(" "),
  ),
};

/**
 * Opens a workbook of the OpenDocument format, as LibreOffice and Google Sheets write it. All of its sheets are in
 * one part, which is read once for what they are and once for the rows of the one that is wanted.
 *
 * @throws CliError when it is encrypted or no workbook.
 */
export async function openOds(name: string, archive: ZipArchive): Promise<Workbook> {
  const type = await smallText(archive, MIME_TYPE);
  if (type !== undefined && !type.startsWith(SHEET_TYPE))
    throw inputError("input-wrong-kind", { name, kind: "document" });
  if (/encryption-data/.test((await smallText(archive, MANIFEST)) ?? ""))
    throw inputError("input-wrong-kind", { name, kind: "password" });
  const heads = new Map<WorkbookSheet, SheetRow[]>();
  for await (const { sheet, row } of rowsOf(archive)) {
    const head = heads.get(sheet);
    if (row === undefined) heads.set(sheet, []);
    else if (head && row.row <= HEAD_ROWS) head.push(row);
  }
  const sheets = [...heads.keys()];
  return {
    sheets,
    head: async (sheet) => heads.get(sheet) ?? [],
    rows: (sheet) => repeatedRows(archive, sheets.indexOf(sheet)),
  };
}

async function* repeatedRows(archive: ZipArchive, wanted: number): AsyncGenerator<SheetRow[]> {
  for await (const { row, count } of rowsOf(archive, wanted)) {
    if (row === undefined) continue;
    for (let at = 0; at < count; at += BATCH_ROWS_MAX) {
      yield Array.from({ length: Math.min(BATCH_ROWS_MAX, count - at) }, (_, index) =>
        at + index === 0 ? row : { ...row, row: row.row + at + index, cells: [...row.cells] },
      );
    }
  }
}

async function smallText(archive: ZipArchive, path: string): Promise<string | undefined> {
  const stream = await archive.open(path, SMALL_PART_BYTES_MAX).catch(() => undefined);
  if (!stream) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

/** A row of a sheet and how often it stands there; without a row, the sheet's beginning. */
interface OdsRow {
  sheet: WorkbookSheet;
  row?: SheetRow;
  count: number;
}

/** The rows of all sheets. @param wanted Index of the only sheet whose rows come. */
async function* rowsOf(archive: ZipArchive, wanted?: number): AsyncGenerator<OdsRow> {
  const stream = await archive.open(CONTENT);
  if (!stream) throw new Error("no content");
  const hiddenStyles = new Set<string>();
  const struckStyles = new Set<string>();
  let [sheetCount, nextRow] = [0, 1];
  let sheet: WorkbookSheet | undefined;
  for await (const elements of readXml(stream, WANTED)) {
    for (const element of elements) {
      const { name, attributes } = element;
      const isWanted = wanted === undefined || sheetCount === wanted + 1;
      if (name === "document-content") checkNamespaces(attributes);
      else if (name === "style") {
        const { "style:name": styleName = "" } = attributes;
        if (hidesSheets(element)) hiddenStyles.add(styleName);
        if (strikesThrough(element)) struckStyles.add(styleName);
        if (hiddenStyles.size + struckStyles.size > STYLES_MAX) throw new Error("too many styles");
      } else if (name === "table" && isSheet(element)) {
        if (isWanted && wanted !== undefined) return;
        sheetCount += 1;
        if (sheetCount > SHEETS_MAX) throw new Error("too many sheets");
        const isHidden = hiddenStyles.has(attributes["table:style-name"] ?? "");
        sheet = { name: attributes["table:name"] ?? "", isHidden };
        nextRow = 1;
        yield { sheet, count: 0 };
      } else if (name === "table-row" && sheet && isWanted && isSheet(tableOf(element))) {
        const row: SheetRow = { row: nextRow, cells: [], isHidden: isHiddenRow(attributes) };
        const count = repeated(attributes["table:number-rows-repeated"]);
        nextRow += count;
        addCells(row, element, struckStyles);
        if (row.cells.length === 0 && row.farColumn === undefined) continue;
        if (nextRow - 1 > ROWS_MAX) throw new Error("too many rows");
        yield { sheet, row, count };
      }
    }
  }
}

function hidesSheets(style: XmlElement): boolean {
  return elementsIn(style).some(
    ({ name, attributes }) => name === "table-properties" && attributes["table:display"] === "false",
  );
}

function strikesThrough(style: XmlElement): boolean {
  return elementsIn(style).some(({ name, attributes }) => {
    const line = attributes["style:text-line-through-style"] ?? "none";
    return name === "text-properties" && line !== "none";
  });
}

/** Sheets may stand within cells and pictures of others. */
function isSheet(table: XmlElement | undefined): boolean {
  return table?.within?.name === "spreadsheet";
}

function tableOf({ within }: XmlElement): XmlElement | undefined {
  return within === undefined || within.name === "table" ? within : tableOf(within);
}

function addCells(row: SheetRow, element: XmlElement, struckStyles: ReadonlySet<string>): void {
  let column = 0;
  /** Cells that are struck through, less those that are not. */
  let struckExcess = 0;
  for (const cell of elementsIn(element)) {
    // Cells that a merged cell covers are not shown.
    const isCovered = cell.name === "covered-table-cell";
    if (!isCovered && cell.name !== "table-cell") continue;
    const { attributes } = cell;
    const count = repeated(attributes["table:number-columns-repeated"]);
    const lines = elementsIn(cell).filter(({ name }) => name === "p");
    const text = lines.length === 0 ? undefined : lines.map(lineText).join("\n");
    const value = isCovered ? null : cellValue(attributes, text);
    if (value !== null && value !== "") {
      place(row, column, count, value);
      struckExcess += struckStyles.has(attributes["table:style-name"] ?? "") ? count : -count;
    }
    const merge = mergeOf(attributes, column);
    if (merge) row.merges = [...(row.merges ?? []), merge];
    column += count;
  }
  if (struckExcess > 0) row.isStruck = true;
}

function place(row: SheetRow, from: number, count: number, value: CellValue): void {
  const to = from + count;
  if (to > COLUMNS_MAX) row.farColumn = Math.max(from, COLUMNS_MAX);
  const { cells } = row;
  while (cells.length < Math.min(from, COLUMNS_MAX)) cells.push(null);
  while (cells.length < Math.min(to, COLUMNS_MAX)) cells.push(value);
}

/** A line of a cell. The format has elements for what XML would not keep. */
function lineText({ children }: XmlElement): string {
  let text = "";
  for (const child of children) {
    if (typeof child === "string") text += child;
    else if (child.name === "s")
      text += " ".repeat(Math.min(repeated(child.attributes["text:c"]), SPACES_MAX));
    else if (child.name === "tab") text += "\t";
    else text += child.name === "line-break" ? "\n" : lineText(child);
  }
  return text;
}

type Attributes = XmlElement["attributes"];

/** @throws Error when the names that the format gives its attributes mean something else here. */
function checkNamespaces(attributes: Attributes): void {
  for (const name of ["office", "table", "text", "style"]) {
    const uri = attributes[`xmlns:${name}`];
    if (uri !== undefined && uri !== `${NAMESPACES}${name}:1.0`) throw new Error("names of another format");
  }
  if (attributes["xmlns:table"] === undefined) throw new Error("no names of tables");
}

function isHiddenRow(attributes: Attributes): boolean {
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

/** What a cell holds: the value shown, not a formula. */
function cellValue(attributes: Attributes, shown: string | undefined): CellValue {
  const text = shown ?? "";
  const formula = attributes["table:formula"];
  switch (attributes["office:value-type"]) {
    case "float":
    case "currency":
    case "percentage":
      return numberOf(attributes["office:value"] ?? "", shown);
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
      if (shown !== undefined) return shown;
      // A program that writes formulas without working them out leaves no value: not the same as an empty cell.
      return formula === undefined ? null : `=${formula.replace(/^\w+:=?/, "")}`;
  }
}

function numberOf(value: string, text: string | undefined): CellValue {
  const number = shownNumber(value);
  if (Number.isNaN(number)) return text || value;
  return Number.isFinite(number) ? shownCell(number, text) : { json: value };
}
