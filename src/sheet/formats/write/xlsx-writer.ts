import { ChoiceLists } from "./xlsx-choices.ts";
import {
  MAIN_NAMESPACE,
  OFFICE_RELATIONS,
  PACKAGE_NAMESPACE,
  relationsXml,
  sheetXmlText,
  XML_DECLARATION,
} from "./xlsx-markup.ts";
import { commentsXml, noteBoxesXml, shapeBlockCount } from "./xlsx-notes.ts";
import { SheetWriter, type WrittenSheet } from "./xlsx-sheet-writer.ts";
import { stylesXml } from "./xlsx-style.ts";
import { type PlainPart, writeZip, type ZipPart } from "./zip-writer.ts";

export type { SheetColumn, StyledCell, WrittenCell, WrittenRow, WrittenSheet } from "./xlsx-sheet-writer.ts";
export { NOTES_MAX } from "./xlsx-sheet-writer.ts";
export type { CellMark } from "./xlsx-style.ts";

const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * Writes a workbook in which every cell is text, so that no program takes a ZIP code, a phone or a long number for
 * anything else, nor a text for a formula. It is written as it goes.
 *
 * @param sheets At least one. Their names differ, and none is `Choices`: where lists to choose from are too long for
 *   their place, a hidden sheet of that name holds them.
 * @param title What the workbook is, as in `leadctl report`: {@link titleMark} of it stands near the file's beginning.
 * @throws CliError when a sheet has more rows than the format allows; whatever the rows throw.
 */
export function writeWorkbook(sheets: readonly WrittenSheet[], title = "leadctl"): AsyncGenerator<Buffer> {
  return writeZip(parts(sheets, title));
}

/** What a workbook with a title holds near its beginning, unpacked, as long as no other program has saved it. */
export function titleMark(title: string): string {
  return `<dc:title>${sheetXmlText(title)}</dc:title>`;
}

/** Programs tell a workbook by its first part; what names the others comes last, when they are known. */
async function* parts(sheets: readonly WrittenSheet[], title: string): AsyncGenerator<ZipPart | PlainPart> {
  yield part("_rels/.rels", ROOT_RELATIONS);
  yield { path: "docProps/core.xml", plain: propertiesXml(title) };
  yield part("xl/styles.xml", stylesXml());
  const choices = new ChoiceLists();
  const written: SheetWriter[] = [];
  for (const sheet of sheets) yield* sheetParts(sheet, choices, written);
  const lists = choices.sheet();
  const visibleCount = written.length;
  if (lists) yield* sheetParts(lists, choices, written);
  yield part("xl/workbook.xml", workbookXml(written, visibleCount));
  yield part(
    "xl/_rels/workbook.xml.rels",
    relationsXml([
      ...written.map((_, index) => ({ type: "worksheet", target: `worksheets/sheet${index + 1}.xml` })),
      { type: "styles", target: "styles.xml" },
    ]),
  );
  yield part("[Content_Types].xml", contentTypesXml(written));
}

/** A sheet with what belongs to it. @param written Takes it. */
async function* sheetParts(
  sheet: WrittenSheet,
  choices: ChoiceLists,
  written: SheetWriter[],
): AsyncGenerator<ZipPart> {
  const firstShapes = written.reduce((sum, { notes }) => sum + shapeBlockCount(notes.length), 1);
  const writer = new SheetWriter(sheet, choices);
  const number = written.push(writer);
  yield { path: `xl/worksheets/sheet${number}.xml`, content: writer.xml(number === 1) };
  const relations = writer.relations(number);
  if (relations.length > 0)
    yield part(`xl/worksheets/_rels/sheet${number}.xml.rels`, relationsXml(relations));
  const { notes } = writer;
  if (notes.length === 0) return;
  yield { path: `xl/comments${number}.xml`, content: commentsXml(notes) };
  yield { path: `xl/drawings/vmlDrawing${number}.vml`, content: noteBoxesXml(notes, firstShapes) };
}

function part(path: string, xml: string): ZipPart {
  return { path, content: [xml] };
}

const CORE_PROPERTIES = `${PACKAGE_NAMESPACE}/metadata/core-properties`;

const ROOT_RELATIONS = `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_RELATIONS}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE_NAMESPACE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

function propertiesXml(title: string): string {
  return `${XML_DECLARATION}<cp:coreProperties xmlns:cp="${CORE_PROPERTIES}" xmlns:dc="http://purl.org/dc/elements/1.1/">${titleMark(title)}<dc:creator>leadctl</dc:creator></cp:coreProperties>`;
}

/** @param visibleCount Sheets behind so many of them are hidden. */
function workbookXml(sheets: readonly SheetWriter[], visibleCount: number): string {
  const entries = sheets.map(
    ({ name }, index) =>
      `<sheet name="${sheetXmlText(name)}" sheetId="${index + 1}"${index < visibleCount ? "" : ' state="hidden"'} r:id="rId${index + 1}"/>`,
  );
  const names = sheets.slice(0, visibleCount).flatMap(({ name, range, hasFilter }, index) => {
    const of = `'${sheetXmlText(name.replaceAll("'", "''"))}'!`;
    const defined = (what: string, value: string, more = ""): string =>
      `<definedName name="_xlnm.${what}" localSheetId="${index}"${more}>${of}${value}</definedName>`;
    return [
      ...(hasFilter ? [defined("_FilterDatabase", range, ' hidden="1"')] : []),
      defined("Print_Titles", "$1:$1"),
    ];
  });
  return `${XML_DECLARATION}<workbook ${MAIN_NAMESPACE} xmlns:r="${OFFICE_RELATIONS}"><sheets>${entries.join("")}</sheets><definedNames>${names.join("")}</definedNames></workbook>`;
}

function contentTypesXml(sheets: readonly SheetWriter[]): string {
  const overrides = [
    ["workbook.xml", "sheet.main"],
    ["styles.xml", "styles"],
    ...sheets.flatMap(({ notes }, index) => [
      [`worksheets/sheet${index + 1}.xml`, "worksheet"],
      ...(notes.length > 0 ? [[`comments${index + 1}.xml`, "comments"]] : []),
    ]),
  ].map(([path, type]) => `<Override PartName="/xl/${path}" ContentType="${CONTENT}.${type}+xml"/>`);
  return `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join("")}</Types>`;
}
