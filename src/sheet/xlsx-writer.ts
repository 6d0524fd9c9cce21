import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { xmlText } from "../base/xml.ts";
import { columnLetters } from "./table.ts";

/** A column of a sheet to be written. */
export interface SheetColumn {
  header: string;
  /** What is shown beside a cell of the column when it is selected. */
  note?: string;
  /** Values to choose from; others may still be typed. */
  choices?: readonly string[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Styles: 0 as it comes, 1 text, 2 a header. Format 49 is Excel's own `@`, text. */
const STYLES = `${XML}<styleSheet ${MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

const WIDTH_MIN = 12;
const WIDTH_MAX = 40;
const CELL_CHARACTERS_MAX = 32_767;
const PROMPT_CHARACTERS_MAX = 255;
/** Rows are handed on in pieces of about this size: one by one they would cost more than their packing. */
const PIECE_CHARACTERS = 64 * 1024;
const ROWS_MAX = 1_048_576;

/**
 * Writes a workbook of one sheet in which every cell is text, so that no program takes a ZIP code, a phone or
 * a long number for anything else. It is written as it goes.
 */
export function writeWorkbook(
  sheetName: string,
  columns: readonly SheetColumn[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  const parts: ZipPart[] = [
    part(
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    ),
    part("_rels/.rels", relations(["officeDocument", "xl/workbook.xml"])),
    part(
      "xl/workbook.xml",
      `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
    ),
    { path: "xl/styles.xml", content: [STYLES] },
    { path: "xl/worksheets/sheet1.xml", content: sheetXml(columns, rows) },
  ];
  return writeZip(parts);
}

function part(path: string, xml: string): ZipPart {
  return { path, content: [XML + xml] };
}

function relations(...targets: (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

async function* sheetXml(
  columns: readonly SheetColumn[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(columnXml).join("")}</cols><sheetData>`;
  yield rowXml(
    1,
    columns.map(({ header }) => header),
    2,
  );
  let row = 1;
  let text = "";
  for await (const cells of rows) {
    row += 1;
    text += rowXml(row, cells, 1);
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = "";
  }
  yield text;
  const notes = columns.flatMap((column, index) => noteXml(column, index) ?? []);
  const validations =
    notes.length > 0 ? `<dataValidations count="${notes.length}">${notes.join("")}</dataValidations>` : "";
  yield `</sheetData>${validations}</worksheet>`;
}

function columnXml({ header }: SheetColumn, index: number): string {
  const width = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, header.length + 2));
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" style="1" customWidth="1"/>`;
}

function rowXml(row: number, cells: readonly string[], style: number): string {
  const written = cells.map((text, index) =>
    text === ""
      ? ""
      : `<c r="${columnLetters(index)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_CHARACTERS_MAX))}</t></is></c>`,
  );
  return `<row r="${row}">${written.join("")}</row>`;
}

/** Excel's own means for a note that shows itself, and for a drop-down. */
function noteXml({ header, note, choices }: SheetColumn, index: number): string | undefined {
  if (note === undefined && choices === undefined) return undefined;
  const letters = columnLetters(index);
  const list = choices ? ' type="list"' : "";
  const prompt =
    note === undefined
      ? ""
      : ` showInputMessage="1" promptTitle="${escaped(header.slice(0, 32))}" prompt="${escaped(note.slice(0, PROMPT_CHARACTERS_MAX))}"`;
  const formula = choices ? `<formula1>"${escaped(choices.join(","))}"</formula1>` : "";
  return `<dataValidation${list} allowBlank="1"${prompt} sqref="${letters}2:${letters}${ROWS_MAX}">${formula}</dataValidation>`;
}

/** Characters that XML had better not hold are written as the format escapes them, as is what looks like an escape. */
const ESCAPED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi;

/** Text that is written as it stands, which one look tells. */
const PLAIN = /^[ !#-%'-;=?-^`-~]*$/;

function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  return xmlText(
    text.replace(
      ESCAPED,
      (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}_`,
    ),
  );
}

/** One file of an archive, as text that comes in pieces. */
export interface ZipPart {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** The first day that the format knows: the same archive for the same content. */
const ZIP_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Writes an archive as it goes, holding no more than a piece of one part.
 *
 * @throws Error whatever making a part throws.
 */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  for (const { path, content } of parts) {
    zip.addReadStreamLazy(path, ZIP_OPTIONS, (take) => {
      const source = Readable.from(content);
      // A pipe hands on neither a fault of its source nor that nobody reads any longer.
      source.on("error", (error) => output.destroy(error));
      output.on("close", () => source.destroy());
      take(null, source);
    });
  }
  zip.end();
  yield* output as AsyncIterable<Buffer>;
}
