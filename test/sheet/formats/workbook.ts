import { packed } from "./packed.ts";

/** A cell of a test workbook: plain text, a number, a truth value, or XML as it should stand there. */
export type TestCell = string | number | boolean | null | { xml: string };

export interface TestSheet {
  name: string;
  rows: (TestCell[] | { hidden: true; cells: TestCell[] })[];
  isHidden?: boolean;
  /** XML in front of the rows, as for hidden columns. */
  before?: string;
  /** Merged cells, as in `A1:C1`. */
  merges?: string[];
}

export const sheetOf = (name: string, ...rows: TestSheet["rows"]): TestSheet => ({ name, rows });

export interface TestWorkbook {
  sheets: TestSheet[];
  strings?: string[];
  /** Format codes of the styles 1, 2, …; style 0 has none. */
  formats?: string[];
  /** XML of the fonts of the styles behind those of {@link formats}; the other styles have the first. */
  fonts?: string[];
  isFrom1904?: boolean;
  /** XML behind the list of sheets. */
  behind?: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

/** A workbook's bytes, as small as a reader lets it be. */
export function workbookOf({
  sheets,
  strings = [],
  formats = [],
  fonts = [],
  isFrom1904,
  behind = "",
}: TestWorkbook): Buffer {
  const ids = sheets.map((_, index) => index + 1);
  return zipOf({
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${CONTENT}.sharedStrings+xml"/>${ids
      .map(
        (id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
      )
      .join("")}</Types>`,
    "_rels/.rels": `${XML}<Relationships ${PACKAGE}><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, isHidden }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets>${behind}</workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships ${PACKAGE}>${ids
      .map(
        (id) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rIdS" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rIdT" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `${XML}<sst ${MAIN}>${strings.join("")}</sst>`,
    "xl/styles.xml": `${XML}<styleSheet ${MAIN}><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join(
        "",
      )}</numFmts><fonts><font/>${fonts.map((font) => `<font>${font}</font>`).join("")}</fonts><cellStyleXfs><xf numFmtId="14" fontId="1"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join(
        "",
      )}${fonts.map((_, index) => `<xf fontId="${index + 1}"/>`).join("")}</cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`,
    ...Object.fromEntries(ids.map((id, index) => [`xl/worksheets/sheet${id}.xml`, sheetXml(sheets[index])])),
  });
}

function sheetXml(sheet: TestSheet | undefined): string {
  const rows = (sheet?.rows ?? []).map((row, index) => {
    const [hidden, cells] = Array.isArray(row) ? ["", row] : [' hidden="1"', row.cells];
    const r = index + 1;
    return `<row r="${r}"${hidden}>${cells.map((cell, column) => cellXml(cell, `${letters(column)}${r}`)).join("")}</row>`;
  });
  const merged = (sheet?.merges ?? []).map((range) => `<mergeCell ref="${range}"/>`).join("");
  const merges = merged === "" ? "" : `<mergeCells>${merged}</mergeCells>`;
  return `${XML}<worksheet ${MAIN}>${sheet?.before ?? ""}<sheetData>${rows.join("")}</sheetData>${merges}</worksheet>`;
}

function cellXml(cell: TestCell, address: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${address}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return cell.xml.replace("<c", `<c r="${address}"`);
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A ZIP of texts; `declaredSize` lies about what an entry unpacks to. */
export function zipOf(
  parts: Readonly<Record<string, string>>,
  declaredSize: (path: string) => number | undefined = () => undefined,
): Buffer {
  return packed(
    Object.entries(parts).map(([name, text]) => {
      const unpackedBytes = declaredSize(name);
      return { name, text, ...(unpackedBytes !== undefined && { unpackedBytes }) };
    }),
  );
}
