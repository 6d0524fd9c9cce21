import { MAIN_NAMESPACE, sheetXmlText, XML_DECLARATION } from "./xlsx-markup.ts";

/** A note of a cell, as spreadsheet programs show it beside the cell that the mouse is on. */
export interface CellNote {
  /** As in `H12`. */
  cell: string;
  /** Both from 0. */
  row: number;
  column: number;
  text: string;
}

/** The texts of a sheet's notes. */
export function* commentsXml(notes: readonly CellNote[]): Generator<string> {
  yield `${XML_DECLARATION}<comments ${MAIN_NAMESPACE}><authors><author>leadctl</author></authors><commentList>`;
  for (const { cell, text } of notes) {
    yield `<comment ref="${cell}" authorId="0"><text><r><rPr><sz val="9"/><color indexed="81"/><rFont val="Tahoma"/><family val="2"/></rPr><t xml:space="preserve">${sheetXmlText(text)}</t></r></text></comment>`;
  }
  yield "</commentList></comments>";
}

/** Ids of shapes come in blocks of this many, and each sheet has blocks of its own. */
const SHAPES_OF_BLOCK = 1024;

/** How many blocks of ids the notes of a sheet use up. */
export function shapeBlockCount(noteCount: number): number {
  return Math.ceil(noteCount / (SHAPES_OF_BLOCK - 1));
}

/**
 * The boxes of a sheet's notes, in the drawing language of Excel 2007 (VML), which all programs read to this day. A program puts
 * each beside its cell.
 *
 * @param firstBlock Of the sheet's shape ids, from 1.
 */
export function* noteBoxesXml(notes: readonly CellNote[], firstBlock: number): Generator<string> {
  const blocks = Array.from({ length: shapeBlockCount(notes.length) }, (_, index) => firstBlock + index);
  yield `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(",")}"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`;
  for (const [index, note] of notes.entries()) {
    const block = firstBlock + Math.floor(index / (SHAPES_OF_BLOCK - 1));
    const id = block * SHAPES_OF_BLOCK + 1 + (index % (SHAPES_OF_BLOCK - 1));
    yield `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;margin-left:0;margin-top:0;width:${(BOX_WIDTH * 3) / 4}pt;height:${(boxHeight(note.text) * 3) / 4}pt;z-index:${index + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>${note.row}</x:Row><x:Column>${note.column}</x:Column></x:ClientData></v:shape>`;
  }
  yield "</xml>";
}

/** In pixels, as Excel measures them. */
const BOX_WIDTH = 300;
const BOX_HEIGHT_MAX = 420;
const BOX_MARGIN = 12;
const LINE_HEIGHT = 15;
const LINE_CHARACTERS = 46;

/** So high that the whole text shows. */
function boxHeight(text: string): number {
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0);
  return Math.min(BOX_HEIGHT_MAX, lines * LINE_HEIGHT + BOX_MARGIN);
}
