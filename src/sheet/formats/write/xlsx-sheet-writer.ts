import { displayWidth } from "../../../base/text-width.ts";
import { inputError } from "../../sheet-errors.ts";
import { columnLetters } from "../../table.ts";
import type { ChoiceLists } from "./xlsx-choices.ts";
import {
  MAIN_NAMESPACE,
  OFFICE_RELATIONS,
  type Relation,
  sheetXmlText,
  XML_DECLARATION,
} from "./xlsx-markup.ts";
import type { CellNote } from "./xlsx-notes.ts";
import { type CellMark, cellStyle, headerStyle } from "./xlsx-style.ts";

/** A cell that is more than its text. */
export interface StyledCell {
  /** A number only where it is one of ours, such as a count; what a sheet held is text. */
  text: string | number;
  mark?: CellMark;
  isBold?: boolean;
  /** A note beside the cell. Beyond {@link NOTES_MAX} of a sheet there is none. */
  note?: string;
  /** Where a click on the cell leads: a web or mail address. Others, and those beyond {@link LINKS_MAX} of a sheet, are text. */
  link?: string;
  /** Values to choose from; others may still be typed. Not in a column that has its own. */
  choices?: readonly string[];
}

export type WrittenCell = string | number | StyledCell;
export type WrittenRow = readonly WrittenCell[];

/** A column of a sheet to be written. */
export interface SheetColumn {
  header: string;
  /** In characters. Without it, by the header and the first rows. */
  width?: number;
  /** Long text goes on below instead of beyond the cell. */
  isWrapped?: boolean;
  /** A column that we add to somebody's own. */
  isOurs?: boolean;
  /** Kept for anybody who reads the sheet back, and not shown. */
  isHidden?: boolean;
  /** What is shown beside a cell of the column when it is selected. */
  note?: string;
  /** Values to choose from; others may still be typed. */
  choices?: readonly string[];
}

export interface WrittenSheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  name: string;
  columns: readonly SheetColumn[];
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
  /** How many columns stay where they are when the rest is moved; the header row always does. */
  frozenColumns?: number;
  hasFilter?: boolean;
}

/** What Excel takes of a sheet. */
const ROWS_MAX = 1_048_576;
export const LINKS_MAX = 65_530;
/**
 * Rows that somebody may add, with the notes and drop-downs of their columns. Not all that Excel has: exceljs keeps a rule for each
 * cell, which took it a gigabyte for a template.
 */
const ADDED_ROWS_MAX = 10_000;
/** More notes than these make spreadsheet programs slow, and they are held until the sheet ends. */
export const NOTES_MAX = 20_000;

const WIDTH_MIN = 8;
const WIDTH_MAX = 40;
/** The button of a filter hides what is below it. */
const FILTER_WIDTH = 3;
const ROWS_MEASURED = 100;
const CELL_CHARACTERS_MAX = 32_767;
const NOTE_CHARACTERS_MAX = 2_000;
const PROMPT_CHARACTERS_MAX = 255;
const PROMPT_TITLE_CHARACTERS_MAX = 32;
const LINK_CHARACTERS_MAX = 2_000;
/** Rows are handed on in pieces of about this size: one by one they would cost more than their packing. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes one sheet: its cells as they come. Notes and links stand behind the cells in the format, and in parts of their
 * own: they are held until then, which their limits bound to some ten megabytes.
 */
export class SheetWriter {
  readonly notes: CellNote[] = [];
  rowCount = 1;
  readonly #sheet: WrittenSheet;
  readonly #choices: ChoiceLists;
  readonly #links: { cell: string; target: string; anchor: string }[] = [];
  /** Cells with lists of their own, by column and list. */
  readonly #chosen = new Map<string, { column: number; formula: string; places: string[] }>();
  readonly #letters: readonly string[];
  readonly #styles: readonly number[];

  constructor(sheet: WrittenSheet, choices: ChoiceLists) {
    this.#sheet = sheet;
    this.#choices = choices;
    this.#letters = sheet.columns.map((_, index) => columnLetters(index));
    this.#styles = sheet.columns.map(({ isWrapped }) => cellStyle({ isWrapped }));
  }

  /** The sheet's own part. @throws CliError when there are more rows than a sheet holds; whatever the rows throw. */
  async *xml(isFirst: boolean): AsyncGenerator<string> {
    let ahead: WrittenRow[] | undefined = [];
    let text = "";
    for await (const cells of this.#sheet.rows) {
      if (ahead && ahead.push(cells) < ROWS_MEASURED) continue;
      text += ahead ? this.#beginning(ahead, isFirst) : this.#rowXml(cells);
      ahead = undefined;
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = "";
    }
    yield text + (ahead ? this.#beginning(ahead, isFirst) : "") + this.#end();
  }

  /** All cells that are filled, as in `$A$1:$F$20`. */
  get range(): string {
    return `$A$1:$${this.#letters.at(-1) ?? "A"}$${this.rowCount}`;
  }

  get name(): string {
    return this.#sheet.name;
  }

  get hasFilter(): boolean {
    return this.#sheet.hasFilter === true;
  }

  /** What the sheet refers to, links first. @param number Of its notes' parts; only where it has notes. */
  relations(number: number): Relation[] {
    const links = this.#links.map(({ target }) => ({ type: "hyperlink", target, isExternal: true }));
    if (this.notes.length === 0) return links;
    return [
      ...links,
      { type: "vmlDrawing", target: `../drawings/vmlDrawing${number}.vml` },
      { type: "comments", target: `../comments${number}.xml` },
    ];
  }

  #widthsOf(rows: readonly WrittenRow[]): number[] {
    const { columns, hasFilter } = this.#sheet;
    return columns.map(({ header, width }, index) => {
      if (width !== undefined) return width;
      let widest = displayWidth(header) + (hasFilter ? FILTER_WIDTH : 0);
      for (const cells of rows) {
        const cell = cells[index] ?? "";
        const text = typeof cell === "object" ? cell.text : cell;
        for (const line of String(text)
          .slice(0, WIDTH_MAX * 8)
          .split("\n"))
          widest = Math.max(widest, displayWidth(line));
      }
      return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, widest + 2));
    });
  }

  /** @param first The first rows, which show how wide the columns have to be. */
  #beginning(first: readonly WrittenRow[], isFirst: boolean): string {
    const widths = this.#widthsOf(first);
    const { columns, frozenColumns = 0 } = this.#sheet;
    const corner = `${columnLetters(frozenColumns)}2`;
    const pane = frozenColumns > 0 ? "bottomRight" : "bottomLeft";
    const split = `${frozenColumns > 0 ? ` xSplit="${frozenColumns}"` : ""} ySplit="1"`;
    const cols = columns.map(
      ({ isHidden }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${widths[index]}" style="${this.#styles[index]}"${isHidden ? ' hidden="1"' : ""} customWidth="1"/>`,
    );
    const headers = columns.map(({ header, isOurs = false }, index) =>
      textCell(`${this.#letters[index]}1`, headerStyle(isOurs), header),
    );
    return `${XML_DECLARATION}<worksheet ${MAIN_NAMESPACE} xmlns:r="${OFFICE_RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ""} workbookViewId="0"><pane${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><selection pane="${pane}" activeCell="${corner}" sqref="${corner}"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join("")}</cols>` : ""}<sheetData><row r="1">${headers.join("")}</row>${first.map((cells) => this.#rowXml(cells)).join("")}`;
  }

  #rowXml(cells: WrittenRow): string {
    this.rowCount += 1;
    if (this.rowCount > ROWS_MAX) throw inputError("workbook-full", { rowsMax: ROWS_MAX });
    let text = `<row r="${this.rowCount}">`;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? "";
      if (cell === "") continue;
      const place = (this.#letters[index] ?? columnLetters(index)) + this.rowCount;
      text +=
        typeof cell === "string"
          ? textCell(place, this.#styles[index] ?? cellStyle({}), cell)
          : this.#styledXml(typeof cell === "number" ? { text: cell } : cell, index, place);
    }
    return `${text}</row>`;
  }

  #styledXml({ text, mark, isBold, note, link, choices }: StyledCell, column: number, place: string): string {
    if (note !== undefined && note !== "" && this.notes.length < NOTES_MAX) {
      this.notes.push({
        cell: place,
        row: this.rowCount - 1,
        column,
        text: shortened(note, NOTE_CHARACTERS_MAX),
      });
    }
    const isLink = link !== undefined && this.#addLink(link, place);
    if (choices) this.#addChoices(choices, column, place);
    const isNumber = typeof text === "number";
    const { isWrapped } = this.#sheet.columns[column] ?? {};
    const style = cellStyle({ mark, isBold, isLink, isWrapped, isNumber });
    if (isNumber) return `<c r="${place}" s="${style}"><v>${text}</v></c>`;
    if (text === "") return `<c r="${place}" s="${style}"/>`;
    return textCell(place, style, text);
  }

  #addLink(link: string, cell: string): boolean {
    if (this.#links.length >= LINKS_MAX) return false;
    const href = webAddress(link);
    if (href === undefined) return false;
    const [target = "", ...anchor] = href.split("#");
    this.#links.push({ cell, target, anchor: anchor.join("#") });
    return true;
  }

  #addChoices(choices: readonly string[], column: number, place: string): void {
    const formula = this.#choices.formula(choices);
    const key = `${column} ${formula}`;
    const known = this.#chosen.get(key);
    if (known) known.places.push(place);
    else this.#chosen.set(key, { column, formula, places: [place] });
  }

  /** What stands behind the cells, in the order that the format wants. */
  #end(): string {
    const range = this.range.replaceAll("$", "");
    const filter = this.hasFilter ? `<autoFilter ref="${range}"/>` : "";
    const rules = this.#rules();
    const validations =
      rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>` : "";
    const links = this.#links.map(
      ({ cell, anchor }, index) =>
        `<hyperlink ref="${cell}" r:id="rId${index + 1}"${anchor === "" ? "" : ` location="${sheetXmlText(anchor)}"`}/>`,
    );
    const hyperlinks = links.length > 0 ? `<hyperlinks>${links.join("")}</hyperlinks>` : "";
    const drawing = this.notes.length > 0 ? `<legacyDrawing r:id="rId${links.length + 1}"/>` : "";
    return `</sheetData>${filter}${validations}${hyperlinks}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1" twoDigitTextYear="1"/></ignoredErrors>${drawing}</worksheet>`;
  }

  /**
   * Excel's own means for a note that shows itself, and for a drop-down. No cell may have two such rules: where cells have lists
   * of their own, their rules carry the note of the column.
   */
  #rules(): string[] {
    const { columns } = this.#sheet;
    const chosen = [...this.#chosen.values()].filter(({ column }) => !columns[column]?.choices);
    const apart = new Set(chosen.map(({ column }) => column));
    const last = Math.min(this.rowCount + ADDED_ROWS_MAX, ROWS_MAX);
    const ofColumns = columns.flatMap((column, index) => {
      const { note, choices } = column;
      if ((note === undefined && choices === undefined) || apart.has(index)) return [];
      const letters = this.#letters[index];
      const formula = choices ? this.#choices.formula(choices) : "";
      return ruleXml(column, `${letters}2:${letters}${last}`, formula);
    });
    const ofCells = chosen.map(({ column, formula, places }) =>
      ruleXml(columns[column], places.join(" "), formula),
    );
    return [...ofColumns, ...ofCells];
  }
}

function ruleXml(column: SheetColumn | undefined, places: string, formula: string): string {
  const { header = "", note } = column ?? {};
  const prompt =
    note === undefined
      ? ""
      : ` showInputMessage="1" promptTitle="${sheetXmlText(shortened(header, PROMPT_TITLE_CHARACTERS_MAX))}" prompt="${sheetXmlText(shortened(note, PROMPT_CHARACTERS_MAX))}"`;
  const list = formula === "" ? "" : ' type="list"';
  return `<dataValidation${list} allowBlank="1"${prompt} sqref="${places}">${formula}</dataValidation>`;
}

function textCell(place: string, style: number, text: string): string {
  const whole = shortened(text, CELL_CHARACTERS_MAX);
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${sheetXmlText(whole)}</t></is></c>`;
}

/** Ends with an ellipsis if something is left out. */
function shortened(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}

/** Characters that an address may hold (RFC 3986); a program that meets another one calls the workbook damaged. */
const NOT_IN_ADDRESS = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![\da-f]{2})/gi;

/** An address that a click may lead to, as it is written down in a workbook. */
function webAddress(link: string): string | undefined {
  if (!/^(?:https?|mailto):/i.test(link) || link.length > LINK_CHARACTERS_MAX || !URL.canParse(link))
    return undefined;
  return new URL(link).href.replace(NOT_IN_ADDRESS, (character) => encodeURIComponent(character));
}
